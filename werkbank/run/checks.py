"""What must be true before anything long begins. Each check raises RunError with one line."""

from __future__ import annotations

import errno
import shutil
import socket
import sys
from pathlib import Path

import httpx

from werkbank.run import RunError

FIRST_START_BYTES = 3_000_000_000
"""Environment 1.3 GB, its package cache, the release's wheel and an unpacked tree."""
LATER_START_BYTES = 150_000_000


def fitting_python() -> None:
    if sys.version_info[:2] not in ((3, 11), (3, 12)):
        version = ".".join(map(str, sys.version_info[:3]))
        raise RunError(
            f"Open WebUI 0.11.0 needs Python 3.11 or 3.12, this is {version}: make PYTHON=python3.11 run"
        )


def free_port(host: str, port: int) -> None:
    """Whether the server will be able to listen there."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise RunError(f"there is no address '{host}': {error.strerror}") from error
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise RunError(
                    f"port {port} on {host} is in use; choose another: werkbank run --port {port + 1}"
                ) from error
            raise RunError(f"port {port} on {host} cannot be used: {error.strerror}") from error


def disk_space(home: Path, data: Path, *, first: bool) -> None:
    """Room for what is going to be written. `first`: the environment is still to be made."""
    for path, needed in (
        (home, FIRST_START_BYTES if first else LATER_START_BYTES),
        (data, LATER_START_BYTES),
    ):
        there = next((folder for folder in (path, *path.parents) if folder.exists()), Path("/"))
        free = shutil.disk_usage(there).free
        if free < needed:
            raise RunError(
                f"not enough disk space for {path}: {free / 1e9:.1f} GB free, {needed / 1e9:.1f} GB needed"
            )


def model_server(url: str, key: str | None) -> None:
    """Whether an OpenAI-compatible server answers at `url`."""
    if not url.startswith(("http://", "https://")):
        raise RunError(f"the model server's address '{url}' must start with http:// or https://")
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        answer = httpx.get(f"{url.rstrip('/')}/models", headers=headers, timeout=15)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise RunError(
            f"the model server {url} cannot be reached: {error or type(error).__name__}"
        ) from error
    if answer.status_code in (401, 403):
        raise RunError(f"the model server {url} refuses the key ({answer.status_code}): set OPENAI_API_KEY")
    if answer.status_code >= 400:
        raise RunError(
            f"{url}/models answers {answer.status_code}: is it OpenAI-compatible (often ending in /v1)?"
        )
