"""The recipe of delimited text: csv.reader for the rows, exact Decimals for the amounts, pandas for the rest.

One path for all files. ``pandas.read_csv`` is faster, but it drops what it cannot place, knows one decimal sign for
the whole file and cannot tell a totals line from a row; every cell is therefore read as text and converted by rules
that count what they could not convert.
"""

from __future__ import annotations

from .profile import ColumnProfile, TableProfile
from .recipe_parts import EMPTY, date_lines, dates_code, names_code, number_code, signed_lines


def text_recipe(profile: TableProfile, path: str) -> str:
    """The code for one file of delimited text; see :mod:`.recipe` for what it leaves behind."""
    amounts = [column for column in profile.columns if column.type == "amount"]
    times = [
        column for column in profile.columns if column.type in ("date", "datetime") and column.date_format
    ]
    whole = [column.label for column in profile.columns if column.type == "integer"]
    lines = [
        "import codecs, csv, re",
        "from decimal import Decimal",
        "import pandas as pd",
        "",
        f"path = {path!r}",
    ]
    lines += names_code([column.label for column in profile.columns])
    lines += _read(profile) + _rows(profile)
    lines += ["sums, exact, signed = {}, {}, {}"]
    if amounts or times:
        lines += EMPTY
    if amounts:
        lines += number_code(profile.decimal) + _amounts(amounts, profile.decimal or ".")
    lines += _wholes(whole)
    if times:
        lines += dates_code() + [line for column in times for line in date_lines(column)]
    lines += signed_lines(profile) + _SAY
    return "\n".join(lines) + "\n"


def _read(profile: TableProfile) -> list[str]:
    encoding, errors = profile.encoding or "utf-8", "replace"
    if encoding == "utf-8":
        encoding = "utf-8-sig"
    lines = []
    if profile.encoding_fallback:
        errors = "other"
        lines = [
            f"# single bytes that are not {profile.encoding} are read as {profile.encoding_fallback}",
            "codecs.register_error('other', lambda e: (e.object[e.start:e.end]"
            f".decode({profile.encoding_fallback!r}, 'replace'), e.end))",
        ]
    options = [f"delimiter={profile.delimiter or chr(30)!r}"]
    if profile.literal_quotes:
        options.append("quoting=csv.QUOTE_NONE")
    elif profile.quotechar not in (None, '"'):
        options.append(f"quotechar={profile.quotechar!r}")
    if profile.escapechar:
        options.append(f"escapechar={profile.escapechar!r}")
    if profile.skip_initial_space:
        options.append("skipinitialspace=True")
    skip = profile.first_data_line or 0
    lines += [
        "csv.field_size_limit(10**9)",
        f"with open(path, encoding={encoding!r}, errors={errors!r}, newline='') as file:",
        "    lines = (line.replace('\\0', '') for line in file)",
    ]
    if skip:
        what = "header and what stands above it" if profile.header_line is not None else "no header line"
        lines.append(f"    for _ in range({skip}): next(lines, None)  # {what}")
    lines += [
        f"    reader = csv.reader(lines, {', '.join(options)})",
        "    records = [(reader.line_num, record) for record in reader]",
        f"    last_line = reader.line_num - {profile.footer_lines}  # lines below the table",
    ]
    return lines


def _rows(profile: TableProfile) -> list[str]:
    width = profile.n_columns
    inside = "[r for n, r in records if n <= last_line and any(c.strip() for c in r)]"
    lines = ["", f"records = {inside}"]
    if profile.wrapped_cells:
        lines.append(
            "records = [[re.sub(r'^=\"(.*)\"$', r'\\1', c.strip()) for c in r] for r in records]  # =\"...\""
        )
    key = profile.key_column
    rule = f"len(r) >= {profile.min_width}" if profile.min_width > 1 else ""
    if key is not None:
        rule = f"{rule} and " if rule else ""
        rule += f"len(r) > {key} and re.search(r'\\d', r[{key}])"
        lines.append(
            f"# a row has a digit in {profile.columns[key].label!r}; totals and repeated headers have not"
        )
    lines += [
        f"rows = [r for r in records{' if ' + rule if rule else ''}]",
        f"df = pd.DataFrame([(r + [''] * {width})[:{width}] for r in rows], columns=names, dtype=object)",
        "problems = []",
        f"wide = sum(any(c.strip() for c in r[{width}:]) for r in rows)",
        "if wide:",
        f"    problems.append(f'{{wide}} rows have more than {width} fields (delimiter inside a text?)')",
    ]
    if profile.quotechar or not profile.literal_quotes:
        lines += [
            "if any(c.count('\\n') > 60 for r in rows for c in r):",
            "    problems.append('a cell has more than 60 lines: a quote is not closed, rows are missing')",
        ]
    return lines


def _amounts(amounts: list[ColumnProfile], decimal: str) -> list[str]:
    own = [column.label for column in amounts if (column.decimal or decimal) == decimal]
    others = [column.label for column in amounts if (column.decimal or decimal) != decimal]
    lines = [
        f"for name in {own + others!r}:",
        "    exact[name] = [number(c) for c in df[name]]",
        "    bad = sum(v is None and c.strip().lower() not in EMPTY for c, v in zip(df[name], exact[name]))",
        "    sums[name] = sum((v for v in exact[name] if v is not None), Decimal(0))",
        "    df[name] = [float('nan') if v is None else float(v) for v in exact[name]]",
        "    if bad or abs(df[name].sum() - float(sums[name])) > 0.005:",
        "        problems.append(f'{bad} cells of {name!r} are no numbers; its sum lacks them')",
    ]
    if others:  # a few files write one column with a comma and another with a point
        lines[1] = (
            f"    exact[name] = [number(c, SHAPES[::-1] if name in {others!r} else SHAPES) for c in df[name]]"
        )
    return lines


def _wholes(labels: list[str]) -> list[str]:
    if not labels:
        return []
    return [
        f"for name in {labels!r}:  # whole numbers; stay text if a single cell is none",
        "    values = pd.to_numeric(df[name].str.strip().replace('', None), errors='coerce')",
        "    if values.notna().sum() == (df[name].str.strip() != '').sum():",
        "        df[name] = values.convert_dtypes()",
    ]


_SAY = [
    "left_out = len(records) - len(rows)",
    "print('; '.join([f'rows: {len(df)}'] + [f'sum {k}: {v}' for k, v in (sums | signed).items()]",
    "                + [f'left out: {left_out} lines that are no rows'] * bool(left_out)))",
    "for problem in problems:",
    "    print('CHECK FAILED:', problem)",
]
