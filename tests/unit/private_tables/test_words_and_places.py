"""What is said, where a server is, what later filters can change, and what a mark means."""

from __future__ import annotations

import json
import string
from typing import Any

import pytest

from werkbank.private_tables import texts
from werkbank.private_tables.locality import host_of, is_local_name, is_private_address, matches
from werkbank.private_tables.mark import make_mark, read_mark
from werkbank.private_tables.naming import FileRef, place
from werkbank.private_tables.routing import add_to_system_message
from werkbank.private_tables.seal import seal
from werkbank.private_tables.wording import TableNote, instruction, pick_language, say, status_line
from werkbank.tables.profile import Ambiguity, ColumnProfile, TableProfile


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", texts.TEXTS)
def test_both_languages_say_the_same(key: str) -> None:
    assert set(texts.TEXTS[key]) == {"de", "en"}
    assert fields(texts.TEXTS[key]["de"]) == fields(texts.TEXTS[key]["en"])


def test_names_with_braces_are_data() -> None:
    assert "{x}" in say("refuse_inline", "en", name="{x}.csv")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["de-DE"], "de"),
        (["en-US", "de"], "en"),
        ([None, "", "de-AT,de;q=0.9"], "de"),
        ([None], "en"),
        ([5], "en"),
    ],
)
def test_language(given: list[Any], expected: str) -> None:
    assert pick_language(*given) == expected


def note(
    profile: TableProfile | None = None, name: str = "konto.csv", recipe: str | None = "df = 1"
) -> TableNote:
    return TableNote(place([FileRef("id-1", name)])[0], profile, recipe)


def bank(**more: Any) -> TableProfile:
    columns = [
        ColumnProfile(index=0, name="Datum", label="Datum", type="date", date_format="%d.%m.%y"),
        ColumnProfile(index=1, name="Betrag", label="Betrag", type="amount", decimal=",", thousands="."),
    ]
    return TableProfile(
        size=9, kind="csv", encoding="cp1252", delimiter=";", header_line=4, columns=columns, **more
    )


def test_instruction_names_structure_and_both_readings() -> None:
    doubt = Ambiguity(
        what="date_format", column=0, chosen="%d.%m.%y", others=["%m/%d/%y"], why="all days below 13"
    )
    text = instruction([note(bank(ambiguities=[doubt]))], how="tool", openpyxl=True, engine="pyodide")
    for part in (
        "'Datum' date %d.%m.%y",
        "'Betrag' amount (decimal ',', thousands '.')",
        "header in line 5",
        "cp1252",
    ):
        assert part in text
    assert "read as %d.%m.%y, also possible: %m/%d/%y" in text
    assert "df = 1" in text and "execute_code" in text


def test_excel_fallback_only_where_it_is_needed() -> None:
    book = note(None, "q1.xlsx", None)
    assert "zipfile" in instruction([book], how="tool", openpyxl=False, engine="pyodide")
    assert "zipfile" not in instruction([book], how="tool", openpyxl=True, engine="pyodide")
    assert "zipfile" not in instruction([book], how="tool", openpyxl=True, engine="jupyter")
    assert "zipfile" not in instruction([note()], how="tool", openpyxl=False, engine="pyodide")
    assert "xlrd" in instruction([note(None, "old.xls", None)], how="tool", openpyxl=True, engine="pyodide")
    for engine in ("pyodide", "jupyter"):
        assert "pip install" not in instruction([book], how="tool", openpyxl=False, engine=engine)


def test_without_interpreter_no_tool_is_named() -> None:
    text = instruction([note(bank())], how="none", openpyxl=True, engine="pyodide")
    assert "execute_code" not in text and "/mnt/uploads" not in text
    assert "Do not state or estimate any figure" in text and "df = 1" in text


def test_many_columns_are_counted() -> None:
    columns = [ColumnProfile(index=n, name=f"c{n}", label=f"c{n}" * 60, type="text") for n in range(500)]
    wide = TableProfile(size=1, kind="csv", header_line=0, columns=columns)
    text = instruction([note(wide)], how="tool", openpyxl=True, engine="pyodide")
    assert "and 440 more" in text and len(text) < 10_000


