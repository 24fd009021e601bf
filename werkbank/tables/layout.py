"""Where the table is in a grid of cells: metadata above, header, unit rows, data rows, footer and totals.

Works on any grid: ``rows`` is a list of rows, a row a list of cells (see :mod:`.cells`). Text files pass
strings only, workbooks pass typed cells. All indices are positions in ``rows``.

The idea: find the width of the table (the one that holds most filled cells), learn from the rows of that
width which columns are dates or numbers, and call a row data when it agrees with those columns. What stands
above the first such row is header and metadata, what stands below the last one is footer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from .body import Body, effective, find_body
from .cell_kind import kind_of
from .cells import Row
from .header import find_header
from .profile import Ambiguity
from .tail import trim_footer, trim_opening

MAX_COLUMNS = 16_384


@dataclass(frozen=True)
class Layout:
    """``rows[header]`` names the columns (None: no header); ``data`` are the rows of the table in order.

    ``first_data`` is ``header + 1 + sub_headers`` when there is no row. ``last_data`` is ``first_data - 1``
    then. ``key_column`` holds a digit in every data row, so that totals and repeated headers can be told
    from rows. ``min_width`` is the least number of fields a data row has.
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

    Blank rows may be passed as empty lists or rows of None. A header without rows is a table with ``data ==
    []``.
    """
    filled = [effective(row) for row in rows]
    if not any(filled):
        return None
    body = find_body(rows, filled)
    body = trim_opening(rows, filled, trim_footer(rows, filled, body))
    header = find_header(rows, filled, body)
    body = header.body
    if header.row is None and not body.data:
        return None
    first = body.data[0] if body.data else (header.row or 0) + 1 + header.sub_headers
    last = body.data[-1] if body.data else first - 1
    n_columns = _n_columns(rows, filled, body, header.row)
    why = [*header.why, *body.why]
    confidence = header.confidence * body.confidence
    return Layout(
        header.row,
        header.sub_headers,
        first,
        last,
        n_columns,
        body.data,
        body.key,
        _min_width(rows, body),
        round(confidence, 2),
        why,
        header.ambiguous,
    )


def _n_columns(rows: Sequence[Row], filled: Sequence[int], body: Body, header: int | None) -> int:
    """The named columns, and nameless ones that many rows fill.

    A stray delimiter in a text adds no column: it shifts the dates and numbers behind it.
    """
    widths = Counter(filled[index] for index in body.data)
    straight = Counter(filled[index] for index in body.data if _straight(rows[index], body))
    least = len(body.data) * (0.2 if len(body.data) >= 20 else 0.5)
    often = [width for width, count in straight.items() if count >= least]
    if header is not None:
        return max([filled[header], *often])
    return max([width for width in widths if width <= body.width] + often, default=0)


def _straight(row: Row, body: Body) -> bool:
    return all(at >= len(row) or kind_of(row[at]) in ("e", column.kind) for at, column in body.strong.items())


def _min_width(rows: Sequence[Row], body: Body) -> int:
    """The narrowest data row; single outliers in a large table do not count."""
    counts = Counter(len(rows[index]) for index in body.data)
    if not counts:
        return 1
    least = len(body.data) * 0.002
    return min(width for width, count in counts.items() if count > least)


def header_doubt(layout: Layout, line: int | None) -> list[Ambiguity]:
    """Both readings where it is not certain that a row holds names; ``line`` is the header line, 0-based."""
    if not layout.header_ambiguous:
        return []
    chosen = "no header" if line is None else f"header in line {line + 1}"
    other = "a header in the first line" if line is None else "no header, or another line"
    return [Ambiguity(what="header", column=None, chosen=chosen, others=[other], why=layout.why[0])]
