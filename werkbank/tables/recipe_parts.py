"""Pieces of recipe code: lists of source lines. Every name from a file goes through ``repr``."""

from __future__ import annotations

import pprint
import re

from . import dates
from .literal import defused, literal
from .profile import ColumnProfile, TableProfile
from .words import fold

EMPTY = "EMPTY = {'', '-', '--', '–', '—', 'n/a', 'na', 'nan', 'null', 'none', 'nil', 'k.a.', '#n/a', '#n/v'}"
# The regular expression is in two strings only to keep the lines short.
NUMBER = r"""
def shape(point, group):  # how amounts are written: sign, digits, decimals, power, sign or debit mark
    return re.compile(
        rf'([-+(]*)(\d{{1,3}}(?:[{group}]\d{{2,3}})*[{group}]\d{{3}}|\d+|(?=[{point}]\d))(?:[{point}](\d+))?'
        r'([eE][-+]?\d+)?([-+)]*(?:S|H|CR|Cr|DR|Dr|DB|C|D)?[-+)]*)'), group
SHAPES = [shape(@), shape(#)]  # the file's own way first
JUNK = re.compile(r"[\s'’\u200b]|[.,][-–—]+$|[€$£¥₤%]|(?:US|C|A)(?=\$)|[A-Z]{3,4}|Euro|zł|Kč|kr\.?|S?Fr\.?")
def number(cell, shapes=SHAPES):  # '1.234,56-' -> Decimal('-1234.56'); None: no number
    for pattern, group in shapes:
        if m := pattern.fullmatch(cell):
            value = Decimal(m[2].replace(group, '') + '.' * bool(m[3]) + (m[3] or '') + (m[4] or ''))
            return value if {*'-(SD'}.isdisjoint(m[1] + m[5]) else -value
    text = JUNK.sub('', cell).replace('−', '-').replace('–', '-')
    return number(text, shapes) if text != cell else None
"""
DATES = r"""
def to_dates(name, text, *formats):  # the first format is the file's, the others are for stray cells
    text = text.mask(text.str.lower().isin(EMPTY) | text.str.fullmatch('[0./-]+'), '')
    when = pd.Series(pd.NaT, text.index, dtype='datetime64[us]')
    for form in formats:
        if (left := when.isna() & (text != '')).any():
            found = pd.to_datetime(text.where(left), format=form, errors='coerce')
            when = when.fillna(found.astype('datetime64[us]'))
    check((when.isna() & (text != '')).sum(), f'cells of {name!r} are no dates')
    df[name] = when
"""


def number_code(decimal: str | None) -> list[str]:
    """``number(cell)`` for a file whose decimal sign is ``decimal``."""
    own, other = ("',', '.'", "'.', ','") if decimal == "," else ("'.', ','", "',', '.'")
    return (
        NUMBER.strip("\n")
        .replace("shape(@)", f"shape({own})")
        .replace("shape(#)", f"shape({other})")
        .splitlines()
    )


def dates_code() -> list[str]:
    """``to_dates(name, text, *formats)``; needs ``EMPTY`` and ``check``."""
    return DATES.strip("\n").splitlines()


def names_code(labels: list[str]) -> list[str]:
    return defused(f"names = {pprint.pformat(labels, width=104, compact=True)}").splitlines()


def date_lines(column: ColumnProfile) -> list[str]:
    """Conversion of one date column."""
    fmt = column.date_format or ""
    lines, text = [], f"df[{literal(column.label)}].str.strip()"
    if not dates.is_full(fmt):
        lines.append("# the file gives no year here: 1900 stands for it")
    if fmt.startswith("%a"):
        fmt = re.sub(r"^%a[^%]*", "", fmt)
        text += r".str.replace(r'^[^\W\d]+\.?,? +', '', regex=True)"
    if "%z" in fmt or "%Z" in fmt:
        fmt = re.sub(r" ?%[zZ]", "", fmt)
        lines.append("# the clock time is kept as written, the zone is dropped")
        text += r".str.replace(r' ?(Z|UTC|GMT|CES?T|[+-]\d\d(:?\d\d)?)$', '', regex=True)"
    if column.month_language:
        fmt = fmt.replace("%b", "%m").replace("%B", "%m")
        months = dates.months_of(column.month_language)
        lines += f"MONTHS = {pprint.pformat(months, width=104, compact=True, sort_dicts=False)}".splitlines()
        lines.append("def month(match): return str(MONTHS.get(match[0].strip('.').lower(), match[0]))")
        text += r".str.replace(r'[^\W\d_]{3,}\.?', month, regex=True)"
    if fmt == "%d%m":
        text += ".str.zfill(4)"
    return [
        *lines,
        f"to_dates({literal(column.label)}, {text}, {', '.join(map(repr, [fmt, *alternatives(fmt)]))})",
    ]