def test_status_line() -> None:
    line = status_line(
        ["a.csv", None], "de", interpreter=False, open_tools=["x", "y"], leaks=["L"], dropped=["kb"]
    )
    for part in ("a.csv, eine Datei ohne Namen", "keine Zahlen", "x, y", "L", "kb"):
        assert part in line
    assert "(+6)" in status_line([f"{n}.csv" for n in range(10)], "en")
    assert "\n" not in line


LOCAL = (
    "127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.5 ::1 fd00::1 localhost host.docker.internal a.localhost "
    "::ffff:10.0.0.1"
)
REMOTE = (
    "8.8.8.8 172.32.0.1 169.254.169.254 100.64.0.1 64:ff9b::a00:1 fe80::1 2002:a00:1:: localhost.example.com "
    "xlocalhost 0.0.0.0 ::"
)


@pytest.mark.parametrize("host", LOCAL.split())
def test_local_hosts(host: str) -> None:
    assert is_local_name(host)


@pytest.mark.parametrize("host", REMOTE.split())
def test_other_hosts(host: str) -> None:
    assert not is_local_name(host)


def test_hosts_of_addresses() -> None:
    assert host_of("http://user:pw@10.0.0.1:80/v1") == "10.0.0.1"
    assert host_of("http://127.0.0.1@evil.test/") == "evil.test"
    assert host_of("ollama:11434") == "ollama"
    assert host_of("http://[::1") is None
    assert not is_private_address("not an address")
    assert matches("LLM.lan", ["*.LAN"]) and not matches("lan.evil", ["*.lan"])


BROKEN = [None, 1, [], {}, {"tools": ["search_web"]}, {"private": "yes"}, {"private": None}]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_mark_is_private(broken: Any) -> None:
    mark = read_mark({"werkbank": broken})
    assert mark is not None and mark["tools"] == ["execute_code"]


def test_marks() -> None:
    assert (
        read_mark({}) is None
        and read_mark(None) is None
        and read_mark({"werkbank": {"private": False}}) is None
    )
    mark = make_mark(
        place([FileRef("a", "x.csv")]), language="de", engine="pyodide", set_by="filter", inline=["a"]
    )
    assert read_mark({"werkbank": json.loads(json.dumps(mark))}) == mark
    assert read_mark({"werkbank": {**mark, "tools": ["execute_code", "search_web"]}})["tools"] == [
        "execute_code"
    ]  # type: ignore[index]


def test_seal_is_an_ordinary_dict_to_open_webui() -> None:
    metadata: dict[str, Any] = {}
    body = seal(
        {
            "model": "m",
            "messages": [],
            "tool_ids": [],
            "features": {"code_interpreter": True},
            "files": [],
            "metadata": metadata,
        }
    )
    body |= {"tool_ids": ["x"], "model": "n"}
    body.update(features={"web_search": True}, temperature=1)
    body.setdefault("terminal_id", "t")
    body["files"] += [1]
    assert json.loads(json.dumps(body)) == {
        "model": "n", "messages": [], "tool_ids": [], "features": {"code_interpreter": True}, "files": [],
        "metadata": {}, "temperature": 1,
    }  # fmt: skip
    assert body["metadata"] is metadata
    assert body.pop("features") == {"code_interpreter": True} and "features" not in body
    body["tools"] = [1]
    assert body["tools"] == [1]
    assert "tool_ids" in {**body}


def test_system_message() -> None:
    messages = [{"role": "system", "content": "A"}, {"role": "user", "content": "B"}]
    assert add_to_system_message(messages, "X")[0]["content"] == "A\n\nX"
    assert messages[0]["content"] == "A"
    assert add_to_system_message(messages[1:], "X")[0] == {"role": "system", "content": "X"}
    parts = [{"role": "system", "content": [{"type": "text", "text": "A"}]}]
    assert add_to_system_message(parts, "X")[0]["content"][-1]["text"] == "X"
