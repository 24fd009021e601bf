"""Bench for the isolation tests: a real server, a real page, a function that runs code the way a tool does.

`Bench.run(page, code)` sends a chat message; a pipe function on the server emits the same `execute:python`
event as the built-in tool and hands the page's answer back. Nothing here knows how the page does it, so the
same test runs on the stock server as its control.
"""

# ruff: noqa: E501 (the hostile texts are clearer in one line each)

from __future__ import annotations

import base64
import contextlib
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.support.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
ADMIN = {"name": "Admin", "email": "admin@example.test", "password": "admin", "profile_image_url": ""}

PIPE = """
import asyncio, base64, json, uuid
from pathlib import Path

class Pipe:
    async def pipe(self, body, __event_call__=None, __event_emitter__=None, __metadata__=None):
        text = body["messages"][-1]["content"]
        await asyncio.sleep(1)  # an answer faster than any model gets lost in the page now and then (stock too)
        if text.startswith("CITE "):
            for url in text.split()[1:]:
                source = {"source": {"name": url, "url": url}, "document": ["text"], "metadata": [{"source": url}]}
                await __event_emitter__({"type": "source", "data": source})
            return "cited [1]"
        if not text.startswith("RUN "):
            return base64.b64decode(text.split(" ", 1)[1]).decode() if text.startswith("SAY ") else "ready"
        job = json.loads(base64.b64decode(text[4:]))
        data = {"id": str(uuid.uuid4()), "code": job["code"], "files": job["files"],
                "session_id": __metadata__["session_id"]}
        if job["private"]:
            from werkbank.host.interpreter import sealed
            data = sealed(data, chat_id=__metadata__["chat_id"])
        try:
            result = await __event_call__({"type": "execute:python", "data": data})
        except Exception as error:
            result = {"stdout": None, "stderr": f"no answer: {error!r}", "result": None}
        Path(job["answer"]).write_text(json.dumps(result))
        return "done"
"""


class Server:
    """One Open WebUI process from an unpacked tree, signed in as its first user."""

    def __init__(self, tree: Path, python: Path, folder: Path, extra: dict[str, str]) -> None:
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.log = folder / "server.log"
        env = {
            **{key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "LANG")},
            "PYTHONPATH": str(tree),
            "DATA_DIR": str(folder / "data"),
            "RAG_EMBEDDING_ENGINE": "openai",
            "OFFLINE_MODE": "true",
            "FROM_INIT_PY": "true",
            "WEBUI_SECRET_KEY": "isolation",
            "ENABLE_OLLAMA_API": "false",
            "ENABLE_OPENAI_API": "false",
            "ENABLE_TITLE_GENERATION": "false",
            "ENABLE_TAGS_GENERATION": "false",
            "ENABLE_FOLLOW_UP_GENERATION": "false",
            **extra,
        }
        (folder / "data").mkdir(parents=True)
        command = [str(python), "-m", "uvicorn", "open_webui.main:app", "--host", "127.0.0.1"]
        self._out = self.log.open("wb")
        self._process = subprocess.Popen(
            [*command, "--port", str(self.port)],
            cwd=folder,
            env=env,
            stdout=self._out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.token = ""

    def __enter__(self) -> Server:
        deadline = time.monotonic() + 120
        while True:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/health", timeout=2).status_code == 200:
                    break
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.__exit__()
                raise RuntimeError(f"the server did not start:\n{self.log.read_text('utf-8')[-3000:]}")
            time.sleep(0.3)
        self.token = self.post("/api/v1/auths/signup", ADMIN)["token"]
        function = {"id": "bench", "name": "bench", "content": PIPE, "meta": {"description": "bench"}}
        self.post("/api/v1/functions/create", function)
        self.post("/api/v1/functions/id/bench/toggle", {})
        # Without the version the page opens its list of changes over everything.
        self.post("/api/v1/users/user/settings/update", {"ui": {"version": "0.11.0"}})
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(10)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._out.close()

    def post(self, path: str, body: object) -> Any:
        head = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = httpx.post(f"{self.url}{path}", json=body, headers=head, timeout=30)
        answer.raise_for_status()
        return answer.json()

    def upload(self, path: Path) -> dict[str, Any]:
        """Store a file without processing; the entry as it stands in an event's `files`."""
        answer = httpx.post(
            f"{self.url}/api/v1/files/?process=false",
            files={"file": (path.name, path.read_bytes())},
            headers={"Authorization": f"Bearer {self.token}"},
            timeout=30,
        )
        answer.raise_for_status()
        return {"id": answer.json()["id"], "name": path.name, "type": "file"}

    def log_text(self) -> str:
        self._out.flush()
        return self.log.read_text("utf-8", "replace")


class Bench:
    """A signed-in page of one server."""

    def __init__(self, server: Server, context: BrowserContext) -> None:
        self.server, self.context = server, context
        self.console: list[str] = []

    def page(self) -> Page:
        """A new tab with a new chat."""
        page = self.context.new_page()
        page.on("console", lambda message: self.console.append(message.text))
        self.new_chat(page)
        return page

    def new_chat(self, page: Page) -> None:
        """A new chat by the page's own button where there is one: no reload, everything in memory stays."""
        button = page.locator("#sidebar-new-chat-button")
        if page.url.startswith(f"{self.server.url}/c/") and button.count():
            button.evaluate("button => button.click()")
            page.wait_for_function("() => location.pathname === '/'")
            page.wait_for_function("() => !document.querySelector('.chat-assistant')")
        else:
            page.goto(f"{self.server.url}/?model=bench")
        page.wait_for_selector("#chat-input")
        # The page joins its event room right after it knows the version; an answer before that is lost.
        page.wait_for_function("() => !!window.WEBUI_VERSION")
        page.wait_for_timeout(1000)

    def send(self, page: Page, text: str) -> None:
        page.click("#chat-input")
        page.keyboard.insert_text(text)
        page.keyboard.press("Enter")

    def say(self, page: Page, markdown: str) -> None:
        """The next answer of the chat is exactly `markdown`."""
        self.ask(page, "SAY " + base64.b64encode(markdown.encode()).decode())

    def ask(self, page: Page, text: str) -> None:
        """Send and wait until the answer stands there, complete."""
        before = page.locator(".chat-assistant").count()
        self.send(page, text)
        page.wait_for_function("n => document.querySelectorAll('.chat-assistant').length > n", arg=before)
        page.wait_for_function(
            "() => [...document.querySelectorAll('.chat-assistant')].at(-1).textContent.trim() !== ''"
        )
        page.wait_for_timeout(2500)

    def run(
        self, page: Page, code: str, *, private: bool = True, files: list[dict[str, Any]] | None = None
    ) -> dict[str, Any]:
        """Run Python in this chat's interpreter; `{stdout, stderr, result}` as the server got it."""
        with tempfile.TemporaryDirectory() as folder:
            answer = Path(folder) / "answer.json"
            job = {"code": code, "private": private, "files": files or [], "answer": str(answer)}
            self.send(page, "RUN " + base64.b64encode(json.dumps(job).encode()).decode())
            deadline = time.monotonic() + 90
            while time.monotonic() < deadline:
                page.wait_for_timeout(100)
                if answer.exists() and answer.stat().st_size:
                    page.wait_for_timeout(300)
                    found: dict[str, Any] = json.loads(answer.read_text("utf-8"))
                    return found
        raise AssertionError(f"no answer from the page; console: {self.console[-5:]}")


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """One browser that finds nothing but this machine."""
    with sync_playwright() as playwright:
        arguments = [
            *FLAGS.split(),
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
        ]
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", headless=True, args=arguments
        )
        try:
            yield browser
        finally:
            browser.close()


