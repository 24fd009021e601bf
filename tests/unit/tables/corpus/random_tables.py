"""Hypothesis strategies: plausible tables with known truth, and damaged files."""

from __future__ import annotations

import random
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from . import all_cases
from .case import Case
from .money import Money
from .texttable import text_table
from .words import NAMES, PURPOSES

MONEY = [
    Money(",", "."),
    Money(",", ""),
    Money(",", "\u00a0"),
    Money(",", ".", sign="trailing"),
    Money(",", ".", after=" EUR"),
    Money(",", ".", sign="sh_suffix"),
    Money(".", ","),
    Money(".", ""),
    Money(".", "'"),
    Money(".", ",", sign="parentheses"),
    Money(".", ",", before="$"),
]
DATES = ["%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y", "%Y/%m/%d", "%Y%m%d"]
META = [
    "Kontoauszug",
    "IBAN: DE00 0000 0000 0000 0000 00",
    "Zeitraum vom 01.01.2024 bis 30.04.2024",
    "Kunde: Jette Knöterich",
    "Alle Angaben ohne Gewähr, Irrtum vorbehalten.",
]
ENCODINGS = [
    ("utf-8", None, False),
    ("utf-8", None, True),
    ("cp1252", None, False),
    ("utf-16", "utf-16-le", True),
    ("utf-16-le", None, False),
]
OTHERS = ["name", "purpose", "zip", "currency", "iban", "empty", "count", "value day"]
HEADS = {
    "date": "Buchungstag",
    "value day": "Valuta",
    "amount": "Betrag",
    "balance": "Saldo",
    "debit": "Soll",
    "credit": "Haben",
    "unsigned": "Umsatz",
    "mark": "S/H",
    "name": "Empfänger",
    "purpose": "Zweck",
    "zip": "PLZ",
    "currency": "Währung",
    "iban": "IBAN",
    "empty": "Notiz",
    "count": "Anzahl",
}
FOOTERS = [[], [""], ["", "Ende der Liste"], ["", "Alle Angaben ohne Gewähr."]]


@st.composite
def tables(draw: st.DrawFn) -> Case:
    """A date, amounts and some other columns in any order, under metadata, in any dialect."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    delimiter = draw(st.sampled_from([";", ",", "\t", "|"]))
    amounts = draw(
        st.sampled_from([["amount"], ["amount", "balance"], ["debit", "credit"], ["unsigned", "mark"]])
    )
    others = draw(st.lists(st.sampled_from(OTHERS), max_size=6))
    kinds = ["date", *amounts, *others]
    rng.shuffle(kinds)
    count = draw(st.integers(3, 40))
    start = date(2024, 1, 13) + timedelta(days=draw(st.integers(0, 40)))
    signed = amounts[0] != "unsigned"
    rows = [_row(kinds, index, start, rng) for index in range(count)]
    sums = [
        index
        for index, kind in enumerate(kinds)
        if kind in ("amount", "balance", "debit", "credit", "unsigned")
    ]
    padding = delimiter * (len(kinds) - 1)
    meta = draw(st.lists(st.sampled_from(META), max_size=4, unique=True))
    blank = draw(st.booleans())
    if draw(st.booleans()) and delimiter not in "".join(meta):
        meta = [line + padding for line in meta]
    header = [_name(kind, kinds[:index].count(kind)) for index, kind in enumerate(kinds)]
    encoding, codec, bom = draw(st.sampled_from(ENCODINGS))
    tail = draw(st.sampled_from(["", "", delimiter]))
    return text_table(
        "random.csv",
        "random",
        header,
        rows,
        delimiter=delimiter,
        quoting=draw(st.sampled_from(["minimal", "all", "text"])),
        encoding=encoding,
        codec=codec,
        bom=bom,
        eol=draw(st.sampled_from(["\n", "\r\n"])),
        meta=[*meta, ""] if meta and blank else meta,
        header_tail=tail,
        row_tail=draw(st.sampled_from(["", tail])),
        between={count // 2: [""]} if draw(st.booleans()) and count > 6 else None,
        footer=_footer(draw, kinds, delimiter),
        money=draw(st.sampled_from(MONEY if signed else MONEY[:3] + MONEY[6:9])),
        dates=draw(st.sampled_from(DATES)),
        date_column=kinds.index("date"),
        sums=sums,
    )


def _footer(draw: st.DrawFn, kinds: list[str], delimiter: str) -> list[str]:
    footer = list(draw(st.sampled_from(FOOTERS)))
    total = draw(st.sampled_from(["none", "label", "full"]))
    if total != "none":
        cells = ["1,00" if total == "full" and kind in ("amount", "balance") else "" for kind in kinds]
        label = next((i for i, kind in enumerate(kinds) if kind not in ("amount", "balance")), 0)
        cells[label] = draw(st.sampled_from(["Summe", "Gesamt", "Saldo", "Total"]))
        footer.insert(0, delimiter.join(f'"{cell}"' if delimiter in cell else cell for cell in cells))
    return footer


def _row(kinds: list[str], index: int, start: date, rng: random.Random) -> list[Any]:
    cents = 123_456 if index == 0 else rng.randrange(100, 9_000_000)
    amount = Decimal(cents if index % 2 else -cents) / 100
    values = {
        "date": start + timedelta(days=index),
        "amount": amount,
        "balance": Decimal(rng.randrange(-9_000_000, 9_000_000)) / 100,
        "debit": -amount if amount < 0 else None,
        "credit": amount if amount > 0 else None,
        "unsigned": abs(amount),
        "mark": "S" if amount < 0 else "H",
        "zip": f"0{rng.randrange(1000, 9999)}",
        "currency": "EUR",
        "iban": f"DE00{rng.randrange(10**17, 10**18)}",
        "empty": "",
        "count": str(rng.randrange(1, 400)),
        "value day": start + timedelta(days=index + 1),
    }
    return [values[kind] if kind in values else _words(kind, rng) for kind in kinds]


def _words(kind: str, rng: random.Random) -> str:
    return rng.choice(NAMES["de"] if kind == "name" else PURPOSES["de"]).format(n=rng.randrange(1000, 99999))


def _name(kind: str, seen: int) -> str:
    return HEADS[kind] + (f" {seen + 1}" if seen else "")


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A corpus file cut short, with bytes overwritten, or with a piece of another one inside."""
    small = [case.data for case in all_cases() if len(case.data) < 20_000]
    data = bytearray(draw(st.sampled_from(small)))
    for _ in range(draw(st.integers(0, 6))):
        if data:
            data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    if draw(st.booleans()):
        other = draw(st.sampled_from(small))
        place = draw(st.integers(0, len(data)))
        data[place:place] = other[: draw(st.integers(0, 2_000))]
    return bytes(data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data)
