"""A real Open WebUI on loopback for contract tests, its HTTP API, and a stand-in for the browser's web
socket."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
import uuid
from pathlib import Path
from typing import Any

import httpx

PASSWORD = "correct horse battery"
_PAGE = Path(__file__).with_name("page.py")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class OpenWebUI:
    """Starts `tree` with `python`; `environment` is added to the few settings that every test needs."""

    def __init__(
        self, tree: Path, python: Path, data: Path, environment: dict[str, str] | None = None
    ) -> None:
        self.python, self.data, self.port = python, data, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = data / "server.log"
        data.mkdir(parents=True, exist_ok=True)
        self._environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(data),
            "PYTHONPATH": str(tree),
            "DATA_DIR": str(data),
            "WEBUI_SECRET_KEY": "not-a-secret",
            "RAG_EMBEDDING_ENGINE": "openai",
            "OFFLINE_MODE": "true",
            "FROM_INIT_PY": "true",
            "ENABLE_OLLAMA_API": "false",
            "WEBSOCKET_EVENT_CALLER_TIMEOUT": "20",
            **(environment or {}),
        }
        self._process: subprocess.Popen[bytes] | None = None
        self._pages: list[Page] = []

    def __enter__(self) -> OpenWebUI:
        command = [str(self.python), "-m", "uvicorn", "open_webui.main:app", "--host", "127.0.0.1"]
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [*command, "--port", str(self.port)],
                stdout=log,
                stderr=log,
                env=self._environment,
                cwd=self.data,
            )
        deadline = time.monotonic() + 180
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                break
            try:
                if httpx.get(f"{self.url}/health", timeout=2, trust_env=False).status_code == 200:
                    return self
            except httpx.HTTPError:
                time.sleep(0.3)
        self.__exit__()
        raise RuntimeError(f"Open WebUI did not start:\n{self.log.read_text('utf-8', 'replace')[-4000:]}")

    def __exit__(self, *_: object) -> None:
        for page in self._pages:
            page.close()
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                self._process.kill()

    def sign_up(self, name: str = "admin") -> Person:
        body = {"name": name, "email": f"{name}@test.local", "password": PASSWORD, "profile_image_url": ""}
        answer = httpx.post(f"{self.url}/api/v1/auths/signup", json=body, timeout=60, trust_env=False)
        answer.raise_for_status()
        return Person(self, answer.json()["token"])

    def page(self, person: Person) -> Page:
        page = Page(self, person)
        self._pages.append(page)
        return page


class Person:
    """A signed-in user's HTTP calls."""

    def __init__(self, server: OpenWebUI, token: str) -> None:
        self.server, self.token = server, token
        self.http = httpx.Client(
            base_url=server.url, headers={"Authorization": f"Bearer {token}"}, timeout=120, trust_env=False
        )

    def call(self, method: str, path: str, **arguments: Any) -> Any:
        answer = self.http.request(method, path, **arguments)
        if answer.status_code >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text[:500]}")
        return answer.json() if answer.content else None

    def upload(self, name: str, data: bytes, mime: str, **metadata: Any) -> dict[str, Any]:
        """Upload, wait for the end of processing, return the stored file with its status in `data`."""
        form = {"metadata": json.dumps(metadata)} if metadata else {}
        file = self.call("POST", "/api/v1/files/", files={"file": (name, data, mime)}, data=form)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            stored = self.call("GET", f"/api/v1/files/{file['id']}")
            if stored["data"].get("status") in ("completed", "failed"):
                return dict(stored)
            time.sleep(0.1)
        raise RuntimeError(f"{name} was never processed: {stored['data']}")


def file_entry(file: dict[str, Any]) -> dict[str, Any]:
    """The entry that the page makes of an uploaded file."""
    meta = file["meta"]
    return {"type": "file", "id": file["id"], "url": file["id"], "name": file["filename"], "file": file,
            "status": "uploaded", "size": meta["size"], "content_type": meta["content_type"]}  # fmt: skip


class Page:
    """Stands in for the browser: a web socket that keeps events and answers code with a fixed print-out."""

    def __init__(self, server: OpenWebUI, person: Person) -> None:
        self.person = person
        self._process = subprocess.Popen(
            [str(server.python), str(_PAGE), server.url, person.token],
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout
        self.session_id = json.loads(self._process.stdout.readline())["session"]
        os.set_blocking(self._process.stdout.fileno(), False)
        self.events: list[dict[str, Any]] = []
        self._rest = ""

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait(10)

    def ask(
        self,
        text: str,
        *,
        model: str,
        files: list[dict[str, Any]] | None = None,
        chat_id: str | None = None,
        parent: str | None = None,
        **body: Any,
    ) -> dict[str, Any]:
        """One user turn as the page sends it, until the answer is complete. Returns ids, events and what
        was saved."""
        user_message = {
            "id": str(uuid.uuid4()),
            "parentId": parent,
            "childrenIds": [],
            "role": "user",
            "content": text,
            "files": files or [],
            "timestamp": int(time.time()),
            "models": [model],
        }
        answer_id = str(uuid.uuid4())
        before = len(self.events)
        temporary = bool(chat_id and chat_id.startswith("local:"))
        request = {
            "model": model,
            "stream": True,
            "messages": [{"role": "user", "content": text}],
            "files": files or [],
            "features": {
                "code_interpreter": True,
                "web_search": True,
                "memory": True,
                "image_generation": False,
            },
            "session_id": self.session_id,
            "message_ids": [{"model_id": model, "message_id": answer_id}],
            "user_message": user_message,
            "background_tasks": {
                "title_generation": True,
                "tags_generation": True,
                "follow_up_generation": True,
            },
            **({"chat_id": chat_id} if chat_id else {}),
            **({} if temporary else {"parent_id": parent}),
            **body,
        }
        response = self.person.call("POST", "/api/chat/completions", json=request)
        chat_id = response.get("chat_id") or chat_id
        self._wait(lambda event: _ends(event, answer_id), before)
        time.sleep(1.0)  # tasks after the answer
        self._read()
        saved = None if temporary else self.person.call("GET", f"/api/v1/chats/{chat_id}")
        return {"chat_id": chat_id, "user_id": user_message["id"], "answer_id": answer_id,
                "events": self.events[before:], "saved": saved}  # fmt: skip

    def _wait(self, done: Any, start: int, seconds: float = 90) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self._read()
            if any(done(event) for event in self.events[start:]):
                return
            time.sleep(0.05)
        raise RuntimeError(
            f"the turn did not end; events: {[e['data'].get('type') for e in self.events[start:]]}"
        )

    def _read(self) -> None:
        assert self._process.stdout
        while True:
            try:
                part = self._process.stdout.read()
            except (BlockingIOError, TypeError):
                part = None
            if not part:
                return
            self._rest += part
            *lines, self._rest = self._rest.split("\n")
            self.events.extend(json.loads(line) for line in lines if line)


def _ends(event: dict[str, Any], answer_id: str) -> bool:
    data = event.get("data") or {}
    if event.get("message_id") != answer_id:
        return False
    return data.get("type") == "chat:message:error" or bool(
        data.get("type") == "chat:completion" and (data.get("data") or {}).get("done")
    )
