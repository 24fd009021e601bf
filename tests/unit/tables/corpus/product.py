"""What the product makes of one file: ``recognise``, then ``load``, in the truth's keys."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pandas as pd

from werkbank.tables.load import load
from werkbank.tables.profile import TableProfile
from werkbank.tables.recognise import recognise


def observe(data: bytes, name: str) -> dict[str, Any]:
    """One dictionary for :func:`.compare.differences`; ``problems`` are the recipe's own failed checks."""
    profile = recognise(data, name=name)
    if profile.rejected:
        return from_profile(profile)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.bin"
        path.write_bytes(data)
        return from_profile(profile) | loaded(profile, str(path))


def from_profile(profile: TableProfile) -> dict[str, Any]:
    return {
        "kind": profile.kind,
        "rejected": profile.rejected,
        "encoding": profile.encoding,
        "delimiter": profile.delimiter,
        "header_line": profile.header_line,
        "columns": [column.name for column in profile.columns],
        "sheet": profile.sheet,
    }


def loaded(profile: TableProfile, path: str) -> dict[str, Any]:
    table = load(profile, path)
    return {
        "n_rows": table.n_rows,
        "amount_sums": table.amount_sums,
        "date_column": profile.date_column,
        "date_min": table.date_min,
        "date_max": table.date_max,
        "dates_by_column": {
            str(column.index): date_range(table.frame[column.label]) for column in profile.columns
        },
        "problems": table.problems,
    }


def date_range(values: pd.Series) -> tuple[str | None, str | None]:
    if not pd.api.types.is_datetime64_any_dtype(values):
        return None, None
    days = values.dropna()
    return (str(days.min().date()), str(days.max().date())) if len(days) else (None, None)
