"""One patched server without any filter for the contract tests: what holds there, holds by the patches
alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.model_server import MODEL, TASK_MODEL, Call, Exchange, ModelServer
from tests.support.openwebui import OpenWebUI, Person
from tests.support.sink import Sink

sys.path.insert(0, str(Path(__file__).parent))
from open_webui_server import Page  # isort: skip


class World:
    """All that can be reached from the server: the chat's model, the task model and everything outside.

    `script`: the model's next answers, each a text or a list of (tool, arguments). `chats` and `tasks`:
    bodies of the requests to the model by chats and by background tasks; `embedded`: texts; `others`: any
    other request.
    """

    def __init__(self, model: ModelServer, sink: Sink) -> None:
        self._model, self._sink = model, sink
        self.script: list[Any] = []
        self.model_url, self.origin = model.url, sink.origin
        self.port = int(sink.origin.rpartition(":")[2])

    def forget(self) -> None:
        self._model.forget()
        self._sink.forget()
        self.script.clear()
        self._model.script = self._step

    @property
    def chats(self) -> list[dict[str, Any]]:
        return [item.body for item in self._model.exchanges if not _is_task(item)]

    @property
    def tasks(self) -> list[dict[str, Any]]:
        return [item.body for item in self._model.exchanges if _is_task(item)]

    @property
    def embedded(self) -> list[str]:
        return self._model.embedded + self._sink.embedded

    @property
    def others(self) -> list[str]:
        requests = [item.text for item in self._sink.requests if item.path != "/v1/embeddings"]
        return self._model.others + requests

    def everything(self) -> str:
        """All that was received, as text, to look for markers in."""
        return json.dumps([self.chats, self.tasks, self.embedded, self.others], ensure_ascii=False)

    def _step(self, _: Exchange) -> Any:
        step = self.script.pop(0) if self.script else "done"
        return step if isinstance(step, str) else [Call(name, arguments) for name, arguments in step]


def _is_task(item: Exchange) -> bool:
    return item.task is not None or item.body.get("model") == TASK_MODEL


@pytest.fixture(scope="session")
def world(sink: Sink) -> Iterator[World]:
    with ModelServer((MODEL, TASK_MODEL)) as model:
        yield World(model, sink)


@pytest.fixture(scope="session")
def patched_server(
    patched_tree: Path, environment: Any, world: World, sink: Sink, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[OpenWebUI]:
    local = {"ENABLE_RAG_LOCAL_WEB_FETCH": "true", "WEBSOCKET_EVENT_CALLER_TIMEOUT": "20"}
    folder = tmp_path_factory.mktemp("data")
    with OpenWebUI(patched_tree, environment.python, folder, env=local) as server:
        server.everything_on(world.model_url, sink)
        server.tasks_on(TASK_MODEL_EXTERNAL=TASK_MODEL)
        yield server


@pytest.fixture(scope="session")
def admin(patched_server: OpenWebUI) -> Person:
    return patched_server.admin


@pytest.fixture(scope="session")
def page(patched_server: OpenWebUI, admin: Person) -> Iterator[Page]:
    page = Page(patched_server, admin)
    yield page
    page.close()


@pytest.fixture(autouse=True)
def _forget(request: pytest.FixtureRequest) -> None:
    if "world" in request.fixturenames:
        request.getfixturevalue("world").forget()