@contextlib.contextmanager
def signed_in(browser: Browser, server: Server) -> Iterator[Bench]:
    """A browser profile of its own, signed in to `server`."""
    token = [{"name": "token", "value": server.token}]
    context = browser.new_context(
        viewport={"width": 1300, "height": 900},
        storage_state={"cookies": [], "origins": [{"origin": server.url, "localStorage": token}]},
    )
    try:
        yield Bench(server, context)
    finally:
        context.close()


class Ear:
    """A foreign address: every TCP connection and UDP packet to its port counts, whatever it carries."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self._tcp = socket.socket()
        self._tcp.bind(("127.0.0.1", 0))
        self._tcp.listen(50)
        self.port = int(self._tcp.getsockname()[1])
        self.origin = f"http://127.0.0.1:{self.port}"
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(("127.0.0.1", self.port))
        self._open = True
        for target in (self._accept, self._packets):
            threading.Thread(target=target, daemon=True).start()

    def _accept(self) -> None:
        while self._open:
            with contextlib.suppress(OSError):
                connection, _ = self._tcp.accept()
                threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        entry = len(self.heard)
        self.heard.append(b"connection ")
        with contextlib.suppress(OSError), connection:
            connection.settimeout(3)
            self.heard[entry] += connection.recv(65536)
            connection.sendall(
                b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nAccess-Control-Allow-Headers: *\r\n"
                b"Access-Control-Allow-Private-Network: true\r\nContent-Type: text/javascript\r\n"
                b"Content-Length: 2\r\nConnection: close\r\n\r\n/\n"[:-2]
                + b"//"
            )

    def _packets(self) -> None:
        while self._open:
            with contextlib.suppress(OSError):
                self.heard.append(b"packet " + self._udp.recv(65536))

    def __enter__(self) -> Ear:
        return self

    def __exit__(self, *_: object) -> None:
        self._open = False
        with contextlib.suppress(OSError):
            self._tcp.shutdown(socket.SHUT_RDWR)
        self._tcp.close()
        self._udp.close()
