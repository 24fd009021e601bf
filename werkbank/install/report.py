"""What of the pack is on a server, one line each."""

from __future__ import annotations

import re
from typing import Any

from werkbank.host.api import Api
from werkbank.install.pack import TESTED_VERSIONS, Item, PackError, merged_valves

_EDITION = {True: "patched edition", False: "stock", None: "edition unknown"}


def report(api: Api, items: list[Item]) -> tuple[list[str], bool]:
    """The lines, and whether everything is as it should be."""
    version = api.version()
    api.require_admin()
    tested = "" if version in TESTED_VERSIONS else " (not tested with this pack)"
    lines = [f"{api.url}: Open WebUI {version}{tested}, {_EDITION[api.patched()]}"]
    good = True
    for item in items:
        found = api.function(item.ident)
        problems = _problems(api, item, found)
        good &= not problems
        verdict = ", ".join(problems) or "installed, same as the pack"
        lines.append(f"{item.kind} {item.ident} {item.version}: {verdict}")
        if found is not None:
            lines += [f"    {line}" for line in _settings(api, item)]
    return lines, good


def _problems(api: Api, item: Item, found: dict[str, Any] | None) -> list[str]:
    if found is None:
        return ["not installed"]
    problems = []
    content = str(found.get("content") or "")
    if content != item.content:
        there = re.search(r"^version: *(.+)$", content, re.MULTILINE)
        problems.append(f"differs from the pack (there: version {there.group(1) if there else 'unknown'})")
    if not found.get("is_active"):
        problems.append("switched off")
    if item.kind == "filter" and not found.get("is_global"):
        problems.append("not global: it runs only for models that name it")
    try:
        merged_valves(item, api.valves(item.ident))
    except PackError as error:
        problems.append(str(error))
    return problems


def _settings(api: Api, item: Item) -> list[str]:
    """Settings that differ from the default."""
    if item.valves is None:
        return []
    defaults = {key: field.default for key, field in item.valves.model_fields.items()}
    stored = {key: value for key, value in api.valves(item.ident).items() if value is not None}
    return [f"{key} = {value!r}" for key, value in stored.items() if value != defaults.get(key)]
