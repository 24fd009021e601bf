"""A private table on the patched server, with every switch on: right sums in the page, nothing anywhere else.

One journey per person and kind of file; after each step every way out is looked at: the model's requests
(outside of interpreter code and its print-outs), every background task, the sink, and the page's own
requests. The control in `test_private_tables_control.py` shows that the same look finds the leaks of the
released server.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.browser import Browser, ChatPage
from tests.support.model_server import Call, Exchange, ModelServer, Step
from tests.support.openwebui import OpenWebUI, Person
from tests.support.sink import Sink
from tests.support.table_turns import (
    BY_PARTY,
    CHART,
    FILES,
    TABLE,
    Watch,
    expected_months,
    play,
    results_of_turn,
    stdout_of,
)
from tests.support.tables import plain

pytestmark = [pytest.mark.browser, pytest.mark.timeout(420)]
LOOK_AROUND = """
import os
print("uploads", sorted(os.listdir("/mnt/uploads")) if os.path.isdir("/mnt/uploads") else [])
print("variables", [name for name in ("df", "sums", "problems") if name in globals()])
"""


def person(server: OpenWebUI, role: str) -> Person:
    return server.admin if role == "admin" else server.user


def assert_sums(answer: str) -> None:
    missing = [part for part in expected_months(TABLE) if part not in answer]
    assert not missing, f"{missing} not in the page's answer: {answer}"


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("role", ["admin", "user"])
def test_every_step_of_a_chat_stays_here(
    role: str, kind: str, openwebui_patched: OpenWebUI, model: ModelServer, sink: Sink, browser: Browser
) -> None:
    token = person(openwebui_patched, role).token
    with browser.chat(openwebui_patched.url, token) as chat:
        watch = Watch(model, sink, chat, TABLE.markers)
        model.script = play()
        chat.attach(*FILES[kind])
        assert watch.found() == {}, "upload"

        answer = chat.ask("Summe je Monat?")
        chat.screenshot(f"turn1-{role}-{kind}")
        assert_sums(answer)
        assert chat.tool_displays() == ["Ergebnis von execute_code ansehen"], chat.tool_displays()
        assert watch.found() == {}, "turn one"
        assert watch.seen == 2, "one recognition and one evaluation round were enough"

        assert_sums(chat.ask("Und noch einmal je Monat, bitte."))
        assert watch.found() == {}, "turn two without attachment"

        assert_sums(chat.regenerate())
        assert watch.found() == {}, "regenerate"

        assert_sums(chat.edit("Bitte die Summe je Monat."))
        assert watch.found() == {}, "edit"

        model.script = lambda _: " Das war alles."
        assert "Das war alles." in chat.continue_answer()
        assert watch.found() == {}, "continue"

        chat.new_chat()
        assert_nothing_left_behind(chat, model)
        chat.screenshot(f"second-chat-{role}-{kind}")
        found = watch.found()
        # An ordinary chat again: all tools, and Open WebUI asks the tool servers for their lists.
        assert found.keys() <= {"tools", "sink, anything"}, found


def test_the_person_is_told_in_one_line(
    openwebui_patched: OpenWebUI, model: ModelServer, browser: Browser
) -> None:
    """Which file, that it stays here, what is off: visible without a click, in the page's language."""
    for locale, words in (
        ("de-DE", "umsatz.csv: nur lokal im Code-Interpreter"),
        ("en-US", "umsatz.csv: evaluated locally in the code interpreter only"),
    ):
        with browser.chat(openwebui_patched.url, openwebui_patched.user.token, locale=locale) as chat:
            model.script = play()
            chat.attach(*FILES["csv"])
            chat.ask("2025?")
            told = chat.soon(words)
            chat.screenshot(f"status-{locale}")
            assert told, chat.answer()


