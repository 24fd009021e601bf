"""After a private turn: nothing of the table stays where another chat, or another model, could find it."""

from __future__ import annotations

import logging
import time
from typing import Any
from weakref import WeakValueDictionary

from werkbank.host import jupyter, page, state, versions
from werkbank.private_tables.mark import INTERPRETER_TOOLS, read_mark

log = logging.getLogger(__name__)
_bodies: WeakValueDictionary[str, Any] = WeakValueDictionary()
"""The sealed request of each running turn by message id, to take the conversation out of it afterwards."""


def turn_started(metadata: dict[str, Any], sealed_body: Any) -> None:
    """Remember what `finish` has to clean; called once the request is closed."""
    message_id, session_id = metadata.get("message_id"), metadata.get("session_id")
    if isinstance(message_id, str) and message_id:
        _bodies[message_id] = sealed_body
    mark = read_mark(metadata)
    if mark and mark["engine"] == "pyodide" and isinstance(session_id, str) and not versions.patched():
        pending = state.store("pending_cleanups")
        pending[session_id] = {
            "chat_id": metadata.get("chat_id"),
            "since": time.time(),
            "names": [str(file.get("path", "")).rpartition("/")[2] for file in mark["files"]],
        }
        while len(pending) > 1000:
            pending.popitem(last=False)


async def clean_leftovers(metadata: dict[str, Any], call: Any) -> None:
    """A private turn of another chat in this page ended without its clean-up (closed, cancelled, failed):
    clean before anything else runs here."""
    session_id = metadata.get("session_id")
    left = state.store("pending_cleanups").get(session_id) if isinstance(session_id, str) else None
    if left is None or left["chat_id"] == metadata.get("chat_id"):
        return
    await _clean_page(metadata, call, str(session_id))


async def finish(*, body: dict[str, Any], metadata: Any, call: Any, emit: Any = None) -> None:
    """Clean the interpreter and, on an unpatched server, keep the background tasks from reading this turn.

    Never raises: the answer is there already, and Open WebUI would only log it.
    """
    mark = read_mark(metadata)
    if mark is None or not isinstance(metadata, dict):
        return
    try:
        if mark["engine"] == "jupyter":
            await jupyter.remove_files(jupyter.folder_for(metadata.get("chat_id")))
        elif not versions.patched():
            await _finish_page(body, metadata, mark, call)
    except Exception:
        log.exception("the interpreter could not be cleaned after a private turn")
    if not versions.patched():
        await _say_again(mark, emit)
        hold_back_tasks(metadata)


async def _say_again(mark: dict[str, Any], emit: Any) -> None:
    """Stock Open WebUI reports 'no sources found' after our line, and the page shows only the newest one."""
    if emit is None or not mark["status"]:
        return
    try:
        await emit({"type": "status", "data": {"description": mark["status"], "done": True}})
    except Exception:
        log.debug("no page to show the status line in", exc_info=True)


async def _finish_page(
    body: dict[str, Any], metadata: dict[str, Any], mark: dict[str, Any], call: Any
) -> None:
    session_id = metadata.get("session_id")
    if not isinstance(session_id, str) or call is None:
        return
    if mark["inline"] or used_interpreter(body):
        await _clean_page(metadata, call, session_id)
    else:
        state.store("pending_cleanups").pop(session_id, None)


async def _clean_page(metadata: dict[str, Any], call: Any, session_id: str) -> None:
    pending = state.store("pending_cleanups")
    left = pending.get(session_id)
    if left is None or call is None:
        return
    code = page.cleanup_code(left["names"], time.time() - left["since"])
    problem = await page.run_python(call, metadata, code)
    if problem is None:
        pending.pop(session_id, None)
    else:
        log.warning("the page's interpreter was not cleaned: %s", problem)


def used_interpreter(body: dict[str, Any]) -> bool:
    """Whether the last answer ran code."""
    messages = body.get("messages")
    last = messages[-1] if isinstance(messages, list) and messages and isinstance(messages[-1], dict) else {}
    output = last.get("output")
    items = [item for item in output if isinstance(item, dict)] if isinstance(output, list) else []
    ran = any(
        item.get("name") in INTERPRETER_TOOLS or item.get("type") == "open_webui:code_interpreter"
        for item in items
    )
    content = last.get("content")
    return ran or (isinstance(content, str) and ("execute_code" in content or "code_interpreter" in content))


def hold_back_tasks(metadata: dict[str, Any]) -> None:
    """Titles, tags and follow-ups are written after the outlet, out of the whole conversation, by a task
    model.

    Open WebUI skips them when it does not find the message any more (saved chats) or when the request has no
    messages (temporary chats). Both are this turn's own objects and used for nothing else after this.
    """
    message_id = metadata.get("message_id")
    body = _bodies.pop(message_id, None) if isinstance(message_id, str) else None
    if body is not None:
        dict.__setitem__(body, "messages", [])
    if message_id is not None:
        metadata["message_id"] = None
