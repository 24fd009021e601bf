"""The hooks that need no server: what the mark means, and what follows from it."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from werkbank.host import hooks
from werkbank.host.hook_mark import chat_of_page

MARK = {"private": True, "tools": ["execute_code"], "files": [], "language": "de"}
PRIVATE = {"werkbank": MARK, "chat_id": "c1"}
BUILT_IN = {"type": "builtin", "spec": {}}
SPY = {"type": "mcp", "spec": {}}


@pytest.mark.parametrize("metadata", [None, {}, {"chat_id": "x"}, {"werkbank": {"private": False}}])
def test_not_private(metadata: Any) -> None:
    assert not hooks.is_private(metadata)
    assert hooks.allowed_tools({"spy": SPY}, metadata) == {"spy": SPY}
    assert hooks.refused_call("spy", SPY, metadata) is None
    body = {"tools": [{"function": {"name": "spy"}}], "tool_choice": "auto"}
    assert hooks.offered(dict(body), metadata) == body
    assert hooks.readable_items([{"type": "collection"}], metadata) == [{"type": "collection"}]
    assert hooks.interpreter_event({"data": {"code": "1"}}, metadata) == {"data": {"code": "1"}}
    assert hooks.jupyter_code("print(1)", metadata) == "print(1)"


@pytest.mark.parametrize("mark", [MARK, "broken", None, {}, {"tools": ["spy"]}, {**MARK, "tools": None}])
def test_private_also_with_a_broken_mark(mark: Any) -> None:
    metadata = {"werkbank": mark}
    tools = {"spy": SPY, "execute_code": BUILT_IN, "search_web": BUILT_IN}
    assert list(hooks.allowed_tools(tools, metadata)) == ["execute_code"]
    for name in ("spy", "search_web", "invented"):
        assert "was not run" in (hooks.refused_call(name, tools.get(name), metadata) or "")
    assert hooks.refused_call("execute_code", BUILT_IN, metadata) is None
    assert hooks.jupyter_code("print(1)", metadata).endswith("\nprint(1)")


def test_a_tool_of_the_same_name_is_not_the_interpreter() -> None:
    assert hooks.allowed_tools({"execute_code": SPY}, PRIVATE) == {}
    assert hooks.refused_call("execute_code", SPY, PRIVATE)


def test_a_tool_that_is_not_offered_stays_unknown() -> None:
    """Open WebUI's own answer tells the model that there is no such tool."""
    assert hooks.refused_call("execute_code", None, PRIVATE) is None


def test_only_allowed_tools_are_offered_whatever_put_them_there() -> None:
    tools = [{"function": {"name": name}} for name in ("spy", "execute_code")] + [
        "broken",
        {"function": None},
    ]
    body = {"tools": tools, "tool_choice": "required", "functions": [1], "function_call": "spy", "model": "m"}
    assert hooks.offered(body, PRIVATE) == {"tools": [{"function": {"name": "execute_code"}}], "model": "m"}
    assert hooks.offered({"tools": [{"function": {"name": "spy"}}]}, PRIVATE) == {}


def test_retrieval_reads_documents_only() -> None:
    kinds = ("file", "text", "note", "collection", "folder", "chat", "url", "pyodide", "web_search", None)
    items = [{"type": kind} for kind in kinds] + ["broken"]
    kept = [item["type"] for item in hooks.readable_items(items, PRIVATE)]
    assert kept == ["file", "text", "note"]


def test_private_code_is_sealed_for_pages_without_the_patch() -> None:
    event = {"type": "execute:python", "data": {"id": "i", "code": "print(1)", "files": [{"id": "f"}]}}
    sealed = hooks.interpreter_event(event, PRIVATE)
    assert sealed["type"] == "execute:python"
    assert "print(1)" not in sealed["data"]["code"]
    assert sealed["data"]["werkbank"]["code"] == "print(1)"
    assert sealed["data"]["werkbank"]["chat_id"] == "c1"
    assert event["data"]["code"] == "print(1)", "the event itself is not changed"


@pytest.mark.parametrize(
    ("referer", "expected"),
    [
        ("http://host/c/abc-1", ("abc-1", False)),
        ("http://host/c/abc-1?x=1#y", ("abc-1", False)),
        ("http://host/?temporary-chat=true", (None, True)),
        ("http://host/", (None, False)),
        ("", (None, False)),
        (None, (None, False)),
    ],
)
def test_which_chat_a_page_shows(referer: str | None, expected: tuple[str | None, bool]) -> None:
    headers = {} if referer is None else {"referer": referer}
    assert chat_of_page(SimpleNamespace(headers=headers)) == expected


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    "kind", ["title", "follow_ups", "tags", "image_prompt", "queries", "autocomplete", "emoji", "moa"]
)
def test_placeholders_have_the_shape_of_an_answer(kind: str, stream: bool) -> None:
    request = SimpleNamespace(headers={}, state=SimpleNamespace(metadata=PRIVATE))
    answer = asyncio.run(hooks.task_placeholder(kind, request, {"model": "m", "stream": stream}))
    if kind == "moa" and stream:
        assert answer.media_type == "text/event-stream"
        return
    (choice,) = answer["choices"]
    content = choice["message"]["content"]
    if kind == "title":
        assert json.loads(content) == {"title": "Private Tabelle"}
    elif kind in ("emoji", "moa"):
        assert isinstance(content, str)
    else:
        assert all(not value for value in json.loads(content).values())


@pytest.mark.parametrize(
    ("name", "mime", "data", "text"),
    [
        ("notes.txt", "text/plain", {"content": "words"}, "words"),
        ("bank.csv", "text/csv", {"content": "a;b"}, ""),
        ("bank.CSV", None, {"content": "a;b"}, ""),
        ("bank", "application/vnd.ms-excel", {"content": "a;b"}, ""),
        ("bank.txt", "text/plain", {"content": "a;b", "werkbank_table": True}, ""),
        ("notes.txt", None, {}, ""),
        ("notes.txt", None, None, ""),
    ],
)
def test_text_of_a_table_from_before_the_patch_is_not_read(
    name: str, mime: str | None, data: dict[str, Any] | None, text: str
) -> None:
    assert hooks.file_text(SimpleNamespace(filename=name, meta={"content_type": mime}, data=data)) == text


def test_pieces_of_tables_from_before_the_patch_are_not_found() -> None:
    table = {"file_id": "1", "name": "bank.csv"}
    text = {"file_id": "2", "name": "notes.txt"}
    web = {"source": "https://host/data.csv"}
    found = {
        "ids": [["a", "b", "c"]],
        "documents": [["secret", "words", "page"]],
        "metadatas": [[table, text, web]],
        "distances": [[0.1, 0.2, 0.3]],
    }
    (kept,) = hooks.without_tables([found])
    assert kept == {
        "ids": [["b", "c"]],
        "documents": [["words", "page"]],
        "metadatas": [[text, web]],
        "distances": [[0.2, 0.3]],
    }
    assert found["documents"] == [["secret", "words", "page"]]
    for other in ({}, {"documents": [[]], "metadatas": [[]]}, {"documents": [["x"]], "metadatas": [[text]]}):
        assert hooks.without_tables([other]) == [other]
