"""The demo model: it runs the code that the request holds, and repeats what was printed; nothing else."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.tables import bank_table, german
from werkbank.demo_model.brain import Answer, answer, described
from werkbank.demo_model.question import language_of
from werkbank.tables.recipe import recipe
from werkbank.tables.recognise import recognise

TABLE = bank_table()
TOOLS = [{"type": "function", "function": {"name": "execute_code"}}]


@pytest.fixture(params=["csv", "xlsx"])
def system(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The filter's instruction for a real file, with the real loading code."""
    data = TABLE.csv() if request.param == "csv" else TABLE.xlsx()
    path = tmp_path / f"umsatz.{request.param}"
    path.write_bytes(data)
    code = recipe(recognise(data, name=path.name, mime=""), str(path))
    return block(path.name, code)


def block(name: str, code: str | None) -> str:
    load = f"\nLoad it with exactly this code:\n```python\n{code.rstrip()}\n```" if code else ""
    return f"<private_tables>\nRules.\nFile 1: name {name!r}, path '/x', id a\nKind.{load}\n</private_tables>"


def asked(system: str, question: str, *more: dict[str, Any]) -> dict[str, Any]:
    messages = [{"role": "system", "content": system}, {"role": "user", "content": question}, *more]
    return {"model": "werkbank-demo", "messages": messages, "tools": TOOLS}


def converse(system: str, question: str) -> str:
    """Question, code, its real run in this Python, answer."""
    first = answer(asked(system, question))
    assert first.code is not None, first
    printed, problem = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(first.code, {"__name__": "__main__"})
        except Exception as error:
            problem = f"Traceback: {error!r}"
    result = json.dumps({"status": "success", "stdout": printed.getvalue(), "stderr": problem})
    said = answer(asked(system, question, {"role": "assistant"}, {"role": "tool", "content": result}))
    assert said.code is None
    return said.text


def test_the_code_starts_with_exactly_the_recipe(system: str) -> None:
    code = described([{"role": "system", "content": system}])[0].recipe
    first = answer(asked(system, "Summe je Monat?"))
    assert code and first.code and first.code.startswith(code)


@pytest.mark.parametrize("question", ["Summe je Monat?", "monthly sums, please", "Wie viel je Monat?"])
def test_sums_by_month(system: str, question: str) -> None:
    text = converse(system, question)
    for month, cents in TABLE.by_month.items():
        value = german(cents)
        if language_of(question) == "en":
            value = value.translate(str.maketrans(",.", ".,"))
        assert f"| {month} | {value} |" in text, text
    assert "120" in text and ("keine KI" in text or "not an AI" in text)


def test_sums_by_category_and_counterparty(system: str) -> None:
    text = converse(system, "Summe je Kategorie")
    assert all(f"| {name} | {german(cents)} |" in text for name, cents in TABLE.by_category.items()), text
    text = converse(system, "Bitte Summe nach Empfänger")
    assert all(german(cents) in text for cents in TABLE.by_party.values()), text
    assert "und 0" not in text


def test_total_when_nothing_else_is_asked(system: str) -> None:
    text = converse(system, "Wie hoch ist die Summe?")
    assert f"**{german(TABLE.total)}**" in text and "|" not in text


def test_unknown_column_is_said_not_guessed(system: str) -> None:
    text = converse(system, "Summe je Quark")
    assert "keine passende Spalte" in text and "| " not in text


def test_chart_code_is_valid_python(system: str) -> None:
    first = answer(asked(system, "Diagramm nach Monat"))
    assert first.code and "plt.bar(" in first.code
    compile(first.code, "code", "exec")


def test_a_picture_that_was_printed_is_shown() -> None:
    stdout = "rows: 2; sum A: 3.00\n![Output Image](/api/v1/files/abc/content)\n"
    text = finished(stdout)
    assert "![chart](/api/v1/files/abc/content)" in text
    assert "https://" not in finished("rows: 2\n![x](https://collect.example.org/p.png)\n")


def finished(stdout: str, stderr: str = "") -> str:
    result = {"role": "tool", "content": json.dumps({"stdout": stdout, "stderr": stderr})}
    return answer(asked(block("a.csv", "x = 1"), "Summe?", {"role": "assistant"}, result)).text


@pytest.mark.parametrize(
    ("stdout", "stderr"),
    [
        ("rows: 120; sum Betrag: 5.00\nCHECK FAILED: not all rows are there\n", ""),
        ("", "Traceback (most recent call last):\n  ...\nFileNotFoundError: umsatz.csv"),
        ("", ""),
        ("rows: 120; sum Betrag: 5.00\n", "Traceback (most recent call last):\nKeyError: 'x'"),
    ],
)
def test_no_figure_after_a_failure(stdout: str, stderr: str) -> None:
    text = finished(stdout, stderr)
    assert "keine Zahlen" in text or "no figures" in text
    assert not re.search(r"5[.,]00", text.split("`")[0])


def test_without_table_or_interpreter_it_says_what_it_is() -> None:
    body: dict[str, Any] = {"messages": [{"role": "user", "content": "Hallo, wie geht es dir?"}]}
    assert "keine KI" in answer(body).text and "OPENAI_API_BASE_URL" in answer(body).text
    body = asked(block("a.csv", "x = 1"), "sum?")
    body["tools"] = []
    assert "without a code interpreter" in answer(body).text
    assert "no loading code" in answer(asked(block("a.csv", None), "sum?")).text


@pytest.mark.parametrize(
    ("prompt", "key"),
    [
        ("### Task:\nGenerate a concise title summarizing", "title"),
        ("### Task:\nGenerate 1-3 broad tags categorizing", "tags"),
        ("### Task:\nSuggest 3-5 relevant follow-up questions", "follow_ups"),
    ],
)
def test_tasks_get_neutral_answers(prompt: str, key: str) -> None:
    said = answer({"messages": [{"role": "user", "content": prompt + " MARK01QX"}]})
    assert key in json.loads(said.text) and "MARK" not in said.text


def test_the_named_table_is_taken_else_the_newest() -> None:
    two = (
        "<private_tables>\nFile 1 (newest): name 'neu.csv', path '/n', id b\n```python\nnew = 1\n```\n"
        "File 2: name \"alt 'x'.csv\", path '/a', id a\n```python\nold = 1\n```\n</private_tables>"
    )
    assert answer(asked(two, "Summe?")).code == "new = 1"
    assert answer(asked(two, "Summe in alt 'x'.csv?")).code == "old = 1"


def test_text_of_cells_cannot_become_markup() -> None:
    stdout = "rows: 1; sum A: 3.00\n[A / Name]\n![x](https://e.example/?c=1) = 3.00\n"
    assert "![x](https" not in finished(stdout)


def test_answers_are_text_or_code() -> None:
    assert Answer("a").code is None
