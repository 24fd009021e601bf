"""Hooks inside one chat request: routing, the turn's tools, their execution, retrieval, the interpreter."""

from __future__ import annotations

from typing import Any

from werkbank.host.hook_mark import (
    allow_list,
    chat_of_page,
    is_private,
    is_private_chat,
    is_private_request,
    language_of,
    private_mark,
)
from werkbank.host.jupyter_guard import guarded

REFUSED = (
    "This chat holds a private table, so the tool {name} is switched off here and was not run. "
    "Work with the table in execute_code, which runs locally; its path is in the instructions above."
)

NOT_SUMMARISED = {
    "de": "Dieser Chat enthält eine private Tabelle und wird nur von einem lokalen Modell zusammengefasst.",
    "en": "This chat holds a private table and is summarised by a local model only.",
}


async def protect_turn(
    request: Any,
    form_data: dict[str, Any],
    metadata: dict[str, Any],
    user: Any,
    model: Any,
    extra_params: dict[str, Any],
) -> None:
    """Right after the inlet filters: the same routing as the filter's own, whatever filters ran and in
    which order.

    Raises an Exception with a readable text when the turn must stop.
    """
    from werkbank.host import private_chat

    await private_chat.protect(
        request=request,
        body=form_data,
        metadata=metadata,
        user=extra_params.get("__user__") or user,
        model=model,
        emit=extra_params.get("__event_emitter__"),
        call=extra_params.get("__event_call__") if metadata.get("session_id") else None,
    )


async def settle_turn(
    request: Any,
    form_data: dict[str, Any],
    metadata: dict[str, Any],
    user: Any,
    model: Any,
    extra_params: dict[str, Any],
    *,
    tool_ids: Any,
    terminal_id: Any,
    files: Any,
    features: Any,
) -> tuple[Any, Any, Any, Any]:
    """Second look, where all files are known (notes add theirs late). Returns tool_ids, terminal_id, files,
    features.

    In a private turn no tool server is opened at all, so their ids are emptied before anything is resolved.
    """
    keys = {"tool_ids": tool_ids, "terminal_id": terminal_id, "files": files, "features": features}
    form_data.update({key: value for key, value in keys.items() if value is not None})
    try:
        await protect_turn(request, form_data, metadata, user, model, extra_params)
    finally:
        settled = {key: form_data.pop(key, None) for key in keys}
    if not is_private(metadata):
        return settled["tool_ids"], settled["terminal_id"], settled["files"], settled["features"] or {}
    metadata["tool_servers"] = []
    metadata["folder_knowledge"] = []
    extra_params["__features__"] = settled["features"] or {}
    return [], None, settled["files"], settled["features"] or {}


def allowed_tools(tools: dict[str, Any], metadata: Any) -> dict[str, Any]:
    """The turn's tools by name; in a private turn only built-in ones on the mark's allow list."""
    mark = private_mark(metadata)
    if mark is None:
        return tools
    allowed = allow_list(mark)
    return {name: tool for name, tool in tools.items() if name in allowed and _is_built_in(tool)}


def offered(form_data: dict[str, Any], metadata: Any) -> dict[str, Any]:
    """The request as the model gets it: in a private turn no tool that is not on the list, wherever it came
    from."""
    mark = private_mark(metadata)
    if mark is None:
        return form_data
    allowed = allow_list(mark)
    tools = [tool for tool in form_data.get("tools") or [] if _function_name(tool) in allowed]
    for key in ("tools", "tool_choice", "functions", "function_call"):
        form_data.pop(key, None)
    if tools:
        form_data["tools"] = tools
    return form_data


def refused_call(name: str, tool: Any, metadata: Any) -> str | None:
    """What the model reads instead of a result when a private turn asks for a tool it may not use, else
    None."""
    mark = private_mark(metadata)
    if mark is None or (name in allow_list(mark) and (tool is None or _is_built_in(tool))):
        return None
    return REFUSED.format(name=name)


def readable_items(files: list[Any], metadata: Any) -> list[Any]:
    """Files that retrieval may read: in a private turn documents and notes; no knowledge, chat, folder,
    address."""
    if not is_private(metadata):
        return files
    return [item for item in files if isinstance(item, dict) and item.get("type") in ("file", "text", "note")]


def interpreter_event(event: dict[str, Any], metadata: Any) -> dict[str, Any]:
    """The event that runs code in the page; a private one is sealed, so that only the patched page can run
    it."""
    if not is_private(metadata):
        return event
    from werkbank.host.interpreter import sealed

    return {**event, "data": sealed(event.get("data") or {}, chat_id=metadata.get("chat_id") or "")}


def jupyter_code(code: str, metadata: Any) -> str:
    """Code for the Jupyter engine; in a private turn behind the guard that cuts the kernel off the
    network."""
    return guarded(code) if is_private(metadata) else code


async def page_code(code: str, request: Any) -> str:
    """Code of the page's run button for the Jupyter engine; guarded when the page shows a private chat.

    The request carries no chat id, so the page's address tells; a temporary chat has none and counts as
    private.
    """
    chat_id, temporary = chat_of_page(request)
    return guarded(code) if temporary or (chat_id and await is_private_chat(chat_id)) else code


async def skips_pipelines(request: Any, payload: Any) -> bool:
    """Pipeline filters are servers of their own and would get the whole request: not in a private chat."""
    return await is_private_request(request, payload)


async def summary_model(
    request: Any, task_model: str, own_model: str, models: dict[str, Any], messages: list[Any]
) -> str:
    """The model that summarises a long chat: in a private chat only the chat's own, and only a local one.

    Raises HTTPException 400 when the own model is not local: the turn then goes on with the whole history,
    and is refused for the same reason where it is routed.
    """
    metadata = getattr(getattr(request, "state", None), "metadata", None) or {}
    chat_id = metadata.get("chat_id") or getattr(request, "path_params", {}).get("id")
    if not is_private(metadata) and not await is_private_chat(chat_id, messages):
        return task_model
    from fastapi import HTTPException  # type: ignore[import-not-found]

    from werkbank.host.models import locate
    from werkbank.private_tables.settings import Settings

    direct = bool(metadata.get("direct"))
    place = await locate(models.get(own_model), Settings.model_validate({}), request=request, direct=direct)
    if not place.local:
        raise HTTPException(status_code=400, detail=NOT_SUMMARISED[language_of(request, metadata)])
    return own_model


async def turn_over(form_data: Any, metadata: Any) -> None:
    """At the end of a turn, however it ended: what it left in the interpreter is removed. Never raises."""
    if not is_private(metadata):
        return
    from werkbank.host.after_turn import finish

    await finish(body=form_data if isinstance(form_data, dict) else {}, metadata=metadata, call=None)


def _is_built_in(tool: Any) -> bool:
    return isinstance(tool, dict) and tool.get("type") == "builtin"


def _function_name(tool: Any) -> str | None:
    function = tool.get("function") if isinstance(tool, dict) else None
    return function.get("name") if isinstance(function, dict) else None
