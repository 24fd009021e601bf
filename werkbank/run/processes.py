"""The processes that `werkbank run` starts: each leads a group of its own, and all end with us.

A signal to us (Ctrl-C, SIGTERM, a closed terminal) becomes `Stopped` in the main thread, so that every block
is left in order, also in the middle of an installation. If we are killed outright, the kernel ends the
children (Linux; see `launch`).
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType

_LAUNCH = Path(__file__).with_name("launch.py")
_SECONDS_TO_END = 12.0


class Stopped(BaseException):
    """A signal asks us to end."""


@contextlib.contextmanager
def stop_on_signals() -> Iterator[None]:
    """Within the block SIGINT, SIGTERM and SIGHUP raise Stopped once; later ones are ignored while ending."""
    watched = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # else: started under nohup
        watched.append(signal.SIGHUP)

    def stop(number: int, frame: FrameType | None) -> None:
        for each in watched:
            signal.signal(each, signal.SIG_IGN)
        raise Stopped(signal.Signals(number).name)

    before = {each: signal.signal(each, stop) for each in watched}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


class Child:
    """One running process with its log."""

    def __init__(
        self, name: str, command: Sequence[str], env: Mapping[str, str], log: Path, cwd: Path
    ) -> None:
        self.name, self.log = name, log
        launcher = [sys.executable, "-I", str(_LAUNCH), str(os.getpid()), str(cwd), *command]
        with log.open("ab") as stream:
            self._process = subprocess.Popen(
                launcher,
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=stream,
                env=dict(env),
                start_new_session=True,
            )

    @property
    def code(self) -> int | None:
        """Exit code, None while it runs."""
        return self._process.poll()

    def last_words(self) -> str:
        """The last line of the log that says something."""
        lines = [line.strip() for line in self.log.read_text("utf-8", "replace").splitlines() if line.strip()]
        return lines[-1][:300] if lines else "it said nothing"

    def signal_group(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def group_lives(self) -> bool:
        self._process.poll()
        try:
            os.killpg(self._process.pid, 0)
        except (ProcessLookupError, PermissionError):
            return False
        return True


class Children:
    """Starts processes and ends them all, newest first, whatever happens in the block."""

    def __init__(self) -> None:
        self._all: list[Child] = []

    def __enter__(self) -> Children:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(
        self, name: str, command: Sequence[str], *, env: Mapping[str, str], log: Path, cwd: Path
    ) -> Child:
        child = Child(name, command, env, log, cwd)
        self._all.append(child)
        return child

    def ended(self) -> Child | None:
        """A child that is not running any more."""
        return next((child for child in self._all if child.code is not None), None)

    def stop(self) -> None:
        for child in reversed(self._all):
            child.signal_group(signal.SIGTERM)
        deadline = time.monotonic() + _SECONDS_TO_END
        while time.monotonic() < deadline and any(child.group_lives() for child in self._all):
            time.sleep(0.05)
        for child in self._all:
            child.signal_group(signal.SIGKILL)
        self._all.clear()
