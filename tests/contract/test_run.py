"""`werkbank run` as a person uses it: real processes, real signals, the built tree."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.support.model_server import ModelServer
from tests.support.ports import free_port
from werkbank.demo_model import MODEL_ID

pytestmark = [pytest.mark.server, pytest.mark.timeout(400)]
UP = "Ctrl-C stops everything."


class Run:
    """One `werkbank run` with its output."""

    def __init__(self, data: Path, *options: str, port: int | None = None, **environment: str) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = data
        self.output = Path(tempfile.mkdtemp(prefix="werkbank-run-")) / "output"
        clean = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("OPENAI_", "OLLAMA_", "WEBUI_")) and name not in ("PORT", "DATA_DIR")
        }
        command = [sys.executable, "-c", "from werkbank.cli import main; main()", "run"]
        command += ["--port", str(self.port), "--data-dir", str(data), *options]
        with self.output.open("wb") as stream:
            self.process = subprocess.Popen(
                command,
                stdout=stream,
                stderr=stream,
                env={**clean, **environment},
                start_new_session=True,
                # under `nohup` the tests would hand on that SIGHUP is ignored
                preexec_fn=partial(signal.signal, signal.SIGHUP, signal.SIG_DFL),
            )

    @property
    def text(self) -> str:
        return self.output.read_text("utf-8", "replace")

    def until(self, words: str, seconds: float = 180) -> float:
        """Wait for words in the output; the seconds it took."""
        began = time.monotonic()
        while words not in self.text:
            assert self.process.poll() is None, self.text
            assert time.monotonic() - began < seconds, self.text
            time.sleep(0.1)
        return time.monotonic() - began

    def end(self, number: signal.Signals = signal.SIGINT, seconds: float = 30) -> int:
        self.process.send_signal(number)
        return self.process.wait(seconds)

    def family(self) -> list[int]:
        """Its child processes."""
        text = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(part) for part in text.split()]


@contextlib.contextmanager
def running(data: Path, *options: str, **environment: str) -> Iterator[Run]:
    run = Run(data, *options, **environment)
    try:
        yield run
    finally:
        if run.process.poll() is None:
            run.end(signal.SIGTERM)


@pytest.fixture(scope="module")
def data(patched_tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that several tests share; the tree is built before the clock runs."""
    return tmp_path_factory.mktemp("run") / "data"


def gone(pids: list[int], seconds: float = 15) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not any(_alive(pid) for pid in pids):
            return True
        time.sleep(0.1)
    return False


def _alive(pid: int) -> bool:
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def test_first_start_serves_a_signed_in_person_and_ctrl_c_ends_everything(data: Path) -> None:
    with running(data) as run:
        run.until(UP)
        email = re.search(r"sign in +(\S+)", run.text)
        password = re.search(r"password +(\S+)", run.text)
        assert email and password, run.text
        answer = httpx.post(
            f"{run.url}/api/v1/auths/signin", json={"email": email[1], "password": password[1]}, timeout=30
        )
        assert answer.status_code == 200, answer.text
        head = {"Authorization": f"Bearer {answer.json()['token']}"}
        models = httpx.get(f"{run.url}/api/models", headers=head, timeout=30).json()["data"]
        assert [item["id"] for item in models] == [MODEL_ID]
        assert "not an AI" in models[0]["name"]
        functions = httpx.get(f"{run.url}/api/v1/functions/", headers=head, timeout=30).json()
        filters = {item["id"]: item for item in functions}
        assert filters["private_tables"]["is_active"] and filters["private_tables"]["is_global"]
        settings = httpx.get(f"{run.url}/api/v1/retrieval/config", headers=head, timeout=30).json()
        assert settings["BYPASS_EMBEDDING_AND_RETRIEVAL"] is True
        assert settings["web"]["ENABLE_WEB_SEARCH"] is False
        for name in ("secret-key", "admin-password"):
            assert stat.S_IMODE((data / "werkbank" / name).stat().st_mode) == 0o600
        family = run.family()
        assert len(family) == 2
        assert run.end(signal.SIGINT) == 0, run.text
        assert gone(family)
        assert run.text.rstrip().endswith("stopped")
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", run.port)) != 0


def test_second_start_is_quick_and_a_second_instance_is_refused(data: Path) -> None:
    assert (data / "webui.db").is_file(), "the test before makes the first start"
    with running(data) as run:
        took = run.until(UP)
        assert took < 120, f"{took:.0f} s"  # 10 s on two idle cores
        assert "installing what" not in run.text and "patching" not in run.text, run.text
        assert "password  " not in run.text, "the password is shown once"
        other = Run(data)
        assert other.process.wait(60) == 1
        assert re.fullmatch(r"run: another 'werkbank run' \(process \d+\) uses .*\n", other.text), other.text
        assert httpx.get(f"{run.url}/health", timeout=10).status_code == 200
        # The server dies: the person is told, and nothing stays.
        family = run.family()
        os.kill(max(family), signal.SIGKILL)
        assert run.process.wait(30) == 1
        assert "Open WebUI has ended by itself" in run.text
        assert gone(family)


def test_own_model_server_replaces_the_demo_model(data: Path, model: ModelServer) -> None:
    with running(data, OPENAI_API_BASE_URL=model.url, OPENAI_API_KEY="k") as run:
        run.until(UP)
        password = (data / "werkbank" / "admin-password").read_text().strip()
        body = {"email": "admin@localhost", "password": password}
        token = httpx.post(f"{run.url}/api/v1/auths/signin", json=body, timeout=30).json()["token"]
        head = {"Authorization": f"Bearer {token}"}
        models = httpx.get(f"{run.url}/api/models?refresh=true", headers=head, timeout=30).json()["data"]
        assert [item["id"] for item in models] == ["scripted"]
        assert len(run.family()) == 1
        # Killed outright: the kernel ends the server.
        family = run.family()
        run.process.kill()
        run.process.wait(10)
        assert gone(family)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_during_the_start_leaves_nothing(
    number: signal.Signals, patched_tree: Path, tmp_path: Path
) -> None:
    with running(tmp_path / "data") as run:
        run.until("starting Open WebUI")
        time.sleep(1.5)
        family = run.family()
        assert family
        assert run.end(number) == (130 if number == signal.SIGINT else 143)
        assert gone(family)
        assert "Traceback" not in run.text, run.text


def refusal(run: Run) -> str:
    """The one line of a start that is refused."""
    assert run.process.wait(90) == 1, run.text
    lines = run.text.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("run: "), run.text
    return lines[0]


def test_busy_port(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        line = refusal(Run(tmp_path / "data", port=port))
    assert f"port {port}" in line and "in use" in line and "--port" in line
    assert not (tmp_path / "data").exists()


def test_unreachable_model_server(tmp_path: Path) -> None:
    url = f"http://127.0.0.1:{free_port()}/v1"
    line = refusal(Run(tmp_path / "data", "--model-url", url))
    assert url in line and "cannot be reached" in line


def test_data_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    line = refusal(Run(tmp_path / "file" / "data"))
    assert "cannot be written" in line and str(tmp_path) in line


def test_unknown_host(tmp_path: Path) -> None:
    assert "203.0.113.7" in refusal(Run(tmp_path / "data", "--host", "203.0.113.7"))
