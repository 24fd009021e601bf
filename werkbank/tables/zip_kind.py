"""Which document a zip archive is: workbook, OpenDocument sheet, Word file, archive of files …"""

from __future__ import annotations

import zipfile
from typing import BinaryIO

from .profile import FileKind
from .zip_guard import ZipRefused, open_zip, read_entry

Verdict = tuple[FileKind, str | None, str]
_SHEET = "application/vnd.oasis.opendocument.spreadsheet"
_XLSB = "a binary workbook (.xlsb); open it in Excel and save it as .xlsx"


def zip_kind(stream: BinaryIO, size: int, head: bytes) -> Verdict:
    """``(kind, rejected, why)`` of a file that starts as a zip archive; ``head`` is its first part."""
    try:
        with open_zip(stream, size) as archive:
            return _archive(archive)
    except ZipRefused as refused:
        what = "a workbook, but " if b"[Content_Types].xml" in head or b"xl/" in head[:2000] else ""
        return "zip", f"{what}{refused}", "zip magic"


def _archive(archive: zipfile.ZipFile) -> Verdict:
    names = {info.filename.replace("\\", "/").lstrip("/").lower() for info in archive.infolist()}
    mimetype = (read_entry(archive, "mimetype", 200) or b"").decode("latin-1").strip()
    if mimetype.startswith(_SHEET) or (not mimetype and {"content.xml", "meta-inf/manifest.xml"} <= names):
        if b"encryption-data" in (read_entry(archive, "META-INF/manifest.xml", 2**20) or b""):
            reason = "the sheet is protected with a password; open it, remove the password and save it again"
            return "encrypted", reason, "encryption data in the manifest"
        return "ods", None, "OpenDocument spreadsheet by its mimetype entry"
    if mimetype:
        return (
            "zip",
            "a document that is no spreadsheet; save the table as .xlsx, .ods or CSV",
            "mimetype entry",
        )
    types = (read_entry(archive, "[Content_Types].xml", 2**20) or b"").decode("utf-8", "replace").lower()
    if "xl/workbook.bin" in names or "ms-excel.sheet.binary" in types:
        return "binary", _XLSB, "workbook.bin in the archive"
    if (
        "sheet.macroenabled.main" in types
        or "template.macroenabled.main" in types
        or "addin.macroenabled" in types
    ):
        return "xlsm", None, "content type of a macro workbook (macros are never run)"
    if "spreadsheetml" in types or "xl/workbook.xml" in names:
        return "xlsx", None, "content type of an Excel workbook"
    if "wordprocessingml" in types or "word/document.xml" in names:
        return "zip", "a Word document (.docx), not a table; save the table as .xlsx or CSV", "content types"
    if "presentationml" in types or "ppt/presentation.xml" in names:
        return "zip", "a PowerPoint file (.pptx), not a table", "content types"
    if any(name.endswith(".iwa") for name in names):
        return "zip", "an Apple Numbers or Pages file; export it as Excel or CSV", "iwa entries"
    if not names:
        return "zip", "an empty zip archive", "no entry"
    tables = sum(name.endswith((".csv", ".tsv", ".txt", ".xlsx", ".xls", ".ods")) for name in names)
    inside = f"; it seems to hold {tables} table file(s)" if tables else ""
    return (
        "zip",
        f"a zip archive, not a table{inside}; unpack it and upload the file inside",
        "no workbook part",
    )
