"""`werkbank status`: what of the pack is on a server, and is it what it should be."""

from __future__ import annotations

import typer

from werkbank.cli.install import Token, Url


def status(url: Url, token: Token) -> None:
    """Compare a server with the pack. Exit code 1 when something is missing, off, changed or broken."""
    from werkbank.bundle.modules import BundleError
    from werkbank.host.api import Api, ApiError
    from werkbank.install.pack import PackError, pack
    from werkbank.install.report import report

    try:
        with Api(url, token) as api:
            lines, good = report(api, pack())
    except (ApiError, PackError, BundleError) as error:
        typer.echo(f"status: {error}", err=True)
        raise typer.Exit(2) from error
    for line in lines:
        typer.echo(line)
    if not good:
        raise typer.Exit(1)
