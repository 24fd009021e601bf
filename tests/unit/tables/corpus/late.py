"""Three thousand rows with the odd thing far behind the head."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .case import Case
from .money import DOT, GERMAN, PLAIN, Money
from .texttable import As, heads, text_table
from .words import Booking, bookings

HEADER = heads("Datum;Name;Zweck;Betrag")
COUNT = 3_000


def cases() -> Iterator[Case]:
    yield late("late_umlaut_utf8.csv", 1101, odd_name="Bäckerei Süß", at=2_100)
    yield late("late_umlaut_cp1252.csv", 1102, odd_name="Bäckerei Süß", at=1_700, encoding="cp1252")
    yield late("late_thousands.csv", 1103, odd_amount="-1234.56", at=1_490, money=GERMAN)
    yield late("late_negative.csv", 1104, odd_amount="-7.25", at=2_222, positive=True)
    yield late("late_date_shape.csv", 1105, odd_day=lambda d: f"{d.day}.{d.month}.{d:%y}", at=1_600)
    yield late("late_quote.csv", 1106, odd_name='Müller; "Zum Hirschen"', at=1_555)
    yield late("late_line_break.csv", 1107, odd_name="Zeile 1\nZeile 2", at=1_333, quoting="text")
    yield late("late_header_again.csv", 1108, at=0, between={1_500: [";".join(HEADER)]})
    yield late("late_blank_row.csv", 1109, at=0, between={1_500: ["", ";;;"]})
    yield late("late_currency.csv", 1110, odd_amount_text="-12,50 EUR", odd_amount="-12.50", at=1_650)
    yield late("late_decimal_first.csv", 1111, at=1_450, whole=True, odd_amount="-12.50",
               money=Money(",", strip_zeros=True))
    yield late("late_trailing_minus.csv", 1112, at=2_050, positive=True, odd_amount="-12.50",
               money=Money(",", ".", sign="trailing"))
    yield late("late_month_first.csv", 1113, at=0, small_days=True, money=DOT, delimiter=",",
               dates="%m/%d/%Y")
    yield late("late_text_in_amount.csv", 1114, at=1_800, odd_amount_text="storniert", told=True)
    yield late("late_extra_field.csv", 1115, at=1_900, extra=True, n_columns_ok=[4, 5], told=True)
    yield late("late_total_in_tail.csv", 1116, at=0, footer=[";;Summe;-1.234,56", "", "Seite 60 von 60"])


def late(name: str, seed: int, *, at: int, odd_name: str | None = None, odd_amount: str | None = None,
         odd_amount_text: str | None = None, odd_day: Any = None, positive: bool = False, whole: bool = False,
         small_days: bool = False, extra: bool = False, **how: Any) -> Case:
    """A dull table of small dotless ASCII rows, and one odd cell in row ``at``."""
    from decimal import Decimal

    def dull(index: int, b: Booking) -> list[Any]:
        amount = Decimal(100 + index * 37 % 89_900) / 100
        if whole:
            amount = amount.quantize(1)
        sign = 1 if positive or index % 3 == 0 else -1
        day = b.day.replace(day=1 + b.day.day % 12) if small_days and index < 2_900 else b.day
        return [day, f"Laden {index % 50}", f"Beleg {index}", sign * amount]

    found = [replace(b, name="") for b in bookings(seed, COUNT, "en", step=2)]
    rows = [dull(i, b) for i, b in enumerate(found)]
    if odd_name is not None:
        rows[at][1] = odd_name
    if odd_amount is not None:
        rows[at][3] = Decimal(odd_amount)
    if odd_amount_text is not None:
        rows[at][3] = As(odd_amount_text, rows[at][3] if odd_amount else None)
    if odd_day is not None:
        rows[at][0] = As(odd_day(rows[at][0]), rows[at][0])
    if extra:
        rows[at] = [*rows[at], "Nachtrag"]
    return text_table(name, "late", HEADER, rows, **{"money": PLAIN, "sums": [3], **how})
