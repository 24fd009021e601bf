"""Where the table is in a grid of cells: metadata above, header, unit rows, data rows, footer and totals.

Works on any grid: ``rows`` is a list of rows, a row a list of cells (see :mod:`.cells`). Text files pass strings
only, workbooks pass typed cells. All indices are positions in ``rows``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .cells import Row


@dataclass(frozen=True)
class Layout:
    """``rows[header]`` names the columns (None: no header); ``data`` are the rows of the table in order.

    ``first_data`` is ``header + 1 + sub_headers`` when there is no row. ``last_data`` is ``first_data - 1`` then.
    ``key_column`` holds a digit in every data row, so that totals and repeated headers can be told from rows.
    """

    header: int | None
    sub_headers: int
    first_data: int
    last_data: int
    n_columns: int
    data: list[int] = field(default_factory=list)
    key_column: int | None = None
    min_width: int = 1
    confidence: float = 1.0
    why: list[str] = field(default_factory=list)
    header_ambiguous: bool = False


def find_layout(rows: Sequence[Row]) -> Layout | None:
    """The table in ``rows``; None when nothing in it looks like a table. Never raises on content.

    Blank rows may be passed as empty lists or rows of None. A header without rows is a table with ``data == []``.
    """
    raise NotImplementedError
