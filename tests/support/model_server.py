"""A scripted, OpenAI-compatible model server that keeps every request it gets.

    with ModelServer() as model:
        model.script = [call("execute_code", code="print(1)"), "The sum is 1."]   # one step per request
        model.script = lambda request: "always this"                              # or a function
        ...
        model.chats[0].body["tools"], model.tasks, model.embedded

A step is a text, a list of calls, a `Reply`, or a function that gets the request and returns one of these.
Background tasks (title, tags, follow-up, queries, autocomplete …) are told apart by their prompt and get a
plausible answer of their own, so they never eat a step of the script.
"""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import anyio
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.support.ports import ThreadServer

MODEL = "scripted"
TASK_MODEL = "scripted-tasks"

# First words of Open WebUI's task prompts after "### Task:" and what a model would answer.
_TASKS: dict[str, tuple[str, str]] = {
    "title": ("Generate a concise title", '{"title": "A title"}'),
    "tags": ("Generate 1-3 broad tags", '{"tags": ["General"]}'),
    "follow_up": ("Suggest 3-5 relevant follow-up", '{"follow_ups": ["And then?"]}'),
    "queries": ("Analyze the chat history to determine the necessity", '{"queries": []}'),
    "autocomplete": ("You are an autocompletion system", '{"text": " and so on"}'),
    "image_prompt": ("Generate a detailed prompt for am image", '{"prompt": "a picture"}'),
}  # fmt: skip
_OTHER_TASKS: dict[str, tuple[str, str]] = {
    "emoji": ("Your task is to reflect the speaker's likely facial expression", "🙂"),
    "moa": ("You have been provided with a set of responses", "merged"),
    "compaction": ("Summarize", "a summary"),
}


@dataclass(frozen=True)
class Call:
    """One tool call; `raw` replaces the JSON of `arguments`."""

    name: str
    arguments: dict[str, Any] = field(default_factory=dict)
    raw: str | None = None
    id: str | None = None


@dataclass(frozen=True)
class Reply:
    """One answer. `fragment`: characters per streamed piece (text and arguments); `status`: HTTP error
    instead; `cut`: end the connection after that many pieces; `finish`: another finish reason."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    reasoning: str = ""
    fragment: int = 40
    pause: float = 0.0
    status: int = 200
    cut: int | None = None
    finish: str | None = None


@dataclass(frozen=True)
class Exchange:
    """One request as it came in. `task` is None for a chat's own request."""

    body: dict[str, Any]
    task: str | None
    at: float

    @property
    def messages(self) -> list[dict[str, Any]]:
        found = self.body.get("messages")
        return found if isinstance(found, list) else []

    @property
    def tool_names(self) -> list[str]:
        return sorted(str(tool.get("function", {}).get("name")) for tool in self.body.get("tools") or [])

    @property
    def system(self) -> str:
        return "\n".join(text_of(item) for item in self.messages if item.get("role") == "system")

    @property
    def last(self) -> dict[str, Any]:
        return self.messages[-1] if self.messages else {}


Step = Any
"""str | Reply | Call | list[Call] | Callable[[Exchange], Step]"""


def call(name: str, **arguments: Any) -> list[Call]:
    """A step with one call."""
    return [Call(name, arguments)]


