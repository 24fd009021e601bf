"""Hooks at the background tasks and announcements: a private chat gets neutral placeholders, no model is
asked."""

from __future__ import annotations

import json
import time
from typing import Any

from werkbank.host.hook_mark import is_private_chat, is_private_request, language_of

TITLE = {"de": "Private Tabelle", "en": "Private table"}
NO_MERGE = {
    "de": "In einem Chat mit einer privaten Tabelle werden Antworten nicht zusammengeführt.",
    "en": "Answers are not merged in a chat with a private table.",
}


async def task_placeholder(kind: str, request: Any, form_data: Any) -> Any:
    """The answer of a background task in a private chat, shaped like a model's, or None for other chats.

    `kind`: title, follow_ups, tags, image_prompt, queries, autocomplete, emoji, moa.
    """
    if not await is_private_request(request, form_data):
        return None
    language = language_of(request)
    contents = {
        "title": json.dumps({"title": TITLE[language]}),
        "follow_ups": json.dumps({"follow_ups": []}),
        "tags": json.dumps({"tags": []}),
        "image_prompt": json.dumps({"prompt": ""}),
        "queries": json.dumps({"queries": []}),
        "autocomplete": json.dumps({"text": ""}),
        "emoji": "",
        "moa": NO_MERGE[language],
    }
    model = form_data.get("model") if isinstance(form_data, dict) else None
    if kind == "moa" and form_data.get("stream"):
        return _stream(model, contents[kind])
    return _completion(model, contents[kind])


async def announcement(
    request: Any, event: Any, subject_type: str | None, subject_id: Any, data: Any, message: str | None
) -> tuple[Any, str | None]:
    """What an event tells webhooks and notifications about a chat: nothing of a private one but that it
    happened. Returns the event's data and message."""
    name = str(getattr(event, "name", event))
    of_chat = subject_type == "chat" or (subject_type is None and name.startswith("chat."))
    told = isinstance(data, dict) and any(data.get(key) for key in ("message", "title", "content"))
    if not of_chat or not told or not await is_private_chat(str(subject_id)):
        return data, message
    title = TITLE[language_of(request)]
    neutral = {"message": "", "content": "", "title": title}
    return {key: neutral.get(key, value) for key, value in data.items()}, title


def _completion(model: Any, content: str) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
    return {"id": "werkbank", "object": "chat.completion", "created": int(time.time()), "model": model or "",
            "choices": [choice]}  # fmt: skip


def _stream(model: Any, content: str) -> Any:
    from starlette.responses import StreamingResponse

    chunk = _completion(model, content)
    chunk["object"] = "chat.completion.chunk"
    chunk["choices"] = [
        {"index": 0, "delta": {"role": "assistant", "content": content}, "finish_reason": "stop"}
    ]
    lines = (f"data: {json.dumps(chunk)}\n\n", "data: [DONE]\n\n")
    return StreamingResponse(iter(lines), media_type="text/event-stream")
