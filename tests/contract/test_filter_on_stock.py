"""The bundled filter on the released Open WebUI 0.11.0, unpatched: what holds there and what is refused.

Every test looks at what really arrives at the model, at the task model and at the sink, not at the request
that the filter returns.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

import pytest

from tests.support.model_server import Call, ModelServer
from tests.support.openwebui import OpenWebUI, Person
from tests.support.sink import Sink
from werkbank.host.api import Api
from werkbank.install.installer import carry_out, make_plan
from werkbank.install.pack import Item, PackError
from werkbank.install.pack import pack as make_pack
from werkbank.install.report import report

from open_webui_server import Page, file_entry  # isort: skip

pytestmark = pytest.mark.server
MODEL = "scripted"
FILTER = "private_tables"
CSV = "Empfänger;Verwendungszweck;Betrag\r\n" + "".join(
    f"MARK{number:02d}QX GmbH;Zweck MARK{number:02d}QY;{number},50\r\n" for number in range(20)
)
MARKERS = [f"MARK{number:02d}Q{end}" for number in range(20) for end in "XY"]


@lru_cache
def pack() -> list[Item]:
    """Made once, so that all tests of this file speak of the same bundles."""
    return make_pack()


@pytest.fixture(scope="module")
def server(openwebui_stock: OpenWebUI) -> Iterator[OpenWebUI]:
    """The stock server with the pack, put there by the installer itself."""
    with Api(openwebui_stock.url, openwebui_stock.admin_token) as api:
        carry_out(api, make_plan(api, pack()), lambda _: None)
    yield openwebui_stock
    openwebui_stock.remove_function(FILTER)


@pytest.fixture(scope="module")
def page(server: OpenWebUI) -> Iterator[Page]:
    one = Page(server, server.admin)  # type: ignore[arg-type]
    yield one
    one.close()


@pytest.fixture
def valves(server: OpenWebUI) -> Iterator[Any]:
    """Change valves for one test."""
    path = f"/api/v1/functions/id/{FILTER}/valves"

    def change(**values: Any) -> None:
        server.admin.call("POST", f"{path}/update", {**server.admin.call("GET", path), **values})

    before = server.admin.call("GET", path)
    yield change
    server.admin.call("POST", f"{path}/update", before)


def uploaded(person: Person, name: str = "konto.csv", text: str = CSV) -> dict[str, Any]:
    """Stored even where text extraction fails: that is the server's business, not the chat's."""
    return file_entry(person.upload(name, text.encode("cp1252"), "text/csv"))


def assert_nothing_left(model: ModelServer, sink: Sink) -> None:
    """No cell in any request to the model, its tasks or the sink. Stock embeds uploads: not counted here."""
    asked = json.dumps([item.body for item in model.exchanges], ensure_ascii=False)
    assert [marker for marker in MARKERS if marker in asked] == []
    records = [record for record in sink.bodies_with(MARKERS) if "embeddings" not in record.path]
    assert records == []


def errors(turn: dict[str, Any]) -> str:
    return " ".join(
        str(event["data"]["data"])
        for event in turn["events"]
        if event["data"].get("type") == "chat:message:error"
    )


def statuses(turn: dict[str, Any]) -> list[str]:
    found = [event["data"]["data"] for event in turn["events"] if event["data"].get("type") == "status"]
    return [item["description"] for item in found if "description" in item]


def ran(turn: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        event["data"]["data"] for event in turn["events"] if event["data"].get("type") == "execute:python"
    ]


# ── installing ────────


def test_installed_as_the_pack_and_a_second_time_nothing_is_to_do(server: OpenWebUI) -> None:
    with Api(server.url, server.admin_token) as api:
        lines, good = report(api, pack())
        assert good, lines
        assert "Open WebUI 0.11.0" in lines[0] and "stock" in lines[0]
        assert make_plan(api, pack()).lines == []


def test_open_webui_reads_the_front_matter(server: OpenWebUI) -> None:
    meta = server.admin.call("GET", f"/api/v1/functions/id/{FILTER}")["meta"]["manifest"]
    assert meta["title"] == "Private Tables"
    assert meta["required_open_webui_version"] == "0.11.0"


def test_install_needs_an_admin(server: OpenWebUI) -> None:
    from werkbank.host.api import ApiError

    with Api(server.url, server.user.token) as api, pytest.raises(ApiError, match="no administrator"):
        make_plan(api, pack())
    with Api(server.url, "wrong") as api, pytest.raises(ApiError, match="does not accept this token"):
        make_plan(api, pack())


def test_a_failed_update_is_undone(server: OpenWebUI) -> None:
    from dataclasses import replace

    from werkbank.host.api import ApiError

    broken = [replace(item, content=item.content + "\nraise RuntimeError('broken')\n") for item in pack()]
    with Api(server.url, server.admin_token) as api:
        with pytest.raises(ApiError, match="undone"):
            carry_out(api, make_plan(api, broken), lambda _: None)
        lines, good = report(api, pack())
        assert good, lines


def test_workspace_model_has_one_built_in_tool(server: OpenWebUI, page: Page, model: ModelServer) -> None:
    with Api(server.url, server.admin_token) as api:
        with pytest.raises(PackError, match="there is no model 'nowhere'"):
            make_plan(api, pack(), base_model="nowhere")
        carry_out(api, make_plan(api, pack(), base_model=MODEL), lambda _: None)
        assert make_plan(api, pack(), base_model=MODEL).lines == []
    server.admin.call("GET", "/api/models?refresh=true")
    model.forget()
    model.script = ["hello"]
    page.ask("hello", model=f"private-tables-{MODEL}")
    assert model.chats[0].tool_names == ["execute_code"]


# ── the turn ────────


def test_control_without_a_table_everything_is_on_offer(page: Page, model: ModelServer) -> None:
    model.script = ["hello"]
    page.ask("hello", model=MODEL)
    assert len(model.chats[0].tool_names) > 20


def test_a_table_leaves_the_interpreter_alone_on_offer(
    server: OpenWebUI, page: Page, model: ModelServer, sink: Sink
) -> None:
    file = uploaded(server.admin)
    sink.forget()
    model.script = [Call("execute_code", {"code": "print(1)"}), "The sum is 200."]
    turn = page.ask(
        "Summe?",
        model=MODEL,
        files=[file],
        tool_ids=["server:mcp:crm", "server:lookup"],
        variables={"{{USER_LANGUAGE}}": "de-DE"},
    )
    assert [item.tool_names for item in model.chats] == [["execute_code"], ["execute_code"]]
    code, clean = ran(turn)
    assert [(item["id"], item["name"]) for item in code["files"]] == [(file["id"], "konto.csv")]
    assert "konto.csv" in clean["code"] and "_werkbank_clean" in clean["code"]
    assert "'/mnt/uploads/konto.csv'" in model.chats[0].system
    lines = [event["data"]["data"] for event in turn["events"] if event["data"].get("type") == "status"]
    assert "nur lokal" in statuses(turn)[0]
    assert lines[-1] == lines[0]  # the newest is the one that the page shows
    assert turn["saved"]["chat"]["history"]["messages"][turn["answer_id"]]["content"] == "The sum is 200."
    assert_nothing_left(model, sink)
    assert not sink.requests or all("embeddings" in record.path for record in sink.requests)


def test_background_tasks_see_at_most_the_first_question(
    server: OpenWebUI, page: Page, model: ModelServer
) -> None:
    file = uploaded(server.admin)
    model.forget()
    model.script = ["The largest is MARK19QX."]
    turn = page.ask("Biggest?", model=MODEL, files=[file])
    assert {item.task for item in model.tasks} <= {"title"}
    assert "MARK19QX" not in json.dumps([item.body for item in model.tasks])
    model.forget()
    model.script = ["Again MARK19QX."]
    page.ask("Again?", model=MODEL, chat_id=turn["chat_id"], parent=turn["answer_id"])
    assert model.tasks == []


def test_later_turns_stay_private_and_hostile_calls_do_not_run(
    server: OpenWebUI, page: Page, model: ModelServer, sink: Sink
) -> None:
    file = uploaded(server.admin)
    model.script = ["ok"]
    first = page.ask("here is my file", model=MODEL, files=[file])
    sink.forget()
    model.forget()
    hostile = [
        Call("search_web", {"query": "MARK01QX"}),
        Call("fetch_url", {"url": f"{sink.origin}/MARK02QX"}),
        Call("crm_lookup", {"name": "MARK03QX"}),
        Call("query_knowledge_files", {"query": "MARK04QX"}),
        Call("search_chats", {"query": "MARK05QX"}),
        Call("write_note", {"title": "x", "content": "MARK06QX"}),
        Call("delegate_task", {"task": "MARK07QX"}),
    ]
    model.script = [hostile, "gave up"]
    turn = page.ask(
        "look at my newest upload", model=MODEL, chat_id=first["chat_id"], parent=first["answer_id"]
    )
    assert [item.tool_names for item in model.chats] == [["execute_code"], ["execute_code"]]
    results = [message["content"] for message in model.chats[1].messages if message["role"] == "tool"]
    assert len(results) == len(hostile)
    assert all("not found" in text for text in results)
    assert sink.bodies_with(MARKERS) == []
    assert sink.requests == []
    assert ran(turn) == []


def test_the_chat_stays_private_when_the_file_is_gone(
    server: OpenWebUI, page: Page, model: ModelServer
) -> None:
    file = uploaded(server.admin)
    model.script = ["ok"]
    first = page.ask("here", model=MODEL, files=[file])
    saved = server.admin.call("GET", f"/api/v1/chats/{first['chat_id']}")
    chat = saved["chat"]
    for message in chat["history"]["messages"].values():
        message["files"] = []
    server.admin.call("POST", f"/api/v1/chats/{first['chat_id']}", {"chat": {**chat, "files": []}})
    model.forget()
    model.script = ["still private"]
    turn = page.ask("and now?", model=MODEL, chat_id=first["chat_id"], parent=first["answer_id"])
    assert model.chats[0].tool_names == ["execute_code"]
    assert statuses(turn)


@pytest.mark.parametrize("calling", ["native", "legacy"])
@pytest.mark.parametrize("builtin", [True, False])
@pytest.mark.parametrize("web", [True, False])
def test_tools_offered_whatever_the_switches_say(
    server: OpenWebUI, page: Page, model: ModelServer, sink: Sink, calling: str, builtin: bool, web: bool
) -> None:
    ident = f"matrix-{calling}-{builtin}"
    if not any(item["id"] == ident for item in server.admin.call("GET", "/api/models")["data"]):
        form = {"id": ident, "base_model_id": MODEL, "name": ident, "params": {}, "access_grants": [],
                "meta": {"capabilities": {"builtin_tools": builtin}}, "is_active": True}  # fmt: skip
        server.admin.call("POST", "/api/v1/models/create", form)
        server.admin.call("GET", "/api/models?refresh=true")
    file = uploaded(server.admin, "salaries.csv")
    sink.forget()
    model.forget()
    model.script = ["answer"]
    page.ask(
        "average salary per team?",
        model=ident,
        files=[file],
        features={"web_search": web, "code_interpreter": True, "memory": True},
        tool_ids=["server:mcp:crm", "weather_tool"],
        params={"function_calling": calling},
    )
    wanted = ["execute_code"] if calling == "native" and builtin else []
    assert [item.tool_names for item in model.chats] == [wanted]
    assert_nothing_left(model, sink)
    assert [record for record in sink.requests if "embeddings" not in record.path] == []


SELECTOR = """
from pydantic import BaseModel


