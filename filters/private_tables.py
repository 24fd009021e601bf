"""
title: Private Tables
author: Werkbank
version: 0.1.0
required_open_webui_version: 0.11.0
license: MIT
description: Tables in a chat (CSV, Excel, ODS) go to the local code interpreter and nowhere else.
"""

from __future__ import annotations

from typing import Any

from werkbank.host.after_turn import clean_leftovers, finish, turn_started
from werkbank.host.private_chat import protect
from werkbank.private_tables.seal import seal
from werkbank.private_tables.settings import Settings


class Filter:
    """Open WebUI calls `inlet` once before a turn and `outlet` once after it.

    There is no `file_handler` attribute on purpose: it would take the file away from the interpreter too.
    """

    class Valves(Settings):
        """The switches in the filter's settings dialog."""

    def __init__(self) -> None:
        self.valves = self.Valves()

    async def inlet(
        self,
        body: dict[str, Any],
        __user__: Any = None,
        __metadata__: dict[str, Any] | None = None,
        __model__: Any = None,
        __request__: Any = None,
        __event_emitter__: Any = None,
        __event_call__: Any = None,
    ) -> dict[str, Any]:
        metadata = __metadata__ if isinstance(__metadata__, dict) else body.setdefault("metadata", {})
        await clean_leftovers(metadata, __event_call__)
        await protect(
            request=__request__,
            body=body,
            metadata=metadata,
            user=__user__,
            model=__model__,
            emit=__event_emitter__,
            call=__event_call__,
            settings=self.valves,
            set_by="filter",
        )
        if "werkbank" not in metadata:
            return body
        sealed = seal(body)
        turn_started(metadata, sealed)
        return sealed

    async def outlet(
        self,
        body: dict[str, Any],
        __metadata__: dict[str, Any] | None = None,
        __event_emitter__: Any = None,
        __event_call__: Any = None,
    ) -> dict[str, Any]:
        await finish(body=body, metadata=__metadata__, call=__event_call__, emit=__event_emitter__)
        return body
