"""The code that loads one sheet of a workbook and checks itself (contract: :mod:`werkbank.tables.recipe`).

Readers differ by container (:mod:`.recipe_readers`); from ``rows`` on the code is the same for all.
"""

from __future__ import annotations

from .profile import ColumnProfile, TableProfile, WorkbookDetails
from .recipe_readers import reader_code

_IMPORTS = """import datetime as dt, re
from decimal import Decimal
import pandas as pd
"""

_CELLS = """def cells(i):
    r = list(rows[i][{left}:{right}]) if i < len(rows) else []
    return [None if isinstance(v, str) and not v.strip() else v for v in r] + [None] * ({width} - len(r))
"""
_HELPERS = {
    "text": """def text(v):
    return None if v is None else str(int(v)) if isinstance(v, float) and v.is_integer() else str(v)
""",
    "amount": """def amount(v, decimal="."):  # 12.5, '1.234,56 €', '1.234,56-', '(12.50)' -> Decimal; blank -> None
    if hasattr(v, "total_seconds"):
        v = v.total_seconds() / 86400  # an elapsed time, in days
    if isinstance(v, (int, float)):
        return Decimal(f"{v:.15g}")
    if v is None or not re.search(r"\\d", v):
        return None
    s = re.sub(r"[\\s'’]|[.,][-–]+$", "", v)
    m = re.fullmatch(r"\\W*[A-Za-z]{0,4}\\W*(\\d[\\d.,]*)\\W*([A-Za-z]{0,4})\\W*", s)
    n = Decimal(re.sub(f"[^0-9{decimal}]", "", m[1]).replace(decimal, "."))
    return -n if re.search(r"[-−–(]", s) or m[2] in MINUS else n
""",
    "date": """def date(v, format=None):
    if isinstance(v, (int, float)):  # a serial number without date format
        return dt.datetime(1899, 12, 30) + dt.timedelta(days=v)
    return dt.datetime.strptime(v.strip(), format) if isinstance(v, str) and v.strip() else v or None
""",
}

_EXACT = "lines = [i for i in range({first}, {stop}){skip}]\n"
_BY_SHAPE = """def is_data(r):  # blank rows, totals and notes have another shape
    return {test}
lines = [i for i in range({first}, len(rows)) if is_data(cells(i))]
taken = set(lines)
others = [i + 1 for i in range({first}, len(rows)) if i not in taken and any(v is not None for v in rows[i])]
if others:
    print("NOTE: rows left out as totals, headers or notes:", len(others), "sheet rows", others[:10])
"""
_TOTALS = r"(?i)\W*(?:zwischen|end|gesamt|sub)?-?(?:summen?|saldo|total\w*|gesamt\w*|totaal|somme|suma)\b"

