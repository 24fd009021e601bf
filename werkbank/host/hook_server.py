"""Hooks at the application itself: response headers of the page, and the endpoint that tells what was
patched."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from werkbank.host.manifest import PATCH_ENDPOINT, Manifest


class PageHeaders:
    """Adds the headers of `werkbank.host.csp` to responses.

    A Content-Security-Policy that the admin set stays: browsers enforce every policy they are given.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        from werkbank.host import csp

        extra = csp.headers_for(scope["path"], Headers(scope=scope).get("host", ""))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in extra.items():
                    if name.lower() == "content-security-policy":
                        headers.append(name, value)
                    else:
                        headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers if extra else send)


def mount(app: Any) -> None:
    """Mount the read-only endpoint of `werkbank patch verify`; any signed-in user may ask."""
    from fastapi import Depends  # type: ignore[import-not-found]
    from open_webui.utils.auth import get_verified_user  # type: ignore[import-not-found]

    async def patch_state(user: Any = Depends(get_verified_user)) -> dict[str, Any]:  # noqa: B008
        return await asyncio.to_thread(state)

    app.add_api_route(PATCH_ENDPOINT, patch_state, methods=["GET"], tags=["werkbank"])


def state() -> dict[str, Any]:
    """Versions from the manifest and what differs from it now: `{werkbank, openwebui, patch, problems:
    [...]}`."""
    import open_webui  # type: ignore[import-not-found]
    from open_webui.env import FRONTEND_BUILD_DIR, VERSION  # type: ignore[import-not-found]

    package = Path(open_webui.__file__).resolve().parent
    try:
        manifest = Manifest.read(package)
    except (OSError, ValueError) as error:
        return {"werkbank": "", "openwebui": VERSION, "patch": "", "problems": [f"no manifest: {error}"]}
    problems = manifest.check(package, Path(FRONTEND_BUILD_DIR))
    if manifest.openwebui != VERSION:
        problems.append(f"the manifest is for Open WebUI {manifest.openwebui}, this is {VERSION}")
    return {
        "werkbank": manifest.werkbank,
        "openwebui": manifest.openwebui,
        "patch": manifest.patch,
        "sources": manifest.sources,
        "problems": problems,
    }
