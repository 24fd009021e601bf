"""Which streams an OLE compound file (.xls, protected .xlsx, .doc, .msg) holds, from a few sectors of it."""

from __future__ import annotations

import struct
from typing import BinaryIO

from .opened import read_at

OLE_MAGIC = bytes.fromhex("D0CF11E0A1B11AE1")
_END = 0xFFFFFFFC
_MAX_SECTORS = 512
"""Directory sectors followed at most: 2,048 entries in the usual 512-byte sectors."""


class OleDirectory:
    """Names, start sectors and sizes of the streams; on damaged input names are missing, nothing raises."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.streams: dict[str, tuple[int, int]] = {}
        header = read_at(stream, 0, 512)
        if len(header) < 512:
            return
        shift = struct.unpack_from("<H", header, 30)[0]
        self._sector = 1 << (shift if shift in (9, 12) else 9)
        self._fat_sectors = list(struct.unpack_from("<109I", header, 76))
        first = struct.unpack_from("<I", header, 48)[0]
        for raw in self._chain(first, _MAX_SECTORS):
            for at in range(0, len(raw) - 127, 128):
                self._entry(raw[at : at + 128])

    def _entry(self, raw: bytes) -> None:
        length, kind = struct.unpack_from("<HB", raw, 64)
        if kind not in (1, 2, 5) or not 2 <= length <= 64:
            return
        name = raw[: length - 2].decode("utf-16-le", "replace")
        start, size = struct.unpack_from("<II", raw, 116)
        self.streams[name] = (start, size)

    def _next(self, sector: int) -> int:
        per = self._sector // 4
        index = sector // per
        if index >= len(self._fat_sectors) or self._fat_sectors[index] >= _END:
            # Only the 109 FAT sectors named in the header are looked at (7 MB of file): the directory and the
            # start of the workbook stream lie there in practice; beyond them the chain simply ends.
            return _END
        raw = read_at(self._stream, (self._fat_sectors[index] + 1) * self._sector + (sector % per) * 4, 4)
        return struct.unpack("<I", raw)[0] if len(raw) == 4 else _END

    def _chain(self, sector: int, most: int) -> list[bytes]:
        parts: list[bytes] = []
        seen: set[int] = set()
        while sector < _END and sector not in seen and len(parts) < most:
            seen.add(sector)
            raw = read_at(self._stream, (sector + 1) * self._sector, self._sector)
            if not raw:
                break
            parts.append(raw)
            sector = self._next(sector)
        return parts

    def start_of(self, name: str, length: int) -> bytes:
        """The first bytes of a stream kept in ordinary sectors (4,096 bytes and more), else ``b""``."""
        start, size = self.streams.get(name, (_END, 0))
        if size < 4096:
            return b""
        return b"".join(self._chain(start, -(-length // self._sector)))[:length]


def has_filepass(workbook: bytes) -> bool:
    """True when a FILEPASS record (password) stands among the first BIFF records of the workbook stream."""
    at = 0
    for _ in range(12):
        if at + 4 > len(workbook):
            return False
        record, length = struct.unpack_from("<HH", workbook, at)
        if record == 0x002F:
            return True
        at += 4 + length
    return False
