"""A DataFrame in the truth's keys, with every help that a peer could get."""

from __future__ import annotations

from typing import Any

import pandas as pd


def measure(frame: pd.DataFrame, truth: dict[str, Any], *, header: bool) -> dict[str, Any]:
    """Sums of the truth's amount columns that are numbers, range of its date column if pandas can read it.

    The peer is told which columns those are. Text such as ``1.234,56`` is no number, as for its user.
    """
    names = [str(name) for name in frame.columns] if header else []
    names = ["" if name.startswith("Unnamed: ") else name.removesuffix(".1") for name in names]
    sums = {}
    for column in truth.get("amount_sums", {}):
        total = _sum(frame, int(column))
        if total is not None:
            sums[column] = total
    return {
        "columns": names,
        "n_rows": len(frame),
        "amount_sums": sums,
        "dates_by_column": {str(truth.get("date_column")): _days(frame, truth.get("date_column"))},
    }


def _sum(frame: pd.DataFrame, column: int) -> str | None:
    if column >= frame.shape[1]:
        return None
    try:
        return f"{pd.to_numeric(frame.iloc[:, column]).sum():.4f}"
    except (ValueError, TypeError):
        return None


def _days(frame: pd.DataFrame, column: int | None) -> tuple[str | None, str | None]:
    if column is None or column >= frame.shape[1]:
        return None, None
    try:
        days = pd.to_datetime(frame.iloc[:, column].dropna().astype(str))
    except (ValueError, TypeError):
        return None, None
    return (str(days.min().date()), str(days.max().date())) if len(days) else (None, None)
