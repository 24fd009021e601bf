"""Rows that name a total or a balance."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .cells import Cell, Row, is_empty, text_of
from .words import TOTALS, WHOLE_TOTAL, fold

_NUMBER = re.compile(r"\d{3}")
_DATE = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{1,4}")


def names_total(row: Row) -> bool:
    """A short text with a word such as ``Summe`` or ``Endsaldo`` and no long number but a date."""
    return any(_total_text(cell) for cell in row)


def _total_text(cell: Cell) -> bool:
    if not isinstance(cell, str) or len(cell) > 60:
        return False
    text = text_of(cell)
    return not _NUMBER.search(_DATE.sub("", text)) and bool(TOTALS.search(fold(text)))


def whole_total(rows: Sequence[Row], index: int, others: Sequence[int]) -> bool:
    """A cell is nothing but a word for a total, and no other row has that text in that column."""
    for at, cell in enumerate(rows[index]):
        if isinstance(cell, str) and len(cell) < 40 and WHOLE_TOTAL.fullmatch(fold(text_of(cell))):
            text = text_of(cell)
            if not any(at < len(rows[o]) and text_of(rows[o][at]) == text for o in others[-400:]):
                return True
    return False


def is_sparse_total(row: Row, fill: dict[int, float]) -> bool:
    """A total between the rows: named so, and without cells that nearly all rows have."""
    if not names_total(row):
        return False
    return any(share >= 0.75 and (at >= len(row) or is_empty(row[at])) for at, share in fill.items())
