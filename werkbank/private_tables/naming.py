"""Where a chat's files lie in the interpreter: one path per file id, names as data.

Open WebUI's page writes every file to ``/mnt/uploads/<name>`` before each run, so two uploads of one name
would overwrite each other, and a slash would make a folder that does not exist. Names are otherwise kept as
the person knows them (spaces, quotes, umlauts): they reach Python code only through ``repr``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

UPLOADS = "/mnt/uploads"
_FORBIDDEN = re.compile(
    "[/\\\\\x00-\x08\x0a-\x1f\x7f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_MAX_BYTES = 180


@dataclass(frozen=True)
class FileRef:
    """A file to be placed: ``added`` is any increasing number (upload time or position in the chat)."""

    id: str | None
    name: str
    added: float = 0


@dataclass(frozen=True)
class Placed:
    """A file with the name that it has in the interpreter."""

    id: str | None
    name: str
    stored_name: str
    added: float
    folder: str = UPLOADS

    @property
    def path(self) -> str:
        return f"{self.folder}/{self.stored_name}"


def same_name_key(name: str) -> str:
    """Two spellings of one name (composed or decomposed, upper or lower case) are one name.

    >>> same_name_key("U\\u0308bersicht.CSV") == same_name_key("\\u00dcbersicht.csv")
    True
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def safe_name(name: str) -> str:
    """The name as the interpreter's file system can hold it: one path part, composed, bounded, never dots
    only."""
    cleaned = _FORBIDDEN.sub("_", unicodedata.normalize("NFC", name)).strip(" ")
    if not cleaned.strip("."):
        cleaned = "file" + cleaned.replace(".", "_")
    stem, suffix = split_suffix(cleaned)
    while len((stem + suffix).encode()) > _MAX_BYTES and len(stem) > 1:
        stem = stem[:-1]
    return stem + suffix if len(suffix.encode()) < _MAX_BYTES else cleaned[:40]


def split_suffix(name: str) -> tuple[str, str]:
    """``'a.b.csv'`` → ``('a.b', '.csv')``; a leading dot starts no suffix."""
    stem, dot, suffix = name.rpartition(".")
    if not dot or not stem.strip(".") or not suffix or len(suffix) > 12:
        return name, ""
    return stem, dot + suffix


def place(files: Sequence[FileRef], folder: str = UPLOADS) -> list[Placed]:
    """Give every file its own path; newest first in the result.

    The oldest of several equal names keeps the plain name, so that paths in earlier code stay right when the
    same name is uploaded again; later ones carry the start of their id. The same id appears once.
    """
    unique: dict[tuple[str | None, str], FileRef] = {}
    for file in sorted(files, key=lambda ref: ref.added):
        unique.setdefault((file.id, "" if file.id else same_name_key(file.name)), file)
    taken: set[str] = set()
    placed: list[Placed] = []
    for number, file in enumerate(unique.values(), start=1):
        stored = _free_name(safe_name(file.name), file.id or str(number), taken)
        taken.add(same_name_key(stored))
        placed.append(Placed(file.id, file.name, stored, file.added, folder))
    return list(reversed(placed))


def _free_name(name: str, ident: str, taken: set[str]) -> str:
    if same_name_key(name) not in taken:
        return name
    stem, suffix = split_suffix(name)
    tag = re.sub("[^A-Za-z0-9-]", "", ident) or "copy"
    for length in (8, 16, len(tag)):
        candidate = f"{stem}-{tag[:length]}{suffix}"
        if same_name_key(candidate) not in taken:
            return candidate
    number = 2
    while same_name_key(f"{stem}-{number}{suffix}") in taken:
        number += 1
    return f"{stem}-{number}{suffix}"
