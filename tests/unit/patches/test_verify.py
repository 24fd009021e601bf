"""`werkbank patch verify`: one clear line and one exit code for each state of a tree or a server."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from patches.engine import FileChange, sha256
from werkbank.cli import app
from werkbank.host.manifest import MANIFEST, PATCH_ENDPOINT, Manifest, packaged_files

PIN = {"revision": "abc", "image": "image@sha256:1"}


def make_tree(root: Path, version: str = "0.11.0", *, patched: bool = True) -> Path:
    """A small unpacked Open WebUI, patched by a builder that changed one file and added one to the page."""
    package = root / "open_webui"
    (package / "frontend").mkdir(parents=True)
    (root / f"open_webui-{version}.dist-info").mkdir()
    (package / "main.py").write_text("stock = 1\n")
    if not patched:
        return root
    (package / "main.py").write_text("# werkbank-patch 1: x\nstock = 2\n")
    (package / "frontend" / "new.js").write_text("new")
    (root / "werkbank").mkdir()
    (root / "werkbank" / "hooks.py").write_text("hooks = 1\n")
    stock = sha256(b"stock = 1\n")
    Manifest.make(
        openwebui="0.11.0",
        pin=PIN,
        patch="1",
        sources="s",
        backend=[FileChange("main.py", stock, sha256((package / "main.py").read_bytes()), ("x",))],
        frontend=[FileChange("new.js", None, sha256(b"new"), ("y",))],
        packages=packaged_files(root / "werkbank"),
    ).write(package)
    return root


def verify(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["patch", "verify", *arguments])
    lines = [line for line in result.output.splitlines() if line.strip()]
    assert len(lines) == 1, result.output
    return result.exit_code, lines[0]


def test_a_patched_tree(tmp_path: Path) -> None:
    make_tree(tmp_path)
    assert verify(str(tmp_path))[0] == 0
    code, line = verify(str(tmp_path / "open_webui"))
    assert code == 0
    assert line.startswith("patched: Open WebUI 0.11.0")


def test_a_compiled_file_is_no_change(tmp_path: Path) -> None:
    cache = make_tree(tmp_path) / "werkbank" / "__pycache__"
    cache.mkdir()
    (cache / "hooks.pyc").write_bytes(b"x")
    assert verify(str(tmp_path))[0] == 0


def test_a_stock_tree(tmp_path: Path) -> None:
    code, line = verify(str(make_tree(tmp_path, patched=False)))
    assert code == 1
    assert line.startswith("stock: Open WebUI 0.11.0, not patched")


@pytest.mark.parametrize(
    ("file", "content", "words"),
    [
        ("open_webui/main.py", "stock = 1\n", "main.py is the stock file again"),
        ("open_webui/main.py", "# werkbank-patch 1: x\nstock = 3\n", "main.py was changed"),
        ("open_webui/frontend/new.js", None, "new.js is missing"),
        ("werkbank/hooks.py", "hooks = 2\n", "werkbank/hooks.py was changed"),
        ("werkbank/more.py", "x", "werkbank/more.py was added"),
        ("werkbank/hooks.py", None, "werkbank/hooks.py is missing"),
        (f"open_webui/{MANIFEST}", "{}", "is damaged"),
        (f"open_webui/{MANIFEST}", None, f"has no {MANIFEST}"),
    ],
)
def test_a_changed_tree(tmp_path: Path, file: str, content: str | None, words: str) -> None:
    path = make_tree(tmp_path) / file
    path.unlink() if content is None else path.write_text(content)
    code, line = verify(str(tmp_path))
    assert code == 1
    assert line.startswith("tampered: ")
    assert words in line


def test_other_versions(tmp_path: Path) -> None:
    code, line = verify(str(make_tree(tmp_path / "a", "0.9.5", patched=False)))
    assert (code, line.split(":")[0]) == (1, "other version")
    assert "0.9.5" in line and "0.11.0" in line
    code, line = verify(str(make_tree(tmp_path / "b", "0.11.2")))
    assert (code, line.split(":")[0]) == (1, "other version")


def test_the_layout_of_the_image(tmp_path: Path) -> None:
    backend = tmp_path / "backend"
    make_tree(backend)
    (backend / "open_webui" / "frontend").rename(tmp_path / "build")
    (backend / "open_webui-0.11.0.dist-info").rmdir()
    (tmp_path / "package.json").write_text('{"name": "open-webui", "version": "0.11.0"}')
    assert verify(str(backend))[0] == 0
    (tmp_path / "build" / "new.js").write_text("other")
    assert verify(str(backend))[0] == 1


def test_nothing_there(tmp_path: Path) -> None:
    code, line = verify(str(tmp_path))
    assert (code, line.split(":")[0]) == (2, "unreachable")


def test_either_a_path_or_an_address(tmp_path: Path) -> None:
    assert CliRunner().invoke(app, ["patch", "verify"]).exit_code == 2
    assert CliRunner().invoke(app, ["patch", "verify", str(tmp_path), "--url", "http://x"]).exit_code == 2


class Server:
    """Answers like an Open WebUI: `answers` maps a path to (status, body)."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, Any]] = {}
        self.tokens: list[str | None] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.tokens.append(self.headers.get("Authorization"))
                status, body = outer.answers.get(self.path, (200, "<!doctype html>"))
                data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


PATCHED = {"werkbank": "0.1.0", "openwebui": "0.11.0", "patch": "1", "problems": []}


@pytest.mark.parametrize(
    ("version", "endpoint", "code", "word"),
    [
        ("0.11.0", (200, PATCHED), 0, "patched"),
        ("0.11.0", (200, "<!doctype html>"), 1, "stock"),
        ("0.11.0", (404, {"detail": "Not Found"}), 1, "stock"),
        ("0.9.5", (200, "<!doctype html>"), 1, "other version"),
        ("0.12.4", (404, {}), 1, "other version"),
        ("0.11.1", (200, PATCHED), 1, "other version"),
        ("0.11.0", (200, {**PATCHED, "problems": ["main.py was changed"]}), 1, "tampered"),
        ("0.11.0", (401, {"detail": "Not authenticated"}), 2, "cannot be told"),
    ],
)
def test_a_running_server(
    server: Server, version: str, endpoint: tuple[int, Any], code: int, word: str
) -> None:
    server.answers = {"/api/version": (200, {"version": version}), PATCH_ENDPOINT: endpoint}
    found, line = verify("--url", f"{server.url}/", "--token", "t")
    assert (found, line.split(":")[0]) == (code, word)
    assert "Bearer t" in server.tokens


def test_something_else_is_running(server: Server) -> None:
    code, line = verify("--url", server.url)
    assert (code, line.split(":")[0]) == (2, "unreachable")


def test_no_server() -> None:
    code, line = verify("--url", "http://127.0.0.1:9")
    assert (code, line.split(":")[0]) == (2, "unreachable")
