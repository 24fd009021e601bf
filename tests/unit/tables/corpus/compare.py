"""Product or peer result against the truth: a list of readable differences, empty when all is right."""

from __future__ import annotations

import codecs
from decimal import Decimal
from typing import Any


def differences(truth: dict[str, Any], got: dict[str, Any]) -> list[str]:
    """Columns, row count, date range and amount sums, or the refusal; ``got`` has the truth's keys.

    ``got["rejected"]`` is a sentence when the file was refused. Sums may be given for more columns than the
    truth names. Column names are compared without outer blanks; nameless columns at the end do not count.
    """
    rejected = got.get("rejected")
    if truth["expect"] == "reject":
        if rejected or truth.get("either"):
            return []
        return [
            f"should be refused ({truth.get('note')}), got {got.get('n_rows')} rows of {got.get('columns')}"
        ]
    if rejected:
        return [] if truth.get("either") else [f"refused: {rejected}"]
    found = []
    if truth["columns"] is not None:
        want, have = names(truth["columns"]), names(got.get("columns") or [])
        if want != have:
            found.append(f"columns: expected {want}, got {have}")
    elif got.get("header_line") is not None:
        found.append(f"header: expected none, got line {got['header_line']}: {got.get('columns')}")
    if got.get("n_rows") not in truth.get("n_rows_ok", [truth["n_rows"]]):
        found.append(f"n_rows: expected {truth['n_rows']}, got {got.get('n_rows')}")
    if truth.get("date_min") is not None:
        want_days = (truth["date_min"], truth["date_max"])
        have_days = tuple((got.get("dates_by_column") or {}).get(str(truth["date_column"]), (None, None)))
        if want_days != have_days:
            found.append(f"dates in column {truth['date_column']}: expected {want_days}, got {have_days}")
    if truth.get("sheet") and got.get("sheet") not in (None, truth["sheet"]):
        found.append(f"sheet: expected {truth['sheet']!r}, got {got['sheet']!r}")
    for column, want_sum in truth["amount_sums"].items():
        have_sum = (got.get("amount_sums") or {}).get(column)
        if have_sum is None:
            found.append(f"sum of column {column}: expected {want_sum}, got no amount column")
        elif abs(Decimal(str(have_sum)) - Decimal(want_sum)) > Decimal("0.005"):
            found.append(f"sum of column {column}: expected {want_sum}, got {have_sum}")
    return found


def names(columns: list[str]) -> list[str]:
    bare = [str(name).strip(" \t\r\n\u00a0\u200b\ufeff") for name in columns]
    while bare and not bare[-1]:
        bare.pop()
    return bare


def same_text(data: bytes, want: str, have: str | None) -> bool:
    """Both codecs decode the bytes to the same text (a mark at the start aside)."""
    if have is None:
        return False
    try:
        return _decoded(data, want) == _decoded(data, have)
    except LookupError:
        return False


def _decoded(data: bytes, codec: str) -> str:
    name = codecs.lookup(codec).name
    name = {"utf-8": "utf-8-sig"}.get(name, name)
    return data.decode(name, "replace").lstrip("\ufeff")
