"""Pieces of recipe code: lists of source lines. Every name from a file goes through ``repr``."""

from __future__ import annotations

import pprint
import re

from . import dates
from .profile import ColumnProfile, TableProfile
from .words import fold

EMPTY = [
    "EMPTY = {'', '-', '--', '–', '—', 'n/a', 'na', 'nan', 'null', 'none', 'nil', 'k.a.', '#n/a', '#n/v'}"
]

NUMBER = r"""
def shape(point, group):  # how amounts are written: sign, digits, decimals, sign or debit mark
    return re.compile(rf"([-+(]*)(\d{{1,3}}(?:[{group}]\d{{2,3}})*[{group}]\d{{3}}|\d+|(?=[{point}]\d))(?:[{point}](\d+))?"
                      r"([eE][-+]?\d+)?([-+)]*(?:S|H|CR|Cr|DR|Dr|DB|C|D)?[-+)]*)"), group
SHAPES = [shape('@', '#'), shape('#', '@')]  # the file's own way first
JUNK = re.compile(r"[\s'’\u200b]|[.,][-–—]+$|[€$£¥₤%]|(?:US|C|A)(?=\$)|[A-Z]{3,4}|Euro|zł|Kč|kr\.?|S?Fr\.?")
def number(cell, shapes=SHAPES):  # '1.234,56-' -> Decimal('-1234.56'); None: no number
    text = JUNK.sub('', cell).replace('−', '-').replace('–', '-')
    for pattern, group in shapes:
        if found := pattern.fullmatch(text):
            whole, cents, power = found[2].replace(group, ''), found[3], found[4] or ''
            value = Decimal(whole + ('.' + cents if cents else '') + power)
            return -value if re.search('[-(SD]', found[1] + found[5]) else value
"""

DATES = """
def read_dates(name, text, *formats):  # the file's own format first, then others that single cells may have
    when = pd.to_datetime(text, format=formats[0], errors='coerce')
    for form in formats[1:]:
        if (when.isna() & (text != '')).any():
            when = when.fillna(pd.to_datetime(text.where(when.isna()), format=form, errors='coerce'))
    bad = int((when.isna() & (text != '')).sum())
    if bad:
        problems.append(f'{bad} cells of {name!r} are no dates')
    df[name] = when
def date_text(name):
    text = df[name].astype(object).str.strip()
    return text.mask(text.str.lower().isin(EMPTY) | text.str.fullmatch(r'0+([./-])0+\\1?0*|0{8}'), '')
"""


def number_code(decimal: str | None) -> list[str]:
    """``number(cell)`` for a file whose decimal sign is ``decimal``."""
    point = decimal or "."
    group = "." if point == "," else ","
    code = NUMBER.strip("\n").replace("'@'", repr(point)).replace("'#'", repr(group))
    return code.splitlines()


def dates_code() -> list[str]:
    return DATES.strip("\n").splitlines()


def names_code(labels: list[str]) -> list[str]:
    return f"names = {pprint.pformat(labels, width=104, compact=True)}".splitlines()


def date_lines(column: ColumnProfile) -> list[str]:
    """Conversion of one date column; needs ``date_text`` and ``read_dates``."""
    fmt = column.date_format or ""
    text = f"date_text({column.label!r})"
    lines = []
    if not dates.is_full(fmt):
        lines.append(f"# {column.label!r} has no year in the file: 1900 stands for it".replace("\n", " "))
    if fmt.startswith("%a"):
        fmt = re.sub(r"^%a[^%]*", "", fmt)
        text += r".str.replace(r'^[^\W\d]+\.?,? +', '', regex=True)"
    if "%z" in fmt or "%Z" in fmt:
        fmt = re.sub(r" ?%[zZ]", "", fmt)
        text += r".str.replace(r' ?(Z|UTC|GMT|CES?T|[+-]\d\d(:?\d\d)?)$', '', regex=True)  # clock time as written"
    if column.month_language:
        fmt = fmt.replace("%b", "%m").replace("%B", "%m")
        months = dates.months_of(column.month_language)
        lines += f"MONTHS = {pprint.pformat(months, width=104, compact=True, sort_dicts=False)}".splitlines()
        comment = text.partition("  # ")
        text = (
            comment[0]
            + r".str.replace(r'[^\W\d_]{3,}\.?', lambda m: str(MONTHS.get(m[0].strip('.').lower(), m[0])), regex=True)"
        )
    if fmt == "%d%m":
        text += ".str.zfill(4)"
    text, _, comment = text.partition("  # ")
    if comment:
        lines.append(f"# {comment}")
    lines.append(f"text = {text}" if len(text) > 60 else "")
    source = "text" if len(text) > 60 else text
    lines.append(f"read_dates({column.label!r}, {source}, {', '.join(map(repr, [fmt, *alternatives(fmt)]))})")
    return [line for line in lines if line]


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
    """Extra columns with a sign where the file keeps it apart. Needs ``exact``, ``signed`` and ``problems``."""
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
    return [
        f"# {amount.label!r} has no sign: {amount.negative_marks!r} in {marks.label!r} means minus. Use this column for sums:",
        f"marks = df[{marks.label!r}].str.strip()",
        f"minus = marks.isin({amount.negative_marks!r})",
        f"df[{label!r}] = df[{amount.label!r}].where(~minus, -df[{amount.label!r}])",
        f"signed[{label!r}] = sum((-v if m else v for v, m in zip(exact[{amount.label!r}], minus) if v is not None), Decimal(0))",
        f"odd = int((~marks.isin({known!r}) & df[{amount.label!r}].notna()).sum())",
        "if odd:",
        f"    problems.append(f'{{odd}} amounts have no known mark in ' + {marks.label!r})",
    ]


def _pair(debit: ColumnProfile, credit: ColumnProfile, label: str) -> list[str]:
    lines = ["# one signed column from debit and credit. Use it for sums:"]
    parts = []
    if credit.type == "amount":
        parts.append((f"df[{credit.label!r}].fillna(0)", f"sums[{credit.label!r}]", "+"))
    if debit.type == "amount":
        lines.append(
            f"sign = -1 if (df[{debit.label!r}] > 0).sum() > (df[{debit.label!r}] < 0).sum() else 1  # debits without minus?"
        )
        parts.append((f"sign * df[{debit.label!r}].fillna(0)", f"sign * sums[{debit.label!r}]", "+"))
    lines.append(f"df[{label!r}] = " + " + ".join(part[0] for part in parts))
    lines.append(f"signed[{label!r}] = " + " + ".join(part[1] for part in parts))
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
