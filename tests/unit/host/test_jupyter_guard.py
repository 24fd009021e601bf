"""The guard in a plain Python process; tests/contract/test_jupyter.py runs it in a real Jupyter kernel."""

from __future__ import annotations

import platform
import socket
import subprocess
import sys

import pytest

from werkbank.host.jupyter_guard import guarded

linux = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"), reason="needs seccomp"
)


def run(code: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """Run `code` behind the guard as one cell; `before` runs unguarded."""
    script = f"{before}\nexec(compile({guarded(code)!r}, 'cell', 'exec'))"
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)


@linux
@pytest.mark.parametrize(
    "way",
    [
        "socket.create_connection(('127.0.0.1', PORT))",
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', PORT))",
        "socket.socket().bind(('127.0.0.1', 0))",
        "opened.connect(('127.0.0.1', PORT))",
        "udp.sendto(b'x', ('127.0.0.1', PORT))",
        "check(libc.connect(opened.fileno(), ADDRESS, 16))",
        "check(libc.sendto(udp.fileno(), b'x', 1, 0, ADDRESS, 16))",
        "check(libc.socket(2, 1, 0))",
        "check(libc.syscall(425, 8, 0))",
        "socket.getaddrinfo('localhost', PORT)",
        "os.system('true')",
        "subprocess.run(['true'])",
        "open('/proc/self/mem', 'wb')",
    ],
)
def test_ways_out(way: str) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        before = (
            "import ctypes, os, socket, subprocess\n"
            f"PORT = {port}\nADDRESS = bytes([2, 0, PORT >> 8, PORT & 255, 127, 0, 0, 1]) + bytes(8)\n"
            "libc = ctypes.CDLL(None, use_errno=True)\n"
            "opened, udp = socket.socket(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
            "def check(result):\n    if result < 0: raise PermissionError(ctypes.get_errno())\n"
        )
        code = f"try:\n    {way}\nexcept PermissionError as error:\n    print('refused', error)\n"
        assert run(code, before).stdout.startswith("refused")
        unguarded = subprocess.run(
            [sys.executable, "-c", f"{before}\n{way}\nprint('worked')"], capture_output=True, text=True
        )
        assert "worked" in unguarded.stdout or "425" in way, f"the control failed: {unguarded.stderr}"


@linux
def test_what_analysis_needs_still_works() -> None:
    code = """
import asyncio, io, socket, threading
import pandas as pd
print(pd.read_csv(io.StringIO('a;b\\n1;2'), sep=';').sum().to_dict())
async def later(): await asyncio.sleep(0); return 'async'
print(asyncio.run(later()))
left, right = socket.socketpair(); left.send(b'pair'); print(right.recv(4))
import tempfile; tempfile.TemporaryFile().write(b'x'); print('file')
"""
    assert run(code).stdout.split("\n")[:4] == ["{'a': 1, 'b': 2}", "async", "b'pair'", "file"]


@linux
def test_it_leaves_no_name_behind() -> None:
    assert (
        run("print([name for name in dir() if 'werk' in name or name in ('ctypes', 'sys')])").stdout == "[]\n"
    )


def test_without_the_guard_nothing_runs() -> None:
    """On a system that cannot be guarded the code does not start, and the reason is said."""
    done = run("print('ran')", "import platform; platform.machine = lambda: 'vax'")
    assert "ran" not in done.stdout
    assert "cannot be cut off from the network" in done.stderr
    assert "vax" in done.stderr
