"""What the browser may contact: the response headers that the patched server adds.

An answer can name any address: in pictures, frames, styles, previews. The browser would contact it at once,
and the address can carry cells of a table. The policy below limits every document of the page to its own
origin, and what a preview contains inherits it. Links that a person clicks keep working: no directive
governs them.

Interpreters do not depend on this: they set their own, narrower policy inside the browser
(`patches/frontend/assets/interpreter.js`).

Pure: no import of Open WebUI.
"""

from __future__ import annotations

import logging
import os
import re
from functools import lru_cache
from urllib.parse import urlsplit

log = logging.getLogger(__name__)

ORIGINS_VARIABLE = "WERKBANK_ALLOWED_ORIGINS"

# Host header -> the two spellings of this server's web socket. 'self' covers them in current browsers only.
_HOST = re.compile(r"[A-Za-z0-9._-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")
_NAME = re.compile(r"(\*\.)?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\]")

# Paths whose answers are no documents of the page. A PDF under the API would lose its viewer under
# `object-src`.
_NO_DOCUMENT = (
    "/api/",
    "/openai/",
    "/ollama/",
    "/oauth/",
    "/ws/",
    "/static/",
    "/pyodide/",
    "/assets/",
    "/audio/",
    "/wasm/",
    "/sql.js/",
    "/cache/",
)
_STORED_HTML = re.compile(r"/api/v1/files/[^/]+/content/html/?")
_STOCK_INTERPRETER = re.compile(r"/_app/[^/]+/workers/pyodide\.worker[^/]*\.js")

NOTHING = "default-src 'none'"


class OriginError(ValueError):
    """An entry of the allow list is not an origin; the text names it."""


def headers_for(path: str, host: str, *, scheme: str = "") -> dict[str, str]:
    """Headers to add to the answer for the request `path` (no query) with the Host header `host`.

    `Content-Security-Policy` must be added beside one that is there already: browsers obey all of them.
    `scheme` is not needed, so a TLS proxy in front changes nothing. Never raises: a wrong allow list only
    allows less.
    """
    if _STOCK_INTERPRETER.fullmatch(path):
        # Nothing of ours starts it; a page from before the upgrade must not get it either.
        return {"Content-Security-Policy": NOTHING}
    document = not path.startswith(("/_app/", *_NO_DOCUMENT))
    if not document and not _STORED_HTML.fullmatch(path):
        return {}
    headers = {
        "Content-Security-Policy": page_policy(host),
        # Names that an answer mentions are not looked up ahead: a host name can carry text as well.
        "X-DNS-Prefetch-Control": "off",
    }
    if document:
        # Without it browsers keep a document for months (the files of the release are dated 2020).
        headers["Cache-Control"] = "no-cache"
    return headers


def page_policy(host: str) -> str:
    """The policy of a document of the page; other origins as in `WERKBANK_ALLOWED_ORIGINS`."""
    sockets = f"ws://{host} wss://{host}" if _HOST.fullmatch(host or "") else ""
    return _policy(sockets, _configured(os.environ.get(ORIGINS_VARIABLE, "")))


def allowed_origins(text: str) -> tuple[str, ...]:
    """The origins in `text`, separated by commas or blanks: `https://host`, `wss://host:8443`,
    `https://*.host`.

    Raises OriginError for anything else: a path, a bare `*`, a scheme that is not http(s) or ws(s).
    """
    origins: list[str] = []
    for entry in re.split(r"[\s,]+", text.strip()):
        if not entry:
            continue
        origin = _origin(entry)
        if origin not in origins:
            origins.append(origin)
    return tuple(origins)


def _origin(entry: str) -> str:
    problem = OriginError(
        f"{ORIGINS_VARIABLE}: {entry!r} is not an origin such as https://host or https://host:8443"
    )
    try:
        parts = urlsplit(entry)
        name, port = parts.netloc, parts.port
    except ValueError as error:
        raise problem from error
    if port is not None:
        name = name.rpartition(":")[0]
    if parts.scheme not in {"http", "https", "ws", "wss"} or not _NAME.fullmatch(name):
        raise problem
    if parts.path not in {"", "/"} or parts.query or parts.fragment:
        raise problem
    return f"{parts.scheme}://{name.lower()}" + (f":{port}" if port is not None else "")


@lru_cache(maxsize=8)
def _configured(text: str) -> str:
    origins: list[str] = []
    for entry in re.split(r"[\s,]+", text.strip()):
        try:
            origins.extend(allowed_origins(entry))
        except OriginError as error:
            log.error("%s; ignored", error)
    return " ".join(origins)


@lru_cache(maxsize=64)
def _policy(sockets: str, extra: str) -> str:
    # 'unsafe-inline' and 'unsafe-eval' are what the page itself is built with (inline start script, Vega,
    # previews); the limit is where things come from and go to.
    sources = {
        "default-src": "'self'",
        "script-src": f"'self' 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob: {extra}",
        "style-src": f"'self' 'unsafe-inline' {extra}",
        "img-src": f"'self' data: blob: {extra}",
        "media-src": f"'self' data: blob: {extra}",
        "font-src": f"'self' data: {extra}",
        "connect-src": f"'self' data: blob: {sockets} {extra}",
        "frame-src": f"'self' blob: {extra}",
        "worker-src": "'self' blob:",
        "object-src": "'self' blob:",
        "manifest-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'self'",
    }
    return "; ".join(f"{name} {' '.join(value.split())}" for name, value in sources.items())
