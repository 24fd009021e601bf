"""The patched server over HTTP and web socket, with a scripted model: what a private chat may do, and what
not."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from tests.contract.conftest import World
from tests.support.model_server import MODEL
from tests.support.openwebui import OpenWebUI, Person
from tests.support.ports import ThreadServer

from open_webui_server import Page, file_entry  # isort: skip

pytestmark = pytest.mark.server

MARKERS = [f"MARKER{number:03}X" for number in range(40)]
TABLE = "Buchungstag;Empfänger;Betrag\n" + "".join(
    f"{number % 28 + 1:02}.01.2025;{marker};-{number},50\n" for number, marker in enumerate(MARKERS)
)
BANK = TABLE.encode("cp1252")
ZEBRA = "Zebras graze in the garden of the old castle. " * 20


@pytest.fixture(scope="module")
def bank(admin: Person) -> dict[str, Any]:
    return admin.upload("umsätze.csv", BANK, "text/csv")


PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def _store(person: Person, name: str, data: bytes, mime: str) -> dict[str, Any]:
    """Upload without processing, as the page does with pictures."""
    file = person.call("POST", "/api/v1/files/?process=false", files={"file": (name, data, mime)})
    return dict(person.call("GET", f"/api/v1/files/{file['id']}"))


def upload_into(person: Person, knowledge: str, name: str, data: bytes, mime: str) -> dict[str, Any]:
    """Upload from the page of a knowledge base: processed in the request itself."""
    form = {"metadata": json.dumps({"knowledge_id": knowledge})}
    path = "/api/v1/files/?process_in_background=false"
    file = person.call("POST", path, files={"file": (name, data, mime)}, data=form)
    return dict(person.call("GET", f"/api/v1/files/{file['id']}"))


def leaked(text: str) -> list[str]:
    return [marker for marker in MARKERS if marker in text]


def tools_of(request: dict[str, Any]) -> list[str]:
    return [tool["function"]["name"] for tool in request.get("tools", [])]


def results_of(request: dict[str, Any]) -> dict[str, str]:
    names = {
        call["id"]: call["function"]["name"]
        for message in request["messages"]
        for call in message.get("tool_calls") or []
    }
    return {names[m["tool_call_id"]]: m["content"] for m in request["messages"] if m["role"] == "tool"}


def event_types(turn: dict[str, Any]) -> list[str]:
    return [event["data"]["type"] for event in turn["events"]]


# --- uploads -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "mime"),
    [
        ("bank.csv", "text/csv"),
        ("bank.csv", "application/vnd.ms-excel"),
        ("bank.csv", "audio/mpeg"),
        ("bank.csv", "image/png"),
        ("BANK.TSV", "application/octet-stream"),
    ],
)
def test_a_table_is_stored_without_text_and_embedding(
    admin: Person, world: World, name: str, mime: str
) -> None:
    stored = admin.upload(name, BANK, mime)
    assert stored["data"]["status"] == "completed"
    assert not stored["data"].get("content")
    assert not leaked(world.everything())
    assert not world.embedded
    content = admin.http.get(f"/api/v1/files/{stored['id']}/content")
    assert content.content == BANK, "the interpreter still gets the file itself"


def test_other_files_are_embedded_as_before(admin: Person, world: World) -> None:
    stored = admin.upload("zebra.txt", ZEBRA.encode(), "text/plain")
    assert stored["data"]["status"] == "completed"
    assert "Zebras graze" in stored["data"]["content"]
    assert any("Zebras graze" in text for text in world.embedded)


def test_changed_content_of_a_table_is_not_embedded(
    admin: Person, world: World, bank: dict[str, Any]
) -> None:
    admin.call("POST", f"/api/v1/files/{bank['id']}/data/content/update", json={"content": TABLE})
    assert not world.embedded
    assert not admin.call("GET", f"/api/v1/files/{bank['id']}")["data"].get("content")


def test_knowledge_refuses_a_table_and_says_why(admin: Person, world: World, bank: dict[str, Any]) -> None:
    knowledge = admin.call("POST", "/api/v1/knowledge/create", json={"name": "k", "description": "d"})
    world.forget()
    path = f"/api/v1/knowledge/{knowledge['id']}/file/add"
    answer = admin.http.post(path, json={"file_id": bank["id"]}, headers={"Accept-Language": "de-DE"})
    assert answer.status_code == 400
    assert "nur lokal im Code-Interpreter" in answer.json()["detail"]
    answer = admin.http.post(path, json={"file_id": bank["id"]})
    assert "only locally in the code interpreter" in answer.json()["detail"]
    zebra = admin.upload("zebra.txt", ZEBRA.encode(), "text/plain")
    world.forget()
    both = [{"file_id": bank["id"]}, {"file_id": zebra["id"]}]
    batch = admin.call("POST", f"/api/v1/knowledge/{knowledge['id']}/files/batch/add", json=both)
    assert [file["id"] for file in batch["files"]] == [zebra["id"]]
    stored = upload_into(admin, knowledge["id"], "k.csv", BANK, "text/csv")
    assert stored["data"]["status"] == "failed"
    assert "only locally" in stored["data"]["error"]
    admin.http.post("/api/v1/knowledge/reindex")
    assert not leaked(world.everything())


def test_text_that_is_a_table_is_not_embedded(admin: Person, world: World) -> None:
    answer = admin.http.post("/api/v1/retrieval/process/text", json={"name": "t", "content": TABLE})
    assert answer.status_code == 400
    assert not world.embedded


# --- the turn ------------------------------------------------------------------------------------------


def test_only_the_interpreter_is_offered_and_run(
    page: Page, world: World, bank: dict[str, Any], admin: Person
) -> None:
    world.script[:] = [
        [
            ("execute_code", {"code": "print(1)"}),
            ("search_web", {"query": MARKERS[0]}),
            ("fetch_url", {"url": f"{world.origin}/{MARKERS[1]}"}),
            ("query_knowledge_files", {"query": MARKERS[2]}),
            ("delegate_task", {"task": MARKERS[3]}),
            ("search_chats", {"query": MARKERS[4]}),
            ("display_file", {"path": f"/{MARKERS[5]}"}),
            ("invented", {}),
        ],
        "The sum is 800.00",
    ]
    turn = page.ask("Summe?", model=MODEL, files=[file_entry(bank)])
    first, second = world.chats
    assert tools_of(first) == ["execute_code"]
    assert tools_of(second) == ["execute_code"]
    results = results_of(second)
    assert "printed" in results.pop("execute_code")
    assert len(results) == 7
    for name, result in results.items():
        assert f"the tool {name} is switched off here" in result
        assert "execute_code" in result
    assert not world.others, "no search, no page was fetched"
    assert not world.tasks and not world.embedded
    assert not leaked(json.dumps(first))
    assert "source" not in event_types(turn) and "terminal:display_file" not in event_types(turn)
    assert not any(
        "MARKER" in json.dumps(event) for event in turn["events"] if event["data"]["type"] == "source"
    )
    assert turn["saved"]["title"] in ("Private Tabelle", "Private table")


def test_code_reaches_the_page_sealed_and_with_its_chat(
    page: Page, world: World, bank: dict[str, Any]
) -> None:
    world.script[:] = [[("execute_code", {"code": "print('secret code')"})], "done"]
    turn = page.ask("Summe?", model=MODEL, files=[file_entry(bank)])
    data = next(e["data"]["data"] for e in turn["events"] if e["data"]["type"] == "execute:python")
    assert "secret code" not in data["code"], "a page without the patch must not run it"
    assert data["files"] == []
    sealed = data["werkbank"]
    assert sealed["private"] is True
    assert sealed["chat_id"] == turn["chat_id"]
    assert "secret code" in sealed["code"]
    assert bank["id"] in json.dumps(sealed["files"])


def test_it_sticks_to_the_chat(page: Page, world: World, bank: dict[str, Any]) -> None:
    first = page.ask("Summe?", model=MODEL, files=[file_entry(bank)])
    world.forget()
    world.script[:] = [[("search_web", {"query": MARKERS[0]})], "done"]
    page.ask("Und jetzt?", model=MODEL, chat_id=first["chat_id"], parent=first["answer_id"])
    assert tools_of(world.chats[0]) == ["execute_code"]
    assert "switched off here" in results_of(world.chats[1])["search_web"]
    assert not world.tasks and not world.others


def test_tool_servers_are_not_even_opened(page: Page, world: World, bank: dict[str, Any]) -> None:
    server = {
        "url": world.origin,
        "specs": [{"name": "spy", "parameters": {"properties": {}}}],
        "openapi": {},
    }
    world.script[:] = [[("spy", {}), ("execute_code", {"code": "1"})], "done"]
    page.ask(
        "Summe?",
        model=MODEL,
        files=[file_entry(bank)],
        tool_ids=["server:mcp:spy", "server:spy"],
        terminal_id="t",
        tool_servers=[server],
    )
    assert tools_of(world.chats[0]) == ["execute_code"]
    assert "switched off" in results_of(world.chats[1])["spy"]
    assert not world.others


def test_an_mcp_server_is_not_contacted(
    page: Page, admin: Person, world: World, bank: dict[str, Any]
) -> None:
    page.ask("Summe?", model=MODEL, files=[file_entry(bank)], tool_ids=["server:mcp:crm", "server:lookup"])
    assert not world.others
    page.ask("Hello", model=MODEL, tool_ids=["server:mcp:crm"])
    assert any("/mcp" in other for other in world.others), "the control: other chats do contact it"


def test_a_table_that_calls_itself_a_picture_is_not_sent_as_one(
    page: Page, admin: Person, world: World
) -> None:
    entry = file_entry(admin.upload("bank.csv", BANK, "image/png"))
    page.ask("Was ist das?", model=MODEL, files=[{**entry, "type": "image"}])
    page.ask("Was ist das?", model=MODEL, files=[entry])
    assert "base64" not in json.dumps(world.chats)


def test_real_pictures_are_sent_as_before(page: Page, admin: Person, world: World) -> None:
    entry = {**file_entry(_store(admin, "dot.png", PNG, "image/png")), "type": "image"}
    page.ask("Was ist das?", model=MODEL, files=[entry])
    assert base64.b64encode(PNG).decode() in json.dumps(world.chats)


def test_a_folder_with_a_table_makes_its_chats_private(
    page: Page, admin: Person, world: World, bank: dict[str, Any]
) -> None:
    folder = admin.call("POST", "/api/v1/folders/", json={"name": "f", "data": {"files": [file_entry(bank)]}})
    world.script[:] = [[("search_web", {"query": MARKERS[0]})], "done"]
    page.ask("Summe?", model=MODEL, folder_id=folder["id"])
    assert tools_of(world.chats[0]) == ["execute_code"]
    assert not world.others and not world.embedded and not world.tasks
    assert "attached_knowledge" not in json.dumps(world.chats)


def test_model_knowledge_with_a_table_makes_its_chats_private(
    page: Page, admin: Person, world: World, bank: dict[str, Any]
) -> None:
    entry = {**bank, "type": "file", "name": bank["filename"]}
    meta = {"capabilities": {}, "knowledge": [entry]}
    body = {
        "id": "knows",
        "name": "knows",
        "base_model_id": MODEL,
        "params": {},
        "meta": meta,
        "access_grants": [],
    }
    admin.call("POST", "/api/v1/models/create", json={**body, "is_active": True})
    admin.call("GET", "/api/models?refresh=true")
    world.forget()
    page.ask("Summe?", model="knows")
    assert tools_of(world.chats[0]) == ["execute_code"]
    assert "attached_knowledge" not in json.dumps(world.chats)
    assert not world.embedded and not world.tasks


def test_a_long_private_chat_is_summarised_by_its_own_model(
    page: Page, admin: Person, world: World, bank: dict[str, Any]
) -> None:
    private = page.ask("Summe?", model=MODEL, files=[file_entry(bank)])
    other = page.ask("Hello", model=MODEL)
    configuration = admin.call("GET", "/api/v1/chats/config")
    admin.call("POST", "/api/v1/chats/config", json={**configuration, "ENABLE_CONTEXT_COMPACTION": True})
    try:
        world.forget()
        assert admin.call("POST", f"/api/v1/chats/{private['chat_id']}/compact", json={"model": MODEL})[
            "compacted"
        ]
        assert len(world.chats) == 1 and not world.tasks
        admin.call("POST", f"/api/v1/chats/{other['chat_id']}/compact", json={"model": MODEL})
        assert len(world.tasks) == 1, "the control: other chats are summarised by the task model"
    finally:
        admin.call("POST", "/api/v1/chats/config", json=configuration)


def test_legacy_interpreter_code_is_sealed_too(page: Page, world: World, bank: dict[str, Any]) -> None:
    world.script[:] = [
        '<code_interpreter type="code" lang="python">\nprint("old way")\n</code_interpreter>',
        "done",
    ]
    turn = page.ask("Summe?", model=MODEL, files=[file_entry(bank)], params={"function_calling": "legacy"})
    data = next(e["data"]["data"] for e in turn["events"] if e["data"]["type"] == "execute:python")
    assert "old way" not in data["code"]
    assert "old way" in data["werkbank"]["code"]


def test_a_tool_of_the_same_name_does_not_take_its_place(
    page: Page, world: World, bank: dict[str, Any]
) -> None:
    server = {
        "url": world.origin,
        "openapi": {},
        "specs": [{"name": "execute_code", "parameters": {"properties": {}}}],
    }
    world.script[:] = [[("execute_code", {"code": "1"})], "done"]
    turn = page.ask("Summe?", model=MODEL, files=[file_entry(bank)], tool_servers=[server])
    assert "execute:tool" not in event_types(turn)
    assert "execute:python" in event_types(turn)


def test_other_chats_work_as_before(page: Page, world: World) -> None:
    world.script[:] = [[("search_web", {"query": "zebra"}), ("execute_code", {"code": "print(2)"})], "done"]
    turn = page.ask("Hello", model=MODEL)
    assert {"execute_code", "search_web", "fetch_url"} <= set(tools_of(world.chats[0]))
    assert any("zebra" in other for other in world.others), "the search was really made"
    assert world.tasks, "title and tags come from the task model"
    data = next(e["data"]["data"] for e in turn["events"] if e["data"]["type"] == "execute:python")
    assert "werkbank" not in data and "print(2)" in data["code"]


def test_legacy_calling_makes_no_task_request(page: Page, world: World, bank: dict[str, Any]) -> None:
    page.ask("Summe?", model=MODEL, files=[file_entry(bank)], params={"function_calling": "legacy"},
             tool_ids=["server:mcp:spy"])  # fmt: skip
    assert len(world.chats) == 1
    assert not world.tasks and not world.others and not world.embedded
    assert not leaked(world.everything())


def test_a_document_beside_the_table_is_read_whole_without_queries(
    page: Page, admin: Person, world: World, bank: dict[str, Any]
) -> None:
    zebra = admin.upload("zebra.txt", ZEBRA.encode(), "text/plain")
    world.forget()
    page.ask("Was steht im Text?", model=MODEL, files=[file_entry(bank), file_entry(zebra)])
    assert "Zebras graze" in json.dumps(world.chats[0]["messages"])
    assert not world.embedded, "the question was embedded"
    assert not world.tasks, "a query was generated"
    assert not leaked(world.everything())


def test_a_temporary_chat(page: Page, world: World) -> None:
    entry = {
        "type": "text",
        "name": "bank.csv",
        "id": None,
        "url": "",
        "content": TABLE,
        "status": "uploaded",
        "content_type": "text/csv",
        "file": {"data": {"content": TABLE}, "meta": {"name": "bank.csv"}},
    }
    world.script[:] = [[("search_web", {"query": MARKERS[0]})], "done"]
    turn = page.ask("Summe?", model=MODEL, files=[entry], chat_id="local:temp1")
    assert tools_of(world.chats[0]) == ["execute_code"]
    assert not leaked(json.dumps(world.chats[0]))
    assert not world.tasks and not world.others and not world.embedded
    assert "chat:message:error" not in event_types(turn)


def test_an_api_caller(admin: Person, world: World, bank: dict[str, Any]) -> None:
    spy = {
        "type": "function",
        "function": {"name": "spy", "parameters": {"type": "object", "properties": {}}},
    }
    body = {"model": MODEL, "messages": [{"role": "user", "content": "Summe?"}], "tools": [spy],
            "tool_choice": "required", "files": [{"type": "file", "id": bank["id"]}]}  # fmt: skip
    admin.http.post("/api/chat/completions", json=body)
    for request in world.chats:
        assert not tools_of(request)
        assert "tool_choice" not in request
    assert not leaked(world.everything())
    assert not world.embedded


# --- beside the turn -----------------------------------------------------------------------------------

TASKS = {
    "title": "title", "follow_up": "follow_ups", "tags": "tags", "queries": "queries", "auto": "text",
    "image_prompt": "prompt", "emoji": None, "moa": None,
}  # fmt: skip


@pytest.fixture(scope="module")
def private_chat(page: Page, bank: dict[str, Any]) -> str:
    return str(page.ask("Summe?", model=MODEL, files=[file_entry(bank)])["chat_id"])


@pytest.mark.parametrize("by", ["chat id", "page address", "temporary page"])
@pytest.mark.parametrize("task", sorted(TASKS))
def test_tasks_get_placeholders(
    admin: Person, world: World, patched_server: OpenWebUI, private_chat: str, task: str, by: str
) -> None:
    body: dict[str, Any] = {
        "model": MODEL,
        "prompt": MARKERS[0],
        "responses": [MARKERS[1]],
        "type": "retrieval",
    }
    headers = {"Accept-Language": "de"}
    if by == "chat id":
        body |= {"chat_id": private_chat, "messages": [{"role": "assistant", "content": MARKERS[2]}]}
    elif by == "page address":
        body |= {"messages": [{"role": "assistant", "content": MARKERS[2]}]}
        headers["Referer"] = f"{patched_server.url}/c/{private_chat}"
    else:
        headers["Referer"] = f"{patched_server.url}/?temporary-chat=true"
    answer = admin.http.post(f"/api/v1/tasks/{task}/completions", json=body, headers=headers)
    content = answer.json()["choices"][0]["message"]["content"]
    if task == "title":
        assert json.loads(content) == {"title": "Private Tabelle"}
    elif TASKS[task]:
        assert not json.loads(content)[TASKS[task]]
    else:
        assert "MARKER" not in content
    assert not world.tasks and not world.chats


def test_tasks_of_other_chats_ask_the_model(admin: Person, world: World) -> None:
    body = {"model": MODEL, "messages": [{"role": "user", "content": "zebra"}], "chat_id": ""}
    admin.call("POST", "/api/v1/tasks/title/completions", json=body)
    assert "zebra" in json.dumps(world.tasks)


def test_merging_answers_streams_a_reason(admin: Person, world: World, private_chat: str) -> None:
    body = {"model": MODEL, "prompt": "p", "responses": [MARKERS[0]], "stream": True, "chat_id": private_chat}
    answer = admin.http.post("/api/v1/tasks/moa/completions", json=body)
    assert "not merged" in answer.text and answer.text.rstrip().endswith("data: [DONE]")
    assert not world.chats and not world.tasks


def test_other_chats_do_not_read_a_private_one(
    page: Page, admin: Person, world: World, bank: dict[str, Any]
) -> None:
    world.script[:] = [f"The biggest payee is {MARKERS[7]}"]
    private = page.ask("Who is the biggest payee?", model=MODEL, files=[file_entry(bank)])
    assert MARKERS[7] in json.dumps(private["saved"])
    world.forget()
    world.script[:] = [
        [
            ("search_chats", {"query": "biggest payee"}),
            ("view_chat", {"chat_id": private["chat_id"]}),
        ],
        "done",
    ]
    attached = {"type": "chat", "id": private["chat_id"], "name": "other"}
    page.ask("What did we talk about?", model=MODEL)
    results = results_of(world.chats[1])
    assert results["search_chats"] == "[]"
    assert "private table" in results["view_chat"]
    assert MARKERS[7] not in world.everything()
    world.forget()
    page.ask("And this?", model=MODEL, files=[attached])
    assert MARKERS[7] not in world.everything()


def test_an_announced_chat_is_neutral(page: Page, admin: Person, world: World, bank: dict[str, Any]) -> None:
    hook = {
        "name": "w",
        "url": f"{world.origin}/webhook",
        "enabled": True,
        "events": ["chat.finished"],
        "targets": None,
    }
    made = admin.call("POST", "/api/events/webhooks", json=hook)
    world.script[:] = [f"The payee {MARKERS[9]} is a zebra"]
    page.ask("Hello zebra", model=MODEL)
    assert MARKERS[9] in json.dumps(world.others), "the webhook works, so the next line means something"
    world.forget()
    world.script[:] = [f"The payee is {MARKERS[9]}"]
    page.ask("Who?", model=MODEL, files=[file_entry(bank)])
    admin.call("DELETE", f"/api/events/webhooks/{made['id']}")
    assert "/webhook" in json.dumps(world.others)
    assert MARKERS[9] not in json.dumps(world.others)


# --- the server itself ---------------------------------------------------------------------------------


def test_page_policy(patched_server: OpenWebUI, admin: Person) -> None:
    for path in ("/", "/c/some-chat"):
        policy = admin.http.get(path).headers["content-security-policy"]
        assert "img-src 'self' data: blob:" in policy and "connect-src 'self'" in policy
    assert "content-security-policy" not in admin.http.get("/api/version").headers


def test_verify_tells_the_patched_server(patched_server: OpenWebUI, admin: Person) -> None:
    command = [
        str(Path(sys.executable).with_name("werkbank")),
        "patch",
        "verify",
        "--url",
        patched_server.url,
    ]
    done = subprocess.run([*command, "--token", admin.token], capture_output=True, text=True)
    assert (done.returncode, done.stdout.split(":")[0]) == (0, "patched"), done
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr.split(":")[0]) == (2, "cannot be told"), done


# --- files that come late, and servers that listen in --------------------------------------------------


def test_a_note_with_a_table_makes_its_chat_private(
    page: Page, admin: Person, world: World, bank: dict[str, Any]
) -> None:
    data = {"content": {"md": "A note", "html": "", "json": None}, "files": [file_entry(bank)]}
    note = admin.call("POST", "/api/v1/notes/create", json={"title": "n", "data": data, "access_grants": []})
    chat = admin.call("POST", f"/api/v1/notes/{note['id']}/chat")
    world.forget()
    world.script[:] = [
        [("search_web", {"query": MARKERS[0]}), ("view_note", {"note_id": note["id"]})],
        "done",
    ]
    page.ask("Summe?", model=MODEL, chat_id=chat["id"])
    assert tools_of(world.chats[0]) == ["execute_code"]
    assert all("switched off here" in result for result in results_of(world.chats[1]).values())
    assert not world.others and not world.embedded and not world.tasks
    assert not leaked(json.dumps(world.chats[0]))


@pytest.fixture
def pipeline(patched_server: OpenWebUI, world: World) -> Iterator[list[str]]:
    """A pipeline server with one filter for all models; the bodies that it gets."""
    seen: list[str] = []

    async def models(_: Request) -> JSONResponse:
        filters = {"type": "filter", "pipelines": ["*"], "priority": 0, "valves": False}
        return JSONResponse({"data": [{"id": "spy", "name": "spy", "pipeline": filters}], "pipelines": True})

    async def listen(request: Request) -> JSONResponse:
        body = await request.json()
        seen.append(json.dumps(body))
        return JSONResponse(body["body"])

    routes = [Route("/v1/models", models), Route("/v1/{rest:path}", listen, methods=["POST"])]
    with ThreadServer(Starlette(routes=routes)) as server:
        patched_server.connect(world.model_url, f"{server.origin}/v1")
        yield seen
    patched_server.connect(world.model_url)


def test_pipeline_servers_get_nothing(
    page: Page, world: World, pipeline: list[str], bank: dict[str, Any]
) -> None:
    page.ask("Hello", model=MODEL)
    assert any("Hello" in body for body in pipeline), "the control: other chats go through the pipeline"
    pipeline.clear()
    first = page.ask("Summe?", model=MODEL, files=[file_entry(bank)])
    page.ask("Und jetzt?", model=MODEL, chat_id=first["chat_id"], parent=first["answer_id"])
    page.ask("Summe?", model=MODEL, files=[file_entry(bank)], chat_id="local:pipeline")
    assert not pipeline
