"""A first look at one column: its texts, typed cells and what type they add up to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal

from . import dates, numbers, words
from .cells import NOTHING, Row, text_of
from .profile import ColumnType

_SURE_ID = re.compile(
    r"(?:^| )(?:\w*nummer|\w*nr|no|iban|plz|\w*id|tel\w*|zip\w*|postleitzahl|blz|bic|isin|wkn|number)(?: |$)"
)
_LONG = 12
"""Digits from here on are an identifier: a float would lose the last ones beyond 15."""


@dataclass
class Look:
    """``texts`` are the non-empty texts, placeholders such as ``-`` left out; ``share`` fits the type."""

    index: int
    name: str
    folded: str
    texts: list[str]
    typed: Counter[str]
    filled: int
    rows: int
    dashes: int = 0
    type: ColumnType = "text"
    share: float = 1.0
    why: str = ""
    numbers: numbers.NumberStyle = field(default_factory=numbers.NumberStyle)
    dates: dates.DateStyle = field(default_factory=lambda: dates.DateStyle(0, 0, None))

    @property
    def fill(self) -> float:
        return self.filled / self.rows if self.rows else 0.0

    def named(self, pattern: re.Pattern[str]) -> bool:
        return bool(self.folded and pattern.search(self.folded))


def look_at(index: int, name: str, rows: Sequence[Row]) -> Look:
    texts: list[str] = []
    typed: Counter[str] = Counter()
    filled = whole = dashes = 0
    for row in rows:
        cell = row[index] if index < len(row) else None
        if cell is None:
            continue
        if isinstance(cell, str):
            text = text_of(cell)
            if text:
                filled += 1
                dashes += text == "-"
                if text.lower() not in NOTHING:
                    texts.append(text)
            continue
        filled += 1
        if isinstance(cell, bool):
            typed["boolean"] += 1
        elif isinstance(cell, datetime):
            typed["datetime" if cell.time() != time() else "date"] += 1
        elif isinstance(cell, date):
            typed["date"] += 1
        elif isinstance(cell, time):
            typed["time"] += 1
        elif isinstance(cell, (int, float, Decimal)):
            typed["number"] += 1
            whole += cell == cell and abs(float(cell)) < 1e15 and cell == int(cell)
    look = Look(index, name, words.fold(name), texts, typed, filled, len(rows), dashes)
    if typed:
        _type_of_typed(look, whole)
    else:
        _type_of_text(look)
    return look


def _type_of_typed(look: Look, whole: int) -> None:
    typed, texts = look.typed, look.texts
    total = sum(typed.values()) + len(texts)
    if texts:
        look.numbers = numbers.study(texts)
        look.dates = dates.study(texts, digits=False)
    when = typed["date"] + typed["datetime"]
    if when + look.dates.hits >= 0.9 * total:
        look.type = "datetime" if typed["datetime"] else "date"
        look.share = (when + look.dates.hits) / total
    elif typed["number"] + look.numbers.numbers >= 0.85 * total:
        whole_only = whole == typed["number"] and look.numbers.plain == look.numbers.numbers
        money = (
            look.named(words.AMOUNT)
            or look.named(words.BALANCE)
            or look.named(words.DEBIT)
            or look.named(words.CREDIT)
        )
        look.type = "integer" if whole_only and not (money and not _SURE_ID.search(look.folded)) else "amount"
        look.share = (typed["number"] + look.numbers.numbers) / total
    elif typed["boolean"] == total:
        look.type = "boolean"
    elif typed["time"] == total:
        look.type = "time"
    look.why = "typed cells of the workbook"


def _type_of_text(look: Look) -> None:
    texts = look.texts
    if not texts:
        look.type = "empty" if not look.filled else "text"
        look.why = "no filled cell in what was read"
        return
    real = [text for text in texts if not dates.NO_DATE.fullmatch(text)]
    look.numbers = numbers.study(texts)
    look.dates = dates.study(real, digits=False)
    if _is_date(look, real):
        look.type = "datetime" if look.dates.best and dates.has_time(look.dates.best) else "date"
        look.share, look.why = look.dates.share, "dates"
        return
    if sum(bool(dates.TIME_ONLY.fullmatch(text)) for text in texts) >= 0.95 * len(texts):
        look.type, look.why = "time", "times of day"
        return
    _type_of_number(look)


def _is_date(look: Look, real: list[str]) -> bool:
    style = look.dates
    if style.best and style.share >= 0.8:
        if (
            dates.is_full(style.best)
            or style.best.endswith("%m.")
            or "%b" in style.best
            or "%B" in style.best
        ):
            return True
        # 01.02 could be an amount: only a date when the header says so
        return look.named(words.DATE) and not look.named(words.AMOUNT)
    digits = dates.study(real, digits=True) if real and real[0].isdigit() else None
    if digits is None or not digits.best or digits.share < 0.95:
        return False
    said = look.named(words.DATE) and not _SURE_ID.search(look.folded)
    eight = digits.best == "%Y%m%d" and all(text[:2] in ("19", "20") for text in real)
    if (
        said
        or (eight and not look.folded and look.fill > 0.9)
        or (digits.best.startswith("%Y%m%d%H") and not look.named(words.IDENTITY))
    ):
        look.dates = digits
        return True
    return False


def _mixed(look: Look) -> bool:
    """Words, per cents and sums of money below one another in a column that is not named an amount."""
    style = look.numbers
    words_too = style.total - style.numbers - look.texts.count(look.name)  # not the header once more
    return words_too >= max(2, 0.015 * style.total) or ("%" in style.currencies and len(style.currencies) > 1)


def _type_of_number(look: Look) -> None:
    style, texts = look.numbers, look.texts
    money = any(look.named(p) for p in (words.AMOUNT, words.BALANCE, words.DEBIT, words.CREDIT))
    look.share = style.numbers / len(texts)
    if look.share < (0.8 if money else 0.95) or not money and _mixed(look):
        look.share, look.why = 1.0, "text"
        return
    if look.named(words.IDENTITY) and not money and any("E+" in text for text in texts):
        look.why = "identifiers that a spreadsheet has turned into powers of ten: kept as text"
        return
    if style.plain == style.numbers:
        longest = max(sum(map(str.isdigit, text)) for text in texts)
        zero = any(len(text) > 1 and text[0] == "0" and text.isdigit() for text in texts)
        identity = _SURE_ID.search(look.folded) or (
            look.named(words.IDENTITY) and not look.named(words.AMOUNT)
        )
        if identity or longest >= _LONG or (zero and not style.negatives):
            look.why = "digits that are no quantity (identifier, leading zeros or very long): kept as text"
            return
        if not money and not style.negatives and not style.currencies and not style.marks:
            look.type, look.why = "integer", "whole numbers"
            return
    elif _SURE_ID.search(look.folded) and not style.decimal and not style.negatives:
        look.why = "grouped digits under the name of an identifier: kept as text"
        return
    elif (
        style.marks
        and set(style.marks) <= {"C", "D", "H", "S"}
        and not money
        and style.numbers == style.plain
    ):
        look.why = "digits with a letter: kept as text"
        return
    look.type, look.why = "amount", "numbers" + (" with decimals" if style.decimal else "")
