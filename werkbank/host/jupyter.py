"""Put a chat's tables beside the Jupyter kernel and take them away again.

Open WebUI's Jupyter engine sends only code. The contents API of the same server takes files: they lie in a
folder of this chat below the server's root, which is also the working folder of new kernels.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from werkbank.host import files
from werkbank.host.port import config
from werkbank.private_tables.naming import Placed

log = logging.getLogger(__name__)
ROOT = "werkbank-private"
_STALE = timedelta(hours=6)
_MAX_BYTES = 256 * 1024 * 1024
_KEYS = ("url", "auth", "auth_token", "auth_password")


class JupyterError(Exception):
    """The Jupyter server did not do what it was asked; the text says what."""


def folder_for(chat_id: Any) -> str:
    """The chat's own folder, relative to the kernel. The id itself is not shown to the server."""
    ident = chat_id if isinstance(chat_id, str) and chat_id else "no-chat"
    return f"{ROOT}/{hashlib.sha256(ident.encode()).hexdigest()[:24]}"


async def put_files(placed: Sequence[Placed], inline: dict[str | None, bytes], user: Any) -> None:
    """Replace the chat's folder by exactly these files. Raises JupyterError; then nothing is left behind."""
    if not placed:
        return
    folder = placed[0].folder
    async with await _connect() as client:
        await _remove_stale(client)
        await _remove(client, folder)
        for directory in (ROOT, folder):
            await _send(client, "PUT", directory, {"type": "directory"})
        try:
            for file in placed:
                data = await _bytes(file, inline, user)
                if data is not None:
                    content = {"type": "file", "format": "base64", "content": base64.b64encode(data).decode()}
                    await _send(client, "PUT", file.path, content)
        except BaseException:
            await _remove(client, folder)
            raise


async def remove_files(folder: str) -> None:
    """Take the chat's folder away; a folder that is gone already is fine."""
    async with await _connect() as client:
        await _remove(client, folder)


async def _bytes(file: Placed, inline: dict[str | None, bytes], user: Any) -> bytes | None:
    if file.id in inline:
        return inline[file.id]
    row = await files.stored_file(file.id, user) if file.id else None
    path = await row.local_path() if row is not None else None
    if path is None:
        return None
    if path.stat().st_size > _MAX_BYTES:
        raise JupyterError(f"larger than {_MAX_BYTES // 1024 // 1024} MB")
    return await asyncio.to_thread(path.read_bytes)


async def _connect() -> httpx.AsyncClient:
    """A client signed in the way Open WebUI signs in: token, password, or nothing."""
    found = await config(*(f"code_interpreter.jupyter.{key}" for key in _KEYS)) or {}
    url, auth, token, password = (found.get(f"code_interpreter.jupyter.{key}") or "" for key in _KEYS)
    if not url:
        raise JupyterError("no Jupyter address is set")
    client = httpx.AsyncClient(base_url=url.rstrip("/") + "/", timeout=60, trust_env=False)
    if auth == "token" and token:
        client.headers["Authorization"] = f"token {token}"
    elif auth == "password" and password:
        try:
            await client.get("login")
            xsrf = client.cookies.get("_xsrf") or ""
            await client.post("login", data={"_xsrf": xsrf, "password": password})
            client.headers["X-XSRFToken"] = client.cookies.get("_xsrf") or xsrf
        except httpx.HTTPError as error:
            await client.aclose()
            raise JupyterError(f"{type(error).__name__} at sign-in") from error
    return client


async def _send(client: httpx.AsyncClient, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    address = "api/contents/" + "/".join(_quote(part) for part in path.split("/"))
    try:
        response = await client.request(method, address, json=body)
    except httpx.HTTPError as error:
        raise JupyterError(f"{type(error).__name__}: the Jupyter server does not answer") from error
    if response.status_code == 404 and method in {"GET", "DELETE"}:
        return None
    if response.status_code >= 400:
        raise JupyterError(f"the Jupyter server answered {response.status_code}")
    return response.json() if response.content else None


async def _remove(client: httpx.AsyncClient, folder: str) -> None:
    """Contents first: many Jupyter servers refuse to delete a folder that is not empty."""
    listing = await _send(client, "GET", folder)
    for item in (listing or {}).get("content") or []:
        path = str(item.get("path") or "")
        if item.get("type") == "directory":
            await _remove(client, path)
        elif path:
            await _send(client, "DELETE", path)
    if listing is not None:
        await _send(client, "DELETE", folder)


async def _remove_stale(client: httpx.AsyncClient) -> None:
    """Folders of turns that died and whose chat was never used again."""
    listing = await _send(client, "GET", ROOT)
    for item in (listing or {}).get("content") or []:
        try:
            changed = datetime.fromisoformat(str(item.get("last_modified")))
        except ValueError:
            continue
        if datetime.now(UTC) - changed > _STALE:
            await _remove(client, str(item.get("path")))


def _quote(part: str) -> str:
    from urllib.parse import quote

    return quote(part, safe="")
