"""The one routing of private tables. The filter and the patched server call the same `protect`.

Order inside: find the tables; if there are any, close the request first, then decide whether the turn may go
on at all, then hand over files that came inline, then tell the model and the person. Everything that fails
on the way leaves a closed request or stops the turn.
"""

from __future__ import annotations

import logging
from typing import Any

from werkbank.host import files, state
from werkbank.host.private_turn import (
    FLAG,
    TEMPORARY,
    UNSAVED,
    PrivateTableError,
    PrivateTurn,
    language_of,
)
from werkbank.host.recognition import recognise_source
from werkbank.host.survey import Survey, Surveyor
from werkbank.private_tables.loose import as_list
from werkbank.private_tables.mark import read_mark
from werkbank.private_tables.settings import Settings
from werkbank.private_tables.wording import say

log = logging.getLogger(__name__)


async def protect(
    *,
    request: Any,
    body: dict[str, Any],
    metadata: dict[str, Any] | None,
    user: Any,
    model: Any,
    emit: Any,
    call: Any,
    settings: Settings | None = None,
    set_by: str = "hook",
) -> None:
    """Make this turn safe if a private table is in its chat; otherwise leave everything as it is.

    Changes ``body`` and ``metadata`` in place and sets the mark. May be called again after other filters:
    then the routing is restored, and nothing is said or asked twice. Raises PrivateTableError when the turn
    must stop.
    """
    settings = settings or Settings()
    if metadata is None:
        metadata = body.setdefault("metadata", {})
    earlier = read_mark(metadata)
    try:
        survey = await _survey(request, body, metadata, user, model, settings)
    except Exception as error:
        log.exception("a chat's files could not be looked through")
        raise PrivateTableError(say("refuse_unread", language_of(metadata, request, settings))) from error
    if not survey.private and earlier is None:
        return
    turn = PrivateTurn(request, body, metadata, user, model, emit, call, settings, survey, set_by)
    await turn.prepare(earlier)
    if earlier is None:
        await turn.decide()
        await turn.hand_over()
        await turn.tell()


async def is_private(chat_id: str | None, *, messages: list[Any] | None = None) -> bool:
    """Whether a chat is private, for task endpoints and other hooks. An error counts as private."""
    try:
        return await _chat_is_private(chat_id, messages, Settings(), depth=0)
    except Exception:
        log.exception("a chat's privacy could not be told and counts as private")
        return True


async def is_table_upload(name: str | None, mime: str | None, source: Any) -> bool:
    """Whether an upload (a path or bytes) is a private table: by its bytes, by name or MIME type when
    unreadable."""
    seen = await recognise_source(
        source, name=name, mime=mime, extensions=Settings().extension_set, readable=False
    )
    return seen.verdict.private


async def _survey(
    request: Any, body: dict[str, Any], metadata: dict[str, Any], user: Any, model: Any, settings: Settings
) -> Survey:
    async def other_chat(ident: str) -> bool:
        return await _chat_is_private(ident, None, settings, depth=1)

    surveyor = Surveyor(settings, user, other_chat)
    await surveyor.request(body, metadata)
    chat_id = metadata.get("chat_id")
    folder_id = metadata.get("folder_id")
    if isinstance(chat_id, str) and chat_id.startswith(TEMPORARY):
        surveyor.result.sticky |= await state.remembered_private(chat_id)
    elif isinstance(chat_id, str) and chat_id and not chat_id.startswith(UNSAVED):
        chat = await files.stored_chat(chat_id)
        if chat is not None:
            surveyor.result.sticky |= bool(chat.meta.get(FLAG))
            surveyor.result.note_chat = chat.meta.get("type") == "note" and chat.meta.get("internal") is True
            await surveyor.entries(chat.entries)
            folder_id = chat.folder_id or folder_id
    await surveyor.entries(as_list(metadata.get("folder_knowledge")))
    if isinstance(folder_id, str) and folder_id:
        await surveyor.entries(await files.folder_entries(folder_id))
    await surveyor.entries(_model_knowledge(model))
    return surveyor.result


async def _chat_is_private(
    chat_id: str | None, messages: list[Any] | None, settings: Settings, *, depth: int
) -> bool:
    async def other_chat(ident: str) -> bool:
        return depth < 3 and await _chat_is_private(ident, None, settings, depth=depth + 1)

    surveyor = Surveyor(settings, {"role": "admin"}, other_chat)
    if messages:
        await surveyor.request({"messages": messages}, {})
        if surveyor.result.private:
            return True
    if not chat_id:
        return False
    if chat_id.startswith(TEMPORARY):
        return await state.remembered_private(chat_id)
    if chat_id.startswith(UNSAVED):
        return False
    chat = await files.stored_chat(chat_id)
    if chat is None:
        return False
    if chat.meta.get(FLAG):
        return True
    await surveyor.entries(chat.entries)
    return surveyor.result.private


def _model_knowledge(model: Any) -> list[Any]:
    info = model.get("info") if isinstance(model, dict) else None
    meta = info.get("meta") if isinstance(info, dict) else None
    return as_list(meta.get("knowledge")) if isinstance(meta, dict) else []
