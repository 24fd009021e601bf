"""A stand-in for the browser's web socket, for tests that need turns with tools but no page."""

from __future__ import annotations

import json
import os
import subprocess
import time
import uuid
from pathlib import Path
from typing import Any

from tests.support.openwebui import OpenWebUI, Person

_PAGE = Path(__file__).with_name("page.py")


def file_entry(file: dict[str, Any]) -> dict[str, Any]:
    """The entry that the page makes of an uploaded file."""
    meta = file["meta"]
    return {"type": "file", "id": file["id"], "url": file["id"], "name": file["filename"], "file": file,
            "status": "uploaded", "size": meta["size"], "content_type": meta["content_type"]}  # fmt: skip


class Page:
    """Stands in for the browser: a web socket that keeps events and answers code with a fixed print-out."""

    def __init__(self, server: OpenWebUI, person: Person) -> None:
        self.person = person
        self._process = subprocess.Popen(
            [str(server.python), str(_PAGE), server.url, person.token],
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout
        self.session_id = json.loads(self._process.stdout.readline())["session"]
        os.set_blocking(self._process.stdout.fileno(), False)
        self.events: list[dict[str, Any]] = []
        self._rest = ""

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait(10)

    def ask(
        self,
        text: str,
        *,
        model: str,
        files: list[dict[str, Any]] | None = None,
        chat_id: str | None = None,
        parent: str | None = None,
        **body: Any,
    ) -> dict[str, Any]:
        """One user turn as the page sends it, until the answer is complete. Returns ids, events and what
        was saved."""
        user_message = {
            "id": str(uuid.uuid4()),
            "parentId": parent,
            "childrenIds": [],
            "role": "user",
            "content": text,
            "files": files or [],
            "timestamp": int(time.time()),
            "models": [model],
        }
        answer_id = str(uuid.uuid4())
        before = len(self.events)
        temporary = bool(chat_id and chat_id.startswith("local:"))
        request = {
            "model": model,
            "stream": True,
            "messages": [{"role": "user", "content": text}],
            "files": files or [],
            "features": {
                "code_interpreter": True,
                "web_search": True,
                "memory": True,
                "image_generation": False,
            },
            "session_id": self.session_id,
            "message_ids": [{"model_id": model, "message_id": answer_id}],
            "user_message": user_message,
            "background_tasks": {
                "title_generation": True,
                "tags_generation": True,
                "follow_up_generation": True,
            },
            **({"chat_id": chat_id} if chat_id else {}),
            **({} if temporary else {"parent_id": parent}),
            **body,
        }
        response = self.person.call("POST", "/api/chat/completions", json=request)
        chat_id = response.get("chat_id") or chat_id
        self._wait(lambda event: _ends(event, answer_id), before)
        self._wait(lambda event: _idle(event, chat_id), before)  # the tasks after the answer are done as well
        time.sleep(0.2)
        self._read()
        saved = None if temporary else self.person.call("GET", f"/api/v1/chats/{chat_id}")
        return {"chat_id": chat_id, "user_id": user_message["id"], "answer_id": answer_id,
                "events": self.events[before:], "saved": saved}  # fmt: skip

    def _wait(self, done: Any, start: int, seconds: float = 90) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self._read()
            if any(done(event) for event in self.events[start:]):
                return
            time.sleep(0.05)
        raise RuntimeError(
            f"the turn did not end; events: {[e['data'].get('type') for e in self.events[start:]]}"
        )

    def _read(self) -> None:
        assert self._process.stdout
        while True:
            try:
                part = self._process.stdout.read()
            except (BlockingIOError, TypeError):
                part = None
            if not part:
                return
            self._rest += part
            *lines, self._rest = self._rest.split("\n")
            self.events.extend(json.loads(line) for line in lines if line)


def _ends(event: dict[str, Any], answer_id: str) -> bool:
    data = event.get("data") or {}
    if event.get("message_id") != answer_id:
        return False
    return data.get("type") == "chat:message:error" or bool(
        data.get("type") == "chat:completion" and (data.get("data") or {}).get("done")
    )


def _idle(event: dict[str, Any], chat_id: str | None) -> bool:
    data = event.get("data") or {}
    active = (data.get("data") or {}).get("active") if data.get("type") == "chat:active" else None
    return event.get("chat_id") == chat_id and active is False
