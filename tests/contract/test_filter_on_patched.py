"""The filter's bundle and the patches together: both set the routing, and neither undoes or repeats the
other's."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.model_server import MODEL, Call, ModelServer
from tests.support.openwebui import OpenWebUI
from tests.support.sink import Sink
from werkbank.host.api import Api
from werkbank.install.installer import carry_out, make_plan
from werkbank.install.pack import pack
from werkbank.install.report import report

from open_webui_server import Page, file_entry  # isort: skip

if TYPE_CHECKING:
    from derived_image.environment import Environment

pytestmark = pytest.mark.server
CSV = "Empfänger;Betrag\r\n" + "".join(f"MARK{number:02d}QX GmbH;{number},50\r\n" for number in range(20))
MARKERS = [f"MARK{number:02d}QX" for number in range(20)]


@pytest.fixture(scope="module")
def server(
    patched_tree: Path,
    environment: Environment,
    model: ModelServer,
    sink: Sink,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[OpenWebUI]:
    with OpenWebUI(patched_tree, environment.python, tmp_path_factory.mktemp("both")) as one:
        one.everything_on(model.url, sink)
        with Api(one.url, one.admin_token) as api:
            carry_out(api, make_plan(api, pack()), lambda _: None)
        yield one


@pytest.fixture(scope="module")
def page(server: OpenWebUI) -> Iterator[Page]:
    one = Page(server, server.user)
    yield one
    one.close()


def descriptions(turn: dict[str, Any]) -> list[str]:
    found = [event["data"]["data"] for event in turn["events"] if event["data"].get("type") == "status"]
    return [item["description"] for item in found if "description" in item]


def assert_nothing_left(model: ModelServer, sink: Sink) -> None:
    asked = json.dumps([item.body for item in model.exchanges], ensure_ascii=False)
    assert [marker for marker in MARKERS if marker in asked] == []
    assert sink.bodies_with(MARKERS) == []


def test_status_tells_the_patched_edition(server: OpenWebUI) -> None:
    with Api(server.url, server.admin_token) as api:
        lines, good = report(api, pack())
    assert good and "patched edition" in lines[0], lines


def test_one_routing_one_instruction_one_line(
    server: OpenWebUI, page: Page, model: ModelServer, sink: Sink
) -> None:
    file = file_entry(server.user.upload("konto.csv", CSV.encode("cp1252"), "text/csv"))
    model.script = [Call("execute_code", {"code": "print(1)"}), "The sum is 200."]
    turn = page.ask("Summe?", model=MODEL, files=[file], tool_ids=["server:mcp:crm"])
    chats = [item for item in model.exchanges if item.task is None]
    assert [item.tool_names for item in chats] == [["execute_code"], ["execute_code"]]
    assert chats[0].system.count("<private_tables>") == 1
    assert len(descriptions(turn)) == 1
    assert "Not blocked without the patch" not in descriptions(turn)[0]
    runs = [
        event["data"]["data"] for event in turn["events"] if event["data"].get("type") == "execute:python"
    ]
    assert len(runs) == 1  # cleaning is the page's own business here
    assert [item["id"] for item in runs[0]["werkbank"]["files"]] == [file["id"]]
    assert model.tasks == []
    assert_nothing_left(model, sink)
    model.forget()
    model.script = ["second"]
    page.ask("Und jetzt?", model=MODEL, chat_id=turn["chat_id"], parent=turn["answer_id"])
    assert model.exchanges[0].tool_names == ["execute_code"]
    assert model.exchanges[0].system.count("<private_tables>") == 1


def test_temporary_chat_hands_the_true_bytes_over(page: Page, model: ModelServer, sink: Sink) -> None:
    data = CSV.encode("cp1252")
    entry = {
        "type": "text",
        "id": "inline-1",
        "name": "konto.csv",
        "content": data.decode("utf-8", "replace"),
        "content_base64": base64.b64encode(data).decode(),
    }
    model.script = ["done"]
    turn = page.ask("Summe?", model=MODEL, files=[entry], chat_id=f"local:{page.session_id}")
    runs = [
        event["data"]["data"] for event in turn["events"] if event["data"].get("type") == "execute:python"
    ]
    assert runs and runs[0]["werkbank"]["private"] is True
    assert base64.b64encode(data).decode() in runs[0]["werkbank"]["code"]
    assert entry["content_base64"] not in runs[0]["code"]
    assert model.exchanges[0].tool_names == ["execute_code"]
    assert model.tasks == []
    assert_nothing_left(model, sink)
