"""`werkbank table FILE`: recognise one table file."""

from __future__ import annotations

from pathlib import Path


def table(file: Path) -> None:
    """Recognise one table file."""
    raise NotImplementedError
