"""The code that loads one sheet of a workbook and checks itself (contract: :mod:`werkbank.tables.recipe`).

Readers differ by container (:mod:`.recipe_readers`); from ``rows`` on the code is the same for all, and only
what this table needs is written.
"""

from __future__ import annotations

from .columns import MAX_LABEL
from .literal import literal
from .profile import ColumnProfile, TableProfile, WorkbookDetails
from .recipe_parts import EMPTY, date_lines, dates_code, number_code, signed_lines
from .recipe_readers import reader_code

_START = """import datetime as dt, re
from decimal import Decimal
import pandas as pd
path = {path}
{reader}
def cells(i):  # one sheet row, cut to the table's columns
    r = rows[i][{left}:{right}] if i < len(rows) else []
    r = [None if isinstance(v, str) and not v.strip() else v for v in r]
    return r + [None] * ({width} - len(r))
"""
_TYPED_AMOUNT = """def amount(v):
    if isinstance(v, str) and not re.search(r"\\d", v):
        return None  # '-', 'n/a'
    return Decimal(f"{v.total_seconds() / 86400 if isinstance(v, dt.timedelta) else v:.15g}")
"""
_TEXT_AMOUNT = """def amount(v, shapes=SHAPES):
    if isinstance(v, str):
        n = number(v, shapes)
        if n is None and v.strip().lower() not in EMPTY:
            raise ValueError("no number")
        return n
    return Decimal(f"{v.total_seconds() / 86400 if isinstance(v, dt.timedelta) else v:.15g}")
"""
_AS_TEXT = """df[{label}] = [  # cells that Excel turned into dates get back their text
    "" if v is None else f"{{v:%Y-%m-%d}}" if isinstance(v, dt.datetime) else str(v) for v in df[{label}]
]
"""
_DATE = """def date(v, format=None):
    if isinstance(v, (int, float)):  # a serial number without date format
        return dt.datetime(1899, 12, 30) + dt.timedelta(days=v)
    return dt.datetime.strptime(v.strip(), format) if isinstance(v, str) else v
"""
_TEXT = """def text(v):
    return str(int(v)) if isinstance(v, float) and v.is_integer() else str(v)
"""
_BY_SHAPE = """def is_data(r):  # blank rows, totals and notes have another shape
    return {test}
lines = [i for i in range({first}, len(rows)) if is_data(cells(i))]
others = sorted({{i for i in range({first}, len(rows)) if any(v is not None for v in rows[i])}} - set(lines))
if others:
    print("NOTE: left out as totals or notes:", len(others), "rows, sheet rows", [i + 1 for i in others[:9]])
"""
_TOTALS = r"(?i)\W*(?:zwischen|end|gesamt|sub)?-?(?:summen?|saldo|total\w*|gesamt\w*|totaal|somme|suma)\b"
_CONVERT = """df = pd.DataFrame([cells(i) for i in lines], columns={labels}, dtype="object")
problems, sums, exact, signed = [], {{}}, {{}}, {{}}
def check(count, what):
    if count: problems.append(f"{{count}} {{what}}")
def convert(label, read, dtype=None):
    values, bad = [], []
    for i, v in zip(lines, df[label]):
        try:
            values.append(None if v is None else read(v))
        except (TypeError, ValueError, ArithmeticError):
            values.append(None)
            bad.append(i + 1)
    check(len(bad), f"cells of {{label!r}} cannot be read, sheet rows {{bad[:9]}}")
    if dtype == "float64":
        exact[label], sums[label] = values, sum((v for v in values if v is not None), Decimal(0))
        values = [None if v is None else float(v) for v in values]
    df[label] = pd.Series(values, dtype=dtype)
"""
_END = """print(f"rows: {len(df)}" + "".join(f"; sum {k}: {v}" for k, v in (sums | signed).items()))
for problem in problems:
    print("CHECK FAILED:", problem)
"""


def workbook_recipe(profile: TableProfile, path: str, *, openpyxl: bool = True) -> str:
    """Python code for the table at ``path``; without ``openpyxl`` .xlsx is read as a zip of XML.

    Raises :class:`ValueError` for a rejected profile or a kind that is no workbook.
    """
    if profile.rejected:
        raise ValueError(f"there is no recipe for this file: {profile.rejected}")
    details = profile.workbook or WorkbookDetails()
    left, width = profile.first_column, profile.n_columns
    start = _START.format(
        path=literal(path),
        reader=reader_code(profile, openpyxl=openpyxl).rstrip("\n"),
        left=left,
        right=left + width,
        width=width,
    )
    labels = literal([column.label for column in profile.columns])
    parts = [start, _lines(profile, details), _CONVERT.format(labels=labels), _conversions(profile)]
    return "".join([*parts, _signed(profile), _checks(profile, details), _END])


