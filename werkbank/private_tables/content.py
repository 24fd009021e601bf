"""Whether a file is a private table, from its name and from what its bytes are."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from pathlib import Path

from werkbank.private_tables.entries import DOCUMENTS, MEDIA, extension, named_as_table
from werkbank.tables.profile import TableProfile

_TABLE_KINDS = {"csv", "xlsx", "xlsm", "xls", "ods"}
_OLD_OFFICE = {"doc", "dot", "ppt", "pps", "msg"}
_OFFICE_PARTS = {
    "docx": "word/",
    "dotx": "word/",
    "pptx": "ppt/",
    "odt": "content.xml",
    "odp": "content.xml",
    "epub": "META-INF/container.xml",
}


@dataclass(frozen=True)
class Verdict:
    """``table``: can be loaded by a recipe. ``private``: goes nowhere but to the interpreter."""

    private: bool
    table: bool
    why: str


def judge(
    name: str | None,
    mime: str | None,
    profile: TableProfile | None,
    *,
    extensions: frozenset[str],
    office: bool = False,
    readable: bool = True,
) -> Verdict:
    """Bytes win over name and MIME type, but only towards more privacy: a file named as a table stays private
    whatever it holds, a table behind another name is private too, and what nobody can read counts as private.

    ``profile`` is None when the bytes were not read: ``readable=False`` says that they could not be (broken
    entry), otherwise there is no store to read from and the name decides alone. ``office`` tells that a zip
    was looked into and is the text document that its name says.
    """
    named = named_as_table(name, mime, extensions)
    suffix = extension(name)
    if profile is None:
        if named:
            return Verdict(True, False, "named as a table")
        if readable and suffix in DOCUMENTS | MEDIA:
            return Verdict(False, False, "named as a document")
        return Verdict(True, False, "content unknown")
    if profile.kind in _TABLE_KINDS:
        return Verdict(True, profile.rejected is None, f"content is {profile.kind}")
    if profile.kind == "html" and suffix not in DOCUMENTS:
        return Verdict(True, profile.rejected is None, "an HTML table behind another name")
    if named:
        return Verdict(True, False, f"named as a table, content is {profile.kind}")
    if profile.kind in {"pdf", "text", "xml", "html", "empty"}:
        return Verdict(False, False, f"content is {profile.kind}")
    if profile.kind == "zip" and office:
        return Verdict(False, False, "content is a text document")
    media = suffix in MEDIA or (mime or "").startswith(("image/", "audio/", "video/"))
    if profile.kind in {"binary", "zip", "xls"} and (media or suffix in _OLD_OFFICE):
        return Verdict(False, False, "content is media or an old document")
    return Verdict(True, False, f"content unknown ({profile.kind})")


def is_office_document(source: Path | bytes, name: str | None) -> bool:
    """Whether a zip really is the text document or presentation that its name says, and no workbook."""
    wanted = _OFFICE_PARTS.get(extension(name))
    if wanted is None:
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(source) if isinstance(source, bytes) else source) as archive:
            names = archive.namelist()[:5000]
            if wanted == "content.xml" and b"spreadsheet" in archive.open("mimetype").read(100):
                return False
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, NotImplementedError):
        return False
    return any(part.startswith(wanted) for part in names) and not any(
        part.startswith("xl/") for part in names
    )
