"""Per column: what is in it (amount, date, text ...), how it is written, and which column is the main one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from . import dates, numbers
from .cells import Row
from .column_look import Look, look_at
from .column_signs import apply_signs
from .date_choice import choose_date_column, settle_dates
from .profile import Ambiguity, ColumnProfile, SignStyle

Decimal = Literal[",", "."]


@dataclass
class Columns:
    """The profiles of all columns and the conventions of the table as a whole."""

    columns: list[ColumnProfile]
    ambiguities: list[Ambiguity] = field(default_factory=list)
    decimal: Decimal | None = None
    thousands: str | None = None
    sign: SignStyle | None = None
    date_format: str | None = None
    date_column: int | None = None
    amount_columns: list[int] = field(default_factory=list)


def profile_columns(
    rows: Sequence[Row], header: Sequence[str] | None, n_columns: int, *, delimiter: str | None = None
) -> Columns:
    """Profile ``n_columns`` columns of ``rows`` (data rows only, at most a few thousand; short rows are
    fine).

    ``header`` holds the header texts as in the file (None: no header). Typed cells (workbooks) count as what
    they are: a column of numbers is ``amount`` or ``integer`` with ``decimal`` None, a column of dates
    ``date`` with ``date_format`` None. Text cells get ``decimal``, ``thousands``, ``sign`` and
    ``date_format``. Never raises.
    """
    names = [header[at] if header is not None and at < len(header) else "" for at in range(n_columns)]
    looks = [look_at(at, names[at], rows) for at in range(n_columns)]
    result = Columns([])
    formats = settle_dates(looks, rows, result.ambiguities)
    common = _common_decimal(looks)
    for look, label in zip(looks, unique_labels(names), strict=True):
        column = ColumnProfile(index=look.index, name=look.name, label=label, type=look.type)
        column.confidence = round(look.share, 3)
        column.why = look.why
        if look.type in ("date", "datetime"):
            column.date_format = formats.get(look.index)
            if column.date_format and ("%b" in column.date_format or "%B" in column.date_format):
                column.month_language = dates.month_language(look.texts)
        elif look.type == "amount" and look.numbers.numbers:
            _write_number(column, look, common, formats, delimiter, result.ambiguities)
        result.columns.append(column)
    main = apply_signs(result.columns, looks, rows)
    result.amount_columns = [column.index for column in result.columns if column.type == "amount"]
    if main is not None:
        chosen = result.columns[main]
        result.decimal, result.sign = chosen.decimal, chosen.sign
        result.thousands = chosen.thousands or _common_thousands(result.columns, chosen.decimal)
    result.date_column = choose_date_column(looks, formats)
    if result.date_column is not None:
        result.date_format = result.columns[result.date_column].date_format
    return result


MAX_LABEL = 120
"""Characters of a column's name in the recipe; a longer one is a text that stands in the header."""


def unique_labels(names: Sequence[str]) -> list[str]:
    """Unique, non-empty names for the DataFrame: ``Währung``, ``Währung (2)``; ``column_3`` for a blank
    one."""
    labels: list[str] = []
    given: set[str] = set()
    taken = {" ".join(name.split()) for name in names}
    for at, name in enumerate(names):
        base = " ".join(name.split())[:MAX_LABEL] or f"column_{at + 1}"
        label, number = base, 2
        while label in given or (label != base and label in taken):
            label, number = f"{base} ({number})", number + 1
        labels.append(label)
        given.add(label)
    return labels


def _common_decimal(looks: Sequence[Look]) -> Decimal | None:
    """The decimal sign that the unambiguous cells of all number columns agree on."""
    amounts = [look.numbers for look in looks if look.type == "amount"]
    comma = sum(style.only_comma for style in amounts)
    point = sum(style.only_point for style in amounts)
    if comma == point:
        return None
    return "," if comma > point else "."


def _common_thousands(columns: Sequence[ColumnProfile], decimal: str | None) -> str | None:
    seen = [column.thousands for column in columns if column.thousands and column.decimal == decimal]
    return max(seen, key=seen.count) if seen else None


def _write_number(
    column: ColumnProfile,
    look: Look,
    common: Decimal | None,
    formats: dict[int, str],
    delimiter: str | None,
    ambiguities: list[Ambiguity],
) -> None:
    style = look.numbers
    decimal = style.decimal or common
    if decimal is None and style.either:
        decimal, why = _guess_decimal(formats, delimiter, style)
        other = "." if decimal == "," else ","
        reading = {
            ",": "1.234 is one thousand two hundred thirty-four",
            ".": "1.234 is a little more than one",
        }
        if style.separators_point:
            reading = {
                ",": "1,234 is a little more than one",
                ".": "1,234 is one thousand two hundred thirty-four",
            }
        ambiguities.append(
            Ambiguity(
                what="number_format",
                column=column.index,
                chosen=f"decimal {decimal!r}: {reading[decimal]}",
                others=[f"decimal {other!r}: {reading[other]}"],
                why=why,
            )  # fmt: skip
        )
        column.confidence = min(column.confidence, 0.6)
    column.decimal = decimal
    column.thousands = style.thousands(decimal) if decimal else None
    column.sign = style.sign
    column.currency = style.currencies.most_common(1)[0][0] if style.currencies else None


def _guess_decimal(
    formats: dict[int, str], delimiter: str | None, style: numbers.NumberStyle
) -> tuple[Decimal, str]:
    if any(currency in ("$", "£", "USD", "GBP", "US$") for currency in style.currencies):
        return ".", "no cell decides; the currency is written with a decimal point"
    if any(".%m." in fmt or fmt.startswith("%d.") for fmt in formats.values()):
        return ",", "no cell decides; the dates are written the Continental way"
    if any(fmt.startswith("%m/") for fmt in formats.values()) or delimiter == ",":
        return ".", "no cell decides; a comma between the fields or American dates go with a decimal point"
    if delimiter == ";":
        return ",", "no cell decides; a semicolon between the fields goes with a decimal comma"
    return ".", "no cell decides"
