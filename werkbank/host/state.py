"""What must be remembered between requests: which temporary chats are private, and what is still to be
cleaned.

Kept on Open WebUI's own application object, because the filter and the patched server may load this code
twice. Temporary chats have no row in the database; with Redis configured the flag is shared between workers
and replicas.
"""

from __future__ import annotations

import sys
import time
from collections import OrderedDict
from typing import Any

_MAX_CHATS = 20_000
_TTL_SECONDS = 7 * 24 * 3600
_REDIS_KEY = "werkbank:private-chat:"
_fallback: dict[str, OrderedDict[Any, Any]] = {}


def _app_state() -> Any:
    main = sys.modules.get("open_webui.main")
    return getattr(getattr(main, "app", None), "state", None)


def store(name: str) -> OrderedDict[Any, Any]:
    """A named dict on the application object (or in this module outside of Open WebUI)."""
    state = _app_state()
    if state is None:
        return _fallback.setdefault(name, OrderedDict())
    key = f"werkbank_{name}"
    found = getattr(state, key, None)
    if found is None:
        found = OrderedDict()
        setattr(state, key, found)
    return found  # type: ignore[no-any-return]


async def remember_private(chat_id: str) -> None:
    """Flag a temporary chat."""
    chats = store("private_chats")
    chats.pop(chat_id, None)
    chats[chat_id] = time.time()
    while len(chats) > _MAX_CHATS:
        chats.popitem(last=False)
    redis = getattr(_app_state(), "redis", None)
    if redis is not None:
        await redis.set(_REDIS_KEY + chat_id, "1", ex=_TTL_SECONDS)


async def remembered_private(chat_id: str) -> bool:
    """Whether a temporary chat was flagged here or on another replica."""
    if chat_id in store("private_chats"):
        return True
    redis = getattr(_app_state(), "redis", None)
    return redis is not None and bool(await redis.get(_REDIS_KEY + chat_id))
