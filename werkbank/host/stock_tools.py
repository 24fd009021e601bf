"""Close an unpatched server's tool list down to the interpreter, by means that Open WebUI gives to filters.

Stock Open WebUI adds its built-in tools after the inlet filters and offers no switch for them. It adds none
when the request's own parameter asks for prompt-based calling; a filter may set that parameter, put the one
tool in itself, and everything else (``MCP``, tool servers, knowledge, notes, chats, automations …) is
neither offered nor run. The answer then still uses native calls, because the loop runs whatever stands in
``metadata["tools"]``.
"""

from __future__ import annotations

import logging
from typing import Any

from werkbank.host.port import lookup, value_of
from werkbank.private_tables.mark import INTERPRETER_TOOLS

log = logging.getLogger(__name__)


async def builtin_tools(
    request: Any, metadata: dict[str, Any], model: Any, user: Any, emit: Any, call: Any
) -> dict[str, Any] | None:
    """The tools that this server would offer in a private turn; None when it cannot be told."""
    read = lookup("utils.tools", "get_builtin_tools")
    if read is None or request is None or not isinstance(model, dict):
        return None
    account = user if isinstance(user, dict) else (user.model_dump() if hasattr(user, "model_dump") else {})
    extra = {
        "__user__": account,
        "__metadata__": metadata,
        "__event_emitter__": emit,
        "__event_call__": call,
        "__chat_id__": metadata.get("chat_id"),
        "__message_id__": metadata.get("message_id"),
    }
    try:
        return dict(await read(request, extra, {"code_interpreter": True}, model))
    except Exception:
        log.exception("the built-in tools could not be listed")
        return None


def is_legacy(metadata: dict[str, Any]) -> bool:
    """Prompt-based calling: tools and code are described in the text instead of being offered."""
    params = metadata.get("params")
    return isinstance(params, dict) and params.get("function_calling") == "legacy"


def offers_builtin_tools(metadata: dict[str, Any], model: Any) -> bool:
    """Open WebUI's own rule: browser sessions with native calling, unless the model's settings forbid it."""
    info = value_of(model, "info") if isinstance(model, dict) else None
    meta = info.get("meta") if isinstance(info, dict) else None
    capabilities = (meta or {}).get("capabilities") or {}
    return (
        bool(metadata.get("session_id"))
        and not is_legacy(metadata)
        and bool(capabilities.get("builtin_tools", True))
    )


def close(body: dict[str, Any], metadata: dict[str, Any], tools: dict[str, Any]) -> None:
    """Offer only the interpreter, or nothing where the server's tools have none."""
    kept = {name: tool for name, tool in tools.items() if name in INTERPRETER_TOOLS}
    params = metadata.get("params")
    metadata["params"] = {**(params if isinstance(params, dict) else {}), "function_calling": "legacy"}
    metadata["tools"] = kept
    specs = [{"type": "function", "function": tool.get("spec", {})} for tool in kept.values()]
    # Prompt-based calling would describe the interpreter a second time, as tags in the text.
    features = {"code_interpreter": False}
    if specs:
        dict.__setitem__(body, "tools", specs)
    dict.__setitem__(body, "features", features)
    metadata["features"] = features
