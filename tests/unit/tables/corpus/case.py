"""One file of the corpus: its bytes and what is true about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Case:
    """``truth`` uses the keys of the ``*.truth.json`` files: ``expect``, ``columns``, ``n_rows`` …

    One more key is ours: ``told`` when the recipe may report a problem (one cell "storniert" in an amount
    column), because the person should hear of it.

    The truth is computed from the typed rows before they are written as text, never by reading the bytes.
    """

    name: str
    data: bytes
    truth: dict[str, Any] = field(hash=False)

    def __repr__(self) -> str:
        return f"Case({self.name}, {len(self.data)} bytes)"


def refusal(name: str, data: bytes, kind: str, note: str, *, either: bool = False) -> Case:
    """A file whose right answer is a readable refusal (``either``: a table is right as well)."""
    truth: dict[str, Any] = {
        "file": name,
        "stratum": "refuse",
        "kind": kind,
        "expect": "reject",
        "note": note,
    }
    if either:
        truth["either"] = True
    return Case(name, data, truth)
