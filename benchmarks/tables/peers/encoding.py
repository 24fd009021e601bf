"""The encoding that peers without one of their own get: charset-normalizer's best guess."""

from __future__ import annotations

from charset_normalizer import from_bytes


def guess_encoding(data: bytes) -> str:
    """A Python codec. Raises :class:`ValueError` when charset-normalizer sees no text."""
    best = from_bytes(data[: 1 << 20]).best()
    if best is None:
        raise ValueError("no text")
    return "utf-8-sig" if best.bom and best.encoding == "utf_8" else best.encoding
