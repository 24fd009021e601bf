"""Which date format each column has when several fit, and which date column is the table's main one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from . import dates, words
from .cells import Row, text_of
from .column_look import Look
from .profile import Ambiguity


def settle_dates(looks: Sequence[Look], rows: Sequence[Row], ambiguities: list[Ambiguity]) -> dict[int, str]:
    """Column -> strptime format. Where two readings stay possible the choice and its reason are recorded."""
    columns = [look for look in looks if look.type in ("date", "datetime") and look.dates.best]
    decided = {look.index: look.dates.best for look in columns if not look.dates.others}
    orders = {_order(fmt) for fmt in decided.values() if fmt}
    chosen: dict[int, str] = {index: fmt for index, fmt in decided.items() if fmt}
    for look in columns:
        if look.index in chosen or look.dates.best is None:
            continue
        options = [look.dates.best, *look.dates.others]
        same = [fmt for fmt in options if _order(fmt) in orders]
        if len(orders) == 1 and same and any("/" in fmt or "-" in fmt for fmt in same):
            chosen[look.index] = same[0]
            continue
        near = _by_span(look, options)
        if near is not None:
            chosen[look.index] = near
            continue
        best, why = _by_order_of_rows(look, options)
        if best is None:
            best, why = _by_habit(looks, options)
        chosen[look.index] = best
        others = [fmt for fmt in options if fmt != best]
        ambiguities.append(
            Ambiguity(what="date_format", column=look.index, chosen=best, others=others, why=why)
        )
        look.share = min(look.share, 0.7)
    return chosen


def choose_date_column(looks: Sequence[Look], formats: dict[int, str]) -> int | None:
    """The booking date rather than the value date, a full date rather than one without year."""
    best, best_score = None, -1.0
    for look in looks:
        if look.type not in ("date", "datetime"):
            continue
        fmt = formats.get(look.index)
        score = 4.0 * (fmt is None or dates.is_full(fmt))
        score += 2.0 * (not look.named(words.VALUE_DATE)) + 2.0 * (look.fill >= 0.9) + look.named(words.DATE)
        if score > best_score:
            best, best_score = look.index, score
    return best


def _order(fmt: str) -> str:
    return "".join(char for char in fmt if char in "dmbBYy").lower().replace("b", "m")[:3]


def _by_span(look: Look, options: list[str]) -> str | None:
    """``31.01.24`` could be 1931-01-24; rows of one or two years in one reading and of decades in the other
    decide."""
    if len({_order(fmt)[-1] for fmt in options}) < 2 or len(look.texts) < 4:
        return None
    spans = {}
    for fmt in options:
        read = [when for text in look.texts[:500] if (when := _read(text, fmt))]
        spans[fmt] = (max(read) - min(read)).days + 30 if read else 10**6
    ranked = sorted(options, key=lambda fmt: spans[fmt])
    if spans[ranked[0]] * 6 > spans[ranked[1]]:
        return None
    # d/m/y and m/d/y have much the same span: that question is left to the order of rows
    return None if len(ranked) > 2 and spans[ranked[0]] * 6 > spans[ranked[-2]] else ranked[0]


def _by_order_of_rows(look: Look, options: list[str]) -> tuple[str | None, str]:
    """Exports are sorted by date: the reading in which the rows are in order is the right one."""
    disorder = {fmt: _disorder(look.texts, fmt) for fmt in options}
    ranked = sorted(options, key=lambda fmt: disorder[fmt])
    if len(look.texts) >= 4 and disorder[ranked[0]] * 4 < disorder[ranked[1]] and disorder[ranked[1]] >= 2:
        return ranked[0], "no day above 12 decides; read this way the rows are in order of time"
    return None, ""


def _disorder(texts: Sequence[str], fmt: str) -> int:
    """Steps against the main direction."""
    up = down = 0
    before: datetime | None = None
    for text in texts:
        when = _read(text, fmt)
        if when is None:
            continue
        if before is not None:
            up += when > before
            down += when < before
        before = when
    return min(up, down)


def _read(text: str, fmt: str) -> datetime | None:
    try:
        return datetime.strptime(text_of(text), fmt)
    except ValueError:
        return None


def _by_habit(looks: Sequence[Look], options: list[str]) -> tuple[str, str]:
    american = any(
        currency in ("$", "USD", "US$") for look in looks for currency in look.numbers.currencies
    ) or any(
        text in ("USD", "US")
        for look in looks
        if look.type == "text" and look.texts
        for text in look.texts[:20]
    )
    names = {look.folded for look in looks}
    american = american or bool(
        names & {"check or slip", "check number", "check", "running bal", "post date", "posting date"}
    )
    if american:
        for fmt in options:
            if fmt.startswith("%m"):
                return fmt, "no day above 12 and no order of rows decides; American marks (dollar, check) do"
    for fmt in options:
        if fmt.startswith("%d"):
            return fmt, "no day above 12 and no order of rows decides; the day comes first in most countries"
    return options[0], "nothing in the column decides"
