"""The event that runs private code in the browser, closed against a page that is older than the server.

A browser may still show a page from before the upgrade. It knows nothing of private interpreters and would
run `code` in the shared one, with network. So the code travels in a field that only the patched page reads,
and `code` holds a line that tells what to do.

Pure: no import of Open WebUI.
"""

from __future__ import annotations

from typing import Any

KEY = "werkbank"
STALE_PAGE = (
    "raise RuntimeError('Diese Seite ist älter als der Server: bitte neu laden. / "
    "This page is older than the server: please reload it.')"
)


def sealed(data: dict[str, Any], *, chat_id: str | None) -> dict[str, Any]:
    """`data` of an `execute:python` event, for private code: a new dict, `data` stays as it is.

    `{"id", "code", "files", "session_id", …}` becomes the same with `code` and `files` below `werkbank`.
    Sealing twice changes nothing.
    """
    if isinstance(data.get(KEY), dict) and data[KEY].get("private") is True:
        return data
    inner = {
        "private": True,
        "chat_id": chat_id,
        "code": data.get("code", ""),
        "files": data.get("files") or [],
    }
    return {**data, "private": True, "chat_id": chat_id, "code": STALE_PAGE, "files": [], KEY: inner}
