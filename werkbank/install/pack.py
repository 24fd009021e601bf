"""What the pack delivers: one bundle per function, with what its front matter says."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from werkbank.bundle.assemble import ROOT, bundle, entries

TESTED_VERSIONS = ("0.11.0",)
"""Releases of Open WebUI that the bundles are tested on; every other one is refused unless forced."""


class PackError(Exception):
    """The pack and the server do not fit; one readable line."""


@dataclass(frozen=True)
class Item:
    """One function of the pack."""

    ident: str
    name: str
    description: str
    version: str
    kind: str
    content: str
    valves: type[BaseModel] | None


def pack(root: Path = ROOT) -> list[Item]:
    """All functions, bundled from the sources beside this code."""
    return [_item(path, root) for path in entries(root) if path.parent.name != "tools"]


def _item(path: Path, root: Path) -> Item:
    content = cached_bundle(path, root)
    front = dict(re.findall(r"^([a-z_]+): *(.+)$", content.split('"""')[1], re.MULTILINE))
    spec = spec_from_file_location(f"werkbank_pack_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    holder = getattr(module, "Filter", None) or getattr(module, "Pipe", None)
    return Item(
        ident=path.stem,
        name=front["title"],
        description=front["description"],
        version=front["version"],
        kind=path.parent.name.rstrip("s"),
        content=content,
        valves=getattr(holder, "Valves", None),
    )


def cached_bundle(path: Path, root: Path = ROOT) -> str:
    """The bundle, made anew only when a source changed: it takes seconds, every start installs the pack."""
    digest = hashlib.sha256()
    for source in sorted([*(root / "werkbank").rglob("*.py"), path]):
        digest.update(f"{source.relative_to(root)}\0".encode() + source.read_bytes() + b"\0")
    kept = default_cache(root) / f"{path.stem}-{digest.hexdigest()[:24]}.py"
    if kept.is_file():
        return kept.read_text("utf-8")
    text = bundle(path, root)
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        for old in kept.parent.glob(f"{path.stem}-*.py"):
            old.unlink(missing_ok=True)
        unfinished = kept.with_suffix(f".{os.getpid()}")
        unfinished.write_text(text, "utf-8")
        unfinished.replace(kept)
    except OSError:
        return text  # a read-only folder costs time, not the installation
    return text


def default_cache(root: Path) -> Path:
    """Beside the other made things: ``WERKBANK_HOME`` or ``.werkbank``."""
    return Path(os.environ.get("WERKBANK_HOME") or root / ".werkbank") / "bundles"


def check_version(version: str, *, force: bool = False) -> None:
    """Raises PackError outside of the tested range."""
    if version not in TESTED_VERSIONS and not force:
        raise PackError(
            f"this is Open WebUI {version}, but the pack is tested on {', '.join(TESTED_VERSIONS)} only. "
            "Nothing was changed."
        )


def merged_valves(item: Item, stored: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Stored valves in the shape of the new class, and notes on what was dropped.

    Raises PackError when a stored value does not fit: an admin's choice is never replaced in silence.
    """
    if item.valves is None:
        return {}, []
    known = item.valves.model_fields
    notes = [f"{key}: unknown, dropped" for key in stored if key not in known]
    empty = [key for key, value in stored.items() if key in known and value is None]
    notes += [f"{key}: empty, default used" for key in empty]
    kept = {key: value for key, value in stored.items() if key in known and value is not None}
    try:
        return item.valves(**kept).model_dump(mode="json"), notes
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise PackError(
            f"{item.ident}: the stored setting {where} is {first.get('input')!r}: {first['msg']}. "
            "Change it in the function's settings first. Nothing was changed."
        ) from error