def text_of(message: dict[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


class ModelServer:
    """See the module's text. `url` is the connection's base URL."""

    def __init__(self, models: tuple[str, ...] = (MODEL,)) -> None:
        self.models = models
        self.script: list[Step] | Callable[[Exchange], Step] = []
        self.exchanges: list[Exchange] = []
        self.embedded: list[str] = []
        self.others: list[str] = []
        routes = [
            Route("/v1/models", self._models),
            Route("/v1/chat/completions", self._chat, methods=["POST"]),
            Route("/v1/embeddings", self._embeddings, methods=["POST"]),
            Route("/{path:path}", self._other, methods=["GET", "POST", "PUT", "DELETE"]),
        ]
        self._server = ThreadServer(Starlette(routes=routes))

    def __enter__(self) -> ModelServer:
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.stop()

    @property
    def url(self) -> str:
        return f"{self._server.origin}/v1"

    @property
    def chats(self) -> list[Exchange]:
        """The chats' own requests, tool rounds included."""
        return [item for item in self.exchanges if item.task is None]

    @property
    def tasks(self) -> list[Exchange]:
        return [item for item in self.exchanges if item.task is not None]

    def forget(self) -> None:
        """Empty the log and the script."""
        self.exchanges, self.embedded, self.others = [], [], []
        self.script = []

    async def _models(self, _: Request) -> JSONResponse:
        return JSONResponse(
            {"object": "list", "data": [{"id": name, "object": "model"} for name in self.models]}
        )

    async def _embeddings(self, request: Request) -> JSONResponse:
        return embedding_answer(await request.json(), self.embedded)

    async def _other(self, request: Request) -> JSONResponse:
        body = (await request.body()).decode("utf-8", "replace")
        self.others.append(f"{request.method} {request.url.path} {body}")
        return JSONResponse({"error": {"message": "no such address"}}, status_code=404)

    async def _chat(self, request: Request) -> Response:
        body = await request.json()
        exchange = Exchange(body, task_of(body), time.monotonic())
        self.exchanges.append(exchange)
        if exchange.task:
            reply = Reply(text={**_TASKS, **_OTHER_TASKS}[exchange.task][1])
        else:
            reply = self._next(exchange)
        if reply.status != 200:
            return JSONResponse(
                {"error": {"message": reply.text or "scripted error"}}, status_code=reply.status
            )
        if body.get("stream"):
            return StreamingResponse(_stream(reply, body["model"]), media_type="text/event-stream")
        return JSONResponse(_whole(reply, body["model"]))

    def _next(self, exchange: Exchange) -> Reply:
        step: Step
        if callable(self.script):
            step = self.script
        else:
            step = self.script.pop(0) if self.script else "(the script has no further step)"
        try:
            while callable(step):
                step = step(exchange)
        except Exception as error:
            return Reply(f"(the script failed: {error!r})")
        if isinstance(step, str):
            return Reply(step)
        if isinstance(step, Call):
            return Reply(calls=(step,))
        return step if isinstance(step, Reply) else Reply(calls=tuple(step))


def task_of(body: dict[str, Any]) -> str | None:
    """Which background task a request is, by the start of its last message."""
    messages = body.get("messages") or []
    text = text_of(messages[-1]).strip() if messages and isinstance(messages[-1], dict) else ""
    for name, (start, _) in _OTHER_TASKS.items():
        if text.startswith(start) and name != "compaction":
            return name
    if not text.startswith("### Task:"):
        return None
    rest = text.removeprefix("### Task:").strip()
    return next((name for name, (start, _) in _TASKS.items() if rest.startswith(start)), None)


def embedding_answer(body: dict[str, Any], log: list[str]) -> JSONResponse:
    """Equal vectors for every text; the texts go to `log`."""
    given = body.get("input")
    texts = given if isinstance(given, list) else [given]
    log.extend(str(text) for text in texts)
    data = [{"object": "embedding", "index": at, "embedding": [0.1] * 8} for at, _ in enumerate(texts)]
    return JSONResponse({"object": "list", "data": data, "model": body.get("model"), "usage": {}})


def _call_json(at: int, item: Call) -> dict[str, Any]:
    arguments = json.dumps(item.arguments, ensure_ascii=False) if item.raw is None else item.raw
    ident = item.id or f"call_{time.time_ns()}_{at}"
    return {
        "index": at,
        "id": ident,
        "type": "function",
        "function": {"name": item.name, "arguments": arguments},
    }


def _finish(reply: Reply) -> str:
    return reply.finish or ("tool_calls" if reply.calls else "stop")


def _whole(reply: Reply, model: str) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    if reply.calls:
        message["tool_calls"] = [_call_json(at, item) for at, item in enumerate(reply.calls)]
    choice = {"index": 0, "message": message, "finish_reason": _finish(reply)}
    return {"id": "scripted", "object": "chat.completion", "model": model, "choices": [choice]}


def _deltas(reply: Reply) -> Iterator[dict[str, Any]]:
    yield {"role": "assistant", "content": ""}
    step = max(reply.fragment, 1)
    for start in range(0, len(reply.reasoning), step):
        yield {"reasoning_content": reply.reasoning[start : start + step]}
    for start in range(0, len(reply.text), step):
        yield {"content": reply.text[start : start + step]}
    for at, item in enumerate(reply.calls):
        whole = _call_json(at, item)
        arguments = whole["function"]["arguments"]
        yield {"tool_calls": [{**whole, "function": {"name": item.name, "arguments": ""}}]}
        for start in range(0, len(arguments), step * 10):
            piece = arguments[start : start + step * 10]
            yield {"tool_calls": [{"index": at, "function": {"arguments": piece}}]}


async def _stream(reply: Reply, model: str) -> AsyncIterator[str]:
    def chunk(delta: dict[str, Any], finish: str | None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        whole = {"id": "scripted", "object": "chat.completion.chunk", "model": model, "choices": [choice]}
        return f"data: {json.dumps(whole, ensure_ascii=False)}\n\n"

    for number, delta in enumerate(_deltas(reply)):
        if reply.cut is not None and number >= reply.cut:
            return
        yield chunk(delta, None)
        if reply.pause:
            await anyio.sleep(reply.pause)
    yield chunk({}, _finish(reply))
    yield "data: [DONE]\n\n"
