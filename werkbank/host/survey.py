"""Find every private table that a turn can reach, and sort its file entries by what may become of them."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from werkbank.host import files
from werkbank.host.recognition import Recognised, recognise_source
from werkbank.private_tables.entries import Entry, decode_base64, named_as_table, read_entry
from werkbank.private_tables.loose import as_list
from werkbank.private_tables.naming import FileRef
from werkbank.private_tables.routing import inline_file_parts
from werkbank.private_tables.settings import Settings
from werkbank.tables.profile import TableProfile

_MAX_KNOWLEDGE_LOOKS = 50
"""Knowledge files that are opened; all of them are judged by name."""


@dataclass(frozen=True)
class Found:
    """A private file. ``data`` holds the content when it came inline and is stored nowhere."""

    ref: FileRef
    profile: TableProfile | None
    data: bytes | None = None
    damaged: bool = False
    letters_lost: bool = False


@dataclass
class Survey:
    """``readable`` entries may go to the model as text; ``dropped`` names what is left out of a private
    turn."""

    tables: list[Found] = field(default_factory=list)
    readable: list[dict[str, Any]] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    sticky: bool = False
    broken: int = 0
    note_chat: bool = False
    """The chat beside a note: Open WebUI always gives it built-in tools, so a filter cannot close it."""

    @property
    def private(self) -> bool:
        return bool(self.tables or self.sticky or self.broken)


OtherChat = Callable[[str], Awaitable[bool]]


class Surveyor:
    """One pass over a request. Each entry is looked at once, whatever number of lists it stands in."""

    def __init__(self, settings: Settings, user: Any, other_chat: OtherChat) -> None:
        self._extensions = settings.extension_set
        self._user = user
        self._other_chat = other_chat
        self._seen: set[str] = set()
        self._order = 0
        self.result = Survey()

    async def request(self, body: dict[str, Any], metadata: dict[str, Any]) -> None:
        """The entries that came with the request, its messages and its inline file parts."""
        user_message = metadata.get("user_message")
        for raw in [*as_list(body.get("files")), *as_list(metadata.get("files"))]:
            await self.entry(raw, offered=True)
        messages = as_list(body.get("messages"))
        message_lists = [user_message] if isinstance(user_message, dict) else []
        for raw in files.message_entries([*messages, *message_lists]):
            await self.entry(raw, offered=False)
        for part in inline_file_parts(messages):
            await self._file_part(part)

    async def entries(self, raws: Iterable[Any]) -> None:
        """Entries that do not stand in the request: the chat's history, folder and model knowledge."""
        for raw in raws:
            await self.entry(raw, offered=False)

    async def entry(self, raw: Any, *, offered: bool) -> None:
        """``offered``: the entry is in the request's own list, so a document may stay readable."""
        entry = read_entry(raw)
        key = f"{entry.shape}:{entry.id}" if entry.id else f"object:{id(raw)}"
        if key in self._seen:
            return
        self._seen.add(key)
        self._order += 1
        if entry.shape == "stored" or (entry.shape == "image" and entry.id and files.has_store()):
            await self._stored(entry, offered)
        elif entry.shape == "inline":
            await self._inline(entry, offered)
        elif entry.shape == "knowledge":
            await self._knowledge(entry)
        elif entry.shape == "chat":
            if await self._other_chat(entry.id or ""):
                self.result.sticky = True
                self._drop(entry)
            elif offered:
                self.result.readable.append(raw)
        elif entry.shape == "url":
            self.result.sticky |= named_as_table(entry.name, entry.mime, self._extensions)
            self._drop(entry)
        elif entry.shape == "web":
            self._drop(entry)
        elif entry.shape == "broken":
            self._broken(entry)
        elif offered:
            self.result.readable.append(raw)

    async def _stored(self, entry: Entry, offered: bool) -> None:
        if not files.has_store():
            seen = await self._recognise(entry, None, None, readable=entry.name is not None)
            self._sort(entry, seen, self._order, offered)
            return
        row = await files.stored_file(entry.id or "", self._user)
        if row is None:
            seen = await self._recognise(entry, None, None, readable=False)
            self._sort(entry, seen, self._order, offered)
            return
        name, mime = row.name or entry.name, row.mime or entry.mime
        named = Entry("stored", row.id, name, mime, size=row.size, raw=entry.raw)
        source = await row.local_path()
        seen = await self._recognise(named, source, f"{row.id}:{row.version}", readable=False)
        self._sort(named, seen, row.created or self._order, offered)

    async def _inline(self, entry: Entry, offered: bool) -> None:
        text = entry.text or ""
        data = entry.data or text.encode("utf-8", "surrogatepass")
        seen = await self._recognise(entry, data, None)
        if not seen.verdict.private:
            if offered:
                kept = {key: value for key, value in entry.raw.items() if key != "content_base64"}
                self.result.readable.append(kept)
            return
        ref = FileRef(entry.id, entry.name or "table.csv", time.time() + self._order)
        if entry.data is not None:
            self.result.tables.append(Found(ref, seen.profile, data))
            return
        binary = seen.profile is not None and seen.profile.kind not in {"csv", "text", "html", "xml", "empty"}
        damaged = binary or is_damaged(text)
        self.result.tables.append(Found(ref, seen.profile, data, damaged, "\ufffd" in text))

    async def _file_part(self, part: dict[str, Any]) -> None:
        file = part.get("file")
        inner: dict[str, Any] = file if isinstance(file, dict) else part
        name = inner.get("filename") or inner.get("name")
        data = decode_base64(inner.get("file_data") or inner.get("data"))
        entry = Entry("inline", None, name if isinstance(name, str) else None, None, raw=part)
        seen = await self._recognise(entry, data, None, readable=False)
        if seen.verdict.private:
            self.result.sticky = True
            self._drop(entry)

    async def _knowledge(self, entry: Entry) -> None:
        """The documents of a collection or folder are not searched in a private chat; its tables are
        analysed."""
        ident = entry.id or ""
        if isinstance(entry.raw, dict) and entry.raw.get("type") == "folder":
            await self.entries(await files.folder_entries(ident))
        rows = await files.knowledge_files(ident) if ident else []
        opened = 0
        for row in rows:
            key = f"stored:{row.id}"
            if key in self._seen:
                continue
            self._seen.add(key)
            inner = Entry("stored", row.id, row.name, row.mime, size=row.size)
            source = None
            if opened < _MAX_KNOWLEDGE_LOOKS:
                opened += 1
                source = await row.local_path()
            seen = await self._recognise(inner, source, f"{row.id}:{row.version}")
            self._sort(inner, seen, row.created, offered=False)
        self._drop(entry)

    async def _recognise(
        self, entry: Entry, source: Any, key: str | None, *, readable: bool = True
    ) -> Recognised:
        return await recognise_source(
            source, name=entry.name, mime=entry.mime, extensions=self._extensions, key=key, readable=readable
        )

    def _sort(self, entry: Entry, seen: Recognised, added: float, offered: bool) -> None:
        if seen.verdict.private:
            name = entry.name or "file"
            self.result.tables.append(Found(FileRef(entry.id, name, added), seen.profile))
        elif offered:
            self.result.readable.append(entry.raw)

    def _broken(self, entry: Entry) -> None:
        self.result.broken += 1
        if entry.name and not entry.id:
            self.result.tables.append(Found(FileRef(None, entry.name, self._order), None))

    def _drop(self, entry: Entry) -> None:
        if entry.name:
            self.result.dropped.append(entry.name)


def is_damaged(text: str) -> bool:
    """Binary bytes that a browser has read as text cannot be restored: zip and OLE heads, NUL bytes, or a
    fifth of replacement characters. Fewer of those are umlauts of a file that is not UTF-8: letters, never
    digits."""
    head = text[:200_000]
    binary = head.startswith(("PK\x03\x04", "\ufffd\ufffd\x11\u0871")) or "\x00" in head
    return binary or head.count("\ufffd") * 5 > max(len(head), 20)
