"""The Jupyter engine: a private chat's code runs in a real kernel without network, whatever it imports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.contract.conftest import World
from tests.support.model_server import MODEL
from tests.support.openwebui import Person
from tests.support.ports import free_port

from open_webui_server import Page, file_entry  # isort: skip

from derived_image.environment import default_home

pytestmark = [
    pytest.mark.server,
    pytest.mark.skipif(sys.platform != "linux", reason="the guard is for Linux kernels"),
]

PACKAGES = ("jupyter-server==2.21.1", "ipykernel==7.4.0", "pandas==3.0.3", "matplotlib==3.11.0")
TOKEN = "not-a-secret"
BANK = "Datum;Name;Betrag\n01.01.2025;MARKERX;-10,50\n02.01.2025;Zweite;-2,25\n".encode("cp1252")

# Each way prints "reached" when it got out.
WAYS = """
import asyncio, ctypes, multiprocessing, os, socket, subprocess, threading, time, urllib.request
HOST, PORT, JUPYTER = "127.0.0.1", %(port)d, %(jupyter)d
URL = "http://127.0.0.1:%(port)d/way/"
REQUEST = b"GET /way/raw HTTP/1.0\\r\\n\\r\\n"
def url(name="urllib", port=PORT):
    return urllib.request.urlopen(f"http://127.0.0.1:{port}/way/{name}", timeout=3).status
def raw(family=socket.AF_INET, host=HOST):
    with socket.socket(family) as s:
        s.connect((host, PORT)); s.sendall(REQUEST); return s.recv(10)
def udp():
    return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", (HOST, PORT))
def listen():
    s = socket.socket(); s.bind((HOST, 0)); s.listen(); return s.getsockname()
def stream():
    async def go():
        reader, writer = await asyncio.open_connection(HOST, PORT)
        writer.write(REQUEST); return await reader.read(10)
    return threading.Thread(target=lambda: print("reached" if asyncio.run(go()) else "")).start()
def libc():
    library = ctypes.CDLL(None)
    handle = library.socket(2, 1, 0)
    address = bytes([2, 0, PORT >> 8, PORT & 255, 127, 0, 0, 1]) + bytes(8)
    if handle < 0 or library.connect(handle, address, 16): raise OSError("refused")
    return library.send(handle, REQUEST, len(REQUEST), 0) > 0
def libc_system():
    code = ctypes.CDLL(None).system(b"python3 -c \\"import urllib.request as u; u.urlopen('" + URL.encode() + b"system')\\"")
    if code: raise OSError(code)
def fork():
    pid = os.fork()
    if pid == 0:
        try: url("fork"); os._exit(0)
        except BaseException: os._exit(1)
    if os.waitpid(pid, 0)[1]: raise OSError("refused")
def later():
    threading.Timer(1.5, lambda: url("later")).start(); raise OSError("see the sink")
def undo():
    import _socket, importlib, sys
    for name in ("socket", "_socket"): sys.modules.pop(name, None)
    return importlib.import_module("socket").create_connection((HOST, PORT))
def unix():
    with socket.socket(socket.AF_UNIX) as s: s.connect("/tmp/any.sock")
    return True
WAYS = dict(url=url, raw=raw, raw6=lambda: raw(socket.AF_INET6, "::1"), udp=udp, listen=listen, libc=libc,
    libc_system=libc_system, fork=fork, later=later, undo=undo,
    jupyter=lambda: url("", JUPYTER), dns=lambda: socket.getaddrinfo("example.com", 80),
    popen=lambda: subprocess.run(["true"]), system=lambda: os.system("true") == 0, spawn=lambda: os.posix_spawn("/bin/true", ["true"], {}))
for name, way in WAYS.items():
    try: way()
    except BaseException as error: print(name, "refused", type(error).__name__)
    else: print(name, "reached")
