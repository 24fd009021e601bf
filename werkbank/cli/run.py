"""`werkbank run`: start the patched Open WebUI with the pack."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def run(
    host: Annotated[str, typer.Option(help="address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="PORT", min=1, max=65535, help="port to listen on")] = 8080,
    data_dir: Annotated[
        Path | None,
        typer.Option(envvar="DATA_DIR", help="folder for database and uploads [default: .werkbank/data]"),
    ] = None,
    model_url: Annotated[
        str | None,
        typer.Option(help="OpenAI-compatible model server; else OPENAI_API_BASE_URL, else the demo model"),
    ] = None,
    demo_model: Annotated[
        bool, typer.Option("--demo-model/--no-demo-model", help="start the demo model when no other is named")
    ] = True,
) -> None:
    """Start everything on this machine and stop it with Ctrl-C.

    Open WebUI's own environment variables pass through and win over the defaults.
    """
    import os

    from rich.console import Console

    from derived_image.environment import default_home
    from werkbank.run import Options, RunError
    from werkbank.run.processes import Stopped
    from werkbank.run.start import run as start

    folder = (data_dir or default_home() / "data").expanduser().resolve()
    console = Console(soft_wrap=True)
    try:
        start(Options(host, port, folder, model_url, demo_model), dict(os.environ), console)
        typer.echo("stopped")
    except RunError as error:
        typer.echo(f"run: {error}", err=True)
        raise typer.Exit(1) from error
    except Stopped as signal:
        typer.echo("stopped")
        raise typer.Exit(130 if str(signal) == "SIGINT" else 143) from None
