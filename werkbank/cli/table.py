"""`werkbank table FILE`: recognise one table file, show its loading recipe, or check that it loads right."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from werkbank.tables.profile import TableProfile

FINE, NOT_RIGHT, UNREADABLE = 0, 1, 2


def table(
    file: Annotated[
        Path, typer.Argument(help="The table file: CSV, TSV, Excel, ODS or one of their disguises.")
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object, row count and sums included.")
    ] = False,
    recipe: Annotated[
        bool, typer.Option("--recipe", help="Print the pandas code that loads this file.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Load with the recipe and compare with a second count.")
    ] = False,
) -> None:
    """Recognise one table file from its bytes.

    Exit codes: 0 fine, 1 the file is no table or the check failed, 2 wrong usage or a file that cannot be
    read. With --json it is 0 whenever a verdict is printed, refusals included (they are under "rejected").
    """
    if as_json + recipe + check > 1:
        _fail("give one of --json, --recipe and --check")
    from werkbank.tables.recognise import recognise

    try:
        if not file.is_file():
            raise OSError(0, "no such file" if not file.exists() else "not a file")
        profile = recognise(file)
    except OSError as error:
        _fail(f"{file}: {error.strerror or error}")
    if as_json:
        from werkbank.tables.facts import facts

        typer.echo(json.dumps(facts(profile, str(file)), ensure_ascii=False, default=str))
        return
    if profile.rejected:
        typer.echo(
            f"{file.name}: not loaded as a table ({profile.kind}): {profile.rejected}", err=recipe or check
        )
        raise typer.Exit(NOT_RIGHT)
    if recipe:
        from werkbank.tables.recipe import recipe as write

        typer.echo(write(profile, str(file)), nl=False)
    elif check:
        raise typer.Exit(_check(profile, file))
    else:
        _show(profile)


def _fail(message: str) -> None:
    typer.echo(f"werkbank table: {message}", err=True)
    raise typer.Exit(UNREADABLE)


def _say(line: str) -> None:
    """A line that may quote the file: its control characters never reach the terminal."""
    typer.echo(_visible(line))


def _visible(text: str) -> str:
    return "".join(
        char if char.isprintable() or char == " " else char.encode("unicode_escape").decode() for char in text
    )


def _check(profile: TableProfile, file: Path) -> int:
    """Print OK or what differs."""
    from decimal import Decimal

    from werkbank.tables.facts import try_load
    from werkbank.tables.recount import recount

    loaded, problem = try_load(profile, str(file))
    if loaded is None:
        typer.echo(f"CHECK FAILED: {problem}")
        return NOT_RIGHT
    problems = list(loaded.problems)
    how = "the recipe's own checks"
    if profile.kind == "csv":
        how += " and an independent count"
        rows, sums = recount(profile, str(file))
        if rows != loaded.n_rows:
            problems.append(f"{loaded.n_rows} rows loaded, {rows} counted independently")
        problems += [
            f"sum of {profile.columns[int(index)].label!r}: {loaded.amount_sums.get(index)} loaded, "
            f"{total} counted"
            for index, total in sums.items()
            if Decimal(loaded.amount_sums.get(index, "0")) != total
        ]
    for problem in problems:
        _say(f"CHECK FAILED: {problem}")
    if problems:
        return NOT_RIGHT
    totals = "".join(
        f"; sum {profile.columns[int(i)].label}: {total}" for i, total in loaded.amount_sums.items()
    )
    left_out = re.search(r"left out.*", loaded.printed)
    _say(f"OK: {loaded.n_rows} rows{totals} (by {how})" + (f"; {left_out[0]}" if left_out else ""))
    return FINE


def _show(profile: TableProfile) -> None:
    """What was recognised, for a person. Rich writes no colour when the output is piped."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(highlight=False, soft_wrap=False)
    head = Table(box=None, show_header=False, pad_edge=False)
    for name, value in _head(profile):
        head.add_row(name, escape(_visible(value)))
    console.print(head)
    columns = Table(title=f"{profile.n_columns} columns", title_justify="left")
    for name in ("#", "name", "type", "format", "why"):
        columns.add_column(name, overflow="fold")
    for column in profile.columns[:200]:
        how = [column.date_format or ""]
        if column.decimal:
            how.append(
                f"decimal {column.decimal!r}" + (f", thousands {column.thousands!r}" * bool(column.thousands))
            )
        if column.sign and column.sign != "leading":
            how.append(column.sign)
        columns.add_row(
            str(column.index),
            escape(_visible(column.label)),
            column.type,
            escape("; ".join(filter(None, how))),
            escape(_visible(column.why)),
        )
    console.print(columns)
    if len(profile.columns) > 200:
        console.print(f"and {len(profile.columns) - 200} more columns")
    for ambiguity in profile.ambiguities:
        where = "" if ambiguity.column is None else f" of column {profile.columns[ambiguity.column].label!r}"
        console.print(
            escape(
                _visible(
                    f"Not certain: {ambiguity.what}{where} read as {ambiguity.chosen}; "
                    f"also possible: {', '.join(ambiguity.others)} ({ambiguity.why})"
                )
            )
        )


def _head(profile: TableProfile) -> list[tuple[str, str]]:
    header = "none" if profile.header_line is None else f"line {profile.header_line + 1}"
    lines = [
        ("file", f"{profile.name or ''} ({profile.size} bytes)"),
        ("kind", profile.kind),
        ("header", header + (f", {profile.metadata_lines} lines above" if profile.metadata_lines else "")),
        ("below the table", f"{profile.footer_lines} lines" if profile.footer_lines else "nothing"),
        ("confidence", f"{profile.confidence:.2f}"),
    ]
    if profile.kind == "csv":
        written = f"encoding {profile.encoding}{' with BOM' if profile.bom else ''}, line ends {profile.eol}"
        lines.insert(
            2, ("written as", f"{written}, delimiter {profile.delimiter!r}, quote {profile.quotechar!r}")
        )
    if profile.sheet is not None:
        lines.insert(2, ("sheet", profile.sheet))
    return lines
