"""A model server that plays a script and writes down everything it is sent, and an embedding endpoint
beside it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route

MODEL = "scripted"
TASK_MODEL = "task-model"


class ModelServer:
    """Answers are taken from `script` one by one: a text, or a list of (tool name, arguments) to call.

    With an empty script it answers "done". `chats` holds the requests to the chat's model, `tasks` those to
    the task
    model, `embedded` every text that was to be embedded.
    """

    def __init__(self) -> None:
        self.script: list[Any] = []
        self.chats: list[dict[str, Any]] = []
        self.tasks: list[dict[str, Any]] = []
        self.embedded: list[str] = []
        self.others: list[str] = []
        routes = [
            Route("/v1/models", self._models),
            Route("/v1/chat/completions", self._chat, methods=["POST"]),
            Route("/v1/embeddings", self._embeddings, methods=["POST"]),
            Route("/{path:path}", self._other, methods=["GET", "POST"]),
        ]
        config = uvicorn.Config(Starlette(routes=routes), host="127.0.0.1", port=0, log_level="warning")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self) -> ModelServer:
        self._thread.start()
        deadline = time.monotonic() + 20
        while not self._server.started and time.monotonic() < deadline:
            time.sleep(0.02)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/v1"
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(10)

    def forget(self) -> None:
        for log in (self.script, self.chats, self.tasks, self.embedded, self.others):
            log.clear()

    def everything(self) -> str:
        """All that was received, as text, to look for markers in."""
        return json.dumps([self.chats, self.tasks, self.embedded, self.others], ensure_ascii=False)

    async def _models(self, _: Request) -> JSONResponse:
        return JSONResponse({"object": "list", "data": [{"id": name} for name in (MODEL, TASK_MODEL)]})

    async def _embeddings(self, request: Request) -> JSONResponse:
        body = await request.json()
        texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
        self.embedded.extend(texts)
        data = [{"index": index, "embedding": [0.1] * 8} for index, _ in enumerate(texts)]
        return JSONResponse({"object": "list", "data": data, "model": body.get("model")})

    async def _other(self, request: Request) -> JSONResponse:
        body = (await request.body()).decode("utf-8", "replace")
        self.others.append(f"{request.method} {request.url} {body}")
        return JSONResponse({"results": []})

    async def _chat(self, request: Request) -> Any:
        body = await request.json()
        (self.tasks if body["model"] == TASK_MODEL else self.chats).append(body)
        step = self.script.pop(0) if self.script and body["model"] == MODEL else "done"
        message: dict[str, Any] = {"role": "assistant", "content": step if isinstance(step, str) else ""}
        if not isinstance(step, str):
            message["tool_calls"] = [
                {"index": index, "id": f"call_{time.time_ns()}_{index}", "type": "function",
                 "function": {"name": name, "arguments": json.dumps(arguments)}}
                for index, (name, arguments) in enumerate(step)
            ]  # fmt: skip
        finish = "tool_calls" if "tool_calls" in message else "stop"
        if not body.get("stream"):
            return JSONResponse(
                {"id": "x", "choices": [{"index": 0, "message": message, "finish_reason": finish}]}
            )
        return StreamingResponse(_stream(message, finish), media_type="text/event-stream")


def _stream(message: dict[str, Any], finish: str) -> Iterator[str]:
    for delta, reason in ((message, None), ({}, finish)):
        chunk = {"id": "x", "object": "chat.completion.chunk",
                 "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}  # fmt: skip
        yield f"data: {json.dumps(chunk)}\n\n"
    yield "data: [DONE]\n\n"
