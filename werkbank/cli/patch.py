"""`werkbank patch verify`: is this Open WebUI the patched one, and is it still as it was built?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

patch = typer.Typer(name="patch", help="Tell whether an Open WebUI is the patched one.", no_args_is_help=True)

PATCHED, NOT_PATCHED, UNKNOWN = 0, 1, 2
TOKEN_VARIABLE = "WERKBANK_TOKEN"


@dataclass(frozen=True)
class Verdict:
    """Exit code (0 patched; 1 stock, tampered or another version; 2 cannot be told) and one line that says
    why."""

    code: int
    line: str


@patch.callback()
def _group() -> None:
    """Tell whether an Open WebUI is the patched one."""


@patch.command()
def verify(
    path: Annotated[Path | None, typer.Argument(help="An unpacked tree, or its package open_webui.")] = None,
    url: Annotated[str | None, typer.Option(help="Address of a running server.")] = None,
    token: Annotated[
        str | None, typer.Option(envvar=TOKEN_VARIABLE, help="Token or API key of any user of that server.")
    ] = None,
    frontend: Annotated[
        Path | None, typer.Option(help="Folder of the compiled page, when it is not in the package.")
    ] = None,
) -> None:
    """Exit code 0: patched and unchanged. 1: stock, changed, or another version. 2: cannot be told."""
    if (path is None) == (url is None):
        raise typer.BadParameter("give either a PATH or --url")
    verdict = verify_server(url, token) if url else verify_tree(path or Path(), frontend)
    typer.echo(verdict.line, err=verdict.code != PATCHED)
    raise typer.Exit(verdict.code)


def verify_tree(path: Path, frontend: Path | None = None) -> Verdict:
    """Recompute the hashes of an unpacked tree (`path` holds `open_webui`, or is it) against its manifest.

    `frontend` is by default the folder in the package, or `build` two levels up as in the image.
    """
    from werkbank.host.manifest import MANIFEST, MARKER, Manifest

    package = path / "open_webui" if (path / "open_webui").is_dir() else path
    if not (package / "main.py").is_file():
        return Verdict(UNKNOWN, f"unreachable: {path} holds no Open WebUI")
    found = tree_version(package)
    if not (package / MANIFEST).is_file():
        if any(MARKER in file.read_text("utf-8", "replace") for file in sorted(package.glob("*.py"))):
            return Verdict(NOT_PATCHED, f"tampered: patched files, but {package} has no {MANIFEST}")
        return _without_manifest(found, f"{package} has no {MANIFEST}")
    try:
        manifest = Manifest.read(package)
    except (OSError, ValueError) as error:
        return Verdict(NOT_PATCHED, f"tampered: {error}")
    if frontend is None:
        image = package.parent.parent / "build"
        frontend = package / "frontend" if (package / "frontend").is_dir() else image
    return _judge(manifest.werkbank, manifest.openwebui, found, manifest.check(package, frontend))


def verify_server(url: str, token: str | None) -> Verdict:
    """Ask a running server: its version, and the endpoint that only the patched one has."""
    import httpx

    from werkbank.host.manifest import PATCH_ENDPOINT

    base = url.rstrip("/")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with httpx.Client(timeout=15, follow_redirects=False, trust_env=False) as client:
            version = client.get(f"{base}/api/version")
            found = _json(version).get("version")
            if version.status_code != 200 or not isinstance(found, str):
                return Verdict(UNKNOWN, f"unreachable: {base} does not answer like an Open WebUI")
            answer = client.get(f"{base}{PATCH_ENDPOINT}", headers=headers)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        return Verdict(UNKNOWN, f"unreachable: {base} ({error or type(error).__name__})")
    if answer.status_code in (401, 403):
        hint = "the token was refused" if token else f"give --token or {TOKEN_VARIABLE}"
        return Verdict(UNKNOWN, f"cannot be told: {base} has the endpoint of the patched server, but {hint}")
    state = _json(answer)
    if answer.status_code == 404 or "problems" not in state:
        return _without_manifest(found, f"{base} has no endpoint {PATCH_ENDPOINT}")
    problems = [str(problem) for problem in state["problems"]]
    return _judge(str(state.get("werkbank")), str(state.get("openwebui")), found, problems)


def tree_version(package: Path) -> str:
    """The version of an unpacked tree: from the metadata beside the package, or from package.json of the
    image."""
    for metadata in sorted(package.parent.glob("open_webui-*.dist-info")):
        return metadata.name.removeprefix("open_webui-").removesuffix(".dist-info")
    try:
        text = (package.parent.parent / "package.json").read_text("utf-8")
    except OSError:
        return ""
    found = re.search(r'"version"\s*:\s*"([^"]+)"', text)
    return found.group(1) if found else ""


def supported() -> str:
    """The one release that the patches are made for."""
    return "0.11.0"


def _judge(werkbank: str, openwebui: str, found: str | None, problems: list[str]) -> Verdict:
    if found and openwebui and found != openwebui:
        return Verdict(NOT_PATCHED, f"other version: patched for Open WebUI {openwebui}, but this is {found}")
    if problems:
        more = f" and {len(problems) - 3} more" if len(problems) > 3 else ""
        return Verdict(NOT_PATCHED, f"tampered: {'; '.join(problems[:3])}{more}")
    return Verdict(
        PATCHED, f"patched: Open WebUI {openwebui} by werkbank {werkbank}, every patched file unchanged"
    )


def _without_manifest(found: str | None, why: str) -> Verdict:
    if found and found != supported():
        reason = f"other version: Open WebUI {found}; the patches are for {supported()} only ({why})"
        return Verdict(NOT_PATCHED, reason)
    return Verdict(NOT_PATCHED, f"stock: Open WebUI {found or 'of unknown version'}, not patched ({why})")


def _json(answer: Any) -> dict[str, Any]:
    try:
        data = answer.json()
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}
