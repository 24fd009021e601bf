"""Which sheet of a workbook (or table of a page) holds the table, and where in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .cells import text_of
from .columns import Columns, profile_columns
from .grid import Grid, SheetHead
from .grid_blocks import main_block
from .layout import Layout, find_layout
from .words import DATE, TOTALS, fold

_CLOSE = 0.35
"""Scores this near (a twofold difference in rows) do not decide; the first sheet then does."""
_PAD_CELLS = 500_000


@dataclass
class Candidate:
    """One sheet with its table. Columns count from ``first_column``; rows are sheet rows."""

    head: SheetHead
    layout: Layout
    first_column: int
    header: list[str] | None
    header_above: list[int]
    columns: Columns
    uncached: list[int]
    error_cells: dict[int, int]
    declared: bool = False
    dates_everywhere: bool = False
    """Every data row has a value in the date column."""

    @property
    def score(self) -> float:
        """How much this looks like the data: dated amounts first, then rows."""
        rows, typed = len(self.layout.data), {column.type for column in self.columns.columns}
        dated, counted = bool(typed & {"date", "datetime"}), bool(typed & {"amount", "integer"})
        wide = self.layout.n_columns > 1
        rank = 3 if dated and counted else 2 if wide and (dated or counted) else 1 if wide else 0.3
        if not wide and rows < 2:
            return 0  # one cell, or one above another: a title
        return (rank + math.log10(1 + rows)) if rows else 0.1


def candidate(head: SheetHead) -> Candidate | None:
    """The table in one sheet, None when there is none. Never raises on content."""
    grid, declared = _declared_part(head)
    left, end = main_block(_with_marks(grid, head, 0))
    if left == end:
        return None
    shaped = [row[: end - left] for row in _with_marks(grid, head, left)]
    layout = _layout(shaped)
    if layout is None:
        return None
    lines = [*layout.data] if layout.header is None else [layout.header, *layout.data]
    inner = min((at for line in lines for at, cell in enumerate(shaped[line]) if text_of(cell)), default=0)
    if inner:
        # A title or note stood further left than the table.
        shaped = [row[inner:] for row in shaped]
        moved = _layout(shaped)
        if moved is not None:
            layout, left = moved, left + inner
    return _profiled(head, grid, layout, left, declared)


def _profiled(head: SheetHead, grid: Grid, layout: Layout, left: int, declared: bool) -> Candidate:
    layout = _without_subtotals(grid, _lower_header(grid, layout, left), left)
    width = layout.n_columns
    rows = [grid[line][left : left + width] if line < len(grid) else [] for line in layout.data]
    header, above = _names(grid, layout, left)
    data = set(layout.data)
    uncached = sorted({c - left for r, c in head.uncached if r in data and 0 <= c - left < width})
    errors: dict[int, int] = {}
    for row, column in head.errors:
        if row in data and 0 <= column - left < width:
            errors[column - left] = errors.get(column - left, 0) + 1
    columns = profile_columns(rows, header, width)
    _serial_dates(columns, rows)
    if not rows and columns.date_column is None:
        named = (column.index for column in columns.columns if DATE.search(fold(column.name)))
        columns.date_column = next(named, None)
    columns.amount_columns = [column for column in columns.amount_columns if column not in uncached]
    key = columns.date_column
    dated = key is not None and all(_filled(row, key) for row in rows)
    return Candidate(head, layout, left, header, above, columns, uncached, errors, declared, dated)


def _serial_dates(columns: Columns, rows: Grid) -> None:
    """Whole numbers between 1982 and 2064 under the name of a date: days that lost their number format."""
    for column in columns.columns:
        cells = [
            row[column.index] for row in rows if column.index < len(row) and row[column.index] is not None
        ]
        days = all(type(cell) is int and 30_000 <= cell <= 60_000 for cell in cells)
        if column.type in ("integer", "amount") and cells and days and DATE.search(fold(column.name)):
            column.type, column.why = "date", "serial day numbers without a date format"
            columns.amount_columns = [at for at in columns.amount_columns if at != column.index]
            if columns.date_column is None:
                columns.date_column = column.index


def _lower_header(grid: Grid, layout: Layout, left: int) -> Layout:
    """Of two header rows the lower one, when it names columns that the upper one leaves blank."""
    if layout.header is None or layout.sub_headers != 1:
        return layout
    upper = _texts(grid, layout.header, left, layout.n_columns)
    lower = _texts(grid, layout.header + 1, left, layout.n_columns)
    if any(name and not above for name, above in zip(lower, upper, strict=True)):
        return replace(layout, header=layout.header + 1, sub_headers=0)
    return layout


def _without_subtotals(grid: Grid, layout: Layout, left: int) -> Layout:
    """Leave out rows between the data that name a total and lack what (nearly) every data row fills."""
    rows = {line: grid[line][left:] if line < len(grid) else [] for line in layout.data}
    always = [
        at
        for at in range(layout.n_columns)
        if sum(_filled(row, at) for row in rows.values()) >= 0.8 * len(rows) and len(rows) > 3
    ]
    subtotals = {
        line
        for line, row in rows.items()
        if any(not _filled(row, at) for at in always)
        and any(isinstance(cell, str) and len(cell) < 60 and TOTALS.search(fold(cell)) for cell in row)
        and sum(not _filled(row, at) for at in always) * 2 >= len(always)
    }
    data = [line for line in layout.data if line not in subtotals]
    if not subtotals or not data:
        return layout
    return replace(layout, data=data, first_data=data[0], last_data=data[-1])


def _filled(row: Sequence[object], at: int) -> bool:
    return at < len(row) and row[at] is not None


def _names(grid: Grid, layout: Layout, left: int) -> tuple[list[str] | None, list[int]]:
    """Header texts; a blank one takes the text right above it (a header cell merged downwards)."""
    if layout.header is None:
        return None, []
    names = _texts(grid, layout.header, left, layout.n_columns)
    above = _texts(grid, layout.header - 1, left, layout.n_columns) if layout.header else []
    # A title above the table has one text, a first header row has several.
    filled = (
        [at for at, name in enumerate(above) if name and not names[at]] if sum(map(bool, above)) > 1 else []
    )
    for at in filled:
        names[at] = above[at]
    return names, filled


def _texts(grid: Grid, line: int, left: int, width: int) -> list[str]:
    row = grid[line] if 0 <= line < len(grid) else []
    texts = [text_of(cell) for cell in row[left : left + width]]
    return texts + [""] * (width - len(texts))


def _with_marks(grid: Grid, head: SheetHead, left: int) -> Grid:
    """A copy in which formulas without result and error cells count as filled by a number."""
    copy: Grid = [list(row[left:]) for row in grid]
    for row, column in head.uncached | head.errors:
        if row >= len(copy):
            if row > len(copy) + 1000:
                continue
            copy.extend([] for _ in range(row + 1 - len(copy)))
        line, at = copy[row], column - left
        if at >= 0:
            line.extend([None] * (at + 1 - len(line)))
            line[at] = 0
    return copy


def _layout(grid: Grid) -> Layout | None:
    """The layout of the padded rows; of the rows as stored where only those show a row of names."""
    layout = find_layout(_padded(grid))
    if layout is None or (layout.header is None and len(layout.data) < 3):
        stored = find_layout(grid)
        if stored is not None and (layout is None or stored.header is not None):
            return stored
    return layout


def _padded(grid: Grid) -> Grid:
    """Rows of one width: empty cells at the end are not stored, so that rows look narrower than the table."""
    width = max(map(len, grid), default=0)
    if width * len(grid) > _PAD_CELLS:
        return grid
    return [row + [None] * (width - len(row)) if row else row for row in grid]


def _declared_part(head: SheetHead) -> tuple[Grid, bool]:
    """The cells of the declared table ("format as table") that holds most of the sheet, else all cells."""
    total = sum(cell is not None for row in head.rows for cell in row)
    for top, left, bottom, right, headers, totals in head.tables:
        if headers != 1:
            continue
        last = bottom - totals
        part: Grid = [
            [cell if left <= at <= right else None for at, cell in enumerate(row)]
            if top <= line <= last
            else []
            for line, row in enumerate(head.rows)
        ]
        if sum(cell is not None for row in part for cell in row) > total * 0.6:
            return part, True
    return head.rows, False


def choose(candidates: Sequence[Candidate]) -> tuple[Candidate | None, list[Candidate]]:
    """``(the best table, other sheets that could be meant)``; a visible sheet goes before any hidden one."""
    tables = [item for item in candidates if item.score > 0]
    visible = [item for item in tables if not item.head.hidden]
    pool = visible if any(item.layout.n_columns > 1 for item in visible) or not tables else tables
    if not pool:
        return None, []
    best = max(item.score for item in pool)
    near = [item for item in pool if item.score >= best - _CLOSE]
    chosen = near[0]
    others = [item for item in pool if item is not chosen and item.score >= 2.3 and item.score >= best - 1.5]
    return chosen, others
