"""The plain six-column table that the nasty cases bend in one way each."""

# fmt: off
from __future__ import annotations

from typing import Any

from .case import Case
from .texttable import text_table
from .words import bookings

HEADER = ["Buchungstag", "Valuta", "Empfänger", "Verwendungszweck", "Betrag", "Währung"]


def base_rows(seed: int, count: int = 14, **more: Any) -> list[list[Any]]:
    return [[b.day, b.value_day, b.name, b.purpose, b.amount, "EUR"] for b in bookings(seed, count, **more)]


def bent(name: str, seed: int, count: int = 14, stratum: str = "nasty", **how: Any) -> Case:
    """The plain table written as ``how`` says (arguments of :func:`text_table`)."""
    rows = how.pop("rows", None) or base_rows(seed, count)
    return text_table(name, stratum, how.pop("header", HEADER), rows, **how)
