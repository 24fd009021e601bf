"""What is being done right now: a spinner with seconds in a terminal, plain lines anywhere else."""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.markup import escape
from rich.status import Status

_STILL = 15.0
"""Seconds after which a plain output repeats that a step is still going on."""


class Progress:
    """`progress("text")` starts the next step; leaving the block ends the last one."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._status: Status | None = None
        self._text = ""
        self._began = 0.0
        self._end = threading.Event()
        self._ticker = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Self:
        if self.console.is_terminal:
            self._status = self.console.status("starting")
            self._status.start()
        self._ticker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._finish()
        self._end.set()
        if self._status is not None:
            self._status.stop()

    def __call__(self, text: str) -> None:
        self._finish()
        self._text, self._began = text, time.monotonic()
        if self._status is not None:
            self._status.update(escape(text))
        else:
            self.console.print(f"{text} …", markup=False, highlight=False)

    def note(self, text: str) -> None:
        """A line that stays."""
        self.console.print(text, markup=False, highlight=False)

    def _finish(self) -> None:
        took = time.monotonic() - self._began
        if self._text and (self._status is not None or took > 5):
            self.console.print(f"{self._text}: {took:.1f} s", markup=False, highlight=False)
        self._text = ""

    def _tick(self) -> None:
        said = 0.0
        while not self._end.wait(0.5):
            text, took = self._text, time.monotonic() - self._began
            if not text:
                continue
            if self._status is not None:
                self._status.update(f"{escape(text)} [dim]({took:.0f} s)[/dim]")
            elif took > _STILL and time.monotonic() - said > _STILL:
                said = time.monotonic()
                self.console.print(f"  still {text} ({took:.0f} s)", markup=False, highlight=False)
