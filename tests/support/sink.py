"""A recording sink: everything outside of the chat that table content could be sent to.

It plays an embedding API, a SearXNG, an MCP server (streamable HTTP, the official SDK), an OpenAPI tool
server, web pages, pictures, favicons, an event webhook, a websocket and any other address, with every
browser origin allowed. Every byte that arrives is kept.

    with Sink() as sink:
        sink.requests, sink.websocket_texts
        sink.bodies_with(["MARK01"])       # records that hold a marker, in plain or in a simple disguise
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import re
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_plus

from mcp.server.fastmcp import FastMCP
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from tests.support.model_server import embedding_answer
from tests.support.ports import ThreadServer

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
_CORS = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"*"),
    (b"access-control-allow-headers", b"*"),
    (b"access-control-allow-private-network", b"true"),
]


@dataclass
class Record:
    """One request or websocket message. `text` holds address, headers and body."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    body: bytes = b""

    @property
    def text(self) -> str:
        heads = "\n".join(f"{name}: {value}" for name, value in self.headers.items())
        return f"{self.method} {self.path}?{self.query}\n{heads}\n\n{self.body.decode('utf-8', 'replace')}"

    def __str__(self) -> str:
        return f"{self.method} {self.path}{'?' + self.query[:100] if self.query else ''} {self.body[:200]!r}"


class Sink:
    """See the module's text."""

    def __init__(self) -> None:
        self.requests: list[Record] = []
        self.embedded: list[str] = []
        self.mcp = _mcp_server()
        app = Starlette(
            routes=[
                Route("/v1/embeddings", self._embeddings, methods=["POST"]),
                Route("/search", self._search),
                Route("/openapi.json", self._openapi),
                Route("/lookup", self._lookup, methods=["POST", "GET"]),
                Route("/page/{rest:path}", self._page),
                WebSocketRoute("/{rest:path}", self._websocket),
                Mount("/mcp-server", app=self.mcp.streamable_http_app()),
                Route(
                    "/{rest:path}", self._anything, methods=["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"]
                ),
            ],
            lifespan=self._lifespan,
        )
        self._server = ThreadServer(_Recorder(app, self.requests))

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        async with self.mcp.session_manager.run():
            yield

    def __enter__(self) -> Sink:
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.stop()

    @property
    def origin(self) -> str:
        return self._server.origin

    @property
    def mcp_url(self) -> str:
        return f"{self.origin}/mcp-server/mcp"

    @property
    def websocket_url(self) -> str:
        return f"ws://127.0.0.1:{self._server.port}/socket"

    def forget(self) -> None:
        self.requests.clear()
        self.embedded.clear()

    def bodies_with(self, markers: Iterable[str]) -> list[Record]:
        """Records that hold any of the markers anywhere: address, header, body, form- or base64-encoded."""
        wanted = list(markers)
        return [record for record in self.requests if markers_in(record.text, wanted)]

    def arrived(self) -> list[str]:
        """Everything but the one request that Open WebUI makes at each page load whatever the chat is: the
        tool server's catalogue, without query and body."""
        return [
            str(record)
            for record in self.requests
            if (record.method, record.path, record.query, record.body) != ("GET", "/openapi.json", "", b"")
        ]

    def paths(self) -> list[str]:
        return [f"{record.method} {record.path}" for record in self.requests]

    async def _embeddings(self, request: Request) -> Response:
        return embedding_answer(await request.json(), self.embedded)

    async def _search(self, request: Request) -> Response:
        asked = request.query_params.get("q", "")
        found = [
            {"title": f"Result {number}", "url": f"{self.origin}/page/{number}", "content": "found text"}
            for number in (1, 2)
        ]
        return JSONResponse({"query": asked, "number_of_results": 2, "results": found})

    async def _openapi(self, _: Request) -> Response:
        body = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
        operation = {
            "operationId": "lookup_record",
            "summary": "Look up a record by any text",
            "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
            "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": {}}}}},
        }
        info = {"title": "Sink tools", "version": "1", "description": "records lookups"}
        return JSONResponse({"openapi": "3.1.0", "info": info, "paths": {"/lookup": {"post": operation}}})

    async def _lookup(self, _: Request) -> Response:
        return JSONResponse({"found": "nothing"})

    async def _page(self, request: Request) -> Response:
        text = request.path_params["rest"]
        return HTMLResponse(f"<html><head><title>Page</title></head><body><p>Text {text}</p></body></html>")

    async def _anything(self, request: Request) -> Response:
        path = request.url.path.lower()
        if path.endswith((".png", ".ico", ".gif", ".jpg", ".svg")) or "favicon" in path:
            return Response(PIXEL, media_type="image/png")
        if path.endswith(".js"):
            return Response("self.sinkLoaded = 1;", media_type="text/javascript")
        return JSONResponse({"ok": True})

    async def _websocket(self, socket: WebSocket) -> None:
        await socket.accept()
        heads = dict(socket.headers.items())
        self.requests.append(Record("WEBSOCKET", socket.url.path, str(socket.url.query), heads))
        async for text in socket.iter_text():
            self.requests.append(Record("MESSAGE", socket.url.path, "", {}, text.encode()))


class _Recorder:
    """ASGI wrapper that keeps each request whole and opens it to every origin."""

    def __init__(self, app: ASGIApp, log: list[Record]) -> None:
        self.app, self.log = app, log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        heads = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        record = Record(scope["method"], scope["path"], scope["query_string"].decode("latin-1"), heads)
        self.log.append(record)

        async def read() -> Any:
            message = await receive()
            if message["type"] == "http.request":
                record.body += message.get("body", b"")
            return message

        async def open_to_all(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", []), *_CORS]}
            await send(message)

        if scope["method"] == "OPTIONS" and b"access-control-request-method" in dict(scope["headers"]):
            await open_to_all({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return
        if scope["method"] not in ("GET", "HEAD") and not scope["path"].startswith("/mcp-server"):
            await _read_whole(read, record, self.app, scope, open_to_all)
            return
        await self.app(scope, read, open_to_all)


async def _read_whole(read: Receive, record: Record, app: ASGIApp, scope: Scope, send: Send) -> None:
    """Read the body even where the route does not care about it."""
    while (await read()).get("more_body"):
        pass

    async def replay() -> Any:
        return {"type": "http.request", "body": record.body, "more_body": False}

    await app(scope, replay, send)


def markers_in(text: str, markers: Iterable[str]) -> list[str]:
    """The markers found in `text`: plain, percent-encoded, base64 or hexadecimal, upper or lower case."""
    views = [text, unquote_plus(text), *_decoded(text)]
    whole = "\n".join(views).lower()
    return [marker for marker in markers if marker.lower() in whole]


def _decoded(text: str) -> Iterable[str]:
    for found in re.findall(r"[A-Za-z0-9+/_=-]{12,}", unquote_plus(text)):
        padded = found.rstrip("=").replace("-", "+").replace("_", "/")
        with contextlib.suppress(binascii.Error, ValueError):
            yield base64.b64decode(padded + "=" * (-len(padded) % 4)).decode("utf-8", "replace")
        with contextlib.suppress(ValueError):
            yield bytes.fromhex(found).decode("utf-8", "replace")


def _mcp_server() -> FastMCP:
    server = FastMCP(
        "sink",
        stateless_http=True,
        json_response=True,
        log_level="WARNING",
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )

    @server.tool(name="crm_note", description="Keep a note about a customer.")
    def crm_note(text: str) -> str:
        return f"kept {len(text)} characters"

    return server
