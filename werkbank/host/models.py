"""Where the chat's model runs: on this machine or private network, or somewhere else."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass
from typing import Any

from werkbank.host.port import config, lookup
from werkbank.private_tables.locality import host_of, is_local_name, is_private_address, matches
from werkbank.private_tables.settings import Settings, split_list

_DNS_SECONDS = 3.0


@dataclass(frozen=True)
class Location:
    """``where`` is a host name or a short reason, for the person."""

    local: bool
    where: str


async def is_local_url(url: str, settings: Settings) -> Location:
    """A connection by its address. Names are resolved; one public address makes the whole name remote."""
    host = host_of(url)
    if host is None:
        return Location(False, "no address")
    if matches(host, split_list(settings.local_hosts)) or is_local_name(host):
        return Location(True, host)
    try:
        found = await asyncio.wait_for(
            asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM), _DNS_SECONDS
        )
    except (OSError, TimeoutError):
        return Location(False, host)
    return Location(bool(found) and all(is_private_address(str(item[4][0])) for item in found), host)


async def locate(model: Any, settings: Settings, *, request: Any = None, direct: bool = False) -> Location:
    """Where a chat with this registry entry is sent. Unknown is remote.

    Looks through workspace models (``base_model_id``) and arenas. A model listed in ``local_models`` is
    local, by its own id or its base model's: the admin has said so.
    """
    seen: set[str] = set()
    allowed = split_list(settings.local_models)
    while True:
        ident = model.get("id") if isinstance(model, dict) else None
        if not isinstance(ident, str):
            return Location(False, "unknown model")
        if matches(ident, allowed):
            return Location(True, ident)
        if direct or model.get("direct"):
            return Location(False, "a direct connection of the browser")
        base = _base_id(model)
        if base is None or base in seen or base == ident:
            break
        seen.add(base)
        found = _registry(request).get(base)
        if not isinstance(found, dict):
            return Location(False, "unknown base model")
        model = found
    if model.get("pipe") is not None or "pipeline" in model:
        return Location(False, "a pipe")
    if model.get("owned_by") == "arena":
        return Location(False, "an arena")
    return await _connection(model, settings)


async def _connection(model: dict[str, Any], settings: Settings) -> Location:
    found = await config("openai.api_base_urls", "ollama.base_urls")
    if found is None:
        return Location(False, "unknown connection")
    if model.get("owned_by") == "ollama" or "ollama" in model:
        indices = model.get("urls") or (model.get("ollama") or {}).get("urls") or []
        urls = found.get("ollama.base_urls") or []
    else:
        indices = [model["urlIdx"]] if "urlIdx" in model else []
        urls = found.get("openai.api_base_urls") or []
    if not indices:
        return Location(False, "unknown connection")
    last = Location(False, "unknown connection")
    for index in indices:
        try:
            last = await is_local_url(str(urls[int(index)]), settings)
        except (ValueError, TypeError, IndexError):
            return Location(False, "unknown connection")
        if not last.local:
            return last
    return last


def _base_id(model: dict[str, Any]) -> str | None:
    info = model.get("info")
    base = model.get("base_model_id") or (info.get("base_model_id") if isinstance(info, dict) else None)
    return base if isinstance(base, str) and base else None


def _registry(request: Any) -> dict[str, Any]:
    app = getattr(request, "app", None) or lookup("main", "app")
    models = getattr(getattr(app, "state", None), "MODELS", None)
    return models if models is not None and hasattr(models, "get") else {}


_HELPERS = (
    "task.title.enable",
    "task.tags.enable",
    "task.follow_up.enable",
    "task.autocomplete.enable",
    "chat.context_compaction.enable",
)


async def helper_models(model: Any, request: Any) -> list[dict[str, Any]] | None:
    """The models that read a chat beside its own: for titles, tags, follow-ups, autocompletion and summaries.

    Empty when all of that is off or done by the chat's own model; None when it cannot be told.
    """
    found = await config(
        *_HELPERS, "task.model.default", "task.model.external", "chat.context_compaction.model"
    )
    choose, registry = lookup("utils.task", "get_task_model_id"), _registry(request)
    if found is None or choose is None or not isinstance(model, dict):
        return None
    idents = set()
    if any(found.get(key) for key in _HELPERS):
        default, external = found.get("task.model.default"), found.get("task.model.external")
        idents.add(choose(model.get("id"), default, external, registry))
    if found.get("chat.context_compaction.enable") and found.get("chat.context_compaction.model"):
        idents.add(found["chat.context_compaction.model"])
    idents.discard(model.get("id"))
    return [one for one in map(registry.get, sorted(idents)) if isinstance(one, dict)]
