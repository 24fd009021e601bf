"""Totals, balances and opening rows that look like data rows but are none."""

from __future__ import annotations

from collections.abc import Sequence

from .body import Body, fill_of
from .cell_kind import kind_of
from .cells import Row, is_empty
from .totals import names_total, whole_total

_LOOK = 12
"""At most so many rows at either end can be totals."""


def trim_footer(rows: Sequence[Row], filled: Sequence[int], body: Body) -> Body:
    """Leave out rows at the end that name a total or balance and lack what data rows fill."""
    data = list(body.data)
    for _ in range(_LOOK):
        if len(data) < 2:
            break
        before, last = data[:-1], data[-1]
        if not _is_total(rows, filled, body, before, last, gap=last - before[-1] > 1):
            # several balance rows after one blank line: only the first of them has the gap before it
            block = _block_start(data)
            if block is None or not all(
                _is_total(rows, filled, body, data[:block], index, gap=True) for index in data[block:]
            ):
                break
            data = data[:block]
            continue
        data = before
    return body.with_data(data) if len(data) != len(body.data) else body


def trim_opening(rows: Sequence[Row], filled: Sequence[int], body: Body) -> Body:
    """Leave out an opening balance above the first row."""
    data = list(body.data)
    while len(data) > 2 and names_total(rows[data[0]]) and _lacks(rows, data[1:], data[0]):
        data = data[1:]
        if len(body.data) - len(data) >= 3:
            break
    return body.with_data(data) if len(data) != len(body.data) else body


def _lacks(rows: Sequence[Row], others: Sequence[int], index: int) -> bool:
    """The row leaves a cell empty that nearly all others fill."""
    row = rows[index]
    return any(
        at >= len(row) or is_empty(row[at])
        for at, share in fill_of(rows, others[-400:]).items()
        if share >= 0.9
    )


def _block_start(data: Sequence[int]) -> int | None:
    """Position in ``data`` of the first row of the last unbroken block, when that block is short."""
    for back in range(1, min(_LOOK, len(data) - 1) + 1):
        if data[-back] - data[-back - 1] > 1:
            return len(data) - back
    return None


def _is_total(
    rows: Sequence[Row], filled: Sequence[int], body: Body, others: Sequence[int], index: int, *, gap: bool
) -> bool:
    row = rows[index]
    if not any(kind_of(cell) == "n" for cell in row) and sum(not is_empty(cell) for cell in row) > 2:
        return False  # a row of names may have a column Saldo
    if whole_total(rows, index, others):
        return True
    fill = fill_of(rows, others[-400:])
    always = [at for at, share in fill.items() if share >= 0.9]
    missing = sum(at >= len(row) or is_empty(row[at]) for at in always)
    if not missing:
        return False
    if names_total(row):
        return True
    # without a word: far fewer filled cells than any other row, after a blank line or with no text at all
    least = min(sum(not is_empty(cell) for cell in rows[other]) for other in others[-400:])
    own = sum(not is_empty(cell) for cell in row)
    if gap and len(others) >= 3 and missing * 2 >= len(always) and own < least:
        return True
    texts = [at for at in always if at not in body.strong]
    no_text = bool(texts) and all(at >= len(row) or is_empty(row[at]) for at in texts)
    dates = [at for at, column in body.strong.items() if column.kind == "d" and fill.get(at, 0) >= 0.9]
    no_date = bool(dates) and all(at >= len(row) or is_empty(row[at]) for at in dates)
    return no_text and no_date and own < least
