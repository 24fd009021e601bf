"""Tables with marker cells: a German bank export as CSV (cp1252) and the same rows as a workbook.

Every counterparty, purpose, account and the footer's text carry a marker that appears nowhere else, so one
found marker is proof of a leak. The sums are exact, in cents.
"""

from __future__ import annotations

import io
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

import openpyxl

ROWS = 120
PARTIES = 40
CATEGORIES = ("Miete", "Lebensmittel", "Gehalt", "Freizeit")
HEADER = ("Buchungstag", "Valuta", "Empfänger", "Verwendungszweck", "IBAN", "Kategorie", "Betrag", "Währung")
ACCOUNT_MARKER = "MARKKONTOQZ7"
FOOTER_MARKER = "MARKFUSSQZ9"


@dataclass(frozen=True)
class Row:
    day: date
    party: str
    purpose: str
    iban: str
    category: str
    cents: int


@dataclass(frozen=True)
class Table:
    """Rows, their markers and what must come out."""

    rows: tuple[Row, ...]
    markers: tuple[str, ...]
    total: int
    by_month: dict[str, int] = field(default_factory=dict)
    by_party: dict[str, int] = field(default_factory=dict)
    by_category: dict[str, int] = field(default_factory=dict)

    def csv(self) -> bytes:
        """Semicolons, cp1252, CRLF, five lines above the header, a totals line below."""
        lines = [
            f'"Kontonummer:";"{ACCOUNT_MARKER} / Girokonto"',
            "",
            '"Von:";"01.01.2025"',
            '"Bis:";"30.06.2025"',
            '"Kontostand vom 30.06.2025:";"12.345,67 EUR"',
            "",
            ";".join(f'"{name}"' for name in HEADER),
        ]
        for row in self.rows:
            cells = (
                f"{row.day:%d.%m.%Y}",
                f"{row.day:%d.%m.%Y}",
                row.party,
                row.purpose,
                row.iban,
                row.category,
                german(row.cents),
                "EUR",
            )
            lines.append(";".join(f'"{cell}"' for cell in cells))
        lines.append(f'"Summe";"";"{FOOTER_MARKER}";"";"";"";"{german(self.total)}";"EUR"')
        return ("\r\n".join(lines) + "\r\n").encode("cp1252")

    def xlsx(self) -> bytes:
        """Two title rows, real dates and numbers, a totals row, one hidden sheet."""
        book = openpyxl.Workbook()
        sheet = book.active
        assert sheet is not None
        sheet.title = "Umsätze"
        sheet.append([f"Umsatzliste {ACCOUNT_MARKER}"])
        sheet.append([])
        sheet.append(list(HEADER))
        for row in self.rows:
            amount = row.cents / 100
            sheet.append([row.day, row.day, row.party, row.purpose, row.iban, row.category, amount, "EUR"])
            for column in (1, 2):
                sheet.cell(sheet.max_row, column).number_format = "DD.MM.YYYY"
        sheet.append(["Summe", None, FOOTER_MARKER, None, None, None, self.total / 100, "EUR"])
        hidden = book.create_sheet("Intern")
        hidden.append(["MARKHIDDENQZ5"])
        hidden.sheet_state = "hidden"
        stream = io.BytesIO()
        book.save(stream)
        return stream.getvalue()


def german(cents: int) -> str:
    """`-123456` → `-1.234,56`."""
    text = f"{Decimal(abs(cents)) / 100:,.2f}".replace(",", " ").replace(".", ",").replace(" ", ".")
    return f"-{text}" if cents < 0 else text


def plain(cents: int) -> str:
    """`-123456` → `-1234.56`."""
    return f"{Decimal(cents) / 100:.2f}"


def bank_table() -> Table:
    """Always the same table: 120 bookings over six months of 2025 with 40 counterparties."""
    rows: list[Row] = []
    for number in range(ROWS):
        party = number % PARTIES
        day = date(2025, 1, 3) + timedelta(days=(number * 178) // ROWS)
        sign = 1 if number % 7 == 3 else -1
        cents = sign * (1234 + (number * 7919) % 250_000)
        rows.append(
            Row(
                day,
                f"MARK{party:02d}QX Müller & Söhne",
                f"RE-{number:04d} MARKZWECK{party:02d}QX",
                f"DE{10 + party}5001051754073249{party:02d}",
                CATEGORIES[number % len(CATEGORIES)],
                cents,
            )
        )
    rows.sort(key=lambda row: row.day)
    months: dict[str, int] = defaultdict(int)
    parties: dict[str, int] = defaultdict(int)
    categories: dict[str, int] = defaultdict(int)
    for row in rows:
        months[f"{row.day:%Y-%m}"] += row.cents
        parties[row.party] += row.cents
        categories[row.category] += row.cents
    markers = [f"MARK{party:02d}QX" for party in range(PARTIES)]
    markers += [f"MARKZWECK{party:02d}QX" for party in range(PARTIES)]
    markers += [f"DE{10 + party}5001051754073249{party:02d}" for party in range(PARTIES)]
    markers += [ACCOUNT_MARKER, FOOTER_MARKER, "MARKHIDDENQZ5"]
    total = sum(row.cents for row in rows)
    return Table(tuple(rows), tuple(markers), total, dict(months), dict(parties), dict(categories))
