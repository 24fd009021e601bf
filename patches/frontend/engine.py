"""Pinned text replacements in compiled files: each hits exactly as often as it says, or nothing is written.

Compiled JavaScript has no names to hold on to, so the hash of the whole file is the pin and the anchor is a
short piece of its text. A replacement inserts a call or an expression; what it calls lives in
`patches/frontend/assets`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from patches.engine import AlreadyPatchedError, FileChange, PatchError, sha256

MARKER = "werkbank-patch"


@dataclass(frozen=True)
class Replacement:
    """In `file` (below the frontend folder) `anchor` stands exactly `times` times and becomes `new`."""

    name: str
    file: str
    anchor: str
    new: str
    times: int = 1
    prepend: str = ""
    """Text put in front of the whole file (an import)."""


def replace_all(text: str, replacements: Iterable[Replacement], *, file: str) -> str:
    """`text` after all replacements, with the marker in a comment at its end.

    Raises AlreadyPatchedError for a text with the marker, PatchError when an anchor stands another number
    of times.
    """
    if MARKER in text:
        raise AlreadyPatchedError(f"{file}: already patched (it carries '{MARKER}')")
    names = []
    for item in replacements:
        found = text.count(item.anchor)
        if found != item.times:
            raise PatchError(
                f"{file}: {item.name} expects its anchor {item.times}x, found {found}x: {item.anchor}"
            )
        if item.new == item.anchor:
            raise PatchError(f"{file}: {item.name} changes nothing (anchor: {item.anchor})")
        text = item.prepend + text.replace(item.anchor, item.new)
        names.append(item.name)
    return _marked(text, names, file)


def _marked(text: str, names: list[str], file: str) -> str:
    note = f"{MARKER}: {', '.join(names)}"
    if file.endswith(".html"):
        return f"{text.rstrip()}\n<!-- {note} -->\n"
    if file.endswith(".json"):
        return text
    return f"{text.rstrip()}\n// {note}\n"


def plan_texts(
    frontend: Path, replacements: Iterable[Replacement], pins: Mapping[str, str]
) -> list[tuple[str, FileChange]]:
    """New text and change of every file below `frontend` that `replacements` name; nothing is written.

    `pins` maps a path below `frontend` to the sha256 of the stock file. Raises PatchError for a missing or
    unpinned file, another hash, and everything `replace_all` refuses.
    """
    by_file: dict[str, list[Replacement]] = defaultdict(list)
    for item in replacements:
        by_file[item.file].append(item)
    planned = []
    for file, group in sorted(by_file.items()):
        names = tuple(item.name for item in group)
        before = pinned(frontend, file, pins, needed_by=", ".join(names))
        patched = replace_all((frontend / file).read_text("utf-8"), group, file=file)
        planned.append((patched, FileChange(file, before, sha256(patched.encode("utf-8")), names)))
    return planned


def write_texts(frontend: Path, planned: Iterable[tuple[str, FileChange]]) -> list[FileChange]:
    """Write what `plan_texts` made and return the changes."""
    changes = []
    for text, change in planned:
        (frontend / change.path).write_bytes(text.encode("utf-8"))
        changes.append(change)
    return changes


def pinned(frontend: Path, file: str, pins: Mapping[str, str], *, needed_by: str) -> str:
    """The sha256 of `file`, checked against its pin. Raises PatchError and names the file."""
    path = frontend / file
    if not path.is_file():
        raise PatchError(f"{file}: not in this Open WebUI (needed by {needed_by})")
    data = path.read_bytes()
    if MARKER.encode() in data:
        raise AlreadyPatchedError(f"{file}: already patched (it carries '{MARKER}')")
    if file not in pins:
        raise PatchError(f"{file}: no pinned hash in derived_image/pins.json (needed by {needed_by})")
    found = sha256(data)
    if found != pins[file]:
        raise PatchError(
            f"{file}: is not the file of the pinned release (sha256 {found[:12]}…, "
            f"expected {pins[file][:12]}…); {needed_by} not applied"
        )
    return found
