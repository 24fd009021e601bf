"""What an answer names is not contacted by the page, and the page itself keeps working. Real Chromium."""

# ruff: noqa: E501 (the hostile texts are clearer in one line each)

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Page

from derived_image.environment import Environment
from tests.browser.hostile_answer import ARTIFACT, MARKDOWN, WEBRTC, fill
from tests.browser.isolation import Bench, Ear, Server, chromium, signed_in

pytestmark = [pytest.mark.server, pytest.mark.browser, pytest.mark.timeout(600)]

ADMIN_POLICY = "img-src 'self' data: blob:; report-uri /nowhere"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


@pytest.fixture(scope="module")
def patched(
    browser: Browser, patched_tree: Path, environment: Environment, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("patched")
    with (
        Server(patched_tree, environment.python, folder, {}) as server,
        signed_in(browser, server) as bench,
    ):
        yield bench


@pytest.fixture(scope="module")
def stock(
    browser: Browser, stock_tree: Path, environment: Environment, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("stock")
    with Server(stock_tree, environment.python, folder, {}) as server, signed_in(browser, server) as bench:
        yield bench


def show(bench: Bench, answer: str, *, preview: bool = False) -> Page:
    page = bench.page()
    bench.say(page, answer)
    if preview and not page.locator("iframe[title=Content]").count():
        page.get_by_role("button", name="Preview").first.click()
    if preview:
        page.wait_for_selector("iframe[title=Content]")
    page.wait_for_timeout(6000)
    return page


def heard(ear: Ear) -> list[str]:
    return sorted(set(re.findall(r"MARK-[a-z0-9-]+", b"\n".join(ear.heard).decode("utf-8", "replace"))))


def test_control_the_stock_page_contacts_what_an_answer_names(stock: Bench) -> None:
    with Ear() as ear:
        show(stock, fill(MARKDOWN, ear.origin)).close()
        assert {"MARK-image", "MARK-html-iframe", "MARK-image-cell"} <= set(heard(ear))
    with Ear() as ear:
        show(stock, fill(ARTIFACT, ear.origin), preview=True).close()
        assert {"MARK-fetch", "MARK-img", "MARK-style", "MARK-beacon"} <= set(heard(ear))


def test_pictures_frames_and_diagrams_of_an_answer_stay_local(patched: Bench) -> None:
    with Ear() as ear:
        page = show(patched, fill(MARKDOWN, ear.origin))
        assert heard(ear) == []
        assert ear.heard == []
        link = page.locator(f"a[href='{ear.origin}/MARK-link']")
        with page.expect_popup() as opened:
            link.click()
        opened.value.wait_for_load_state("domcontentloaded")
        assert "MARK-link" in heard(ear), "a person may still open a link"
        opened.value.close()
        page.close()


def test_a_preview_loads_and_sends_nothing(patched: Bench) -> None:
    """In an ordinary chat. `preconnect` opens a bare connection (no policy covers it), nothing is sent."""
    with Ear() as ear:
        page = show(patched, fill(ARTIFACT, ear.origin), preview=True)
        assert heard(ear) == []
        assert [entry for entry in ear.heard if entry != b"connection "] == []
        assert page.url.startswith(patched.server.url)
        assert page.locator(".chat-assistant").count() == 1, "no prompt was sent in the person's name"
        assert "MARK-prompt" not in page.inner_text("#chat-input")
        page.close()


@pytest.mark.parametrize("answer", [ARTIFACT, WEBRTC], ids=["artifact", "webrtc"])
def test_a_private_chat_shows_a_note_instead_of_a_preview(patched: Bench, answer: str) -> None:
    with Ear() as ear:
        page = patched.page()
        patched.run(page, "1")
        patched.say(page, fill(answer, ear.origin))
        if not page.locator("iframe[title=Content]").count():
            page.get_by_role("button", name="Preview").first.click()
        page.wait_for_selector("iframe[title=Content]")
        page.wait_for_timeout(5000)
        assert "Preview off" in page.frame_locator("iframe[title=Content]").locator("body").inner_text()
        assert ear.heard == []
        page.close()


@pytest.mark.parametrize("which", ["stock", "patched"])
def test_no_favicon_service_is_asked_for_a_source(which: str, request: pytest.FixtureRequest) -> None:
    bench: Bench = request.getfixturevalue(which)
    page = bench.page()
    hosts: set[str] = set()
    page.on("request", lambda sent: hosts.add(urlsplit(sent.url).netloc))
    bench.ask(page, "CITE https://one.example.test/IBAN-DE00 https://two.example.test/x")
    page.locator("button", has_text=re.compile(r"\d+ Sources?")).first.click()
    page.wait_for_timeout(1500)
    foreign = {host for host in hosts if host and host != urlsplit(bench.server.url).netloc}
    assert foreign == (set() if which == "patched" else {"www.google.com"})
    page.close()


RICH = """
Sum: $$\\\\sum_{i=1}^{n} i^2$$ and **bold** text.

```mermaid
graph TD
  A[Start] --> B[End]
```

```vega-lite
{"data": {"values": [{"a": "x", "b": 3}, {"a": "y", "b": 5}]}, "mark": "bar",
 "encoding": {"x": {"field": "a"}, "y": {"field": "b", "type": "quantitative"}}}
```

```python
print(6 * 7)
```

![dot](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)
""".replace("\\\\", "\\")


def test_everything_of_an_answer_is_still_drawn(patched: Bench) -> None:
    patched.console.clear()
    page = show(patched, RICH)
    assert page.locator(".katex").count() >= 1
    assert page.locator(".chat-assistant svg[id^=mermaid], .chat-assistant svg.flowchart").count() >= 1
    assert page.locator(".chat-assistant svg.marks, .chat-assistant canvas.marks").count() >= 1
    assert page.locator(".chat-assistant .cm-editor").count() >= 1
    assert page.evaluate(
        "[...document.querySelectorAll('.chat-assistant img')].some(i => i.src.startsWith('data:') && i.naturalWidth)"
    )
    page.get_by_role("button", name="Run", exact=True).first.click()
    page.wait_for_function("() => /STDOUT[^]*42/.test(document.querySelector('.chat-assistant').innerText)")
    assert [line for line in patched.console if "Content Security Policy" in line] == []
    page.close()


def test_a_preview_still_runs_its_own_script(patched: Bench) -> None:
    html = "```html\n<html><body><p id=p></p><script>p.textContent = 6 * 7</script></body></html>\n```"
    page = show(patched, html, preview=True)
    assert page.frame_locator("iframe[title=Content]").locator("#p").inner_text() == "42"
    page.close()


@pytest.mark.parametrize(
    "path", ["/", "/workspace/models", "/workspace/functions", "/admin/settings", "/notes"]
)
def test_pages_break_no_rule(patched: Bench, path: str) -> None:
    patched.console.clear()
    page = patched.page()
    page.goto(patched.server.url + path)
    page.wait_for_timeout(2500)
    assert [line for line in patched.console if "Content Security Policy" in line] == []
    assert page.inner_text("body").strip()
    page.close()


def test_the_policy_of_the_admin_stays_beside_ours(
    patched_tree: Path, environment: Environment, tmp_path: Path
) -> None:
    extra = {"CONTENT_SECURITY_POLICY": ADMIN_POLICY, "WERKBANK_ALLOWED_ORIGINS": "https://cdn.example.test"}
    with Server(patched_tree, environment.python, tmp_path, extra) as server:
        policies = httpx.get(server.url).headers.get_list("content-security-policy")
    assert ADMIN_POLICY in policies
    assert any("connect-src 'self'" in policy and "https://cdn.example.test" in policy for policy in policies)
