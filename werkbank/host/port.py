"""Guarded access to Open WebUI's own modules: None where this is not Open WebUI or a module has moved."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def lookup(module: str, name: str) -> Any | None:
    """``open_webui.<module>.<name>``, or None."""
    try:
        return getattr(import_module(f"open_webui.{module}"), name, None)
    except ImportError:
        return None


async def config(*keys: str) -> dict[str, Any] | None:
    """Values of Open WebUI's stored settings; None when they cannot be read (never guess a setting)."""
    settings = lookup("models.config", "Config")
    if settings is None:
        return None
    try:
        return dict(await settings.get_many(*keys))
    except Exception:
        return None


def value_of(thing: Any, name: str) -> Any:
    """A field of a dict or an object, None without it. Users arrive as models from the server and as dicts in
    filters."""
    return thing.get(name) if isinstance(thing, dict) else getattr(thing, name, None)


async def user_model(user: Any) -> Any | None:
    """The stored user for a dict or a model, None when unknown."""
    if user is None or not isinstance(user, dict):
        return user
    users = lookup("models.users", "Users")
    ident = user.get("id")
    return await users.get_user_by_id(ident) if users is not None and isinstance(ident, str) else None
