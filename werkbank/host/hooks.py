"""One-line functions that the patched Open WebUI calls. They decide nothing: they ask `private_chat`.

Imported by Open WebUI's own modules while they load, so nothing here imports Open WebUI at module level.
"""

from __future__ import annotations

from typing import Any


def private_mark(metadata: Any) -> dict[str, Any] | None:
    """The mark of a private turn, or None. A broken mark counts as private with the interpreter alone."""
    if not isinstance(metadata, dict) or "werkbank" not in metadata:
        return None
    mark = metadata["werkbank"]
    if not isinstance(mark, dict) or "private" not in mark:
        return {"private": True, "tools": ["execute_code"], "files": [], "language": "en"}
    return mark if mark["private"] else None


def allowed_tools(tools: dict[str, Any], metadata: Any) -> dict[str, Any]:
    """The turn's tools by name; in a private turn only those on the mark's allow list."""
    mark = private_mark(metadata)
    if mark is None:
        return tools
    allowed = mark.get("tools") or []
    return {name: tool for name, tool in tools.items() if name in allowed}
