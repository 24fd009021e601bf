"""A workspace model whose only built-in tool is the code interpreter, for servers without the patch."""

from __future__ import annotations

from typing import Any

# Categories of built-in tools in Open WebUI 0.11.0 (utils/tools.py: get_builtin_tools) but the interpreter's.
_CATEGORIES = (
    "time",
    "files",
    "knowledge",
    "chats",
    "subagents",
    "memory",
    "web_search",
    "image_generation",
    "notes",
    "channels",
    "tasks",
    "automations",
    "calendar",
    "notifications",
)


def interpreter_model(base: str, ident: str, name: str, filters: list[str]) -> dict[str, Any]:
    """The form that Open WebUI saves. Everyone may read it; the base model's own access rules still hold."""
    return {
        "id": ident,
        "base_model_id": base,
        "name": name,
        "params": {"function_calling": "native"},
        "meta": {
            "description": "Tables only: the code interpreter is this model's one built-in tool.",
            "capabilities": {
                "code_interpreter": True,
                "builtin_tools": True,
                "file_upload": True,
                "file_context": True,
                "web_search": False,
                "image_generation": False,
                "memory": False,
                "terminal": False,
            },
            "builtinTools": {**dict.fromkeys(_CATEGORIES, False), "code_interpreter": True},
            "defaultFeatureIds": ["code_interpreter"],
            "filterIds": filters,
            "toolIds": [],
        },
        "access_grants": [{"principal_type": "user", "principal_id": "*", "permission": "read"}],
        "is_active": True,
    }


def same(existing: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Whether a stored model already says all of ``wanted``; what an admin added beside it does not
    matter."""

    def within(part: Any, whole: Any) -> bool:
        if isinstance(part, dict):
            return isinstance(whole, dict) and all(
                within(value, whole.get(key)) for key, value in part.items()
            )
        return bool(part == whole)

    compared = {key: value for key, value in wanted.items() if key != "access_grants"}
    return within(compared, existing)
