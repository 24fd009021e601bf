"""Reading the mark of a private turn, and finding out which chat a request belongs to.

The mark is `metadata["werkbank"]`, set by `private_chat.protect`. Whether a chat is private without a turn
at hand is answered by `private_chat.is_private`.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

INTERPRETER = "execute_code"


def private_mark(metadata: Any) -> dict[str, Any] | None:
    """The mark of a private turn, or None. A broken mark counts as private with the interpreter alone."""
    if not isinstance(metadata, dict) or "werkbank" not in metadata:
        return None
    mark = metadata["werkbank"]
    if not isinstance(mark, dict) or "private" not in mark:
        return {"private": True, "tools": [INTERPRETER], "files": [], "language": "en"}
    return mark if mark["private"] else None


def is_private(metadata: Any) -> bool:
    """Whether this very turn carries the mark."""
    return private_mark(metadata) is not None


def allow_list(mark: dict[str, Any]) -> list[str]:
    """Names of the tools that a private turn may use; a broken list means the interpreter alone."""
    tools = mark.get("tools", [INTERPRETER])
    return (
        [name for name in tools if isinstance(name, str)]
        if isinstance(tools, list | tuple)
        else [INTERPRETER]
    )


async def is_private_chat(chat_id: str | None, messages: list[Any] | None = None) -> bool:
    """Whether the chat is private, by what is stored and by these messages' file entries."""
    from werkbank.host import private_chat

    return await private_chat.is_private(chat_id, messages=messages)


async def is_private_request(request: Any, body: Any) -> bool:
    """Whether a request beside a turn (task, pipeline, run button) belongs to a private chat.

    Looks at the mark in its metadata, at its chat id, files and messages, and, where the page sends no chat
    id, at the page the request comes from. A temporary chat has no id in its address: there only its
    messages tell, and a request without messages counts as private.
    """
    body = body if isinstance(body, dict) else {}
    state = getattr(request, "state", None)
    metadata = body.get("metadata") if isinstance(body.get("metadata"), dict) else {}
    if is_private(metadata) or is_private(getattr(state, "metadata", None)):
        return True
    chat_id = body.get("chat_id") or metadata.get("chat_id")
    messages = [item for item in body.get("messages") or [] if isinstance(item, dict)]
    files = body.get("files") or metadata.get("files") or []
    files = [*files, *await _knowledge(request, body.get("model"), chat_id)]
    if files:
        messages = [*messages, {"role": "user", "files": files}]
    page_chat, temporary = chat_of_page(request)
    if chat_id or page_chat or messages:
        return await is_private_chat(chat_id or page_chat, messages or None)
    return temporary


async def _knowledge(request: Any, model_id: Any, chat_id: Any) -> list[Any]:
    """File entries of the model's and the folder's knowledge.

    The first title is asked for at the same time as the first answer, before the turn has marked its chat.
    """
    from werkbank.host import files

    models = getattr(getattr(getattr(request, "app", None), "state", None), "MODELS", None) or {}
    model = models.get(model_id) or {}
    found = list(((model.get("info") or {}).get("meta") or {}).get("knowledge") or [])
    chat = await files.stored_chat(chat_id) if isinstance(chat_id, str) and chat_id else None
    if chat is not None and chat.folder_id:
        found += await files.folder_entries(chat.folder_id)
    return found


def chat_of_page(request: Any) -> tuple[str | None, bool]:
    """Chat id in the address of the page that sent the request, and whether that page is a temporary chat."""
    headers = getattr(request, "headers", None)
    referer = urlsplit((headers.get("referer") if headers is not None else None) or "")
    found = re.search(r"/c/([^/?#]+)", referer.path)
    temporary = parse_qs(referer.query).get("temporary-chat", [""])[0] == "true"
    return (found.group(1) if found else None), temporary and found is None


def language_of(request: Any, metadata: Any = None) -> str:
    """'de' or 'en': what the mark says, else the page's language, else the browser's."""
    from werkbank.host import private_chat
    from werkbank.private_tables.settings import Settings

    stated = getattr(getattr(request, "state", None), "metadata", None)
    metadata = metadata if isinstance(metadata, dict) else stated if isinstance(stated, dict) else {}
    mark = private_mark(metadata)
    if mark and mark.get("language") in ("de", "en"):
        return str(mark["language"])
    return private_chat.language_of(metadata, request, Settings.model_validate({}))
