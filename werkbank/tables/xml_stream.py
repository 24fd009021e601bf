"""A bounded, streaming XML reader that knows no entities: expat, with every DTD refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol
from xml.parsers import expat

from .zip_guard import ZIP_ERRORS

StartHandler = Callable[[str, dict[str, str]], None]
EndHandler = Callable[[str], None]


class XmlRefused(Exception):
    """The XML is damaged or has a DTD; the message is the reason."""


class StopReading(Exception):
    """Raised by a handler that has seen enough."""


class _Reader(Protocol):
    def read(self, size: int = ..., /) -> bytes: ...


def local(name: str) -> str:
    """``x:row`` -> ``row``: prefixes differ between writers, the strict namespace does not matter."""
    return name.rpartition(":")[2]


def stream_xml(
    reader: _Reader, start: StartHandler, end: EndHandler, text: Callable[[str], None] | None = None
) -> bool:
    """Feed the handlers until the end, :class:`StopReading` or the reader's bound; True at the end.

    Raises :class:`XmlRefused` for a DTD and for damage before the first element; later damage ends the
    reading (False), so that what was read stays usable.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    seen = False

    def on_start(name: str, attributes: dict[str, str]) -> None:
        nonlocal seen
        seen = True
        start(name, attributes)

    def on_doctype(*_: object) -> None:
        raise XmlRefused(
            "the file declares XML entities (a DTD); Excel never writes that, so it is not opened"
        )

    parser.StartElementHandler = on_start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = on_doctype
    if text is not None:
        parser.CharacterDataHandler = text
    try:
        while data := reader.read(65_536):
            parser.Parse(data, False)
        if getattr(reader, "cut", False):
            return False
        parser.Parse(b"", True)
    except StopReading:
        return False
    except (expat.ExpatError, *ZIP_ERRORS):
        if not seen:
            raise XmlRefused("the file is damaged: its XML cannot be read; download it again") from None
        return False
    return True
