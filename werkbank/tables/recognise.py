"""Bytes of a file -> :class:`TableProfile`. Reads a bounded part, never raises on content."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from .kind import sniff_kind
from .opened import opened
from .profile import TableProfile
from .recognise_text import recognise_text

DEBUG = bool(os.environ.get("WERKBANK_DEBUG"))
"""For developers: let the error through instead of telling the person that the file was not understood."""
_WORKBOOKS = ("xlsx", "xlsm", "xls", "ods", "html")


def recognise(
    source: str | Path | bytes | BinaryIO, *, name: str | None = None, mime: str | None = None
) -> TableProfile:
    """What is in the file, from its bytes; ``name`` and ``mime`` are hints only and decide nothing by
    themselves.

    A file that is no table, or one that cannot be read as one, gives a profile with ``rejected`` set. Raises
    :class:`OSError` when ``source`` is a path that cannot be read.
    """
    del mime  # kept in the signature: callers have it, but no MIME type has proved more than the bytes do
    if isinstance(source, str):
        source = Path(source)
    if name is None and isinstance(source, Path):
        name = source.name
    bare = bytes(source) if isinstance(source, (bytearray, memoryview)) else source
    verdict = sniff_kind(bare)
    with opened(bare) as (_, size):
        pass
    if verdict.rejected:
        return TableProfile(
            name=name, size=size, kind=verdict.kind, rejected=verdict.rejected, why=[verdict.why]
        )
    try:
        if verdict.kind in _WORKBOOKS or verdict.kind == "xml":
            from .workbook import recognise_workbook

            return recognise_workbook(bare, verdict.kind, name)
        return recognise_text(bare, name, verdict.why)
    except (OSError, MemoryError):
        raise
    except Exception as error:
        # the last net: a fault of ours must not become a traceback for the person
        if DEBUG:
            raise
        reason = f"the file could not be understood ({type(error).__name__}); please report it"
        return TableProfile(
            name=name, size=size, kind=verdict.kind, rejected=reason, confidence=0.0, why=[verdict.why]
        )
