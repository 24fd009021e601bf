"""One request in, one answer out. No state: everything that counts is in the request's messages."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass
from typing import Any

from werkbank.demo_model import sentences
from werkbank.demo_model.evaluation import evaluation
from werkbank.demo_model.printed import read
from werkbank.demo_model.question import language_of, understand

TOOL = "execute_code"
_BLOCK = re.compile(r"<private_tables>(.*?)</private_tables>", re.DOTALL)
_FILE = re.compile(
    r"^File \d+(?: \(newest\))?: name (?P<name>'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")", re.MULTILINE
)
_CODE = re.compile(r"^```python\n(.*?)\n```$", re.DOTALL | re.MULTILINE)

# Background tasks of Open WebUI, by the start of their prompt: neutral answers in the shape they ask for.
_TASKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Generate a concise title", {"title": "Demo"}),
    ("Generate 1-3 broad tags", {"tags": ["Demo"]}),
    ("Suggest 3-5 relevant follow-up", {"follow_ups": []}),
    ("Analyze the chat history to determine the necessity", {"queries": []}),
    ("You are an autocompletion system", {"text": ""}),
)


@dataclass(frozen=True)
class Answer:
    """Text, or code for the interpreter."""

    text: str = ""
    code: str | None = None


@dataclass(frozen=True)
class Table:
    """A file that the filter described; `recipe` is None when it could not be recognised."""

    name: str
    recipe: str | None


def answer(body: dict[str, Any]) -> Answer:
    """Answer an OpenAI chat request."""
    messages = [item for item in body.get("messages") or [] if isinstance(item, dict)]
    at = max((i for i, item in enumerate(messages) if item.get("role") == "user"), default=-1)
    question = _text(messages[at]) if at >= 0 else ""
    if (task := _task(question)) is not None:
        return Answer(task)
    tables = described(messages)
    if not tables:
        return Answer(sentences.about(language_of(question)))
    asked = understand(question)
    table = next((item for item in tables if item.name.lower() in question.lower()), tables[0])
    if table.recipe is None:
        return Answer(sentences.no_recipe(asked.language))
    printed = [_text(item) for item in messages[at + 1 :] if item.get("role") == "tool"]
    if printed:
        found = read(printed[-1])
        return Answer(sentences.result(found, asked.language, name=table.name, tables=len(tables)))
    if TOOL not in _offered(body):
        return Answer(sentences.no_interpreter(asked.language))
    return Answer(code=table.recipe + evaluation(asked))


def described(messages: list[dict[str, Any]]) -> list[Table]:
    """The tables of the filter's instruction, newest first."""
    system = "\n".join(_text(item) for item in messages if item.get("role") in ("system", "developer"))
    block = _BLOCK.search(system)
    if block is None:
        return []
    text = block[1]
    starts = list(_FILE.finditer(text))
    tables = []
    for number, start in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(text)
        code = _CODE.search(text, start.end(), end)
        tables.append(Table(_unquoted(start["name"]), code[1] if code else None))
    return tables


def _unquoted(literal: str) -> str:
    try:
        return str(ast.literal_eval(literal))
    except (ValueError, SyntaxError):
        return literal[1:-1]


def _task(question: str) -> str | None:
    text = question.strip()
    if text.startswith("### Task:"):
        rest = text.removeprefix("### Task:").strip()
        return next((json.dumps(reply) for start, reply in _TASKS if rest.startswith(start)), None)
    return None


def _offered(body: dict[str, Any]) -> set[str]:
    tools = body.get("tools")
    items = tools if isinstance(tools, list) else []
    return {str((item.get("function") or {}).get("name")) for item in items if isinstance(item, dict)}


def _text(message: dict[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""