def _conversions(profile: TableProfile) -> str:
    """The helper functions that are needed and one loop per way of reading."""
    groups: dict[tuple[str, str | None], list[str]] = {}
    for column in profile.columns:
        groups.setdefault(_reading(profile, column), []).append(column.label)
    amounts = {form for (how, form) in groups if how in ("amount", "integer")}
    code = []
    odd = [column for column in profile.columns if _reading(profile, column)[0] == "odd date"]
    if odd or amounts - {None}:
        code.append(EMPTY + "\n")
    if amounts == {None}:
        code.append(_TYPED_AMOUNT)
    elif amounts:
        code += ["\n".join(number_code(profile.decimal)) + "\n", _TEXT_AMOUNT]
    code += [_DATE] if any(how == "date" for how, _ in groups) else []
    code += [_TEXT] if any(how == "text" for how, _ in groups) else []
    for (how, form), labels in groups.items():
        other = form is not None and form != (profile.decimal or ".")
        call = "amount(v, SHAPES[::-1])" if other else "amount(v)"
        read, dtype = {
            "amount": (f"lambda v: {call}" if other else "amount", ', "float64"'),
            "integer": (f"lambda v: None if (n := {call}) is None else int(n)", ', "Int64"'),
            "date": (f"lambda v: date(v, {form!r})" if form else "date", ', "datetime64[us]"'),
            "text": ("text", ""),
            "uncached": ("lambda v: None", ""),
        }.get(how, ("", ""))
        if read:
            code.append(f"for label in {literal(labels)}:\n    convert(label, {read}{dtype})\n")
    code += ["\n".join(dates_code()) + "\n"] if odd else []
    for column in odd:
        code.append(_AS_TEXT.format(label=literal(column.label)) + "\n".join(date_lines(column)) + "\n")
    return "".join(code)


def _reading(profile: TableProfile, column: ColumnProfile) -> tuple[str, str | None]:
    if column.index in profile.uncached_formula_columns and column.type == "empty":
        return "uncached", None
    # only cells that are text have a way of writing a number: a decimal sign, or at least a sign
    form = column.decimal or ((profile.decimal or ".") if column.sign else None)
    if column.index in profile.amount_columns:
        return "amount", form
    if column.type in ("date", "datetime"):
        date = column.date_format or ""
        odd = column.month_language or date == "%d%m" or "%z" in date or "%Z" in date or "%a" in date
        return ("odd date" if odd else "date"), column.date_format
    if column.type in ("integer", "amount"):
        return ("integer" if column.type == "integer" else "typed"), form
    return ("as it is" if column.type in ("boolean", "time", "empty") else "text"), None


def _lines(profile: TableProfile, details: WorkbookDetails) -> str:
    """Which sheet rows are data: known exactly where the whole sheet was read, else told by their shape."""
    first = profile.first_data_line or 0
    if details.last_data_line is not None:
        skipped = f" if i not in {set(details.skipped_lines)!r}" if details.skipped_lines else ""
        return f"lines = [i for i in range({first}, {details.last_data_line + 1}){skipped}]\n"
    tests = [f"sum(v is not None for v in r) >= {max(1, min(2, details.min_width))}"]
    if details.key_column is not None:
        tests.append(f're.search(r"\\d", str(r[{details.key_column}]))')
    else:
        tests.append(f'not re.match(r"{_TOTALS}", next((str(v) for v in r if v is not None), ""))')
    return _BY_SHAPE.format(test=" and ".join(tests), first=first)


def _signed(profile: TableProfile) -> str:
    """A column behind the others with the sign that mark columns or debit and credit give to an amount."""
    summed = [
        column
        if column.index in profile.amount_columns or column.type == "empty"
        else column.model_copy(update={"type": "text"})
        for column in profile.columns
    ]
    lines = signed_lines(profile.model_copy(update={"columns": summed}))
    return "".join(f"{line}\n" for line in lines)


def _checks(profile: TableProfile, details: WorkbookDetails) -> str:
    code = []
    if profile.header_line is not None:
        names = [
            None if c.index in details.header_above or len(c.name) > MAX_LABEL else c.name
            for c in profile.columns
        ]
        labels = [c.label for c in profile.columns]
        expected = f"df.columns[:{len(labels)}]" if names == labels else literal(names)
        code.append(
            'def plain(v):\n    return re.sub(r"_x[0-9A-F]{4}_|\\W|\\.0$", "", str(v or ""))\n'
            f"for name, v in zip({expected}, cells({profile.header_line})):\n"
            "    if name is not None and plain(v) != plain(name):\n"
            '        problems.append(f"the header row has changed: {name!r} is not where it was")\n'
        )
    if details.n_rows is not None:
        code.append(
            f"if sum(any(v is not None for v in cells(i)) for i in lines) < {_filled(profile, details)}:\n"
            f'    problems.append("not all of the {details.n_rows} data rows are there")\n'
        )
    for column in profile.columns:
        name, errors = literal(column.label), details.error_cells.get(column.index, 0)
        if column.index in profile.uncached_formula_columns:
            what = "every value" if column.type == "empty" else "some values"
            code.append(
                f'print("NOTE: no stored results: {what} of column", {name}, "come from formulas that were '
                'never calculated; open the file in Excel and save it")\n'
            )
        elif errors:
            code.append(
                f'print("NOTE: {errors} error cells such as #REF! are left empty in column", {name})\n'
            )
    return "".join(code)


def _filled(profile: TableProfile, details: WorkbookDetails) -> int:
    """Rows that hold a stored value: all, unless a table consists of formulas without results."""
    whole = all(column.index in profile.uncached_formula_columns for column in profile.columns)
    return 0 if whole else details.n_rows or 0
