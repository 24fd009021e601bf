"""One way to read ``bytes | Path | BinaryIO`` by position, without loading the whole file."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

Source = bytes | Path | BinaryIO


@contextmanager
def opened(source: Source) -> Iterator[tuple[BinaryIO, int]]:
    """Yield ``(stream, size in bytes)``, the stream at 0.

    A stream handed in is put back where it was; a path is opened and closed. Raises :class:`OSError` when the
    path cannot be read.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        yield io.BytesIO(source), len(source)
    elif isinstance(source, (str, Path)):
        with Path(source).open("rb") as stream:
            yield stream, stream.seek(0, io.SEEK_END)
    else:
        before = source.tell()
        size = source.seek(0, io.SEEK_END)
        try:
            yield source, size
        finally:
            source.seek(before)


def read_at(stream: BinaryIO, offset: int, length: int) -> bytes:
    """Up to ``length`` bytes from ``offset`` (fewer at the end of the file)."""
    stream.seek(offset)
    return stream.read(length)