print("done")
"""  # noqa: E501


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A real Jupyter server on loopback in an environment of its own; its port."""
    folder = default_home() / "test-jupyter"
    python = folder / "bin" / "python"
    stamp = folder / ".packages"
    if not stamp.is_file() or stamp.read_text() != "\n".join(PACKAGES):
        uv = str(Path(sys.executable).with_name("uv"))
        subprocess.run([uv, "venv", "-q", "--clear", "--python", sys.executable, str(folder)], check=True)
        subprocess.run([uv, "pip", "install", "-q", "--python", str(python), *PACKAGES], check=True)
        stamp.write_text("\n".join(PACKAGES))
    work, port = tmp_path_factory.mktemp("jupyter"), free_port()
    options = ["--no-browser", "--allow-root", f"--port={port}", "--ServerApp.ip=127.0.0.1"]
    command = [str(python), "-m", "jupyter", "server", *options, f"--IdentityProvider.token={TOKEN}"]
    environment = {**os.environ, "HOME": str(work), "JUPYTER_RUNTIME_DIR": str(work / "run")}
    (work / "files").mkdir()
    with (work / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=work / "files", stdout=log, stderr=log, env=environment)
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"http://127.0.0.1:{port}/api", trust_env=False).status_code == 200:
                    break
            except httpx.HTTPError:
                time.sleep(0.2)
        else:
            raise RuntimeError((work / "log").read_text("utf-8", "replace"))
        yield port
    finally:
        process.terminate()
        process.wait(15)


@pytest.fixture(scope="module")
def engine(admin: Person, jupyter: int) -> Iterator[int]:
    path = "/api/v1/configs/code_execution"
    before = admin.call("GET", path)
    server = {
        "CODE_INTERPRETER_ENGINE": "jupyter",
        "CODE_INTERPRETER_JUPYTER_URL": f"http://127.0.0.1:{jupyter}",
        "CODE_INTERPRETER_JUPYTER_AUTH": "token",
        "CODE_INTERPRETER_JUPYTER_AUTH_TOKEN": TOKEN,
    }
    admin.call("POST", path, json={**before, **server})
    yield jupyter
    admin.call("POST", path, json=before)


def run(page: Page, world: World, code: str, files: list[dict[str, Any]]) -> tuple[str, dict[str, Any]]:
    """Run `code` as the model's call; its printed text and the turn."""
    world.script[:] = [[("execute_code", {"code": code})], "done"]
    turn = page.ask("Summe?", model=MODEL, files=files)
    assert len(world.chats) == 2, turn["events"]
    result = json.loads(world.chats[1]["messages"][-1]["content"])
    return result["stdout"] + result["stderr"] + result["result"], turn


def test_no_way_leads_out_of_a_private_chat(page: Page, admin: Person, world: World, engine: int) -> None:
    bank = admin.upload("bank.csv", BANK, "text/csv")
    printed, _ = run(page, world, WAYS % {"port": world.port, "jupyter": engine}, [file_entry(bank)])
    assert printed.rstrip().endswith("done"), printed
    assert "reached" not in printed, printed
    assert printed.count("refused") == 15, printed
    time.sleep(3)  # the timer of one of the ways
    assert not world.others


def test_the_same_ways_lead_out_of_other_chats(page: Page, world: World, engine: int) -> None:
    """The control: otherwise the test above could pass because nothing works."""
    printed, _ = run(page, world, WAYS % {"port": world.port, "jupyter": engine}, [])
    for way in ("url", "raw", "udp", "listen", "libc", "fork", "popen", "system"):
        assert f"{way} reached" in printed, printed
    assert any("/way/fork" in other for other in world.others)


def test_the_table_is_there_and_charts_work(page: Page, admin: Person, world: World, engine: int) -> None:
    bank = admin.upload("bank.csv", BANK, "text/csv")
    code = """
import glob, pandas as pd
import matplotlib.pyplot as plt
path = [p for p in glob.glob('**/*bank*.csv', recursive=True)][0]
df = pd.read_csv(path, sep=';', decimal=',', encoding='cp1252')
print('sum', df['Betrag'].sum())
df.plot.bar(x='Name', y='Betrag'); plt.show()
"""
    printed, turn = run(page, world, code, [file_entry(bank)])
    assert "sum -12.75" in printed
    assert "![Output Image](" in printed
    assert turn["saved"]["title"] in ("Private Tabelle", "Private table")


def test_nothing_stays_in_the_kernels_folder(page: Page, admin: Person, world: World, engine: int) -> None:
    table = admin.upload("umsatz.csv", BANK, "text/csv")
    look = "import glob; print(glob.glob('**/*', recursive=True))"
    printed, _ = run(page, world, look, [file_entry(table)])
    assert "umsatz" in printed
    world.forget()
    printed, _ = run(page, world, look, [])
    assert "umsatz" not in printed
