"""The chat's code interpreter: is there one, which, and what is put into it and taken out again by
ourselves."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from werkbank.host import versions
from werkbank.host.interpreter import sealed
from werkbank.host.port import config, lookup, value_of
from werkbank.private_tables.naming import UPLOADS

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
