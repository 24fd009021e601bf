"""The rewrite of one request that sends a private table to the interpreter and nowhere else.

Everything is replaced, never changed in place: Open WebUI shares these lists and dicts between the models of
one turn and with the stored chat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from werkbank.private_tables.loose import as_list
from werkbank.private_tables.naming import Placed

_OUTWARD_KEYS = (
    "tools",
    "tool_choice",
    "functions",
    "function_call",
    "web_search_options",
    "plugins",
    "mcp_servers",
    "terminal_id",
)
"""Body keys by which a caller, another filter or a model parameter can bring tools or searches of its own."""


@dataclass(frozen=True)
class Route:
    """What reaches whom: ``placed`` the interpreter, ``readable`` the model as full text.

    Without an interpreter (an API caller) it is not announced to the model either.
    """

    placed: Sequence[Placed] = ()
    readable: Sequence[dict[str, Any]] = field(default_factory=tuple)
    interpreter: bool = True

    def entries(self) -> list[dict[str, Any]]:
        """The request's new ``files``.

        The type ``pyodide`` is unknown to retrieval, so no text is taken from such a file, while the page
        still fetches every entry with an id for the interpreter. ``context: full`` on *every* entry keeps
        Open WebUI from generating a search query out of the conversation.
        """
        tables = [
            {"type": "pyodide", "id": file.id, "name": file.stored_name, "context": "full"}
            for file in self.placed
            if file.id
        ]
        return [*tables, *({**entry, "context": "full"} for entry in self.readable)]


def apply_route(body: dict[str, Any], metadata: dict[str, Any], route: Route) -> None:
    """Rewrite ``body`` and ``metadata``; doing it twice is the same as once."""
    for key in _OUTWARD_KEYS:
        body.pop(key, None)
    routed = {
        "tool_ids": [],
        "skill_ids": [],
        "features": {"code_interpreter": route.interpreter},
        "files": route.entries(),
        "messages": [without_inline_files(message) for message in as_list(body.get("messages"))],
        **({"tool_servers": []} if "tool_servers" in body else {}),
    }
    for key, value in routed.items():
        dict.__setitem__(body, key, value)  # also when an earlier pass has sealed these keys
    metadata.update(
        {
            "tool_ids": [],
            "tool_servers": [],
            "skill_ids": [],
            "terminal_id": None,
            "features": body["features"],
            "files": body["files"],
        }
    )
    if metadata.get("folder_knowledge"):
        metadata["folder_knowledge"] = []


def without_inline_files(message: Any) -> Any:
    """The message without file parts and file lists: their content would go to the model as it is."""
    if not isinstance(message, dict):
        return message
    cleaned = {key: value for key, value in message.items() if key != "files"}
    if isinstance(cleaned.get("content"), list):
        cleaned["content"] = [part for part in cleaned["content"] if not is_file_part(part)]
    return cleaned


def is_file_part(part: Any) -> bool:
    """An OpenAI content part that carries a file."""
    return isinstance(part, dict) and (
        part.get("type") in {"file", "input_file", "document"} or "file" in part
    )


def inline_file_parts(messages: Any) -> list[dict[str, Any]]:
    """All file parts in the messages' content."""
    found: list[dict[str, Any]] = []
    for message in as_list(messages):
        content = message.get("content") if isinstance(message, dict) else None
        found.extend(part for part in as_list(content) if is_file_part(part))
    return found


def add_to_system_message(messages: list[Any], block: str) -> list[Any]:
    """The messages with ``block`` at the end of the system message, made if there is none."""
    for number, message in enumerate(messages):
        if isinstance(message, dict) and message.get("role") == "system":
            content = message.get("content")
            if isinstance(content, list):
                joined: Any = [*content, {"type": "text", "text": block}]
            else:
                joined = f"{content}\n\n{block}" if content else block
            return [*messages[:number], {**message, "content": joined}, *messages[number + 1 :]]
    return [{"role": "system", "content": block}, *messages]
