"""Will openpyxl open this workbook? Tried on a copy without its rows, so that the answer costs milliseconds.

Bank software writes styles and properties that openpyxl refuses (an empty ``<fill/>`` is enough); the recipe
then reads the archive's XML itself.
"""

from __future__ import annotations

import io
import warnings
import zipfile

from .xlsx_parts import Parts
from .zip_guard import read_entry

_LARGEST = 2 * 2**20
_MOST = 8 * 2**20
_MAIN = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_ONE_CELL = (
    b'<worksheet %s><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>' % _MAIN
)
_NO_CELL = b"<worksheet %s><sheetData/></worksheet>" % _MAIN
_ONE_STRING = b"<sst %s><si><t>x</t></si></sst>" % _MAIN


def openpyxl_opens(archive: zipfile.ZipFile, parts: Parts) -> bool:
    """False when openpyxl raises on the parts around the sheets or does not find every sheet by its name."""
    if parts.strict:
        return False
    sheets = {sheet.path for sheet in parts.sheets if sheet.kind == "worksheet"}
    copy, copied = io.BytesIO(), 0
    with zipfile.ZipFile(copy, "w") as small:
        for info in archive.infolist():
            name = info.filename
            if name in sheets:
                small.writestr(name, _ONE_CELL if parts.strings else _NO_CELL)
            elif name == parts.strings:
                small.writestr(name, _ONE_STRING)
            elif name.lower().endswith((".xml", ".rels")) and info.file_size <= _LARGEST and copied < _MOST:
                content = read_entry(archive, name, _LARGEST) or b""
                copied += len(content)
                small.writestr(name, content)
    try:
        from openpyxl import load_workbook

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(copy, read_only=True, data_only=True)
        for sheet in book.worksheets:
            # without a content type openpyxl overlooks the shared strings: reading the cell then raises
            list(sheet.iter_rows(values_only=True))
        names = {sheet.title for sheet in book.worksheets}
    except Exception:  # whatever openpyxl trips over is the answer
        return False
    return names >= {sheet.name for sheet in parts.sheets if sheet.kind == "worksheet"}
