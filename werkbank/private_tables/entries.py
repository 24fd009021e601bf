"""What one file entry of a chat is, as far as its own fields tell.

Shapes seen in Open WebUI 0.11.0: ``file`` (stored upload), ``text`` (temporary chats and web pages, text
inline), ``collection`` and ``folder`` (knowledge), ``note``, ``chat``, ``url``, ``image``, ``doc`` (old),
``pyodide`` (an entry that was routed already) and whatever an API caller sends. An entry that fits no shape
is *broken*, and broken counts as private.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Literal
from urllib.parse import urlsplit

Shape = Literal["stored", "inline", "image", "knowledge", "note", "chat", "url", "web", "broken"]

_FILE_TYPES = {"file", "pyodide", "", None}
_MEDIA_TYPES = {"image", "audio", "video"}
_KNOWLEDGE_TYPES = {"collection", "folder"}
_TABLE_MIMES = ("csv", "tab-separated", "spreadsheet", "ms-excel", "excel", "parquet", "x-numbers")
DOCUMENTS = frozenset(
    """
    pdf doc docx dot dotx odt rtf txt text md markdown rst tex ppt pptx odp epub html htm mhtml xhtml
    json jsonl yaml yml toml ini cfg conf log py js ts jsx tsx css scss java c h cpp hpp cs go rs rb php
    sh bash ps1 sql xml svg eml msg srt vtt ipynb lua kt swift r pl
    """.split()  # noqa: SIM905
)
MEDIA = frozenset(
    """
    png jpg jpeg gif webp bmp tif tiff heic avif ico mp3 wav ogg flac m4a aac mp4 mov webm mkv
    """.split()  # noqa: SIM905
)


@dataclass(frozen=True)
class Entry:
    """One entry, read. ``raw`` is the caller's object and is never changed."""

    shape: Shape
    id: str | None
    name: str | None
    mime: str | None
    text: str | None = None
    data: bytes | None = field(default=None, compare=False, repr=False)
    """The bytes of an inline file, where the page sent them beside the text."""
    size: int | None = None
    raw: Any = field(default=None, compare=False, repr=False)


def read_entry(raw: Any) -> Entry:
    """Read one element of a ``files`` list; never raises."""
    if not isinstance(raw, dict):
        return Entry("broken", None, None, None, raw=raw)
    file = raw.get("file")
    inner: dict[str, Any] = file if isinstance(file, dict) else {}
    meta = inner.get("meta")
    meta = meta if isinstance(meta, dict) else {}
    name = (
        _text(raw.get("name"))
        or _text(raw.get("filename"))
        or _text(inner.get("filename"))
        or _text(meta.get("name"))
    )
    mime = _text(raw.get("content_type")) or _text(meta.get("content_type")) or _text(raw.get("mime_type"))
    ident = _text(raw.get("id")) or _text(inner.get("id")) or _local_id(raw.get("url"))
    kind = raw.get("type")
    size = next((s for s in (raw.get("size"), meta.get("size")) if isinstance(s, int)), None)

    def entry(shape: Shape, text: str | None = None) -> Entry:
        return Entry(shape, ident, name, mime, text, decode_base64(raw.get("content_base64")), size, raw)

    looks_like_table = has_table_mime(mime) or extension(name) in {"csv", "tsv", "xlsx", "xls", "ods"}
    media = kind in _MEDIA_TYPES or (mime or "").startswith(("image/", "audio/", "video/"))
    if media and not looks_like_table:
        return entry("image")
    collection = _text(raw.get("collection_name"))
    if collection and kind in {None, "", "doc", "collection"} and not ident:
        ident = collection.removeprefix("file-")
        return entry("stored" if collection.startswith("file-") else "knowledge")
    if kind in _KNOWLEDGE_TYPES or raw.get("legacy") or raw.get("collection_names"):
        return entry("knowledge") if ident or raw.get("collection_names") else entry("broken")
    if kind == "note":
        return entry("note")
    if kind == "chat":
        return entry("chat") if ident else entry("broken")
    if kind == "url" and isinstance(raw.get("url"), str):
        return Entry("url", ident, name or raw["url"], mime, None, None, size, raw)
    if kind == "web_search" or isinstance(raw.get("docs"), list):
        return entry("web")
    if kind == "text":
        inline = _inline_text(raw, inner)
        if inline is None and not isinstance(raw.get("content_base64"), str):
            return entry("stored" if ident else "broken")
        return entry("inline", inline)
    if kind in _FILE_TYPES and ident:
        return entry("stored")
    return entry("broken")


def extension(name: str | None) -> str:
    """Lower case, without the dot, ``''`` without one. Addresses count by their path.

    >>> extension("Umsätze 2025.CSV"), extension("archive.csv.zip"), extension("https://x.test/a.csv?b=1")
    ('csv', 'zip', 'csv')
    """
    if not name:
        return ""
    path = urlsplit(name).path if "://" in name else name
    return PurePosixPath(path.rstrip()).suffix.lower().lstrip(".")


def has_table_mime(mime: str | None) -> bool:
    lowered = (mime or "").lower()
    return any(part in lowered for part in _TABLE_MIMES)


def named_as_table(name: str | None, mime: str | None, extensions: frozenset[str]) -> bool:
    """By name or MIME type alone. Browsers on Windows send ``application/vnd.ms-excel`` for CSV: a table
    too."""
    return extension(name) in extensions or has_table_mime(mime)


def decode_base64(data: Any) -> bytes | None:
    """The bytes of a data address or of plain base64 text, None for anything else."""
    if not isinstance(data, str):
        return None
    try:
        return base64.b64decode(data.rpartition(",")[2], validate=True) or None
    except (binascii.Error, ValueError):
        return None


def _inline_text(raw: dict[str, Any], inner: dict[str, Any]) -> str | None:
    if isinstance(raw.get("content"), str):
        return raw["content"]
    data = inner.get("data")
    if isinstance(data, dict) and isinstance(data.get("content"), str):
        return data["content"]
    return None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def _local_id(url: Any) -> str | None:
    """Open WebUI puts the file's id into ``url``; real addresses are no ids."""
    text = _text(url)
    return None if text is None or "/" in text or ":" in text else text