_CONVERT = """problems, data, sums = [], {}, {}
for at, (label, kind, form) in enumerate(columns):
    values, bad = [], []
    for i in lines:
        v = cells(i)[at]
        try:
            v = CONVERT[kind](v, form)
        except (TypeError, ValueError, ArithmeticError):
            bad.append(i + 1)
            v = None
        values.append(v)
    if bad:
        problems.append(f"{len(bad)} cells of column {label!r} cannot be read as {kind}, sheet rows {bad[:10]}")
    if label in amounts:
        sums[label] = sum((v for v in values if v is not None), Decimal(0))
        data[label] = pd.Series([None if v is None else float(v) for v in values], dtype="float64")
    else:
        data[label] = pd.Series(values, dtype=DTYPE.get(kind))
df = pd.DataFrame(data)
"""
_END = """print(f"rows: {len(df)}" + "".join(f"; sum {k}: {v}" for k, v in sums.items()))
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
    parts = [
        _IMPORTS,
        f"path = {path!r}\n",
        reader_code(profile, openpyxl=openpyxl),
        _CELLS.format(left=left, right=left + width, width=width),
        _columns(profile),
        _lines(profile, details),
        _CONVERT,
        _checks(profile, details),
        _END,
    ]
    return "".join(parts)


def _kind(profile: TableProfile, column: ColumnProfile) -> tuple[str, str | None]:
    """``(converter, its second argument)`` of one column."""
    if column.index in profile.uncached_formula_columns and column.type == "empty":
        return "never calculated", None
    if column.index in profile.amount_columns or column.type == "amount":
        return "amount", column.decimal
    if column.type in ("date", "datetime"):
        return "date", column.date_format
    if column.type == "integer":
        return "integer", column.decimal
    return ("as it is" if column.type in ("boolean", "time", "empty") else "text"), None


def _columns(profile: TableProfile) -> str:
    kinds = [(column.label, *_kind(profile, column)) for column in profile.columns]
    used = {kind for _, kind, _ in kinds}
    marks = sorted(
        {mark for c in profile.columns if c.sign == "sh_suffix" for mark in c.negative_marks or ["S"]}
    )
    lines = ["columns = [  # label, type, decimal sign or date format\n"]
    lines += [f"    ({label!r}, {kind!r}, {form!r}),\n" for label, kind, form in kinds]
    amounts = [column.label for column in profile.columns if column.index in profile.amount_columns]
    lines += ["]\n", f"amounts = {amounts!r}\n"]
    convert = {"text": "lambda v, _: text(v)"}
    if used & {"amount", "integer"}:
        lines += [f"MINUS = {marks!r}\n", _HELPERS["amount"]]
        convert["amount"] = 'lambda v, form: amount(v, form or ".")'
        convert["integer"] = 'lambda v, form: None if (n := amount(v, form or ".")) is None else int(n)'
    if "date" in used:
        lines.append(_HELPERS["date"])
        convert["date"] = "date"
    convert["as it is"] = "lambda v, _: v"
    if "never calculated" in used:
        convert["never calculated"] = "lambda v, _: None"
    lines.append(_HELPERS["text"])
    body = ", ".join(f"{kind!r}: {code}" for kind, code in convert.items() if kind in used)
    lines.append(f"CONVERT = {{{body}}}\n")
    lines.append('DTYPE = {"date": "datetime64[us]", "integer": "Int64", "text": "object"}\n')
    return "".join(lines)


def _lines(profile: TableProfile, details: WorkbookDetails) -> str:
    first = profile.first_data_line or 0
    if details.last_data_line is not None:
        skip = "{" + ", ".join(map(str, details.skipped_lines)) + "}"
        return _EXACT.format(
            first=first,
            stop=details.last_data_line + 1,
            skip=f" if i not in {skip}" if details.skipped_lines else "",
        )
    least = max(1, min(2, details.min_width))
    tests = [f"sum(v is not None for v in r) >= {least}"]
    if details.key_column is not None:
        tests.append(f're.search(r"\\d", str(r[{details.key_column}]))')
    else:
        tests.append(f'not re.match(r"{_TOTALS}", next((str(v) for v in r if v is not None), ""))')
    return _BY_SHAPE.format(test=" and ".join(tests), first=first)


def _checks(profile: TableProfile, details: WorkbookDetails) -> str:
    code = []
    if profile.header_line is not None:
        names = [None if c.index in details.header_above else c.name for c in profile.columns]
        expected = "[c[0] for c in columns]" if names == [c.label for c in profile.columns] else repr(names)
        code.append(
            f"for name, v in zip({expected}, cells({profile.header_line})):\n"
            f'    if name is not None and re.sub(r"\\W", "", text(v) or "") != re.sub(r"\\W", "", name):\n'
            f'        problems.append(f"the header row has changed: {{name!r}} is not where it was")\n'
        )
    if details.n_rows is not None:
        code.append(
            f"if sum(any(v is not None for v in cells(i)) for i in lines) != {details.n_rows}:\n"
            f'    problems.append("not all of the {details.n_rows} data rows are there")\n'
        )
    for column in profile.columns:
        if column.index in profile.uncached_formula_columns:
            what = "every value" if column.type == "empty" else "some values"
            code.append(
                f'print("NOTE: no stored results:", "{what} of column", {column.label!r}, "come from formulas '
                f'that were never calculated; open the file in Excel and save it")\n'
            )
        elif column.index in details.error_cells:
            code.append(
                f'print("NOTE: column", {column.label!r}, "has error cells such as #REF!:", '
                f'{details.error_cells[column.index]}, "read as empty")\n'
            )
    return "".join(code)
