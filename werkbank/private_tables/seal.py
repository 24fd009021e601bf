"""A request body whose private routing later filters cannot undo.

Open WebUI hands the body from one inlet filter to the next. This filter asks to run last; where something
still runs after it, the sealed keys ignore writes instead of switching tools on again. Everything else stays
an ordinary dict, because Open WebUI goes on reading and writing it.
"""

from __future__ import annotations

from typing import Any

SEALED = frozenset({"tool_ids", "features", "files", "tool_servers", "terminal_id", "skill_ids"})


class FixedDict(dict[str, Any]):
    """A dict that reads, copies and serialises as usual and ignores writes to the given keys (None: to
    all)."""

    def __init__(self, data: dict[str, Any], keys: frozenset[str] | None = None) -> None:
        super().__init__(data)
        self._keys = keys

    def _fixed(self, key: Any) -> bool:
        return self._keys is None or key in self._keys

    def __setitem__(self, key: Any, value: Any) -> None:
        if not self._fixed(key):
            super().__setitem__(key, value)

    def update(self, *args: Any, **kwargs: Any) -> None:
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def __ior__(self, other: Any) -> Any:  # type: ignore[misc]
        self.update(other)
        return self

    def setdefault(self, key: Any, default: Any = None) -> Any:
        if key in self:
            return self[key]
        self[key] = default
        return self.get(key, default if not self._fixed(key) else None)


class FixedList(list[Any]):
    """A list that ignores every attempt to add to it."""

    def append(self, item: Any) -> None: ...

    def extend(self, items: Any) -> None: ...

    def insert(self, index: Any, item: Any) -> None: ...

    def __iadd__(self, other: Any) -> Any:  # type: ignore[misc]
        return self

    def __setitem__(self, index: Any, value: Any) -> None: ...


def seal(body: dict[str, Any]) -> dict[str, Any]:
    """The same body with the routing fixed; the values are those of ``body``, ``metadata`` stays the same
    object.

    Tools that stand in the body are the ones this filter put there, so they are fixed too.
    """
    features = body.get("features")
    files = body.get("files")
    fixed = {
        **body,
        "tool_ids": FixedList(),
        "features": FixedDict(features if isinstance(features, dict) else {}),
        "files": FixedList(files if isinstance(files, list) else []),
    }
    return FixedDict(fixed, SEALED | ({"tools"} if "tools" in body else frozenset()))
