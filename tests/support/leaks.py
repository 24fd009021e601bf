"""What counts as a leak in a model's request: a marker outside of the interpreter's code and print-outs."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from typing import Any

from tests.support.model_server import Exchange
from tests.support.sink import markers_in

INTERPRETER = "execute_code"


def leaked(exchange: Exchange, markers: Iterable[str], *, own_words: Iterable[str] = ()) -> list[str]:
    """Markers in a request outside of the interpreter's calls and results.

    `own_words` are answers that the scripted model gave itself: it may meet them again in the history. In a
    background task nothing is allowed at all.
    """
    body = copy.deepcopy(exchange.body)
    if exchange.task is None:
        body["messages"] = [
            _stripped(item, own_words) for item in _without_interpreter(body.get("messages") or [])
        ]
    return markers_in(json.dumps(body, ensure_ascii=False), markers)


def _without_interpreter(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The history without arguments and results of interpreter calls; everything else stays."""
    own: set[str] = set()
    kept = []
    for message in messages:
        for item in message.get("tool_calls") or []:
            if item.get("function", {}).get("name") == INTERPRETER:
                own.add(str(item.get("id")))
                item["function"]["arguments"] = ""
        if message.get("role") == "tool" and str(message.get("tool_call_id")) in own:
            message = {**message, "content": ""}
        kept.append(message)
    return kept


def _stripped(message: dict[str, Any], own_words: Iterable[str]) -> dict[str, Any]:
    if message.get("role") != "assistant" or not isinstance(message.get("content"), str):
        return message
    text = message["content"]
    for words in own_words:
        text = text.replace(words, "")
    return {**message, "content": text}
