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
FOOTERS = [[], [""], ["", "Ende der Liste"], ["", "Alle Angaben ohne Gewähr."]]


@st.composite
def tables(draw: st.DrawFn) -> Case:
    """A date, an amount and some text columns in any order, under metadata, in any dialect."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    delimiter = draw(st.sampled_from([";", ",", "\t", "|"]))
    kinds = [
        "date",
        "amount",
        *draw(st.lists(st.sampled_from(["name", "purpose", "zip", "currency"]), max_size=5)),
    ]
    rng.shuffle(kinds)
    count = draw(st.integers(3, 40))
    start = date(2024, 1, 13) + timedelta(days=draw(st.integers(0, 40)))
    rows = [[_cell(kind, index, start, rng) for kind in kinds] for index in range(count)]
    meta = draw(st.lists(st.sampled_from(META), max_size=4, unique=True))
    footer = list(draw(st.sampled_from(FOOTERS)))
    if draw(st.booleans()):
        footer.insert(0, delimiter.join("Summe" if i == 0 else "" for i in range(len(kinds))))
    encoding, codec, bom = draw(
        st.sampled_from(
            [
                ("utf-8", None, False),
                ("utf-8", None, True),
                ("cp1252", None, False),
                ("utf-16", "utf-16-le", True),
            ]
        )
    )
    return text_table(
        "random.csv",
        "random",
        [_name(kind, kinds[:index].count(kind)) for index, kind in enumerate(kinds)],
        rows,
        delimiter=delimiter,
        quoting=draw(st.sampled_from(["minimal", "all", "text"])),
        encoding=encoding,
        codec=codec,
        bom=bom,
        eol=draw(st.sampled_from(["\n", "\r\n"])),
        meta=[*meta, ""] if meta and draw(st.booleans()) else meta,
        footer=footer,
        money=draw(st.sampled_from(MONEY)),
        dates=draw(st.sampled_from(DATES)),
        date_column=kinds.index("date"),
    )


def _cell(kind: str, index: int, start: date, rng: random.Random) -> Any:
    if kind == "date":
        return start + timedelta(days=index)
    if kind == "amount":
        cents = 123_456 if index == 0 else rng.randrange(100, 9_000_000)
        return Decimal(cents if index % 2 else -cents) / 100
    if kind == "zip":
        return f"0{rng.randrange(1000, 9999)}"
    if kind == "currency":
        return "EUR"
    words = NAMES["de"] if kind == "name" else PURPOSES["de"]
    return rng.choice(words).format(n=rng.randrange(1000, 99999))


def _name(kind: str, seen: int) -> str:
    name = {"date": "Datum", "amount": "Betrag", "name": "Empfänger", "purpose": "Zweck", "zip": "PLZ"}
    return name.get(kind, "Währung") + (f" {seen + 1}" if seen else "")


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