class Filter:
    class Valves(BaseModel):
        priority: int = 0

    def __init__(self):
        self.valves = self.Valves()

    def inlet(self, body: dict) -> dict:
        body["tool_ids"] = ["server:mcp:crm"]
        body.setdefault("features", {})["web_search"] = True
        return body
"""


@pytest.mark.parametrize(
    "ident,priority", [("a_selector", 0), ("z_selector", 0), ("z_selector", 2_000_000_000)]
)
def test_other_filters_cannot_switch_tools_on_again(
    server: OpenWebUI, page: Page, model: ModelServer, sink: Sink, valves: Any, ident: str, priority: int
) -> None:
    valves(priority=0)
    server.add_function(ident, SELECTOR, valves={"priority": priority})
    try:
        file = uploaded(server.admin, "container_costs.csv")
        sink.forget()
        model.forget()
        model.script = ["answer"]
        page.ask("container costs?", model=MODEL, files=[file])
        assert [item.tool_names for item in model.chats] == [["execute_code"]]
        assert [record for record in sink.requests if "embeddings" not in record.path] == []
    finally:
        server.remove_function(ident)


def test_two_uploads_of_one_name(server: OpenWebUI, page: Page, model: ModelServer) -> None:
    one = uploaded(server.admin, "data.csv")
    time.sleep(1.1)  # upload times have whole seconds
    two = uploaded(server.admin, "data.csv", CSV.replace("0,50", "1,50"))
    model.script = ["ok"]
    first = page.ask("first", model=MODEL, files=[one])
    model.forget()
    model.script = [Call("execute_code", {"code": "print(2)"}), "done"]
    turn = page.ask(
        "what changed?", model=MODEL, files=[one, two], chat_id=first["chat_id"], parent=first["answer_id"]
    )
    sent = {item["id"]: item["name"] for item in ran(turn)[0]["files"]}
    assert sent[one["id"]] == "data.csv"
    assert sent[two["id"]] not in ("data.csv", "")
    system = model.chats[0].system
    newest = next(line for line in system.splitlines() if "(newest)" in line)
    assert two["id"] in newest and sent[two["id"]] in newest
    assert one["id"] in system


@pytest.mark.parametrize(
    "name",
    ["Übersicht – Q1 (final).csv", "U\u0308bersicht.csv", "o'neil.csv", 'x.csv"); import os #.csv', "noext"],
)
def test_odd_names(server: OpenWebUI, page: Page, model: ModelServer, name: str) -> None:
    import ast
    import re
    import unicodedata

    file = {**uploaded(server.admin, "plain.csv"), "name": name}
    stored = server.admin.call("GET", f"/api/v1/files/{file['id']}")
    assert stored["filename"] == "plain.csv"
    file = file_entry(server.admin.upload(name, CSV.encode("cp1252"), "text/csv"))
    model.forget()
    model.script = [Call("execute_code", {"code": "print(2)"}), "done"]
    turn = page.ask("sum?", model=MODEL, files=[file])
    written = ran(turn)[0]["files"][0]["name"]
    assert "/" not in written
    assert unicodedata.is_normalized("NFC", written)
    code = re.search(r"```python\n(.*?)\n```", model.chats[0].system, re.DOTALL)
    assert code is not None
    literals = [node.value for node in ast.walk(ast.parse(code[1])) if isinstance(node, ast.Constant)]
    assert literals.count(f"/mnt/uploads/{written}") == 1


# ── temporary chats ────────


def inline(name: str, content: str) -> dict[str, Any]:
    return {
        "type": "text",
        "id": "inline-1",
        "name": name,
        "content": content,
        "status": "uploaded",
        "size": 1,
    }


def test_temporary_chat(page: Page, model: ModelServer, sink: Sink) -> None:
    import base64
    import re

    chat_id = f"local:{page.session_id}"
    model.script = [Call("execute_code", {"code": "print(3)"}), "MARK01QX is first"]
    turn = page.ask("sum?", model=MODEL, files=[inline("konto.csv", CSV)], chat_id=chat_id)
    write, code, clean = ran(turn)
    pieces = re.findall(r"b64decode\('([^']*)'\)", write["code"])
    assert base64.b64decode(pieces[0]).decode() == CSV
    assert code["files"] == []
    assert "konto.csv" in clean["code"]
    assert [item.tool_names for item in model.chats] == [["execute_code"], ["execute_code"]]
    assert model.tasks == []
    assert_nothing_left(model, sink)
    model.forget()
    model.script = ["no file this time"]
    page.ask("again?", model=MODEL, chat_id=chat_id)
    assert model.chats[0].tool_names == ["execute_code"]
    assert model.tasks == []


def test_temporary_chat_refuses_a_damaged_workbook(page: Page, model: ModelServer) -> None:
    damaged = b"PK\x03\x04\x14\x00\x06\x00\x08\x00\xff\xfe\x8b xl/workbook.xml".decode("utf-8", "replace")
    turn = page.ask(
        "sum?",
        model=MODEL,
        files=[inline("konto.xlsx", damaged)],
        chat_id="local:other",
        variables={"{{USER_LANGUAGE}}": "de-DE"},
    )
    assert "konto.xlsx" in errors(turn) and "normalen Chat" in errors(turn)
    assert model.chats == []


# ── API callers ────────


def api_call(person: Person, **body: Any) -> Any:
    return person.call(
        "POST",
        "/api/chat/completions",
        {"model": MODEL, "stream": False, "messages": [{"role": "user", "content": "sum?"}], **body},
    )


@pytest.mark.parametrize("more", [{}, {"chat_id": "local:ab12", "id": None}])
def test_api_callers_are_guarded_by_the_files_id(
    server: OpenWebUI, model: ModelServer, sink: Sink, more: dict[str, Any]
) -> None:
    file = uploaded(server.admin)
    model.forget()
    model.script = ["answer"]
    tool = {
        "type": "function",
        "function": {"name": "my_own", "parameters": {"type": "object", "properties": {}}},
    }
    api_call(server.admin, files=[{"type": "file", "id": file["id"]}], tools=[tool], **more)
    assert model.chats[0].tool_names == []
    assert "no code interpreter" in model.chats[0].system
    assert "konto.csv" in model.chats[0].system
    assert "Pyodide" not in model.chats[0].system
    assert_nothing_left(model, sink)


def test_unknown_file_ids_are_private_too(server: OpenWebUI, model: ModelServer) -> None:
    model.script = ["answer"]
    api_call(server.admin, files=[{"type": "file", "id": "does-not-exist"}], features={"web_search": True})
    assert model.chats[0].tool_names == []
    assert "no code interpreter" in model.chats[0].system


def test_concurrent_api_callers_share_nothing(server: OpenWebUI, model: ModelServer) -> None:
    file = uploaded(server.admin)
    model.forget()
    model.script = lambda exchange: "answer"
    with ThreadPoolExecutor(6) as pool:
        calls = [{"files": [{"type": "file", "id": file["id"]}]} if number % 2 else {} for number in range(6)]
        list(pool.map(lambda body: api_call(server.admin, **body), calls))
    guarded = ["<private_tables>" in item.system for item in model.chats]
    assert sorted(guarded) == [False] * 3 + [True] * 3


# ── refusals ────────


@pytest.fixture
def far_model(server: OpenWebUI, model: ModelServer) -> Iterator[str]:
    """A model on a connection that is not local; it is never contacted."""
    body = {
        "ENABLE_OPENAI_API": True,
        "OPENAI_API_BASE_URLS": [model.url, "https://models.example.com/v1"],
        "OPENAI_API_KEYS": ["none", "none"],
        "OPENAI_API_CONFIGS": {"0": {"enable": True}, "1": {"enable": True, "model_ids": ["far"]}},
    }
    server.admin.call("POST", "/openai/config/update", body)
    server.admin.call("GET", "/api/models?refresh=true")
    yield "far"
    server.connect(model.url)


def test_a_remote_model_is_refused(
    server: OpenWebUI, page: Page, model: ModelServer, valves: Any, far_model: str
) -> None:
    file = uploaded(server.admin)
    model.forget()
    turn = page.ask("sum?", model=far_model, files=[file], variables={"{{USER_LANGUAGE}}": "de-DE"})
    assert "läuft nicht lokal (models.example.com)" in errors(turn)
    valves(remote_model="ask")
    turn = page.ask("sum?", model=far_model, files=[file])
    asked = [event["data"] for event in turn["events"] if event["data"].get("type") == "confirmation"]
    assert len(asked) == 1  # the stand-in page answers nothing
    assert "not answered with yes" in errors(turn)
    assert model.chats == []


def test_remote_embedding_refuses_or_warns(
    server: OpenWebUI, page: Page, model: ModelServer, sink: Sink, valves: Any
) -> None:
    file = uploaded(server.admin)
    model.forget()
    server.embed_with("https://embeddings.example.com/v1")
    try:
        turn = page.ask("sum?", model=MODEL, files=[file])
        assert "uploads are sent to embeddings.example.com" in errors(turn)
        assert model.chats == []
        valves(content_could_leave="warn")
        model.script = ["answer"]
        turn = page.ask("sum?", model=MODEL, files=[file])
        assert "Caution: uploads are sent to embeddings.example.com" in statuses(turn)[0]
        assert len(model.chats) == 1
    finally:
        server.embed_with(f"{sink.origin}/v1")


def test_tools_can_be_warned_of_or_refused(
    server: OpenWebUI, page: Page, model: ModelServer, valves: Any
) -> None:
    file = uploaded(server.admin)
    model.forget()
    valves(tools_on_stock="warn")
    model.script = ["answer"]
    turn = page.ask("sum?", model=MODEL, files=[file])
    offered = [name for name in model.chats[0].tool_names if name != "execute_code"]
    assert offered
    assert statuses(turn)[0].endswith(f"these local tools stay on offer: {', '.join(offered)}.")
    assert not {"search_web", "fetch_url", "generate_image"} & set(offered)
    valves(tools_on_stock="refuse")
    turn = page.ask("sum?", model=MODEL, files=[file])
    assert "tools stay on offer" in errors(turn)


def test_without_the_interpreter_no_figures(server: OpenWebUI, page: Page, model: ModelServer) -> None:
    file = uploaded(server.admin)
    server.interpreter(ENABLE_CODE_INTERPRETER=False)
    try:
        model.forget()
        model.script = ["answer"]
        turn = page.ask("sum?", model=MODEL, files=[file])
        assert model.chats[0].tool_names == []
        assert "Do not state or estimate any figure" in model.chats[0].system
        assert "no figures are computed" in statuses(turn)[0]
    finally:
        server.interpreter()


def test_knowledge_with_a_table_goes_to_the_interpreter(
    server: OpenWebUI, page: Page, model: ModelServer, sink: Sink
) -> None:
    file = uploaded(server.admin, "ledger.csv")
    base = server.admin.call(
        "POST", "/api/v1/knowledge/create", {"name": "books", "description": "d", "access_grants": []}
    )
    added = server.admin.http.post(f"/api/v1/knowledge/{base['id']}/file/add", json={"file_id": file["id"]})
    if added.status_code >= 400:
        pytest.skip(f"this environment extracts no text: {added.text[:100]}")
    sink.forget()
    model.forget()
    model.script = [Call("execute_code", {"code": "print(2)"}), "done"]
    turn = page.ask("sum?", model=MODEL, files=[{"type": "collection", "id": base["id"], "name": "books"}])
    assert [item.tool_names for item in model.chats] == [["execute_code"], ["execute_code"]]
    assert [item["id"] for item in ran(turn)[0]["files"]] == [file["id"]]
    assert_nothing_left(model, sink)
