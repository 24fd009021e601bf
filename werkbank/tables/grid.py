"""What every workbook reader hands over: sheets as grids of Python values, read only as far as bounded."""

from __future__ import annotations

from dataclasses import dataclass, field

from .cells import Cell

Grid = list[list[Cell]]

MAX_ROWS = 1000
"""Rows with content read of one sheet at recognition."""
MAX_INDEX = 20_000
"""Sheet row behind which recognition does not look, blank rows included."""
MAX_CELLS = 120_000
MAX_XML = 24 * 2**20
"""Decompressed bytes read of one sheet at recognition."""
MAX_COLUMNS = 16_384


class WorkbookRefused(Exception):
    """The workbook cannot be loaded as a table; the message is the reason for the person.

    ``kind`` replaces the kind that the bytes suggested when reading showed better (``empty``, ``encrypted``).
    """

    def __init__(self, reason: str, kind: str | None = None) -> None:
        super().__init__(reason)
        self.kind = kind


@dataclass
class SheetHead:
    """The first rows of one sheet, dense from sheet row 0. Positions are ``(row, column)``, 0-based."""

    name: str
    hidden: bool = False
    rows: Grid = field(default_factory=list)
    complete: bool = True
    """False when the sheet goes on behind what was read."""
    uncached: set[tuple[int, int]] = field(default_factory=set)
    """Formula cells without a stored result; their value in ``rows`` is None."""
    errors: set[tuple[int, int]] = field(default_factory=set)
    """Error cells such as #REF!; their value in ``rows`` is None."""
    blank_results: set[tuple[int, int]] = field(default_factory=set)
    """Formula cells whose stored result is an empty text (.xls cannot tell these from no result)."""
    part: str | None = None
    """Where the sheet is inside its file, for readers that need it (.xlsx: the archive entry)."""
    hidden_rows: int = 0
    weight: int = 0
    """Anything that grows with the amount of data: tells a long sheet from a short one when both are cut."""
    tables: list[tuple[int, int, int, int, int, int]] = field(default_factory=list)
    """Declared tables: first row, first column, last row, last column, header rows, totals rows."""

    @property
    def filled(self) -> int:
        """Rows with at least one value."""
        return sum(any(cell is not None for cell in row) for row in self.rows)


@dataclass
class Budget:
    """How much of a sheet may be read."""

    rows: int = MAX_ROWS
    index: int = MAX_INDEX
    cells: int = MAX_CELLS
    xml: int = MAX_XML


def put(rows: Grid, row: int, column: int, value: Cell) -> None:
    """Set one cell of a dense grid, growing it; a blank text counts as no value."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return
    while len(rows) <= row:
        rows.append([])
    line = rows[row]
    if len(line) <= column:
        line.extend([None] * (column + 1 - len(line)))
    line[column] = value
