"""`werkbank install`: put the pack into a running Open WebUI."""

from __future__ import annotations

from typing import Annotated

import typer

Url = Annotated[str, typer.Option(help="address of the Open WebUI, e.g. http://localhost:8080")]
Token = Annotated[str, typer.Option(envvar="WERKBANK_TOKEN", help="an administrator's API key or token")]


def install(
    url: Url,
    token: Token,
    make_global: Annotated[
        bool, typer.Option("--global/--no-global", help="let filters run in every chat")
    ] = True,
    model: Annotated[
        str | None,
        typer.Option(
            help="also make a workspace model of this base model with the interpreter as its only tool"
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="only print what would be done")] = False,
    untested: Annotated[
        bool, typer.Option("--untested", help="go on although this version of Open WebUI is not tested")
    ] = False,
) -> None:
    """Create or update the pack's functions, keep their settings, switch them on. All or nothing."""
    from werkbank.bundle.modules import BundleError
    from werkbank.host.api import Api, ApiError
    from werkbank.install.installer import carry_out, make_plan
    from werkbank.install.pack import PackError, pack

    try:
        with Api(url, token) as api:
            plan = make_plan(api, pack(), make_global=make_global, base_model=model, force=untested)
            typer.echo(f"{api.url}: Open WebUI {plan.version}, signed in as {plan.account}")
            if not plan.lines:
                typer.echo("nothing to do: everything is installed and the same")
                return
            for line in plan.lines:
                typer.echo(f"plan: {line}")
            if not dry_run:
                carry_out(api, plan, typer.echo)
    except (ApiError, PackError, BundleError) as error:
        typer.echo(f"install: {error}", err=True)
        raise typer.Exit(1) from error
