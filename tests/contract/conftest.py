"""One patched server for all contract tests of this folder: building and starting it takes most of the
time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from model_server import TASK_MODEL, ModelServer
from open_webui_server import OpenWebUI, Page, Person


@pytest.fixture(scope="session")
def models() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture(scope="session")
def patched_tree() -> tuple[Path, Path]:
    """The patched tree and the interpreter that runs it."""
    from derived_image.environment import ensure
    from derived_image.tree import ensure_tree

    environment = ensure()
    return ensure_tree(wheel=environment.wheel), environment.python


@pytest.fixture(scope="session")
def patched_server(
    patched_tree: tuple[Path, Path], models: ModelServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[OpenWebUI]:
    tree, python = patched_tree
    switches = {
        "OPENAI_API_BASE_URL": models.url,
        "OPENAI_API_KEY": "x",
        "RAG_OPENAI_API_BASE_URL": models.url,
        "RAG_OPENAI_API_KEY": "x",
        "TASK_MODEL_EXTERNAL": TASK_MODEL,
        "ENABLE_WEB_SEARCH": "true",
        "WEB_SEARCH_ENGINE": "searxng",
        "SEARXNG_QUERY_URL": models.url,
        "ENABLE_AUTOCOMPLETE_GENERATION": "true",
        "ENABLE_RAG_LOCAL_WEB_FETCH": "true",
    }
    with OpenWebUI(tree, python, tmp_path_factory.mktemp("data"), switches) as server:
        yield server


@pytest.fixture(scope="session")
def admin(patched_server: OpenWebUI) -> Person:
    return patched_server.sign_up()


@pytest.fixture(scope="session")
def page(patched_server: OpenWebUI, admin: Person) -> Page:
    return patched_server.page(admin)


@pytest.fixture(autouse=True)
def _forget(request: pytest.FixtureRequest) -> None:
    if "models" in request.fixturenames:
        request.getfixturevalue("models").forget()
