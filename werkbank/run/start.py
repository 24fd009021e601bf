"""The whole way from nothing to a running server, and back."""

from __future__ import annotations

import errno
import socket
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import httpx
from rich.console import Console

from werkbank.demo_model import MODEL_NAME
from werkbank.host.api import Api, ApiError
from werkbank.run import Options, RunError, checks
from werkbank.run.account import Account, first_account, token
from werkbank.run.connections import DEMO_KEY, connect
from werkbank.run.folder import DataFolder
from werkbank.run.processes import Child, Children, Stopped, stop_on_signals
from werkbank.run.progress import Progress
from werkbank.run.settings import server_environment

ROOT = Path(__file__).resolve().parent.parent.parent
_SECONDS_TO_START = 300.0


def run(options: Options, environment: Mapping[str, str], console: Console) -> None:
    """Start everything, say where it is, wait; returns when a signal ends it.

    Raises RunError, and Stopped when the signal came before everything was up.
    """
    with stop_on_signals():
        try:
            _run(options, environment, console)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise RunError(f"the disk is full: {error.filename or options.data_dir}") from error
            raise


def _run(options: Options, environment: Mapping[str, str], console: Console) -> None:
    from derived_image.environment import EnvironmentProblemError, default_home, ensure
    from derived_image.tree import ensure_tree
    from patches.engine import PatchError

    checks.fitting_python()
    checks.free_port(options.host, options.port)
    urls, keys = given_models(options, environment)
    for url, key in zip(urls, keys, strict=True):
        checks.model_server(url, key)
    home = default_home()
    checks.disk_space(home, options.data_dir, first=not (home / "env-0.11.0").is_dir())
    with DataFolder(options.data_dir) as folder, Children() as children:
        with Progress(console) as progress:
            try:
                made = ensure(home=home, progress=progress)
                tree = ensure_tree(wheel=made.wheel, home=home, progress=progress)
            except (EnvironmentProblemError, PatchError) as error:
                raise RunError(str(error)) from error
            demo = options.demo_model and not urls and not _has_ollama(environment)
            if demo:
                progress("starting the demo model")
                urls, keys = [start_demo_model(children, folder, environment)], [DEMO_KEY]
            progress("starting Open WebUI")
            account = first_account(folder, environment)
            key = environment.get("WEBUI_SECRET_KEY") or folder.signing_key()
            server = children.start(
                "Open WebUI",
                [str(made.python), "-m", "uvicorn", "open_webui.main:app"]
                + ["--host", options.host, "--port", str(options.port)]
                + ["--forwarded-allow-ips", environment.get("FORWARDED_ALLOW_IPS", "127.0.0.1")],
                env=server_environment(
                    environment,
                    options,
                    tree=tree,
                    key=key,
                    account=(account.email, account.password) if account.password else None,
                    model_urls=urls,
                    model_keys=keys,
                ),
                log=folder.log("server"),
                cwd=folder.path,
            )
            wait_until_up(options.address, server)
            progress("installing the pack")
            note = install_pack(options.address, account, folder, key, urls, keys)
        _tell(console, options, account, folder, urls, demo=demo, note=note)
        try:
            while (ended := children.ended()) is None:
                time.sleep(0.5)
        except Stopped:
            return  # what Ctrl-C is there for
        raise RunError(f"{ended.name} has ended by itself: {ended.last_words()} (log: {ended.log})")


def given_models(options: Options, environment: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Addresses and keys of the model servers that the person named, by option or Open WebUI's variables."""
    several = environment.get("OPENAI_API_BASE_URLS") or environment.get("OPENAI_API_BASE_URL") or ""
    urls = [options.model_url] if options.model_url else [url for url in several.split(";") if url.strip()]
    given = environment.get("OPENAI_API_KEYS") or environment.get("OPENAI_API_KEY") or ""
    keys = given.split(";") if given else []
    return [url.strip().rstrip("/") for url in urls], (keys + [""] * len(urls))[: len(urls)]


def _has_ollama(environment: Mapping[str, str]) -> bool:
    return bool(environment.get("OLLAMA_BASE_URL") or environment.get("OLLAMA_BASE_URLS"))


def start_demo_model(children: Children, folder: DataFolder, environment: Mapping[str, str]) -> str:
    """Start it, if possible on the port of the last start, and return its address."""
    port = _demo_port(folder.own / "demo-port")
    command = [sys.executable, "-m", "werkbank.demo_model.server", str(port)]
    env = {name: value for name, value in environment.items() if name != "PYTHONPATH"}
    child = children.start("the demo model", command, env=env, log=folder.log("demo-model"), cwd=ROOT)
    url = f"http://127.0.0.1:{port}"
    _wait(f"{url}/v1/models", child, 60)
    return f"{url}/v1"


def _demo_port(file: Path) -> int:
    known = file.read_text("ascii").strip() if file.is_file() else ""
    for wanted in (int(known) if known.isdigit() else 0, 0):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", wanted))
            except OSError:
                continue
            port = int(probe.getsockname()[1])
        file.write_text(f"{port}\n", "ascii")
        return port
    raise RunError("no free port for the demo model")


def wait_until_up(address: str, server: Child) -> None:
    _wait(f"{address}/health", server, _SECONDS_TO_START)


def _wait(url: str, child: Child, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if child.code is not None:
            raise RunError(f"{child.name} stopped at its start: {child.last_words()} (log: {child.log})")
        try:
            if httpx.get(url, timeout=2, trust_env=False).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.1)
    raise RunError(f"{child.name} did not answer within {seconds:.0f} s (log: {child.log})")


def install_pack(
    address: str, account: Account, folder: DataFolder, key: str, urls: list[str], keys: list[str]
) -> str | None:
    """Functions and connections. Returns a line for the person when that was not possible."""
    from werkbank.bundle.modules import BundleError
    from werkbank.install.installer import carry_out, make_plan
    from werkbank.install.pack import PackError, pack

    signed = token(address, account, database=folder.database, key=key)
    if signed is None:
        return "the filter was not installed: no administrator yet. Later: werkbank install --url … --token …"
    try:
        with Api(address, signed) as api:
            connect(api, urls, keys)
            carry_out(api, make_plan(api, pack(), make_global=True), lambda _: None)
    except (ApiError, PackError, BundleError) as error:
        raise RunError(f"the pack could not be installed: {error}") from error
    return None


def _tell(
    console: Console,
    options: Options,
    account: Account,
    folder: DataFolder,
    urls: list[str],
    *,
    demo: bool,
    note: str | None,
) -> None:
    lines = ["", f"Open WebUI 0.11.0 with Werkbank: {options.address}"]
    if account.password and account.fresh:
        lines += [f"  sign in   {account.email}", f"  password  {account.password}"]
        lines += [f"            (shown once, kept in {folder.password_file}; change it in the settings)"]
    elif account.email:
        where = f" (first password: {folder.password_file})" if account.password else ""
        lines.append(f"  sign in   {account.email}{where}")
    else:
        lines.append("  sign in   with your account")
    if demo:
        lines.append(f"  model     {MODEL_NAME}")
        lines.append("            your own: OPENAI_API_BASE_URL=http://localhost:11434/v1 make run")
    else:
        lines.append(
            f"  model     {', '.join(urls) or 'none yet: add one under Admin Panel, Settings, Connections'}"
        )
    lines += [
        f"  data      {folder.path}",
        *([f"  note      {note}"] if note else []),
        "Ctrl-C stops everything.",
    ]
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    sys.stdout.flush()
