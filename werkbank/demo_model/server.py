"""The demo model as an OpenAI-compatible HTTP server on loopback.

python -m werkbank.demo_model.server PORT
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
import uuid
from collections.abc import AsyncIterator
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from werkbank.demo_model import MODEL_ID, MODEL_NAME
from werkbank.demo_model.brain import TOOL, Answer, answer

_PIECE = 24
_PAUSE = 0.01


async def models(_: Request) -> JSONResponse:
    model = {"id": MODEL_ID, "name": MODEL_NAME, "object": "model", "created": 0, "owned_by": "werkbank"}
    return JSONResponse({"object": "list", "data": [model]})


async def chat(request: Request) -> Response:
    try:
        body = await request.json()
    except ValueError:
        return _error("the body is no JSON")
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
        return _error("'messages' is missing")
    said = answer(body)
    if body.get("stream"):
        return StreamingResponse(_stream(said), media_type="text/event-stream")
    message: dict[str, Any] = {"role": "assistant", "content": said.text}
    if said.code is not None:
        message["tool_calls"] = [_call(said.code)]
    choice = {"index": 0, "message": message, "finish_reason": _finish(said)}
    return JSONResponse({**_head("chat.completion"), "choices": [choice], "usage": _USAGE})


def app() -> Starlette:
    return Starlette(
        routes=[
            Route("/v1/models", models),
            Route("/v1/chat/completions", chat, methods=["POST"]),
        ]
    )


def main() -> None:
    uvicorn.run(app(), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")


_USAGE = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


def _error(text: str) -> JSONResponse:
    return JSONResponse({"error": {"message": text, "type": "invalid_request_error"}}, status_code=400)


def _head(kind: str) -> dict[str, Any]:
    ident = f"chatcmpl-{uuid.uuid4().hex}"
    return {"id": ident, "object": kind, "created": int(time.time()), "model": MODEL_ID}


def _call(code: str) -> dict[str, Any]:
    arguments = json.dumps({"code": code}, ensure_ascii=False)
    ident = f"call_{uuid.uuid4().hex[:24]}"
    return {"index": 0, "id": ident, "type": "function", "function": {"name": TOOL, "arguments": arguments}}


def _finish(said: Answer) -> str:
    return "stop" if said.code is None else "tool_calls"


async def _stream(said: Answer) -> AsyncIterator[str]:
    head = _head("chat.completion.chunk")

    def chunk(delta: dict[str, Any], finish: str | None = None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return f"data: {json.dumps({**head, 'choices': [choice]}, ensure_ascii=False)}\n\n"

    yield chunk({"role": "assistant", "content": ""})
    for start in range(0, len(said.text), _PIECE):
        yield chunk({"content": said.text[start : start + _PIECE]})
        await asyncio.sleep(_PAUSE)
    if said.code is not None:
        yield chunk({"tool_calls": [_call(said.code)]})
    yield chunk({}, _finish(said))
    yield "data: [DONE]\n\n"


if __name__ == "__main__":
    main()