def assert_nothing_left_behind(chat: ChatPage, model: ModelServer) -> None:
    """A second chat in the same page: no file, no variable of the first."""

    def look(exchange: Exchange) -> Step:
        found = results_of_turn(exchange)
        if not found:
            return [Call("execute_code", {"code": LOOK_AROUND})]
        return "LOOKED " + stdout_of(found[-1]).replace("\n", " ")

    model.script = look
    answer = chat.ask("Was liegt in deinem Interpreter?")
    assert "LOOKED uploads [] variables []" in answer, answer


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_temporary_chat(
    kind: str, openwebui_patched: OpenWebUI, model: ModelServer, sink: Sink, browser: Browser
) -> None:
    """Nothing is stored: the page hands the file over in the request, and it leaves the request again."""
    with browser.chat(openwebui_patched.url, openwebui_patched.user.token, temporary=True) as chat:
        watch = Watch(model, sink, chat, TABLE.markers)
        model.script = play()
        chat.attach(*FILES[kind])
        answer = chat.ask("Summe je Monat?", timeout=120)
        chat.screenshot(f"temporary-{kind}")
        assert_sums(answer)
        assert watch.found() == {}
        assert_sums(chat.ask("Und noch einmal?"))
        assert watch.found() == {}


def test_api_call_with_a_file_id(openwebui_patched: OpenWebUI, model: ModelServer, sink: Sink) -> None:
    """Without a web page there is no interpreter: the model sees names and types and is offered no tool."""
    caller = openwebui_patched.user
    name, data, mime = FILES["csv"]
    stored = caller.upload(name, data, mime)
    assert sink.arrived() == [], "upload"
    model.script = lambda _: "No figures without an interpreter."
    body: dict[str, Any] = {
        "model": "scripted",
        "stream": False,
        "messages": [{"role": "user", "content": "Summe je Monat?"}],
        "files": [{"type": "file", "id": stored["id"]}],
        "tool_ids": ["server:mcp:crm", "server:lookup"],
        "features": {"web_search": True, "code_interpreter": True, "memory": True, "image_generation": True},
    }
    answer = caller.call("POST", "/api/chat/completions", body)
    assert "No figures" in answer["choices"][0]["message"]["content"]
    assert [item.tool_names for item in model.chats] == [[]]
    text = str([item.body for item in model.exchanges])
    assert [marker for marker in TABLE.markers if marker in text] == []
    assert sink.arrived() == []


def test_tasks_see_nothing_of_an_answer_that_quotes_cells(
    openwebui_patched: OpenWebUI, model: ModelServer, sink: Sink, browser: Browser
) -> None:
    """The answer itself names counterparties (that is what the person asked for); the tasks must not."""
    said: list[str] = []

    def state(printed: str) -> str:
        lines = [line.removeprefix("party ") for line in printed.splitlines() if line.startswith("party ")]
        said.append("; ".join(lines) or f"failed: {printed[-800:]}")
        return said[-1]

    with browser.chat(openwebui_patched.url, openwebui_patched.admin.token) as chat:
        watch = Watch(model, sink, chat, TABLE.markers, said)
        model.script = play(BY_PARTY, state)
        chat.attach(*FILES["csv"])
        answer = chat.ask("Summe je Empfänger?")
        chat.screenshot("by-party")
        for party, cents in TABLE.by_party.items():
            assert f"{party} {plain(cents)}" in answer, answer
        assert watch.found() == {}
        assert "Summe je Empfänger?" not in chat.page.title()
        chat.ask("Und noch einmal je Empfänger?")
        assert watch.found() == {}


def test_chart_by_month_is_shown_and_stays_local(
    openwebui_patched: OpenWebUI, model: ModelServer, sink: Sink, browser: Browser
) -> None:
    def state(printed: str) -> str:
        picture = next((line for line in printed.splitlines() if line.startswith("![")), "")
        return f"Das Diagramm:\n\n{picture}" if picture else f"failed: {printed[-800:]}"

    with browser.chat(openwebui_patched.url, openwebui_patched.user.token) as chat:
        watch = Watch(model, sink, chat, TABLE.markers)
        model.script = play(CHART, state)
        chat.attach(*FILES["csv"])
        answer = chat.ask("Ein Balkendiagramm je Monat, bitte.", timeout=120)
        chat.page.wait_for_timeout(1500)
        chat.screenshot("chart")
        shown = [picture for picture in chat.pictures() if "/api/v1/files/" in picture["src"]]
        assert shown and shown[0]["width"] >= 400 and shown[0]["shown"] > 200, (answer, chat.pictures())
        assert watch.found() == {}
