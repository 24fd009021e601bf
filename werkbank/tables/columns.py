"""Per column: what is in it (amount, date, text ...), how it is written, and which column is the main one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from .cells import Row
from .profile import Ambiguity, ColumnProfile, SignStyle


@dataclass
class Columns:
    """The profiles of all columns and the conventions of the table as a whole."""

    columns: list[ColumnProfile]
    ambiguities: list[Ambiguity] = field(default_factory=list)
    decimal: Literal[",", "."] | None = None
    thousands: str | None = None
    sign: SignStyle | None = None
    date_format: str | None = None
    date_column: int | None = None
    amount_columns: list[int] = field(default_factory=list)


def profile_columns(
    rows: Sequence[Row], header: Sequence[str] | None, n_columns: int, *, delimiter: str | None = None
) -> Columns:
    """Profile ``n_columns`` columns of ``rows`` (data rows only, at most a few thousand; short rows are fine).

    ``header`` holds the header texts as in the file (None: no header). Typed cells (workbooks) count as what they
    are: a column of numbers is ``amount`` or ``integer`` with ``decimal`` None, a column of dates ``date`` with
    ``date_format`` None. Text cells get ``decimal``, ``thousands``, ``sign`` and ``date_format``. Never raises.
    """
    raise NotImplementedError
