"""The header of a table: the row of names above the first data row, unit rows between, or none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from . import words
from .body import Body
from .cell_kind import kind_of
from .cells import Row, is_empty, text_of
from .totals import names_total

_NAMED = 300
_YEAR = re.compile(r"(?:19|20)\d\d(?:\.0)?")


@dataclass(frozen=True)
class Header:
    """``body`` is the body without the rows that turned out to be header or unit rows."""

    row: int | None
    sub_headers: int
    body: Body
    confidence: float = 1.0
    ambiguous: bool = False
    why: list[str] = field(default_factory=list)


def find_header(rows: Sequence[Row], filled: Sequence[int], body: Body) -> Header:
    if not body.strong:
        return _text_header(rows, filled, body)
    body = _below_names(rows, filled, body)
    lonely = _names_after(rows, filled, body)
    if lonely is not None:
        return Header(lonely, 0, body.with_data([]), 0.8, why=["a row of names without rows below"])
    first = body.data[0] if body.data else len(rows)
    above = [index for index in range(max(0, first - 12), first) if filled[index]]
    used = max((filled[index] for index in body.data[:200]), default=body.width)
    subs = 0
    while above:
        near = above[-1]
        if _is_units(rows[near]) and len(above) > 1 and header_like(rows[above[-2]], used):
            subs = first - above[-2] - 1
            above.pop()
            continue
        if not header_like(rows[near], used):
            lone = sum(not is_empty(cell) for cell in rows[near]) == 1
            lone = lone and len(above) > 1 and header_like(rows[above[-2]], used)
            if (
                len(above) > 1
                and first - near <= 4
                and (lone or names_total(rows[near]) or _sums_under_names(rows, above, body, used))
            ):
                above.pop()  # balance, totals or a group name under the names
                continue
            break
        if len(above) > 1 and above[-2] == near - 1 and _twin(rows[above[-2]], rows[near], used):
            return Header(
                above[-2], first - above[-2] - 1, body, 0.8, True, ["two header rows, the upper one is used"]
            )
        subs = subs if subs else first - near - 1
        # blank lines between header and rows belong to neither
        subs = 0 if all(not filled[index] for index in range(near + 1, first)) else subs
        why = ["a row of names above rows with dates or numbers"]
        if not known_names(rows[near]):  # may as well be a first row that lacks its date and amount
            return Header(near, subs, body, 0.8, True, [*why, "no word that usually names a column"])
        return Header(near, subs, body, 0.98, why=why)
    if body.data and len(body.data) > 1 and _years_as_names(rows[first], rows, body):
        return Header(first, 0, body.with_data(body.data[1:]), 0.8, True, ["years as column names"])
    if not body.data:
        return _text_header(rows, filled, body)
    return Header(None, 0, body, 0.9, why=["no row of names above the first row with dates or numbers"])


def _sums_under_names(rows: Sequence[Row], above: Sequence[int], body: Body, used: int) -> bool:
    """A mostly empty row without a date, close below a row of known names, while the table's rows are
    dated."""
    row = rows[above[-1]]
    if sum(not is_empty(cell) for cell in row) > used * 0.5 or any(kind_of(cell) == "d" for cell in row):
        return False
    dated = any(column.kind == "d" for column in body.strong.values())
    return dated and any(
        header_like(rows[index], used) and known_names(rows[index]) >= 2 for index in above[-4:-1]
    )


def _below_names(rows: Sequence[Row], filled: Sequence[int], body: Body) -> Body:
    """Lines above the header may look like a row (a date, an amount): what stands above a row of names
    goes."""
    used = max((filled[index] for index in body.data[:200]), default=body.width)
    earlier = [list(map(text_of, rows[index])) for index in range(body.data[0] if body.data else 0)]
    for place in range(min(4, len(body.data) - 1), 0, -1):
        between = range(body.data[place - 1] + 1, body.data[place])
        for index in between:
            if not filled[index] or list(map(text_of, rows[index])) in earlier:
                continue  # the same names once more, at the top of a new page
            if header_like(rows[index], used) and known_names(rows[index]) >= 2:
                return body.with_data(body.data[place:])
    return body


def _names_after(rows: Sequence[Row], filled: Sequence[int], body: Body) -> int | None:
    """The header of a table without rows, when metadata above it looks like narrow rows."""
    if not body.data or len(body.data) > 4 or any(filled[index] >= body.width for index in body.data):
        return None
    for index in range(body.data[-1] + 1, len(rows)):
        if filled[index] >= body.width > 2 and header_like(rows[index], body.width):
            return index if known_names(rows[index]) >= 2 else None
    return None


def header_like(row: Row, used: int) -> bool:
    """Names: mostly text without dates or amounts, rarely repeated, for at least half of the columns."""
    kinds = Counter(kind_of(cell) for cell in row)
    names = [text_of(cell) for cell in row if not is_empty(cell)]
    if not names or kinds["d"] > 0 and kinds["t"] < 4 * kinds["d"] or kinds["n"] * 3 > kinds["t"]:
        return False
    if len(names) < max(1, used * 0.5) and not (len(names) >= used - 1 and len(names) > 1):
        return False
    if len(names) == 1 and used > 1:
        return False
    if len(set(names)) < len(names) * 0.5:
        return False
    limit = 160 if len(names) >= max(3, used - 1) else 60
    return sum(len(name) for name in names) / len(names) <= limit


def _is_units(row: Row) -> bool:
    names = [text_of(cell) for cell in row if not is_empty(cell)]
    return bool(names) and sum(bool(words.UNITS.fullmatch(name)) for name in names) >= 0.7 * len(names)


def _twin(upper: Row, lower: Row, used: int) -> bool:
    """Two full rows of names: the lower one explains or translates the upper one."""
    if not header_like(upper, used) or _is_units(upper):
        return False
    up = sum(not is_empty(cell) for cell in upper)
    low = sum(not is_empty(cell) for cell in lower)
    if up < low or up < 3 or len(set(map(text_of, upper))) < up:
        return False
    return known_names(upper) >= known_names(lower) and known_names(upper) >= 2


def known_names(row: Row) -> int:
    """How many of the first cells are words that name columns of bank and bookkeeping exports."""
    count = 0
    for cell in row[:_NAMED]:
        name = words.fold(text_of(cell)) if isinstance(cell, str) else ""
        if name and len(name) < 50 and not TOO_PLAIN.fullmatch(name):
            count += any(
                pattern.search(name)
                for pattern in (
                    words.DATE,
                    words.AMOUNT,
                    words.BALANCE,
                    words.IDENTITY,
                    words.DEBIT,
                    words.CREDIT,
                    NAMES,
                )
            )
    return count


TOO_PLAIN = re.compile(r"[0-9 ]*|.")
NAMES = re.compile(
    r"(?:^| )(?:name|ort|text|bemerkung|beschreibung|verwendungszweck|empfanger|auftraggeber|kategorie|"
    r"wahrung|currency|description|"
    r"memo|type|typ|art|notiz|note|city|stadt|strasse|street|land|country|kunde|customer|vorname|nachname|"
    r"firma|company|email|e mail|"
    r"status|libelle|concepto|descripcion|descrizione|causale|opis|popis|tytul|nazwa|mena|waluta|divisa|valuta|devise|omschrijving|"
    r"naam|mededelingen|payee|category|details|titel|title|position|artikel|produkt|product|bezeichnung|beruf|abteilung|verein|"
    r"zahlungsempfanger|buchungstext|vorgang|referenz|nom|nombre|nome|jmeno|nazev|prenom|ville|adresse|"
    r"address)(?: |$|\w)"
)


def _years_as_names(row: Row, rows: Sequence[Row], body: Body) -> bool:
    numbers = [text_of(row[at]) for at, column in body.strong.items() if column.kind == "n" and at < len(row)]
    named = any(kind_of(cell) == "t" for cell in row[:2])
    return (
        named
        and len(numbers) > 1
        and all(_YEAR.fullmatch(number) for number in numbers)
        and len(set(numbers)) == len(numbers)
    )


def _text_header(rows: Sequence[Row], filled: Sequence[int], body: Body) -> Header:
    """No date or number anywhere: the header is told by its words and by not coming back below."""
    data = body.data
    if not data:
        return Header(None, 0, body)
    some = [index for index in data if filled[index]]
    best = max((filled[index] for index in some), default=0)
    start = next((at for at, index in enumerate(some) if filled[index] >= max(1, best * 0.6)), 0)
    first, rest = some[start], some[start + 1 :]
    names = [text_of(cell) for cell in rows[first]][: filled[first]]
    if not header_like(rows[first], best):
        return Header(
            None, 0, body.with_data(some[start:]), 0.6, True, ["text only; the first row reads like a row"]
        )
    if _is_units(rows[rest[0]]) if rest else False:
        return Header(
            first, 1, body.with_data(rest[1:]), 0.8, True, ["text only; a row of names and a unit row"]
        )
    below = [
        {text_of(rows[index][at]) for index in rest[:500] if at < len(rows[index])}
        for at in range(len(names))
    ]
    returns = sum(name in seen for name, seen in zip(names, below, strict=True) if name)
    known = known_names(rows[first])
    if (
        len(names) == 1
        and not known
        and not _stands_out(names[0], [text_of(rows[index][0]) for index in rest])
    ):
        return Header(
            None, 0, body.with_data(some[start:]), 0.5, True, ["one text column without a known name"]
        )
    if returns and not known:
        return Header(
            None, 0, body.with_data(some[start:]), 0.6, True, ["text only; its first row comes back below"]
        )
    if not rest and (known < 2 or len(names) < 2) and known < len(names[:_NAMED]):
        return Header(None, 0, body.with_data([]), 0.5)
    sure = 0.95 if known >= max(1, len(names[:_NAMED]) // 3) else 0.7
    return Header(
        first, 0, body.with_data(rest), sure, sure < 0.9, ["text only; the first row is read as names"]
    )


def _stands_out(name: str, values: list[str]) -> bool:
    """One word over values of several words, say."""
    if not values or name in values:
        return False
    several = sum(" " in value or any(map(str.isdigit, value)) for value in values)
    return " " not in name and name.isalpha() and (several >= 0.3 * len(values) or len(values) < 10)
