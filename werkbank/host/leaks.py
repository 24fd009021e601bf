"""Ways by which table content leaves an unpatched server and that no filter can close.

Read from the server's settings before a turn; each finding is a text key of `wording` and where it goes.
"""

from __future__ import annotations

from typing import Any

from werkbank.host.models import Location, helper_models, is_local_url, locate
from werkbank.host.port import config, lookup
from werkbank.private_tables.settings import Settings

_EMBEDDING_URLS = {
    "openai": "rag.openai.api_base_url",
    "ollama": "rag.ollama.base_url",
    "azure_openai": "rag.azure_openai.base_url",
}
_EXTRACTION_URLS = {
    "tika": "rag.tika_server_url",
    "docling": "rag.docling_server_url",
    "external": "rag.external_document_loader_url",
}
"""Engines that get CSV or Excel files; the others of 0.11.0 take only PDF and office documents."""

Leak = tuple[str, str]


async def stock_leaks(model: Any, request: Any, settings: Settings) -> list[Leak]:
    """The open ways, empty when the stock server keeps table content here."""
    found = await config(
        "rag.bypass_embedding_and_retrieval",
        "rag.embedding_engine",
        "rag.content_extraction_engine",
        *_EMBEDDING_URLS.values(),
        *_EXTRACTION_URLS.values(),
    )
    if found is None:
        return [("leak_unknown", "")]
    leaks: list[Leak] = []
    engine = found.get("rag.embedding_engine") or ""
    if engine and not found.get("rag.bypass_embedding_and_retrieval"):
        place = await is_local_url(str(found.get(_EMBEDDING_URLS.get(engine, "")) or ""), settings)
        if not place.local:
            leaks.append(("leak_embedding", place.where))
    extraction = found.get("rag.content_extraction_engine") or ""
    if extraction in _EXTRACTION_URLS:
        place = await is_local_url(str(found.get(_EXTRACTION_URLS[extraction]) or ""), settings)
        if not place.local:
            leaks.append(("leak_extraction", place.where))
    leaks += await _helper_leak(model, request, settings)
    leaks += await _pipeline_leak(model, request, settings)
    return leaks + await _webhook_leak(settings)


async def _helper_leak(model: Any, request: Any, settings: Settings) -> list[Leak]:
    helpers = await helper_models(model, request)
    if helpers is None:
        return [("leak_unknown", "")]
    for helper in helpers:
        place = await locate(helper, settings, request=request)
        if not place.local:
            return [("leak_task_model", place.where)]
    return []


async def _pipeline_leak(model: Any, request: Any, settings: Settings) -> list[Leak]:
    """Pipeline filters see every request before any function filter does."""
    choose = lookup("routers.pipelines", "get_sorted_filters")
    models = getattr(getattr(getattr(request, "app", None), "state", None), "MODELS", None)
    if choose is None or models is None or not isinstance(model, dict):
        return []
    urls = (await config("openai.api_base_urls") or {}).get("openai.api_base_urls") or []
    for pipeline in choose(model.get("id"), models):
        try:
            place = await is_local_url(str(urls[int(pipeline.get("urlIdx"))]), settings)
        except (ValueError, TypeError, IndexError):
            continue
        if not place.local:
            return [("leak_pipeline", place.where)]
    return []


async def jupyter_place(settings: Settings) -> Location:
    """Where the Jupyter server of the interpreter is: the table's bytes would be put there."""
    found = await config("code_interpreter.jupyter.url")
    return await is_local_url(str((found or {}).get("code_interpreter.jupyter.url") or ""), settings)


async def _webhook_leak(settings: Settings) -> list[Leak]:
    """Event webhooks for finished chats carry the whole answer."""
    read = lookup("events", "get_event_webhooks")
    if read is None:
        return []
    for hook in await read():
        events = hook.get("events") or ["*"]
        if not hook.get("enabled", True) or not any(
            name in ("*", "chat.*", "chat.finished") for name in events
        ):
            continue
        place = await is_local_url(str(hook.get("url") or ""), settings)
        if not place.local:
            return [("leak_webhook", place.where)]
    return []
