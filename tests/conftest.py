"""Fixtures that more than one folder of tests uses: the trees, real servers, the scripted model, the sink.

`WERKBANK_TEST_PATCHED_TREE` and `WERKBANK_TEST_STOCK_TREE` name trees that are already there; otherwise the
builder makes them below `WERKBANK_HOME`, as `werkbank run` does.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from derived_image.environment import Environment
    from tests.support.model_server import ModelServer
    from tests.support.openwebui import OpenWebUI
    from tests.support.sink import Sink

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def environment() -> Environment:
    """The interpreter that runs Open WebUI, and its wheel."""
    from derived_image.environment import ensure

    return ensure()


@pytest.fixture(scope="session")
def stock_tree(environment: Environment) -> Path:
    """Open WebUI as released."""
    from derived_image.tree import ensure_tree

    given = os.environ.get("WERKBANK_TEST_STOCK_TREE")
    return Path(given) if given else ensure_tree(wheel=environment.wheel, patched=False)


@pytest.fixture(scope="session")
def patched_tree(environment: Environment) -> Path:
    """Open WebUI with the patches."""
    from derived_image.tree import ensure_tree

    given = os.environ.get("WERKBANK_TEST_PATCHED_TREE")
    return Path(given) if given else ensure_tree(wheel=environment.wheel)


@pytest.fixture(scope="session")
def model() -> Iterator[ModelServer]:
    """The scripted model; its log and script are emptied before every test."""
    from tests.support.model_server import ModelServer

    with ModelServer() as server:
        yield server


@pytest.fixture(scope="session")
def sink() -> Iterator[Sink]:
    """Everything outside; its log is emptied before every test."""
    from tests.support.sink import Sink

    with Sink() as server:
        yield server


@pytest.fixture(scope="session")
def openwebui_stock(
    stock_tree: Path,
    environment: Environment,
    model: ModelServer,
    sink: Sink,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[OpenWebUI]:
    """The released server with every switch on and nothing of ours installed."""
    from tests.support.openwebui import OpenWebUI

    with OpenWebUI(stock_tree, environment.python, tmp_path_factory.mktemp("stock-data")) as server:
        server.everything_on(model.url, sink)
        yield server


@pytest.fixture(scope="session")
def openwebui_patched(
    patched_tree: Path,
    environment: Environment,
    model: ModelServer,
    sink: Sink,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[OpenWebUI]:
    """The patched server with every switch on and the pack installed as `werkbank run` installs it."""
    from tests.support.openwebui import OpenWebUI
    from tests.support.pack import install

    with OpenWebUI(patched_tree, environment.python, tmp_path_factory.mktemp("patched-data")) as server:
        server.everything_on(model.url, sink)
        if not os.environ.get("WERKBANK_TEST_NO_PACK"):
            install(server)
        yield server


@pytest.fixture(autouse=True)
def _fresh_logs(request: pytest.FixtureRequest) -> None:
    """Every test begins with empty logs of the servers that it uses."""
    for name in ("model", "sink"):
        if name in request.fixturenames:
            request.getfixturevalue(name).forget()
