"""The `werkbank` command. Each sub-command lives in a module of its own."""

from __future__ import annotations

import contextlib
import io
import sys

import typer

from werkbank.cli.bundle import bundle
from werkbank.cli.install import install
from werkbank.cli.patch import patch
from werkbank.cli.run import run
from werkbank.cli.status import status
from werkbank.cli.table import table

app = typer.Typer(
    name="werkbank",
    help="Tools for Open WebUI that can be trusted.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command()(run)
app.command()(table)
app.add_typer(patch)
app.command()(bundle)
app.command()(install)
app.command()(status)


@app.callback()
def _root() -> None:
    """Tools for Open WebUI that can be trusted."""


def main() -> None:
    """Errors of the surroundings (folders, a full disk) are one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a letter shows its escape
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except OSError as error:
        with contextlib.suppress(OSError):
            print(f"werkbank: {error or type(error).__name__}", file=sys.stderr)
        sys.exit(2)
