"""`werkbank bundle`: one readable file per filter, pipe and tool."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def bundle(
    out: Annotated[Path, typer.Option(help="folder for the files")] = Path("dist"),
    check: Annotated[bool, typer.Option("--check", help="write nothing, fail on differences")] = False,
) -> None:
    """Make the single files that any Open WebUI can load, the same bytes every time."""
    from werkbank.bundle.assemble import bundle as make
    from werkbank.bundle.assemble import entries
    from werkbank.bundle.modules import BundleError

    different = 0
    try:
        texts = {path.name: make(path) for path in entries()}
    except BundleError as error:
        typer.echo(f"cannot bundle: {error}", err=True)
        raise typer.Exit(1) from error
    for name, text in texts.items():
        target = out / name
        same = target.is_file() and target.read_bytes() == text.encode()
        if check:
            different += not same
            typer.echo(f"{'same' if same else 'DIFFERENT' if target.is_file() else 'MISSING'}  {target}")
            continue
        if not same:
            out.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode())
        typer.echo(f"{target}  {text.count(chr(10))} lines")
    if different:
        raise typer.Exit(1)
