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
_NO_ROWS = (
    b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>'
)
_NO_STRINGS = b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'


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
                small.writestr(name, _NO_ROWS)
            elif name == parts.strings:
                small.writestr(name, _NO_STRINGS)
            elif name.lower().endswith((".xml", ".rels")) and info.file_size <= _LARGEST and copied < _MOST:
                content = read_entry(archive, name, _LARGEST) or b""
                copied += len(content)
                small.writestr(name, content)
    try:
        from openpyxl import load_workbook

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(copy, read_only=True, data_only=True)
        names = {sheet.title for sheet in book.worksheets}
    except Exception:  # whatever openpyxl trips over is the answer
        return False
    return names >= {sheet.name for sheet in parts.sheets if sheet.kind == "worksheet"}
