"""Hooks at uploads, knowledge and other chats: table files are stored, never read into text or embedded."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from werkbank.host.hook_mark import is_private_chat, language_of

log = logging.getLogger(__name__)

TABLE_FLAG = "werkbank_table"
NO_KNOWLEDGE = {
    "de": "Tabellen werden nur lokal im Code-Interpreter ausgewertet und nicht in Wissen aufgenommen. "
    "Die Datei bitte direkt im Chat anhängen.",
    "en": "Tables are analysed only locally in the code interpreter and are not added to knowledge. "
    "Please attach the file in the chat itself.",
}
OTHER_CHAT = "That chat holds a private table. Its content cannot be read from other chats."


async def keep_table_unread(request: Any, file: Any, form_data: Any) -> dict[str, Any] | None:
    """Finish the processing of a table file without text and embedding: the response, or None for other
    files.

    Raises HTTPException 400 with a readable reason when the file is to be added to a knowledge base.
    """
    if not await is_table_file(file, form_data.content):
        return None
    from fastapi import HTTPException  # type: ignore[import-not-found]
    from open_webui.models.files import Files  # type: ignore[import-not-found]

    done = {"status": "completed", "content": "", TABLE_FLAG: True}
    await Files.update_file_data_by_id(file.id, done)
    if form_data.collection_name:
        raise HTTPException(status_code=400, detail=NO_KNOWLEDGE[language_of(request)])
    return {"status": True, "collection_name": None, "filename": file.filename, "content": ""}


async def is_table_file(file: Any, content: str | None = None) -> bool:
    """Whether a stored file (or the text that is to replace it) is a table. Errors count as yes."""
    from werkbank.host import private_chat

    mime = (file.meta or {}).get("content_type")
    data = file.data or {}
    if data.get(TABLE_FLAG):
        return True
    try:
        for text in (content, None if file.path else data.get("content")):
            if text and await private_chat.is_table_upload(
                file.filename, mime, text.encode("utf-8", "replace")
            ):
                return True
        source = await _local_path(file.path) if file.path else None
        return source is not None and await private_chat.is_table_upload(file.filename, mime, source)
    except Exception:
        log.exception("file %s could not be examined and is kept unread", file.id)
        return True


async def upload_content_type(file_item: Any, content_type: str | None) -> str | None:
    """The MIME type that decides what happens to an upload; a table is never transcribed or skipped as a
    picture."""
    return "text/csv" if await is_table_file(file_item) else content_type


async def refuse_table_text(request: Any, name: str, content: str) -> None:
    """Text that is to be embedded under `name`: raises HTTPException 400 when it is a table."""
    from werkbank.host import private_chat

    if await private_chat.is_table_upload(name, None, content.encode("utf-8", "replace")):
        from fastapi import HTTPException  # type: ignore[import-not-found]

        raise HTTPException(status_code=400, detail=NO_KNOWLEDGE[language_of(request)])


def file_text(file: Any) -> str:
    """The extracted text of a stored file for a tool or for retrieval; none for a table, however it was
    stored."""
    from werkbank.private_tables.entries import named_as_table

    data = file.data or {}
    mime = (getattr(file, "meta", None) or {}).get("content_type")
    if data.get(TABLE_FLAG) or named_as_table(file.filename, mime, _settings().extension_set):
        return ""
    text = data.get("content", "")
    return text if isinstance(text, str) else ""


def without_tables(results: list[Any]) -> list[Any]:
    """Results of the vector store (each `{documents: [[…]], metadatas: [[…]], …}`) without pieces of stored
    tables.

    Nothing of a table is embedded any more; this is for collections from before the patch.
    """
    return [_without_tables(result) for result in results]


def _without_tables(result: Any) -> Any:
    from werkbank.private_tables.entries import named_as_table

    metadatas = (result.get("metadatas") or [None])[0] if isinstance(result, dict) else None
    if not metadatas:
        return result
    extensions = _settings().extension_set
    keep = [
        not (
            isinstance(item, dict)
            and item.get("file_id")
            and named_as_table(item.get("name") or item.get("source"), item.get("content_type"), extensions)
        )
        for item in metadatas
    ]
    if all(keep):
        return result
    return {
        key: [[part for part, kept in zip(value[0], keep, strict=True) if kept]]
        if isinstance(value, list) and value and isinstance(value[0], list) and len(value[0]) == len(keep)
        else value
        for key, value in result.items()
    }


def _settings() -> Any:
    from werkbank.private_tables.settings import Settings

    return Settings.model_validate({})


async def public_chats(chats: list[Any]) -> list[Any]:
    """The chats that other chats may quote."""
    return [chat for chat in chats if not await is_private_chat(chat.id)]


async def public_chat(chat: Any) -> Any:
    """The chat, or None when it is private: for retrieval from an attached chat."""
    return None if chat and await is_private_chat(chat.id) else chat


async def other_chat_refusal(chat: Any) -> str | None:
    """The reason why a tool may not show this chat, or None."""
    return OTHER_CHAT if chat and await is_private_chat(chat.id) else None


async def _local_path(path: str) -> Path:
    import asyncio

    from open_webui.storage.provider import Storage  # type: ignore[import-not-found]

    return Path(await asyncio.to_thread(Storage.get_file, path))
