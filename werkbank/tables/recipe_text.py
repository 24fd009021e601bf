"""The recipe of delimited text: csv.reader for the rows, exact Decimals for the amounts, pandas for the rest.

One path for all files. ``pandas.read_csv`` is faster, but it drops what it cannot place, knows one decimal
sign for the whole file and cannot tell a totals line from a row; every cell is therefore read as text and
converted by rules that count what they could not convert.
"""

from __future__ import annotations

from .literal import literal
from .profile import ColumnProfile, TableProfile
from .recipe_parts import EMPTY, date_lines, dates_code, names_code, number_code, signed_lines


def text_recipe(profile: TableProfile, path: str) -> str:
    """The code for one file of delimited text; see :mod:`.recipe` for what it leaves behind."""
    amounts = [column for column in profile.columns if column.type == "amount"]
    times = [
        column for column in profile.columns if column.type in ("date", "datetime") and column.date_format
    ]
    whole = [column.label for column in profile.columns if column.type == "integer"]
    codecs = "codecs, " * bool(profile.encoding_fallback)
    lines = [f"import {codecs}csv, re", "from decimal import Decimal", "from itertools import islice"]
    lines += ["import pandas as pd", "", f"path = {literal(path)}"]
    lines += names_code([column.label for column in profile.columns])
    lines += _read(profile) + _rows(profile)
    if amounts or times:
        lines.append(EMPTY)
    if amounts:
        lines += number_code(profile.decimal) + _amounts(amounts, profile.decimal or ".")
    lines += _wholes(whole)
    if times:
        lines += dates_code() + [line for column in times for line in date_lines(column)]
    lines += signed_lines(profile) + _SAY
    return "\n".join(lines) + "\n"


def _read(profile: TableProfile) -> list[str]:
    encoding, errors = profile.encoding or "utf-8", "replace"
    lines = []
    if profile.encoding_fallback:
        errors, other = "other", repr(profile.encoding_fallback)
        lines = [
            f"# bytes that are not {encoding} are read as {profile.encoding_fallback}",
            f"codecs.register_error('other', lambda e: (e.object[e.start:e.end].decode({other}, "
            f"'replace'), e.end))",
        ]
    options = [f"delimiter={literal(profile.delimiter or chr(30))}"]
    if profile.literal_quotes:
        options.append("quoting=csv.QUOTE_NONE")
    elif profile.quotechar not in (None, '"'):
        options.append(f"quotechar={literal(profile.quotechar)}")
    if profile.escapechar:
        options.append(f"escapechar={literal(profile.escapechar)}")
    if profile.skip_initial_space:
        options.append("skipinitialspace=True")
    what = "header" if profile.header_line is not None else "no header"
    if profile.metadata_lines:
        what += f", {profile.metadata_lines} lines above the table"
    codec = "utf-8-sig" if encoding == "utf-8" else encoding
    skip = profile.first_data_line or 0
    filled = "any(map(str.strip, r))"
    # the end is known only after the last line: line numbers are kept when lines below are to be left out
    kept, only = ("(reader.line_num, r)", "") if profile.footer_lines else ("r", f" if {filled}")
    return [
        *lines,
        "csv.field_size_limit(10**9)",
        f"with open(path, encoding={codec!r}, errors={errors!r}, newline='') as file:",
        f"    lines = (line.replace('\\0', '') for line in islice(file, {skip}, None))  # {what}",
        f"    reader = csv.reader(lines, {', '.join(options)})",
        f"    records = [{kept} for r in reader{only}]",
    ]


def _rows(profile: TableProfile) -> list[str]:
    width, key = profile.n_columns, profile.key_column
    lines, below = [], profile.footer_lines
    if below:
        lines.append(
            f"records = [r for n, r in records if n <= reader.line_num - {below} and any(map(str.strip, r))]"
            f"  # {below} lines below the table"
        )
    if profile.wrapped_cells:
        cell = "re.sub(r'^=\"(.*)\"$', r'\\1', c.strip())"
        lines.append(f'records = [[{cell} for c in r] for r in records]  # ="..."')
    rules = []
    least = max(profile.min_width, 0 if key is None else key + 1)
    if least > 1:
        rules.append(f"len(r) >= {least}")
    if key is not None:
        rules.append(f"is_row(r[{key}])")
        lines.append(
            f"is_row = re.compile({profile.key_pattern!r}).match  # totals and repeated headers have no "
            f"number there"
        )
    lines += [
        f"rows = [r for r in records{' if ' * bool(rules)}{' and '.join(rules)}]",
        f"df = pd.DataFrame([r if len(r) == {width} else (r + [''] * {width})[:{width}] for r in rows], "
        "columns=names, dtype=object)",
        "problems, sums, exact, signed = [], {}, {}, {}",
        "def check(count, what):",
        "    if count: problems.append(f'{count} {what}')",
        f"check(sum(any(map(str.strip, r[{width}:])) for r in rows), 'rows have more than {width} fields')",
    ]
    if not profile.literal_quotes:
        lines.append(
            "check(sum(c.count('\\n') > 60 for r in rows for c in r), 'cells of over 60 lines: a quote is "
            "not closed')"
        )
    return lines


def _amounts(amounts: list[ColumnProfile], decimal: str) -> list[str]:
    own = [column.label for column in amounts if (column.decimal or decimal) == decimal]
    others = [column.label for column in amounts if (column.decimal or decimal) != decimal]
    # a few files write one column with a comma and another with a point
    call = f"number(c, SHAPES[::-1] if name in {literal(others)} else SHAPES)" if others else "number(c)"
    return [
        f"for name in {literal(own + others)}:",
        f"    exact[name] = [{call} for c in df[name]]",
        "    bad = sum(v is None and c.strip().lower() not in EMPTY for c, v in zip(df[name], exact[name]))",
        "    check(bad, f'cells of {name!r} are no numbers; its sum lacks them')",
        "    sums[name] = sum((v for v in exact[name] if v is not None), Decimal(0))",
        "    df[name] = [float('nan') if v is None else float(v) for v in exact[name]]",
    ]


def _wholes(labels: list[str]) -> list[str]:
    if not labels:
        return []
    return [
        f"for name in {literal(labels)}:  # whole numbers; stay text if a single cell is none",
        "    values = pd.to_numeric(df[name].str.strip().replace('', None), errors='coerce')",
        "    if values.notna().sum() == (df[name].str.strip() != '').sum(): df[name] = "
        "values.convert_dtypes()",
    ]


_SAY = [
    "print('; '.join([f'rows: {len(df)}'] + [f'sum {k}: {v}' for k, v in (sums | signed).items()]",
    "    + ([f'left out: {len(records) - len(rows)} lines that are no rows'] if len(records) > len(rows) "
    "else [])))",
    "for problem in problems: print('CHECK FAILED:', problem)",
]
