"""Reading JSON from browsers, API callers and other filters, in which anything may stand anywhere."""

from __future__ import annotations

from typing import Any


def as_list(value: Any) -> list[Any]:
    """The list itself, or an empty one."""
    return value if isinstance(value, list) else []
