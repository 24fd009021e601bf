"""What the product makes of one file: recognise, then run the recipe, in the truth's keys."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path
from typing import Any

import pandas as pd

from werkbank.tables.profile import TableProfile
from werkbank.tables.recipe import recipe
from werkbank.tables.recognise import recognise


def observe(data: bytes, name: str) -> dict[str, Any]:
    """One dictionary for :func:`.compare.differences`; ``problems`` are the recipe's own failed checks."""
    profile = recognise(data, name=name)
    return from_profile(profile) if profile.rejected else from_profile(profile) | loaded(profile, data)


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


def loaded(profile: TableProfile, data: bytes) -> dict[str, Any]:
    """Run the recipe on a temporary file in this process and measure the DataFrame."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.bin"
        path.write_bytes(data)
        code = recipe(profile, str(path))
        scope: dict[str, Any] = {}
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(code, "<recipe>", "exec"), scope)
    frame, sums = scope["df"], scope["sums"]
    by_label = {column.label: column.index for column in profile.columns}
    return {
        "n_rows": len(frame),
        "amount_sums": {
            str(by_label[label]): str(total) for label, total in sums.items() if label in by_label
        },
        "dates_by_column": {
            str(column.index): date_range(frame, profile, column.index) for column in profile.columns
        },
        "problems": scope["problems"],
    }


def date_range(frame: pd.DataFrame, profile: TableProfile, column: int) -> tuple[str | None, str | None]:
    values = frame[profile.columns[column].label]
    if not pd.api.types.is_datetime64_any_dtype(values):
        return None, None
    days = values.dropna()
    return (str(days.min().date()), str(days.max().date())) if len(days) else (None, None)
