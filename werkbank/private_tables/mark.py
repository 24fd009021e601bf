"""The mark of a private turn: ``metadata["werkbank"]``, a JSON dict that every later part of the turn obeys.

Absent key: not private. A broken mark counts as private, with the interpreter as the only tool.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from werkbank.private_tables.loose import as_list
from werkbank.private_tables.naming import Placed

MARK = "werkbank"
INTERPRETER_TOOLS = ("execute_code",)


def make_mark(
    files: Sequence[Placed], *, language: str, engine: str, set_by: str, inline: Sequence[str] = ()
) -> dict[str, Any]:
    """The mark for these files, newest first. ``inline`` names files that came as text and are stored
    nowhere."""
    return {
        "private": True,
        "tools": list(INTERPRETER_TOOLS),
        "files": [{"id": file.id, "name": file.name, "path": file.path} for file in files],
        "language": language,
        "engine": engine,
        "set_by": set_by,
        "inline": list(inline),
        "closed": False,
        "status": "",
    }


def read_mark(metadata: Any) -> dict[str, Any] | None:
    """The mark of a private turn in full shape, or None when the turn is not private."""
    if not isinstance(metadata, dict) or MARK not in metadata:
        return None
    mark = metadata[MARK]
    if isinstance(mark, dict) and mark.get("private") is False:
        return None
    whole = make_mark([], language="en", engine="pyodide", set_by="unknown")
    if isinstance(mark, dict) and mark.get("private") is True:
        whole.update({key: value for key, value in mark.items() if key in whole})
        whole["tools"] = [tool for tool in as_list(mark.get("tools")) if tool in INTERPRETER_TOOLS]
        whole["files"] = [file for file in as_list(mark.get("files")) if isinstance(file, dict)]
    return whole
