"""The interpreter of the patched page, in real Chromium: no way out, no way to another chat."""

# ruff: noqa: E501 (the hostile texts are clearer in one line each)

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from derived_image.environment import Environment
from tests.browser.hostile_code import JS_WAYS, PYTHON_WAYS, hostile_code
from tests.browser.isolation import Bench, Ear, Server, chromium, signed_in

pytestmark = [pytest.mark.server, pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


@pytest.fixture(scope="module")
def patched(
    browser: Browser, patched_tree: Path, environment: Environment, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Bench]:
    """Persistence is on: on the stock server that is the setting with the most shared state."""
    folder = tmp_path_factory.mktemp("patched")
    extra = {"ENABLE_PYODIDE_FILE_PERSISTENCE": "true"}
    with (
        Server(patched_tree, environment.python, folder, extra) as server,
        signed_in(browser, server) as bench,
    ):
        yield bench


def left(bench: Bench, ear: Ear) -> tuple[list[str], list[str]]:
    """What arrived at the foreign address and what the Open WebUI server was asked for, by marker."""
    ways = [*JS_WAYS, *PYTHON_WAYS]
    heard = b"\n".join(ear.heard).decode("utf-8", "replace")
    log = bench.server.log_text()
    return [way for way in ways if f"MARK-{way}" in heard], [way for way in ways if f"MARK-{way}" in log]


@pytest.mark.parametrize("private", [True, False], ids=["private", "ordinary"])
def test_hostile_code_reaches_nobody(patched: Bench, private: bool) -> None:
    with Ear() as ear:
        page = patched.page()
        answer = patched.run(page, hostile_code(ear.origin, patched.server.url), private=private)
        page.wait_for_timeout(11_000)
        assert answer["stdout"], answer
        outcome = json.loads(answer["stdout"].strip().splitlines()[-1])
        assert set(outcome) == {*JS_WAYS, *PYTHON_WAYS}, "every way was tried"
        assert ear.heard == [], outcome
        assert left(patched, ear)[1] == [], outcome
        assert page.url.startswith(patched.server.url)
        assert "MARK-parent" not in page.inner_text("body")
        page.close()


def test_control_the_stock_interpreter_lets_it_out(
    browser: Browser, stock_tree: Path, environment: Environment, tmp_path: Path
) -> None:
    extra = {"ENABLE_PYODIDE_FILE_PERSISTENCE": "true"}
    with (
        Server(stock_tree, environment.python, tmp_path, extra) as server,
        signed_in(browser, server) as bench,
        Ear() as ear,
    ):
        page = bench.page()
        bench.run(page, hostile_code(ear.origin, server.url), private=False)
        page.wait_for_timeout(11_000)
        foreign, own = left(bench, ear)
        assert {"fetch", "xhr-sync", "websocket", "import", "late-timer", "py-requests"} <= set(foreign), (
            foreign
        )
        assert "own-api" in own or "storage-api" in own


HIDE = """
import builtins, sys, js, pathlib
secret = "SECRET-OF-CHAT-ONE"
builtins.secret = secret
builtins.print_original = print
sys.modules["secret_module"] = type(sys)("secret_module")
pathlib.Path("/mnt/uploads/secret.csv").write_text(secret)
pathlib.Path("/tmp/secret.txt").write_text(secret)
js.self.secret = secret
outcome = []
async def attempt(text):
    try:
        await js.eval(text)
        outcome.append("stored")
    except BaseException as error:
        outcome.append(type(error).__name__)
await attempt("caches.open('secret').then(c=>c.put(new Request('https://x.invalid/s'),new Response('SECRET')))")
await attempt("navigator.storage.getDirectory().then(d=>d.getFileHandle('secret',{create:true}))")
await attempt("new Promise((r,e)=>{const q=indexedDB.open('secret');q.onsuccess=()=>r(q.result);q.onerror=()=>e(q.error)})")
js.eval("self.channel=new BroadcastChannel('secret');channel.onmessage=()=>channel.postMessage('SECRET-OF-CHAT-ONE')")
print(outcome)
"""

SEEK = """
import builtins, sys, js, os, json
found = {
    "variable": "secret" in globals(),
    "builtin": hasattr(builtins, "secret"),
    "module": "secret_module" in sys.modules,
    "files": [os.path.join(a, n) for a, _, ns in os.walk("/mnt") for n in ns] + [n for n in os.listdir("/tmp") if "secret" in n],
    "js": hasattr(js.self, "secret"),
}
async def look(name, text):
    try:
        found[name] = str(await js.eval(text))
    except BaseException as error:
        found[name] = ""
await look("cache", "caches.match('https://x.invalid/s').then(r=>r?r.text():'')")
await look("opfs", "navigator.storage.getDirectory().then(d=>d.getFileHandle('secret')).then(h=>h.name)")
await look("indexeddb", "indexedDB.databases().then(l=>l.map(d=>d.name).join())")
await look("channel", "new Promise(r=>{const c=new BroadcastChannel('secret');c.onmessage=e=>r(e.data);c.postMessage(1);setTimeout(()=>r(''),1500)})")
print(json.dumps(found))
"""

NOTHING = {
    "variable": False,
    "builtin": False,
    "module": False,
    "files": [],
    "js": False,
    "cache": "",
    "opfs": "",
    "indexeddb": "",
    "channel": "",
}


def test_another_chat_of_the_same_page_finds_nothing(patched: Bench) -> None:
    page = patched.page()
    hidden = patched.run(page, HIDE)
    assert hidden["stderr"] is None, hidden
    assert "stored" not in hidden["stdout"], "storage of the page's origin"
    again = patched.run(page, "print(secret, open('/mnt/uploads/secret.csv').read())")
    assert again["stdout"] == "SECRET-OF-CHAT-ONE SECRET-OF-CHAT-ONE\n", "within its chat everything stays"
    patched.new_chat(page)
    for private in (True, False):
        assert json.loads(patched.run(page, SEEK, private=private)["stdout"]) == NOTHING
    page.close()


def test_another_tab_and_a_reloaded_page_find_nothing(patched: Bench) -> None:
    first = patched.page()
    patched.run(first, HIDE)
    second = patched.page()
    assert json.loads(patched.run(second, SEEK)["stdout"]) == NOTHING
    first.reload()
    first.wait_for_selector("#chat-input")
    first.wait_for_timeout(1500)
    assert json.loads(patched.run(first, SEEK)["stdout"]) == NOTHING
    assert (
        first.evaluate("indexedDB.databases().then(l => l.map(d => d.name).filter(n => n.includes('/mnt')))")
        == []
    )
    first.close()
    second.close()


def test_leaving_the_chat_ends_an_interpreter_that_is_idle(patched: Bench) -> None:
    page = patched.page()
    patched.run(page, "1")
    assert page.locator("iframe[title=interpreter]").count() == 1
    patched.new_chat(page)
    patched.run(page, "1")
    assert page.locator("iframe[title=interpreter]").count() == 1, "the first one ended when other code ran"
    page.close()


def test_endless_code_is_stopped_and_the_next_run_works(patched: Bench) -> None:
    page = patched.page()
    answer = patched.run(page, "while True: pass")
    assert answer["stderr"] == "Execution Time Limit Exceeded"
    assert patched.run(page, "1 + 1")["result"] == 2
    page.close()
