"""Load a table by running its own recipe: there is no second loader that could disagree with it."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from .profile import TableProfile
from .recipe import recipe


@dataclass
class LoadedTable:
    """``columns`` are the DataFrame's names; ``amount_sums`` maps the column index as text to the exact sum.

    ``date_min``/``date_max`` are ISO dates of the main date column. ``problems`` is what the recipe's check
    found.
    """

    n_rows: int
    columns: list[str]
    amount_sums: dict[str, str]
    date_min: str | None
    date_max: str | None
    frame: Any
    signed_sum: str | None = None
    problems: list[str] = field(default_factory=list)
    printed: str = ""


def load(profile: TableProfile, path: str) -> LoadedTable:
    """Run the recipe on ``path``. Raises :class:`ValueError` for a rejected profile, and what the recipe
    raises."""
    code = recipe(profile, path)
    names: dict[str, Any] = {"__name__": "recipe"}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(
            compile(code, "<recipe>", "exec"), names
        )  # our own code; names from the file are repr'd data in it
    frame, sums = names["df"], names["sums"]
    labels = {column.label: str(column.index) for column in profile.columns}
    signed = list((names.get("signed") or {}).values())
    first, last = _range(frame, profile)
    return LoadedTable(
        n_rows=len(frame),
        columns=[str(name) for name in frame.columns],
        amount_sums={labels[label]: money(total) for label, total in sums.items() if label in labels},
        date_min=first,
        date_max=last,
        frame=frame,
        signed_sum=money(signed[0]) if signed else None,
        problems=[str(problem) for problem in names.get("problems", [])],
        printed=printed.getvalue(),
    )


def money(total: Decimal) -> str:
    """Exact text with at least two decimals and without an exponent."""
    exponent = total.as_tuple().exponent
    return f"{total:.2f}" if isinstance(exponent, int) and exponent > -2 else f"{total:f}"


def _range(frame: Any, profile: TableProfile) -> tuple[str | None, str | None]:
    if profile.date_column is None or not len(frame):
        return None, None
    days = frame[profile.columns[profile.date_column].label].dropna()
    if not len(days) or not hasattr(days.iloc[0], "strftime"):
        return None, None
    return days.min().strftime("%Y-%m-%d"), days.max().strftime("%Y-%m-%d")
