"""Amounts as text: signs, currencies, thousands, and whether the comma or the point is the decimal sign."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from .profile import SignStyle

CURRENCY = (
    r"(?:US\$|C\$|A\$|[€$£¥₤]|zł|Kč|SFr\.?|Fr\.?|kr\.?|Euro|EUR|CHF|USD|GBP|PLN|CZK|HUF|SEK|NOK|DKK|JPY|CAD|AUD|NZD|RON|"
    r"BGN|TRY|CNY|HKD|SGD|INR|BRL|MXN|ZAR|ISK|HRK|UAH|RUB|ILS|THB|DEM|ATS|FRF|ITL|BTC|ETH|TEUR|%)"
)
MINUS = "-\u2212\u2013"
_BLANK = r"[ \t\xa0\u202f\u2009]"
_NUMBER = re.compile(
    rf"'?{_BLANK}*(?P<open>\()?{_BLANK}*(?P<lead>[-+\u2212\u2013])?{_BLANK}*(?P<cur1>{CURRENCY})?{_BLANK}*"
    rf"(?P<lead2>[-+\u2212\u2013])?{_BLANK}*"
    rf"(?P<body>\d(?:[\d.,'’\xa0\u202f\u2009 ]*\d)?(?:[eE][-+]?\d+)?|"
    rf"[.,]\d+)(?P<dash>[.,][-\u2013\u2014]{{1,2}})?"
    rf"{_BLANK}*(?P<close1>\))?(?P<trail>[-+\u2212])?{_BLANK}*(?P<cur2>{CURRENCY})?{_BLANK}*(?P<trail2>[-+\u2212])?{_BLANK}*"
    rf"(?P<mark>S|H|CR|DR|Cr|Dr|DB|C|D)?(?P<close>\))?"
)
_GROUPED = r"[1-9]\d{{0,2}}(?:(?P<sep>[{0}'’\xa0\u202f\u2009 ])\d{{3}})(?:(?P=sep)\d{{3}})*"
_COMMA = re.compile(rf"(?:{_GROUPED.format('.')}|\d+)(?:,\d+)?|,\d+")
_POINT = re.compile(
    rf"(?:{_GROUPED.format(',')}|\d{{1,2}}(?:,\d\d)+,\d{{3}}|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?|\.\d+"
)
NEGATIVE_MARKS = {"S", "DR", "Dr", "DB", "D"}


@dataclass(frozen=True)
class Number:
    """One parsed cell. ``comma``/``point``: it is a number when that is the decimal sign."""

    comma: bool
    point: bool
    plain: bool
    sign: SignStyle | None
    negative: bool
    currency: str | None
    mark: str | None
    separator_comma: str | None
    separator_point: str | None


@lru_cache(maxsize=16384)
def parse(text: str) -> Number | None:
    """None when the text is no number in any reading."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    closed = match["close"] or match["close1"]
    if bool(match["open"]) != bool(closed):
        return None
    body = match["body"]
    comma, point = _COMMA.fullmatch(body), _POINT.fullmatch(body)
    if match["dash"]:  # 12,- and 12.-- have no cents
        comma = comma if match["dash"][0] == "," else None
        point = point if match["dash"][0] == "." else None
    if not comma and not point:
        return None
    lead = match["lead"] or match["lead2"]
    trail = match["trail"] or match["trail2"]
    mark = match["mark"]
    sign: SignStyle | None = None
    negative = False
    if match["open"]:
        sign, negative = "parentheses", True
    elif mark:
        sign, negative = "sh_suffix", mark in NEGATIVE_MARKS
    elif trail:
        sign, negative = "trailing", trail in MINUS
    elif lead:
        sign, negative = "leading", lead in MINUS
    return Number(
        bool(comma),
        bool(point),
        body.isdigit() and not match["dash"],
        sign,
        negative,
        match["cur1"] or match["cur2"],
        mark,
        comma["sep"] if comma else None,
        point["sep"] if point else None,
    )


@dataclass
class NumberStyle:
    """How the numbers of one column are written. ``decimal`` None: no cell decides (or there are none)."""

    total: int = 0
    numbers: int = 0
    plain: int = 0
    only_comma: int = 0
    only_point: int = 0
    either: int = 0
    signs: Counter[str] = field(default_factory=Counter)
    negatives: int = 0
    currencies: Counter[str] = field(default_factory=Counter)
    separators_comma: Counter[str] = field(default_factory=Counter)
    separators_point: Counter[str] = field(default_factory=Counter)
    marks: Counter[str] = field(default_factory=Counter)

    @property
    def decimal(self) -> Literal[",", "."] | None:
        if self.only_comma == self.only_point:
            return None
        return "," if self.only_comma > self.only_point else "."

    @property
    def ambiguous(self) -> bool:
        """Cells such as ``1.234`` are all there is."""
        return self.either > 0 and self.decimal is None

    @property
    def sign(self) -> SignStyle:
        for style in ("sh_suffix", "parentheses", "trailing"):
            if self.signs[style]:
                return style  # type: ignore[return-value]
        return "leading"

    def thousands(self, decimal: str | None) -> str | None:
        seen = self.separators_comma if decimal == "," else self.separators_point
        return seen.most_common(1)[0][0] if seen else None


def study(texts: Iterable[str]) -> NumberStyle:
    """Look at the non-empty texts of a column."""
    style = NumberStyle()
    for text in texts:
        style.total += 1
        number = parse(text)
        if number is None:
            continue
        style.numbers += 1
        style.plain += number.plain
        if number.comma and not number.point:
            style.only_comma += 1
        elif number.point and not number.comma:
            style.only_point += 1
        elif not number.plain:
            style.either += 1
        if number.sign:
            style.signs[number.sign] += 1
        style.negatives += number.negative
        if number.currency:
            style.currencies[number.currency] += 1
        if number.mark:
            style.marks[number.mark] += 1
        if number.separator_comma:
            style.separators_comma[number.separator_comma] += 1
        if number.separator_point:
            style.separators_point[number.separator_point] += 1
    return style
