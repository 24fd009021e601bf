"""Open a zip archive only after its directory has been found small and honest.

:class:`zipfile.ZipFile` builds one object per entry while it opens, so a hostile directory costs memory
before any check could run. The end record is therefore read by hand first. What is decompressed later is
bounded again, because declared sizes may lie.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from typing import IO, BinaryIO, cast

MAX_ENTRIES = 20_000
MAX_DIRECTORY = 8 * 2**20
MAX_DECLARED = 4 * 2**30
"""Sum of the declared uncompressed sizes; a million-row sheet is below 1 GiB."""
MAX_RATIO = 400
"""Sheet XML of honest workbooks compresses 5 to 60 fold; formatted-but-empty rows reach about 250."""
BOMB_FLOOR = 100 * 2**20
"""Below this declared size a high ratio is harmless."""

ZIP_ERRORS = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    struct.error,
)


class ZipRefused(Exception):
    """The archive must not be opened; the message is the reason for the person."""


class BoundedReader(io.RawIOBase):
    """A read-only stream that ends (and sets ``cut``) after ``limit`` decompressed bytes."""

    def __init__(self, inner: IO[bytes], limit: int) -> None:
        self._inner = inner
        self._left = limit
        self.cut = False

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if self._left <= 0:
            self.cut = True
            return b""
        want = 65536 if size is None or size < 0 else size
        data = self._inner.read(min(want, self._left))
        self._left -= len(data)
        return data

    def close(self) -> None:
        self._inner.close()
        super().close()


def directory_size(stream: BinaryIO, size: int) -> tuple[int, int]:
    """``(entries, bytes of the central directory)`` from the end record. Raises :class:`ZipRefused`."""
    window = min(size, 65_557)
    stream.seek(size - window)
    tail = stream.read(window)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or at + 22 > len(tail):
        raise ZipRefused(
            "the zip archive is cut off: its directory at the end is missing; download the file again"
        )
    entries, length = struct.unpack("<HI", tail[at + 10 : at + 16])
    locator = tail.rfind(b"PK\x06\x07", 0, at)
    if locator >= 0 and (entries == 0xFFFF or length == 0xFFFFFFFF):
        (where,) = struct.unpack("<Q", tail[locator + 8 : locator + 16])
        if where + 56 > size:
            raise ZipRefused("the zip archive's directory points outside the file; download the file again")
        stream.seek(where)
        record = stream.read(56)
        entries, length = struct.unpack("<QQ", record[32:48])
    return entries, length


def open_zip(stream: BinaryIO, size: int) -> zipfile.ZipFile:
    """The archive, checked for bombs. Raises :class:`ZipRefused` with the reason."""
    entries, length = directory_size(stream, size)
    if entries > MAX_ENTRIES or length > MAX_DIRECTORY:
        raise ZipRefused(f"the zip archive lists {entries} entries; a workbook has far fewer")
    try:
        archive = zipfile.ZipFile(stream)
    except ZIP_ERRORS:
        raise ZipRefused(
            "the zip archive is damaged: its directory cannot be read; download the file again"
        ) from None
    infos = archive.infolist()
    declared = sum(info.file_size for info in infos)
    packed = max(1, sum(info.compress_size for info in infos))
    if declared > MAX_DECLARED or (declared > BOMB_FLOOR and declared / packed > MAX_RATIO):
        raise ZipRefused(
            f"the archive would unpack to {declared // 2**20} MiB from {size // 1024} KiB (a zip bomb)"
        )
    return archive


def find_entry(archive: zipfile.ZipFile, name: str) -> zipfile.ZipInfo | None:
    """The entry called ``name``, whatever its case and slashes (some writers use backslashes)."""
    wanted = name.lstrip("/").lower()
    for info in archive.infolist():
        if info.filename.replace("\\", "/").lstrip("/").lower() == wanted:
            return info
    return None


def open_entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int) -> BoundedReader:
    """The decompressed stream of one entry, at most ``limit`` bytes. Raises :class:`ZipRefused`."""
    if info.flag_bits & 1:
        raise ZipRefused("the zip archive is password protected; unpack it and upload the file inside")
    try:
        return BoundedReader(cast("IO[bytes]", archive.open(info)), limit)
    except ZIP_ERRORS:
        raise ZipRefused(
            "the zip archive is damaged: an entry cannot be opened; download the file again"
        ) from None


def read_entry(archive: zipfile.ZipFile, name: str, limit: int) -> bytes | None:
    """Up to ``limit`` bytes of an entry, None when there is none. Raises :class:`ZipRefused` when damaged."""
    info = find_entry(archive, name)
    if info is None:
        return None
    parts = []
    try:
        with open_entry(archive, info, limit) as reader:
            while part := reader.read(1 << 20):
                parts.append(part)
    except ZIP_ERRORS:
        raise ZipRefused(
            "the zip archive is damaged: an entry cannot be unpacked; download the file again"
        ) from None
    return b"".join(parts)
