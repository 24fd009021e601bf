"""What a file is, from its bytes alone: names lie (``.xls`` that is HTML, ``.csv`` that is gzip).

Costs a few reads of at most 256 KiB, for zip archives their directory as well. Never raises on content.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import BinaryIO

from .html_probe import has_data_table
from .ole import OLE_MAGIC, OleDirectory, has_filepass
from .opened import Source, opened, read_at
from .profile import FileKind
from .text_kind import decode_head, is_binary, text_kind
from .zip_kind import zip_kind

HEAD = 256 * 1024
_BLANK = b" \t\r\n\x0b\x0c\x1a\0"

_MAGIC: list[tuple[bytes, FileKind, str]] = [
    (b"\x1f\x8b", "gzip", "gzip-compressed; unpack it (gunzip, 7-Zip) and upload the file inside"),
    (b"BZh", "binary", "bzip2-compressed; unpack it and upload the file inside"),
    (b"\xfd7zXZ\0", "binary", "xz-compressed; unpack it and upload the file inside"),
    (b"\x28\xb5\x2f\xfd", "binary", "zstd-compressed; unpack it and upload the file inside"),
    (b"7z\xbc\xaf\x27\x1c", "binary", "a 7z archive; unpack it and upload the file inside"),
    (b"Rar!\x1a\x07", "binary", "a RAR archive; unpack it and upload the file inside"),
    (b"%PDF-", "pdf", "a PDF document, not a table; ask for the CSV or Excel export"),
    (b"\x89PNG\r\n\x1a\n", "binary", "a picture (PNG), not a table"),
    (b"\xff\xd8\xff", "binary", "a picture (JPEG), not a table"),
    (b"GIF8", "binary", "a picture (GIF), not a table"),
    (b"II*\0", "binary", "a picture (TIFF), not a table"),
    (b"MM\0*", "binary", "a picture (TIFF), not a table"),
    (b"PAR1", "binary", "a Parquet file; convert it to CSV or Excel"),
    (b"ARROW1", "binary", "an Arrow file; convert it to CSV or Excel"),
    (b"SQLite format 3\0", "binary", "a SQLite database; export the table as CSV"),
    (b"\0\1\0\0Standard ", "binary", "an Access database; export the table as CSV or Excel"),
    (b"MZ", "binary", "a Windows program, not a table"),
    (b"\x7fELF", "binary", "a program, not a table"),
]
_RAW_BIFF = (
    b"\x09\x00\x04\x00",
    b"\x09\x02\x06\x00",
    b"\x09\x04\x06\x00",
    b"\x09\x08\x08\x00",
    b"\x09\x08\x10\x00",
)


@dataclass(frozen=True)
class KindVerdict:
    """``rejected``: None when the file can be tried as a table of this kind, else why not and what to do."""

    kind: FileKind
    rejected: str | None
    why: str


def sniff_kind(source: Source) -> KindVerdict:
    """The kind of ``source``; ``csv`` with ``rejected`` None means a candidate for delimited text only.

    Excel 2003 XML is ``xml`` with ``rejected`` None. Raises :class:`OSError` only for an unreadable path.
    """
    with opened(source) as (stream, size):
        head = read_at(stream, 0, HEAD)
        if head.startswith(OLE_MAGIC):
            return _ole(stream)
        if head[:4] in (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"):
            return KindVerdict(*zip_kind(stream, size, head))
        if head.startswith(_RAW_BIFF):
            return KindVerdict("xls", None, "BIFF record at the start (Excel 5 or older)")
        for magic, kind, reason in _MAGIC:
            if head.startswith(magic) and not (
                len(magic) == 2 and magic == b"MZ" and not is_binary(decode_head(head)[0])
            ):
                return KindVerdict(kind, reason, "magic bytes at the start")
        if b"%PDF-" in head[:1024] and b" obj" in head[:4096]:
            return KindVerdict(
                "pdf", "a PDF document, not a table; ask for the CSV or Excel export", "PDF header"
            )
        if head[257:262] == b"ustar":
            return KindVerdict("binary", "a tar archive; unpack it and upload the file inside", "tar header")
        head = _first_content(stream, head)
        return _text(head)


def _first_content(stream: BinaryIO, head: bytes) -> bytes:
    """The head, or when that is blank the first block with anything in it (``b""`` for a blank file)."""
    block = head
    while block:
        bare = block.removeprefix(b"\xef\xbb\xbf").removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff")
        if bare.strip(_BLANK):
            return block
        block = stream.read(1 << 20)
        block = block if block.strip(_BLANK) or not block else b" "
    return b""


def _text(head: bytes) -> KindVerdict:
    text, codec = decode_head(head)
    if not text.strip("\ufeff\0 \t\r\n\x0b\x0c\x1a\u00a0"):
        return KindVerdict(
            "empty",
            "the file is empty: it holds nothing but white space"
            if head
            else "the file is empty: nothing in it but blanks, or no byte at all",
            "no visible character",
        )
    if is_binary(text):
        return KindVerdict("binary", "binary data of an unknown format, not a table", "control bytes")
    kind, rejected, why = text_kind(text)
    if kind == "html" and not has_data_table(text):
        return KindVerdict(
            "html",
            "a web page without a data table (a login or error page?); sign in again and repeat the download",
            why,
        )
    return KindVerdict(kind, rejected, f"{why} ({codec})" if codec else why)


def _ole(stream: BinaryIO) -> KindVerdict:
    directory = OleDirectory(stream)
    names = directory.streams
    protected = (
        "the workbook is protected with a password; open it in Excel, remove the password and save it again"
    )
    if "EncryptedPackage" in names:
        return KindVerdict("encrypted", protected, "OLE stream EncryptedPackage")
    book = next((name for name in names if name.lower() in ("workbook", "book")), None)
    if book is not None:
        if has_filepass(directory.start_of(book, 4096)):
            return KindVerdict("encrypted", protected, "FILEPASS record in the workbook stream")
        return KindVerdict("xls", None, f"OLE stream {book}")
    for name, reason in (
        ("WordDocument", "a Word document, not a table; save the table as .xlsx or CSV"),
        ("PowerPoint Document", "a PowerPoint file, not a table"),
        ("__properties_version1.0", "an Outlook message, not a table; save its attachment"),
        ("WksSSWorkBook", "a Microsoft Works sheet; save it as .xlsx or CSV"),
    ):
        if name in names:
            return KindVerdict("binary", reason, f"OLE stream {name}")
    return KindVerdict(
        "binary",
        "an Office container without a readable workbook (damaged or another program's file); "
        "open it in its program and save it as .xlsx",
        "OLE container, no workbook stream",
    )
