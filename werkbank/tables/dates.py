"""Dates as text: which strptime formats fit a column, and which of them stay possible."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

MONTH_NAMES = {
    "en": (
        "jan january feb february mar march apr april may may jun june jul july aug august sep september "
        "oct october nov november dec december"
    ),
    "de": (
        "jan januar feb februar mär märz apr april mai mai jun juni jul juli aug august sep september okt "
        "oktober nov november dez dezember"
    ),
    "fr": (
        "janv janvier févr février mars mars avr avril mai mai juin juin juil juillet août août sept "
        "septembre oct octobre nov novembre déc décembre"
    ),
    "es": (
        "ene enero feb febrero mar marzo abr abril may mayo jun junio jul julio ago agosto sep septiembre "
        "oct octubre nov noviembre dic diciembre"
    ),
    "it": (
        "gen gennaio feb febbraio mar marzo apr aprile mag maggio giu giugno lug luglio ago agosto set "
        "settembre ott ottobre nov novembre dic dicembre"
    ),
    "nl": (
        "jan januari feb februari mrt maart apr april mei mei jun juni jul juli aug augustus sep september "
        "okt oktober nov november dec december"
    ),
    "pl": (
        "sty stycznia lut lutego mar marca kwi kwietnia maj maja cze czerwca lip lipca sie sierpnia wrz "
        "września paź października lis listopada gru grudnia"
    ),
    "cs": (
        "led ledna úno února bře března dub dubna kvě května čvn června čvc července srp srpna zář září říj "
        "října lis listopadu pro prosince"
    ),
    "pt": (
        "jan janeiro fev fevereiro mar março abr abril mai maio jun junho jul julho ago agosto set setembro "
        "out outubro nov novembro dez dezembro"
    ),
}  # fmt: skip
"""Short and long name of each month in turn, small letters."""
_VARIANTS = {
    "en": {"sept": 9},
    "de": {"jän": 1, "jänner": 1, "mrz": 3, "sept": 9, "juno": 6},
    "fr": {"jan": 1, "fév": 2, "aoû": 8, "jui": 6},
}


def months_of(language: str) -> dict[str, int]:
    names = MONTH_NAMES[language].split()
    found = {name: place // 2 + 1 for place, name in enumerate(names)}
    return found | _VARIANTS.get(language, {})


MONTHS = {name: number for language in reversed(MONTH_NAMES) for name, number in months_of(language).items()}


def month_language(texts: Sequence[str]) -> str:
    """The language whose month names explain most of the date texts."""
    words = [word.lower() for text in texts for word in re.findall(r"[A-Za-zÀ-ž]{3,}", text)]
    score = {language: sum(word in months_of(language) for word in words) for language in MONTH_NAMES}
    return max(score, key=lambda language: score[language])


_MONTH = r"[A-Za-zÀ-ž]{3,12}\.?"
_TIME = (
    r"(?P<gap>,? +|T|, ?| - )(?P<hour>\d{1,2})(?P<colon>[:.])(?P<minute>\d\d)(?:(?P=colon)(?P<second>\d\d)"
    r"(?:(?P<dot>[.,:])(?P<fraction>\d{1,9}))?)?(?P<ampm> ?[AaPp]\.?[Mm]\.?)?(?P<zone> ?(?:Z|UTC|GMT|"
    r"[+-]\d\d(?::?\d\d)?| ?CES?T))?"
    r"(?P<uhr> Uhr)?"
)
_DATE = re.compile(
    rf"(?P<day>[A-Za-zÀ-ž]{{2,10}}\.?,? (?=\d))?(?P<a>\d{{4}}|\d{{1,2}}|{_MONTH})(?P<s1>\. |[./\- "
    rf"])(?P<b>\d{{1,2}}|{_MONTH})"
    rf"(?:(?P<s2>\. |, |[./\- ]|(?<=\.)|')(?P<c>\d{{4}}|\d{{1,2}})?)?(?P<end>(?<=\d)\.)?(?:{_TIME})?"
)
_DIGITS = re.compile(r"\d{8}|\d{6}|\d{3,4}|\d{14}")
TIME_ONLY = re.compile(r"\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AaPp][Mm])?")
NO_DATE = re.compile(r"0{1,4}[./-]0{1,2}[./-]0{1,4}|0{8}")
"""``00.00.0000``: how some programs write an empty date."""
_LETTERS = "".join(chr(code) for code in range(0x41, 0x180) if chr(code).isalpha())
_LAST_DAY = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _valid(year: int | None, month: int, day: int) -> bool:
    if not (1 <= month <= 12 and 1 <= day <= _LAST_DAY[month - 1]):
        return False
    return year is None or (1800 <= year <= 2200 or year == 9999)


def _year(text: str) -> int:
    value = int(text)
    return value if len(text) == 4 else value + (2000 if value < 69 else 1900)


@lru_cache(maxsize=8192)
def formats(text: str) -> tuple[str, ...]:
    """Every strptime format that reads ``text`` as a date, the most usual first; no bare digits, see
    :func:`digit_formats`."""
    match = _DATE.fullmatch(text)
    if match is None:
        return ()
    if match["day"]:
        return tuple(f"%a{match['day'].lstrip(_LETTERS)}{fmt}" for fmt in formats(text[len(match["day"]) :]))
    a, b, c, s1, s2 = match["a"], match["b"], match["c"], match["s1"], match["s2"]
    tail = _time_format(match)
    if tail is None or (match["end"] and (c is None or not s1.startswith("."))):
        return ()
    tail = (match["end"] or "") + tail
    named_a, named_b = not a[0].isdigit(), not b[0].isdigit()
    if named_a or named_b:
        return _named(a, b, c, s1, s2, tail, named_a)
    if c is None:
        if len(a) > 2 or s1 not in ".-/" or (s2 not in (None, "", ".") or (s2 == "." and s1 != ".")):
            return ()
        if s1 != ".":
            return ()
        return (f"%d.%m{s2 or ''}{tail}",) if _valid(None, int(b), int(a)) else ()
    if (s2 or "") == "'" or (s1 != s2 and not (s1.startswith(".") and (s2 or "").startswith("."))):
        return ()
    if s1 == " " and len(c) < 4 and len(a) < 4:
        return ()
    found = []
    if len(a) == 4:
        if len(c) <= 2 and _valid(int(a), int(b), int(c)):
            found.append(f"%Y{s1}%m{s2}%d{tail}")
        return tuple(found)
    if len(c) == 1:
        return ()
    year, y = _year(c), "%Y" if len(c) == 4 else "%y"
    if _valid(year, int(b), int(a)):
        found.append(f"%d{s1}%m{s2}{y}{tail}")
    if s1 != "." and _valid(year, int(a), int(b)):
        found.append(f"%m{s1}%d{s2}{y}{tail}")
    if len(c) == 2 and len(a) == 2 and _valid(_year(a), int(b), int(c)):
        found.append(f"%y{s1}%m{s2}%d{tail}")
    if s1 == "." and not found and _valid(year, int(a), int(b)):
        found.append(f"%m{s1}%d{s2}{y}{tail}")
    return tuple(found)


def _named(a: str, b: str, c: str | None, s1: str, s2: str | None, tail: str, first: bool) -> tuple[str, ...]:
    name = a if first else b
    if MONTHS.get(name.rstrip(".").lower()) is None or (s2 or "") == "'":
        return ()
    day = b if first else a
    if not day.isdigit():
        return ()
    token = "%b" if len(name.rstrip(".")) <= 4 else "%B"
    month = MONTHS[name.rstrip(".").lower()]
    if c is None:
        return (f"%d{s1}{token}",) if not first and len(day) <= 2 and _valid(None, month, int(day)) else ()
    if len(day) == 4:
        return (f"%Y{s1}{token}{s2}%d{tail}",) if _valid(int(day), month, int(c)) else ()
    y = "%Y" if len(c) == 4 else "%y"
    if len(c) == 1 or not _valid(_year(c), month, int(day)):
        return ()
    return (f"{token}{s1}%d{s2}{y}{tail}",) if first else (f"%d{s1}{token}{s2}{y}{tail}",)


def _time_format(match: re.Match[str]) -> str | None:
    if match["hour"] is None:
        return ""
    ampm = bool(match["ampm"])
    if int(match["hour"]) > 24 or int(match["minute"]) > 59 or (ampm and int(match["hour"]) > 12):
        return None
    colon = match["colon"]
    text = match["gap"] + ("%I" if ampm else "%H") + f"{colon}%M"
    if match["second"]:
        text += f"{colon}%S"
        if match["fraction"]:
            text += f"{match['dot']}%f"
    if ampm:
        text += (" " if match["ampm"].startswith(" ") else "") + "%p"
    if match["zone"]:
        text += (" " if match["zone"].startswith(" ") else "") + (
            "%z" if not match["zone"].strip().isalpha() or match["zone"].strip() == "Z" else "%Z"
        )
    return text + (match["uhr"] or "")


@lru_cache(maxsize=8192)
def digit_formats(text: str) -> tuple[str, ...]:
    """Readings of bare digits (``20240131``, ``31012024``, ``310124``, ``3101``, 14 digits with time)."""
    if not _DIGITS.fullmatch(text):
        return ()
    found = []
    patterns = {
        8: ("%Y%m%d", "%d%m%Y", "%m%d%Y"),
        6: ("%y%m%d", "%d%m%y"),
        4: ("%d%m", "%m%d"),
        3: ("%d%m",),
        14: ("%Y%m%d%H%M%S",),
    }
    for pattern in patterns[len(text)]:
        padded = text.zfill(4) if len(text) == 3 else text
        try:
            when = datetime.strptime(
                padded + ("2024" if len(padded) == 4 else ""), pattern + ("%Y" if len(padded) == 4 else "")
            )
        except ValueError:
            continue
        if 1950 <= when.year <= 2100:
            found.append(pattern)
    return tuple(found)


@dataclass
class DateStyle:
    """``best`` explains ``hits`` of ``total`` texts; ``others`` explain as many."""

    total: int
    hits: int
    best: str | None
    others: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        return self.hits / self.total if self.total else 0.0


def study(texts: Sequence[str], *, digits: bool) -> DateStyle:
    """The format that fits most of the non-empty ``texts``; ``digits`` allows bare digits too."""
    seen: Counter[str] = Counter()
    order: dict[str, int] = {}
    hits = 0
    for text in texts:
        found = digit_formats(text) if digits else formats(text)
        hits += bool(found)
        for place, fmt in enumerate(found):
            seen[fmt] += 1
            order[fmt] = min(order.get(fmt, 9), place)
    if not seen:
        return DateStyle(len(texts), 0, None)
    top = max(seen.values())
    ties = sorted(
        (fmt for fmt, count in seen.items() if count >= top * 0.995), key=lambda f: (order[f], -seen[f])
    )
    exact = [fmt for fmt in ties if seen[fmt] == top]
    return DateStyle(len(texts), hits, exact[0], [fmt for fmt in exact[1:] if fmt != exact[0]])


def is_full(fmt: str) -> bool:
    """True when the format holds a year."""
    return "%Y" in fmt or "%y" in fmt


def has_time(fmt: str) -> bool:
    return "%H" in fmt or "%I" in fmt
