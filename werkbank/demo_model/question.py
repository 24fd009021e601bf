"""What a question asks for, in German or English: words only, no understanding."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Language = Literal["de", "en"]

_GERMAN_WORDS = """
summe summen je pro nach monat monatlich jahr bitte wie was welche zeige zeig mir diagramm kategorie
und der die das den ein eine ist sind hallo danke tabelle empfänger bild grafik ausgaben einnahmen betrag
hoch viel mach erstelle berechne rechne aus gegenpartei auftraggeber
"""
_ENGLISH_WORDS = """
sum sums total totals per by month monthly year please how what which show me chart category and the a an is
are hello hi thanks table counterparty payee picture graph plot spending income amount much make create
compute of
"""
_GERMAN, _ENGLISH = frozenset(_GERMAN_WORDS.split()), frozenset(_ENGLISH_WORDS.split())
_CHART = re.compile(
    r"diagramm|chart|grafik|graph|bild\b|picture|balken|säulen|\bbars?\b|\bplot|zeichne|\bdraw", re.IGNORECASE
)
_MONTH = re.compile(r"monat|month", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:je|pro|nach|per|by)\s+(?:jahr|year)|jährlich|yearly", re.IGNORECASE)
_GROUP = re.compile(
    r"\b(?:je|pro|nach|per|by|for each|für jede[nrs]?)\s+(?:the\s+|der\s+)?([\w-]+)", re.IGNORECASE
)

# A word of the question → parts of column names that may be meant, best first.
_SYNONYMS: tuple[tuple[str, str], ...] = (
    (
        "gegenpart empfänger auftraggeb counterpart payee recipient händler merchant partner",
        "empfänger auftraggeber begünstigt zahlungspflicht gegen partner payee recipient counterpart "
        "beneficiary merchant händler name description buchungstext",
    ),
    ("kategori categor", "kategorie category rubrik gruppe group"),
    ("konto account", "konto account iban"),
    ("währung currenc", "währung currency ccy"),
)


@dataclass(frozen=True)
class Question:
    """`group`: 'month', 'year' or None; `columns`: parts of names of a column to group by, best first."""

    language: Language
    group: Literal["month", "year"] | None
    columns: tuple[str, ...]
    chart: bool
    words: tuple[str, ...]


def understand(text: str) -> Question:
    """Read a question.

    >>> asked = understand("Summe je Kategorie und ein Diagramm nach Monat")
    >>> asked.language, asked.group, asked.columns[0], asked.chart
    ('de', 'month', 'kategorie', True)
    """
    words = tuple(re.findall(r"[\w-]+", text.lower()))
    chart = bool(_CHART.search(text))
    group: Literal["month", "year"] | None = "month" if _MONTH.search(text) else None
    if group is None and _YEAR.search(text):
        group = "year"
    columns = _columns(text)
    if chart and group is None and not columns:
        group = "month"
    return Question(language_of(text), group, columns, chart, words)


def language_of(text: str) -> Language:
    """German or English by common words; umlauts speak for German."""
    words = re.findall(r"[\wäöüß]+", text.lower())
    german = sum(word in _GERMAN for word in words) + sum(any(c in word for c in "äöüß") for word in words)
    english = sum(word in _ENGLISH for word in words)
    return "de" if german > english else "en"


def _columns(text: str) -> tuple[str, ...]:
    lowered = text.lower()
    for words, parts in _SYNONYMS:
        if any(word in lowered for word in words.split()):
            return tuple(parts.split())
    found = [word.lower() for word in _GROUP.findall(text)]
    return tuple(
        word for word in found if not _MONTH.search(word) and word not in ("jahr", "year", "tag", "day")
    )
