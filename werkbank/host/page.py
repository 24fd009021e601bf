"""The chat's code interpreter: is there one, which, and what is put into it and taken out again by
ourselves."""

from __future__ import annotations

import asyncio
import base64
import logging
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from werkbank.host import versions
from werkbank.host.interpreter import sealed
from werkbank.host.port import config, lookup, value_of
from werkbank.private_tables.naming import UPLOADS

log = logging.getLogger(__name__)
_running: set[asyncio.Task[None]] = set()
"""Keeps tasks alive: the event loop holds only weak references."""
_PAGE_KNOWS_THE_CHAT = 1.5
"""Seconds after which a page has learnt the id of the chat that it has just begun."""
_CHUNK = 512 * 1024
"""Characters of base64 per event; the socket's default message limit is 1 MB."""


async def engine() -> str:
    """``pyodide`` or ``jupyter``."""
    found = await config("code_interpreter.engine")
    return str((found or {}).get("code_interpreter.engine") or "pyodide")


async def usable(metadata: dict[str, Any], model: Any, user: Any, call: Any, engine_name: str) -> bool:
    """Whether the model will be offered the interpreter in this turn.

    Open WebUI offers it to browser sessions only, when the server, the model and the user's permissions
    allow it.
    """
    if not metadata.get("session_id") or (engine_name == "pyodide" and call is None):
        return False
    found = await config("code_interpreter.enable", "user.permissions")
    if found is None:
        return True
    if found.get("code_interpreter.enable") is False:
        return False
    meta = ((model.get("info") or {}).get("meta") or {}) if isinstance(model, dict) else {}
    if (meta.get("capabilities") or {}).get("code_interpreter", True) is False:
        return False
    if (meta.get("builtinTools") or {}).get("code_interpreter", True) is False:
        return False
    if value_of(user, "role") == "admin":
        return True
    allowed = lookup("utils.access_control", "has_permission")
    ident = value_of(user, "id")
    if allowed is None or not ident:
        return True
    return bool(await allowed(ident, "features.code_interpreter", found.get("user.permissions")))


def show_again_soon(metadata: dict[str, Any], line: str) -> None:
    """Show a status line once more, in the page only.

    A page that has just begun a chat drops every event until the answer to its request has told it the
    chat's id; the first line of a first turn comes earlier than that.
    """
    task = asyncio.get_running_loop().create_task(_show(dict(metadata), line))
    _running.add(task)
    task.add_done_callback(_running.discard)


async def _show(metadata: dict[str, Any], line: str) -> None:
    emitter = lookup("socket.main", "get_event_emitter")
    if emitter is None:
        return
    try:
        await asyncio.sleep(_PAGE_KNOWS_THE_CHAT)
        emit = await emitter(metadata, update_db=False)
        if emit is not None:
            await emit({"type": "status", "data": {"description": line, "done": True}})
    except Exception:
        log.debug("no page to show the status line in", exc_info=True)


async def run_python(call: Any, metadata: dict[str, Any], code: str) -> str | None:
    """Run our own code in the page's interpreter. None when it went well, otherwise what went wrong."""
    data: dict[str, Any] = {
        "id": str(uuid4()),
        "code": code,
        "session_id": metadata.get("session_id"),
        "files": [],
    }
    if versions.patched():
        data = sealed(data, chat_id=metadata.get("chat_id"))
    answer = await call({"type": "execute:python", "data": data})
    if not isinstance(answer, dict):
        return "no answer"
    problem = answer.get("error") or answer.get("stderr")
    return str(problem).strip().splitlines()[-1][:200] if problem else None


async def send_bytes(call: Any, metadata: dict[str, Any], stored_name: str, content: bytes) -> str | None:
    """Write an inline file into the interpreter's file system, in pieces. None when it went well."""
    data = base64.b64encode(content).decode("ascii")
    path = f"{UPLOADS}/{stored_name}"
    for start in range(0, max(len(data), 1), _CHUNK):
        mode = "wb" if start == 0 else "ab"
        code = (
            "import base64 as _b, os as _o\n"
            f"_o.makedirs({UPLOADS!r}, exist_ok=True)\n"
            f"with open({path!r}, {mode!r}) as _f:\n"
            f"    _f.write(_b.b64decode({data[start : start + _CHUNK]!r}))\n"
            "del _b, _o, _f\n"
        )
        problem = await run_python(call, metadata, code)
        if problem is not None:
            return problem
    return None


def cleanup_code(names: Sequence[str], seconds: float) -> str:
    """Code that removes this chat's files, whatever was written during the turn, and every variable.

    ``seconds`` is the turn's age: the browser's clock need not agree with the server's.
    """
    return (
        "def _werkbank_clean():\n"
        "    import gc, os, time\n"
        f"    names, since = set({list(names)!r}), time.time() - {max(seconds, 0.0) + 10.0!r}\n"
        f"    for root in ({UPLOADS!r}, os.path.expanduser('~'), '/tmp'):\n"
        "        for folder, _, found in os.walk(root):\n"
        "            for name in found:\n"
        "                path = os.path.join(folder, name)\n"
        "                try:\n"
        f"                    own = folder == {UPLOADS!r} and name in names\n"
        "                    if own or os.stat(path).st_mtime >= since:\n"
        "                        os.remove(path)\n"
        "                except OSError:\n"
        "                    pass\n"
        "    space = globals()\n"
        "    for key in [key for key in space if not key.startswith('__')]:\n"
        "        del space[key]\n"
        "    gc.collect()\n"
        "_werkbank_clean()\n"
    )