def alternatives(fmt: str) -> list[str]:
    """Formats that a stray cell of the column may have without changing the order of day and month."""
    date, gap, clock = re.match(r"(.*?)((?:[, T-]+)?)((?:%[HI].*)?)$", fmt).groups()  # type: ignore[union-attr]
    found = []
    if clock:
        full = "%H:%M:%S"
        found += [date + gap + other for other in (full, full + ".%f", "%H:%M") if other != clock] + [date]
    year = date.replace("%Y", "%y") if "%Y" in date else date.replace("%y", "%Y")
    if dates.is_full(date):
        found.append(year + gap + clock)
    separated = re.fullmatch(r"(%[dmy])([./-])(%[dm])\2(%[yY])", date)
    if separated and not clock:
        day, sep, month, last = separated.groups()
        found += [f"{day}{other}{month}{other}%Y" for other in "./-" if other != sep and day != "%y"]
    iso = "%Y-%m-%d" + (gap + clock if clock else "")
    if "%b" not in fmt:
        found.append(iso)
    return list(dict.fromkeys(form for form in found if form != fmt))


def signed_lines(profile: TableProfile) -> list[str]:
    """Extra columns with a sign where the file keeps it apart. Needs ``exact``, ``sums``, ``signed``,
    ``check``."""
    lines: list[str] = []
    labels = {column.label for column in profile.columns}
    for column in profile.columns:
        if column.type == "amount" and column.sign_column is not None:
            lines += _marked(profile, column, _free(f"{column.label} {_with_sign(profile)}", labels))
    debit = next((c for c in profile.columns if c.side == "debit" and c.sign == "debit_credit"), None)
    credit = next((c for c in profile.columns if c.side == "credit"), None)
    if debit and credit and {debit.type, credit.type} <= {"amount", "empty"}:
        lines += _pair(
            debit,
            credit,
            _free(f"Betrag {_with_sign(profile)}" if _german(profile) else "amount (signed)", labels),
        )
    return lines


def _marked(profile: TableProfile, amount: ColumnProfile, label: str) -> list[str]:
    marks = profile.columns[amount.sign_column or 0]
    known = amount.negative_marks + amount.positive_marks
    name, new, column = literal(amount.label), literal(label), literal(marks.label)
    negative = literal(amount.negative_marks)
    return [
        f"# no signs in {name}: {negative} in {column} is minus. Sum the signed column instead:",
        f"marks = df[{column}].str.strip()",
        f"minus = marks.isin({negative})",
        f"df[{new}] = df[{name}].where(~minus, -df[{name}])",
        f"signed[{new}] = sum((-v if m else v for v, m in zip(exact[{name}], minus) if v is not None), "
        "Decimal(0))",
        f"check((~marks.isin({literal(known)}) & df[{name}].notna()).sum(), "
        "'amounts have no known debit or credit mark')",
    ]


def _pair(debit: ColumnProfile, credit: ColumnProfile, label: str) -> list[str]:
    lines = ["# one signed column from debit and credit; sum this one:"]
    parts = []
    if credit.type == "amount":
        parts.append((f"df[{literal(credit.label)}].fillna(0)", f"sums[{literal(credit.label)}]"))
    if debit.type == "amount":
        name = literal(debit.label)
        lines.append(
            f"sign = -1 if (df[{name}] > 0).sum() > (df[{name}] < 0).sum() else 1  # debits without minus?"
        )
        parts.append((f"sign * df[{literal(debit.label)}].fillna(0)", f"sign * sums[{literal(debit.label)}]"))
    lines.append(f"df[{literal(label)}] = " + " + ".join(frame for frame, _ in parts))
    lines.append(f"signed[{literal(label)}] = " + " + ".join(total for _, total in parts))
    return lines


def _with_sign(profile: TableProfile) -> str:
    return "(mit Vorzeichen)" if _german(profile) else "(signed)"


def _german(profile: TableProfile) -> bool:
    words = " ".join(fold(column.name) for column in profile.columns).split()
    known = {
        "buchungstag",
        "buchung",
        "betrag",
        "umsatz",
        "wahrung",
        "waehrung",
        "valuta",
        "verwendungszweck",
        "soll",
        "haben",
        "datum",
    }
    return bool(known & set(words)) or any(
        "%d.%m" in (column.date_format or "") for column in profile.columns
    )


def _free(label: str, labels: set[str]) -> str:
    while label in labels:
        label += "*"
    labels.add(label)
    return label
