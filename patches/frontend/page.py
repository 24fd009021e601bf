"""All changes of the compiled page in their order: texts, modules, packages, the new folder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

from patches.engine import FileChange, PatchError, sha256
from patches.frontend.engine import pinned, plan_texts, write_texts
from patches.frontend.pyodide_bundle import add_wheels
from patches.frontend.sites import (
    ASSETS,
    CODE,
    STORES,
    index_replacements,
    release_replacements,
    replacements,
)

OWN = Path(__file__).with_name("assets")


def apply(
    frontend: Path,
    *,
    pins: Mapping[str, str],
    downloads: Path,
    progress: Callable[[str], None] | None = None,
) -> list[FileChange]:
    """Patch the compiled page in `frontend` in place.

    `pins`: path below `frontend` -> sha256 of the stock file. `downloads`: folder for the pinned wheels,
    filled when they are missing. Returns one entry per changed or added file (`before=None`: added). Raises
    PatchError before anything is written when a file is not the pinned one, an anchor does not stand as
    often as expected, a wheel cannot be had, or the page is already patched.
    """
    tell = progress or (lambda _: None)
    name = build_name()
    code = f"immutable-werkbank-{name}"
    if sorted(frontend.glob("_app/immutable-werkbank-*")):
        raise PatchError(f"{frontend}: already patched (it has a folder _app/immutable-werkbank-…)")
    pinned(frontend, STORES, pins, needed_by="interpreter_event")
    texts = [*replacements(), *release_replacements(f"0.11.0-werkbank-{name}"), *index_replacements(code)]
    planned = plan_texts(frontend, texts, pins)
    tell("interpreter: local packages")
    packages = add_wheels(frontend / "pyodide", pins=pins, downloads=downloads, progress=tell)
    tell("page: texts and modules")
    changes = write_texts(frontend, planned)
    target = frontend / CODE / ASSETS
    target.mkdir()
    for source in sorted(OWN.iterdir()):
        if source.is_file():
            data = source.read_bytes()
            (target / source.name).write_bytes(data)
            changes.append(FileChange(f"{CODE}/{ASSETS}/{source.name}", None, sha256(data), ("interpreter",)))
    (frontend / CODE).rename(frontend / "_app" / code)
    moved = f"_app/{code}/"
    return packages + [
        FileChange(change.path.replace(f"{CODE}/", moved, 1), change.before, change.after, change.by)
        for change in changes
    ]


def build_name() -> str:
    """Eight hex digits over everything that decides the patched page: this package and its modules."""
    folder = Path(__file__).parent
    files = sorted([*folder.glob("*.py"), *folder.glob("*.json"), *OWN.iterdir()])
    digest = hashlib.sha256()
    for path in files:
        if path.is_file():
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:8]
