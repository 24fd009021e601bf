"""Real Chromium on a real Open WebUI page: what a person does in a chat, as short calls.

    with Browser() as browser:
        chat = browser.chat(server.url, server.user.token, locale="de-DE")
        chat.attach("bank.csv", data, "text/csv")
        answer = chat.ask("Summe je Monat?")

The browser resolves no name but 127.0.0.1 and uses no proxy. Sign-in is by token in localStorage, because
Open WebUI limits logins. Every address that the page or a worker of it asked for is kept in `chat.asked`.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from playwright.sync_api import Browser as PlaywrightBrowser
from playwright.sync_api import BrowserContext, Locator, Page, Playwright, Request, sync_playwright

SCREENSHOTS = Path(__file__).resolve().parents[2] / ".werkbank" / "screenshots"
CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--no-proxy-server",
]
_ANSWER = 'div[id^="message-"]:not(.user-message)[class*="message-"]'


def chromium() -> str:
    """The browser's path; installs Debian's package when it is missing and that is possible.

    Raises RuntimeError: a browser test without a browser is a failure, never a silent skip.
    """
    found = shutil.which("chromium") or (CHROMIUM if Path(CHROMIUM).exists() else None)
    if found:
        return found
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]):
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=600)
        except (OSError, subprocess.SubprocessError) as error:
            raise RuntimeError("Chromium is missing; install it: apt-get install chromium") from error
    found = shutil.which("chromium")
    if not found:
        raise RuntimeError("Chromium is missing; install it: apt-get install chromium")
    return found


class Browser:
    """One Chromium for many chats; each chat gets a context (profile) of its own."""

    def __init__(self) -> None:
        self._playwright: Playwright
        self._browser: PlaywrightBrowser

    def __enter__(self) -> Self:
        path = chromium()
        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(executable_path=path, args=FLAGS, headless=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._browser.close()
        self._playwright.stop()

    def chat(self, url: str, token: str, *, locale: str = "de-DE", temporary: bool = False) -> ChatPage:
        """A fresh profile, signed in, on a new chat."""
        context = self._browser.new_context(viewport={"width": 1280, "height": 1000}, locale=locale)
        values = json.dumps({"token": token, "locale": locale})
        # Sandboxed frames have no storage of their own.
        context.add_init_script(f"try {{ Object.assign(localStorage, {values}) }} catch {{}}")
        page = ChatPage(context, url)
        page.open(temporary=temporary)
        return page


class ChatPage:
    """A page with a chat. Times are seconds; a step that takes too long raises Playwright's TimeoutError."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context, self.url = context, url
        self.asked: list[str] = []
        self.console: list[str] = []
        self.blocked: list[str] = []
        context.on("request", lambda request: self.asked.append(request.url))
        context.on("requestfailed", self._failed)
        self.page: Page = context.new_page()
        self.page.on("websocket", lambda socket: self.asked.append(socket.url))
        self.page.on("console", lambda message: self.console.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.console.append(f"pageerror: {error}"))

    def close(self) -> None:
        self.context.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- moving around ---------------------------------------------------------------------------------

    def open(self, *, temporary: bool = False) -> None:
        self.page.goto(f"{self.url}/{'?temporary-chat=true' if temporary else ''}")
        self._ready()

    def new_chat(self) -> None:
        """A new chat in the same page, without a reload."""
        self.page.locator("#sidebar-new-chat-button, #new-chat-button").first.evaluate(
            "button => button.click()"
        )
        self.page.wait_for_function("!location.pathname.startsWith('/c/')", timeout=15_000)
        self.page.wait_for_function(f"document.querySelectorAll({_ANSWER!r}).length === 0", timeout=15_000)
        self._ready()

    def temporary(self) -> None:
        """Make the new chat a temporary one."""
        self.page.locator("#temporary-chat-button").click()
        self.page.wait_for_function("location.search.includes('temporary-chat=true')", timeout=10_000)

    def go(self, chat_id: str) -> None:
        """Open a saved chat by a reload."""
        self.page.goto(f"{self.url}/c/{chat_id}")
        self._ready()
        self._answers().first.wait_for(timeout=20_000)

    @property
    def chat_id(self) -> str | None:
        found = re.search(r"/c/([\w-]+)", self.page.url)
        return found[1] if found else None

    def _ready(self) -> None:
        self.page.locator("#chat-input").wait_for(timeout=45_000)
        self.page.locator("#model-selector-model-button").wait_for(timeout=45_000)
        self.page.wait_for_timeout(300)

    # -- a turn ----------------------------------------------------------------------------------------

    def attach(self, name: str, data: bytes, mime: str, *, timeout: float = 60) -> None:
        """Choose a file as if by the dialog and wait until the page has taken it."""
        chooser = self.page.locator('input[type="file"][multiple]').first
        chooser.set_input_files({"name": name, "mimeType": mime, "buffer": data})
        box = self.page.locator("#message-input-container")
        box.get_by_text(name).first.wait_for(timeout=timeout * 1000)
        box.locator(".spinner_ajPY, .animate-spin").first.wait_for(state="detached", timeout=timeout * 1000)
        self.page.wait_for_timeout(200)

    def write(self, text: str) -> None:
        editor = self.page.locator("#chat-input")
        editor.click()
        self.page.keyboard.insert_text(text)

    def send(self, text: str) -> None:
        self.write(text)
        self.page.locator("#send-message-button").click()

    def ask(self, text: str, *, timeout: float = 90) -> str:
        """Send and wait for the end of the answer; returns its visible text."""
        before = self._answers().count()
        self.send(text)
        return self._finished(before + 1, timeout)

    def regenerate(self, *, timeout: float = 90) -> str:
        old = self._last_id()
        self._button("regenerate-response-button").evaluate("button => button.click()")
        return self._replaced(old, timeout)

    def continue_answer(self, *, timeout: float = 90) -> str:
        """Press 'continue'. The answer's id stays the same, so the caller's model must answer something."""
        before = self.answer()
        self._last().locator("[id^=continue-response-button], .continue-response-button").last.evaluate(
            "button => button.click()"
        )
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            if self.answer() != before and not self.busy():
                break
            self.page.wait_for_timeout(100)
        return self._finished(self._answers().count(), timeout)

    def edit(self, text: str, *, timeout: float = 90) -> str:
        """Replace the last question by `text` and send it again as a new branch."""
        old = self._last_id()
        question = self.page.locator(".user-message").last
        question.hover()
        question.locator(".edit-user-message-button").first.evaluate("button => button.click()")
        field = question.locator("textarea").first
        field.fill(text)
        question.locator("#confirm-edit-message-button").click()
        return self._replaced(old, timeout)

    def busy(self) -> bool:
        """Whether the page shows its stop button."""
        return (
            self.page.locator("#message-input-container button.bg-white, #stop-response-button").count() > 0
        )

    def _finished(self, count: int, timeout: float) -> str:
        self.page.wait_for_function(
            """([selector, count]) => {
                const all = document.querySelectorAll(selector);
                const last = all[all.length - 1];
                return all.length >= count && last && last.querySelector('.copy-response-button');
            }""",
            arg=[_ANSWER, count],
            timeout=timeout * 1000,
        )
        self.page.wait_for_timeout(300)
        return self.answer()

    def _replaced(self, old: str | None, timeout: float) -> str:
        self.page.wait_for_function(
            """([selector, old]) => {
                const all = document.querySelectorAll(selector);
                const last = all[all.length - 1];
                return last && last.id !== old && last.querySelector('.copy-response-button');
            }""",
            arg=[_ANSWER, old],
            timeout=timeout * 1000,
        )
        self.page.wait_for_timeout(300)
        return self.answer()

    # -- reading ---------------------------------------------------------------------------------------

    def _answers(self) -> Locator:
        return self.page.locator(_ANSWER)

    def _last(self) -> Locator:
        return self._answers().last

    def _last_id(self) -> str | None:
        return self._last().get_attribute("id") if self._answers().count() else None

    def _button(self, name: str) -> Locator:
        return self._last().locator(f".{name}").last

    def answer(self) -> str:
        """The visible text of the last answer, status lines and tool display included."""
        return self._last().inner_text()

    def soon(self, words: str, seconds: float = 8) -> bool:
        """Whether the last answer shows the words, now or within some seconds (lines said after the turn)."""
        deadline = time.monotonic() + seconds
        while words not in self.answer():
            if time.monotonic() > deadline:
                return False
            self.page.wait_for_timeout(200)
        return True

    def tool_displays(self) -> list[str]:
        """The headings of the tool calls that the last answer shows."""
        found = self._last().get_by_text(
            re.compile(r"^(Ergebnis von|View Result from|Untersucht|Explored|Explor)")
        )
        return [" ".join(text.split()) for text in found.all_inner_texts()]

    def pictures(self) -> list[dict[str, Any]]:
        """Pictures in the last answer: source's start, and real size (0 when not loaded)."""
        found: list[dict[str, Any]] = self._last().evaluate(
            """element => [...element.querySelectorAll('img')].map(picture => ({
                src: picture.currentSrc || picture.src, alt: picture.alt,
                width: picture.naturalWidth, height: picture.naturalHeight,
                shown: picture.getBoundingClientRect().width,
            }))"""
        )
        return found

    def html(self) -> str:
        return str(self._last().evaluate("element => element.outerHTML"))

    def _failed(self, request: Request) -> None:
        """A page's policy stops a request before it leaves the browser; the tool reports it all the same."""
        if request.failure in ("csp", "net::ERR_BLOCKED_BY_CSP"):
            self.blocked.append(request.url)

    def foreign(self) -> list[str]:
        """Addresses outside of the server that the page or its workers asked for, name lookups that failed
        included; not those that the page's policy stopped."""
        home, asked = urlsplit(self.url).netloc, list(self.asked)
        for address in self.blocked:
            if address in asked:
                asked.remove(address)
        return [
            address
            for address in asked
            if urlsplit(address).scheme in ("http", "https", "ws", "wss") and urlsplit(address).netloc != home
        ]

    def screenshot(self, name: str) -> Path:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        path = SCREENSHOTS / f"{name}.png"
        self.page.screenshot(path=path)
        return path
