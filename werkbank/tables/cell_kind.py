"""The kind of one cell, cheap enough to ask for every cell of a sample."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from . import dates, numbers
from .cells import Cell, text_of

Kind = Literal["e", "d", "n", "t"]
"""Empty, date, number (an amount or any digits), text."""


def kind_of(cell: Cell) -> Kind:
    if cell is None:
        return "e"
    if isinstance(cell, str):
        return _kind_of_text(cell)
    if isinstance(cell, (datetime, date, time)):
        return "d"
    if isinstance(cell, bool):
        return "t"
    if isinstance(cell, (int, float, Decimal)):
        return "n"
    return "t"


@lru_cache(maxsize=65536)
def _kind_of_text(cell: str) -> Kind:
    text = text_of(cell)
    if not text:
        return "e"
    if len(text) > 40 or not any("0" <= char <= "9" for char in text):
        return "t"
    found = dates.formats(text)
    if found and not dates.is_full(found[0]) and numbers.parse(text):
        return "n"  # 12.04 is more often an amount than a day
    if found or dates.TIME_ONLY.fullmatch(text) or dates.NO_DATE.fullmatch(text):
        return "d"
    return "n" if numbers.parse(text) else "t"


def has_digit(cell: Cell) -> bool:
    """True for typed cells that are not None and for text with a digit."""
    if isinstance(cell, str):
        return any("0" <= char <= "9" for char in cell)
    return cell is not None and not isinstance(cell, bool)
