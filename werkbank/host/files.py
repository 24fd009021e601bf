"""Stored files, knowledge and chat histories of Open WebUI, read for recognition.

The model helpers are async since 0.9.0. Every function answers None or an empty list for what is not there,
and raises for what cannot be read: the caller counts both as private.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from werkbank.host.port import lookup, user_model, value_of
from werkbank.private_tables.loose import as_list


@dataclass(frozen=True)
class StoredFile:
    """A row of Open WebUI's file table. ``path`` is a storage address, not always a local path."""

    id: str
    name: str
    mime: str | None
    size: int | None
    created: float
    path: str | None
    user_id: str | None
    version: str

    async def local_path(self) -> Path | None:
        """The bytes on this machine (remote storages download them into Open WebUI's own upload folder)."""
        storage = lookup("storage.provider", "Storage")
        if storage is None or not self.path:
            return None
        found = Path(await asyncio.to_thread(storage.get_file, self.path))
        return found if found.is_file() else None


def has_store() -> bool:
    """Whether there is an Open WebUI to look files up in."""
    return lookup("models.files", "Files") is not None


async def stored_file(ident: str, user: Any) -> StoredFile | None:
    """The file, if it exists and this user may read it."""
    files = lookup("models.files", "Files")
    if files is None:
        return None
    row = await files.get_file_by_id(ident)
    if row is None or not await _may_read(row, user):
        return None
    return _stored(row)


async def knowledge_files(ident: str) -> list[StoredFile]:
    """All files of a knowledge collection. Access is not checked: only names and kinds are looked at, and
    the page fetches bytes with the user's own rights."""
    knowledges = lookup("models.knowledge", "Knowledges")
    if knowledges is None:
        return []
    return [_stored(row) for row in await knowledges.get_files_by_id(ident)]


async def folder_entries(ident: str) -> list[Any]:
    """The file entries of a folder."""
    folders = lookup("models.folders", "Folders")
    folder = await folders.get_folder_by_id(ident) if folders is not None else None
    data = value_of(folder, "data")
    entries = data.get("files") if isinstance(data, dict) else None
    return list(entries) if isinstance(entries, list) else []


@dataclass(frozen=True)
class StoredChat:
    """What a stored chat says about privacy: its flags and the file entries of all its branches, oldest
    first."""

    meta: dict[str, Any]
    entries: list[Any]
    folder_id: str | None


async def stored_chat(chat_id: str) -> StoredChat | None:
    """None when there is no such chat."""
    chats = lookup("models.chats", "Chats")
    if chats is None:
        return None
    chat = await chats.get_chat_by_id(chat_id)
    if chat is None:
        return None
    content = chat.chat if isinstance(chat.chat, dict) else {}
    history = content.get("history")
    messages = history.get("messages") if isinstance(history, dict) else None
    entries = list(message_entries(messages.values() if isinstance(messages, dict) else ()))
    rows = await chats.get_messages_map_by_chat_id(chat_id)
    entries += list(message_entries(rows.values() if isinstance(rows, dict) else ()))
    entries += as_list(content.get("files"))
    return StoredChat(chat.meta if isinstance(chat.meta, dict) else {}, entries, value_of(chat, "folder_id"))


def message_entries(messages: Iterable[Any]) -> Iterable[Any]:
    """The file entries in messages, in their order in time where it is known."""
    dicts = [message for message in messages if isinstance(message, dict)]
    dicts.sort(key=lambda message: message.get("timestamp") or 0)
    for message in dicts:
        yield from as_list(message.get("files"))


async def flag_chat(chat_id: str, key: str, value: Any) -> None:
    """Write one key into the chat's meta column without touching the rest."""
    context, chat = lookup("internal.db", "get_async_db_context"), lookup("models.chats", "Chat")
    if context is None or chat is None:
        return
    from sqlalchemy import select, update  # type: ignore[import-not-found,unused-ignore]

    async with context(None) as session:
        row = (await session.execute(select(chat.meta).filter_by(id=chat_id))).one_or_none()
        if row is None:
            return
        meta = row[0] if isinstance(row[0], dict) else {}
        if meta.get(key) == value:
            return
        await session.execute(update(chat).filter_by(id=chat_id).values(meta={**meta, key: value}))
        await session.commit()


async def _may_read(row: Any, user: Any) -> bool:
    ident, role = value_of(user, "id"), value_of(user, "role")
    if role == "admin" or (ident and row.user_id == ident):
        return True
    access, model = lookup("utils.access_control.files", "has_access_to_file"), await user_model(user)
    return bool(access is not None and model is not None and await access(row.id, "read", model))


def _stored(row: Any) -> StoredFile:
    meta = row.meta if isinstance(row.meta, dict) else {}
    mime, size = meta.get("content_type"), meta.get("size")
    return StoredFile(
        id=row.id,
        name=row.filename or meta.get("name") or "",
        mime=mime if isinstance(mime, str) else None,
        size=size if isinstance(size, int) else None,
        created=float(row.created_at or 0),
        path=row.path,
        user_id=row.user_id,
        version=f"{row.hash}:{row.updated_at}",
    )
