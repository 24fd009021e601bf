"""What a cell of a grid can be, and its plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal

Cell = str | int | float | Decimal | bool | datetime | date | time | None
Row = Sequence[Cell]

_WRAPPED = re.compile(r'\s*="(.*)"\s*', re.S)
_BLANKS = " \t\r\n\f\v\xa0\u202f\u2007\u2009\u200b\ufeff"
NOTHING = frozenset(
    {"-", "--", "---", "–", "—", "n/a", "na", "nan", "null", "none", "nil", "k.a.", "#n/v", "#n/a"}
)
"""Lower-case texts that stand for an empty cell in number and date columns."""


def text_of(cell: Cell) -> str:
    """The cell's text without surrounding blanks, ``="..."`` unwrapped; ``''`` for None."""
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return str(cell)
    stripped = cell.strip(_BLANKS)
    if stripped.startswith("=") and (match := _WRAPPED.fullmatch(stripped)):
        return match.group(1).replace('""', '"').strip(_BLANKS)
    return stripped


def is_empty(cell: Cell) -> bool:
    if cell is None:
        return True
    if isinstance(cell, str):
        return not cell or not cell.strip(_BLANKS) or (cell[:2] == '="' and not text_of(cell))
    return False
