"""Which rows of a grid are the table's data rows, told by the kinds of their cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .cell_kind import Kind, has_digit, kind_of
from .cells import Row, is_empty
from .totals import is_sparse_total

KEY = re.compile(r"\W{0,4}\d")
"""How the cell of the key column begins in a row, whatever its exact shape."""
_SCAN = 900
"""Rows that are looked at to learn the columns; all rows are judged afterwards."""


@dataclass(frozen=True)
class Strong:
    """A column that is a date (``d``) or a number (``n``) in nearly every data row that fills it."""

    kind: Kind
    fill: float


@dataclass(frozen=True)
class Body:
    width: int
    strong: dict[int, Strong]
    data: list[int]
    key: int | None = None
    fill: dict[int, float] = field(default_factory=dict)
    """Column -> share of data rows that fill it."""
    confidence: float = 1.0
    why: list[str] = field(default_factory=list)

    def with_data(self, data: list[int]) -> Body:
        return replace(self, data=data)


def effective(row: Row) -> int:
    """Number of cells without the empty ones at the end."""
    for at in range(len(row) - 1, -1, -1):
        if not is_empty(row[at]):
            return at + 1
    return 0


def find_body(rows: Sequence[Row], filled: Sequence[int]) -> Body:
    scan = _scan_indices(rows, filled)
    width = _table_width(rows, filled, scan)
    near = [index for index in scan if _near(rows[index], filled[index], width)]
    strong = _strong(rows, near, 0.5)
    if not strong:
        return Body(width, {}, _text_rows(rows, filled, width), why=["no date or number column"])
    candidates = [index for index in near if _agrees(rows[index], strong, None)]
    fill = fill_of(rows, candidates)
    rest = [index for index in candidates if not is_sparse_total(rows[index], fill)]
    candidates = rest if len(rest) * 2 >= len(candidates) else candidates
    strong = _strong(rows, candidates, 0.8) or strong
    key = _key(strong)
    data = [
        index
        for index in range(len(rows))
        if filled[index] and _near(rows[index], filled[index], width) and _agrees(rows[index], strong, key)
    ]
    fill = fill_of(rows, data[:_SCAN])
    return Body(width, strong, data, key, fill)


def fill_of(rows: Sequence[Row], indices: Sequence[int]) -> dict[int, float]:
    counts: Counter[int] = Counter()
    for index in indices:
        counts.update(at for at, cell in enumerate(rows[index]) if not is_empty(cell))
    return {at: count / len(indices) for at, count in counts.items()} if indices else {}


def _scan_indices(rows: Sequence[Row], filled: Sequence[int]) -> list[int]:
    some = [index for index in range(len(rows)) if filled[index]]
    if len(some) <= _SCAN:
        return some
    third = _SCAN // 3
    middle = some[third:-third]
    return some[:third] + middle[:: max(1, len(middle) // third)] + some[-third:]


def _table_width(rows: Sequence[Row], filled: Sequence[int], scan: Sequence[int]) -> int:
    """The raw width whose rows hold most filled cells; rows with dates and numbers count several times."""
    weight: Counter[int] = Counter()
    for index in scan:
        kinds = [kind_of(cell) for cell in rows[index][:400]]
        cells = sum(kind != "e" for kind in kinds)
        typed = sum(kind in "dn" for kind in kinds)
        weight[len(rows[index])] += cells * (1 + typed) if cells > 1 or len(rows[index]) == 1 else 0
    if not weight or not max(weight.values()):
        return max((len(rows[index]) for index in scan), default=0)
    return max(weight, key=lambda width: (weight[width], width))


def _near(row: Row, filled: int, width: int) -> bool:
    """A row of the table may lack or add a delimiter at its end, or leave out empty cells there."""
    if len(row) == width:
        return True
    if filled > width:
        return filled <= width + 1 and width > 2
    return len(row) > width or len(row) >= max(2, width - max(1, width // 2)) if width > 1 else filled == 1


def _strong(rows: Sequence[Row], indices: Sequence[int], share: float) -> dict[int, Strong]:
    counts: dict[int, dict[str, int]] = {}
    for index in indices:
        for at, cell in enumerate(rows[index]):
            counts.setdefault(at, {"d": 0, "n": 0, "t": 0, "e": 0})[kind_of(cell)] += 1
    found = {}
    for at, seen in counts.items():
        some = seen["d"] + seen["n"] + seen["t"]
        if not some:
            continue
        kind: Kind = "d" if seen["d"] >= seen["n"] else "n"
        if seen[kind] >= share * some and seen[kind]:
            found[at] = Strong(kind, some / len(indices))
    return found


def _key(strong: dict[int, Strong]) -> int | None:
    """The column that tells rows from totals: filled always, a date if there is one."""
    always = [at for at, column in strong.items() if column.fill >= 0.985]
    for kind in ("d", "n"):
        for at in sorted(always):
            if strong[at].kind == kind:
                return at
    return None


def _agrees(row: Row, strong: dict[int, Strong], key: int | None) -> bool:
    """Most filled cells in the strong columns have a digit, at least one has the right kind, and the key
    has."""
    right = wrong = 0
    for at, column in strong.items():
        cell = row[at] if at < len(row) else None
        kind = kind_of(cell)
        if kind == "e":
            if at == key:
                return False
        elif kind == column.kind:
            right += 1
        elif at == key and isinstance(cell, str) and not _may_be_key(cell, kind, column.kind):
            return False
        elif not has_digit(cell) or isinstance(cell, str) and len(cell) > 40:
            wrong += 1
    return right > 0 and wrong <= right // 2


def _may_be_key(cell: str, kind: Kind, wanted: Kind) -> bool:
    """An odd date or number still begins with a digit; long digits are no date."""
    if wanted == "d" and kind == "n" and sum(map(str.isdigit, cell)) > 8:
        return False
    return KEY.match(cell) is not None


def _text_rows(rows: Sequence[Row], filled: Sequence[int], width: int) -> list[int]:
    if width <= 1:
        return [index for index, count in enumerate(filled) if count == 1]
    return [
        index
        for index, count in enumerate(filled)
        if count >= 1 and len(rows[index]) >= width - 1 and (count > 1 or len(rows[index]) == width)
    ]
