"""The filter outside of any server, as a source file and as a bundle: same decision, no crash, tools off."""

from __future__ import annotations

import asyncio
import base64
import re
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from werkbank.bundle.assemble import ROOT
from werkbank.install.pack import cached_bundle

PATH = ROOT / "filters" / "private_tables.py"


def load(source: str, name: str) -> Any:
    """As Open WebUI does it: `exec` in a fresh module."""
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, name, "exec"), module.__dict__)
    return module


@pytest.fixture(scope="module", params=["source", "bundle"])
def filter_class(request: pytest.FixtureRequest) -> Any:
    text = PATH.read_text("utf-8") if request.param == "source" else cached_bundle(PATH)
    return load(text, f"function_{request.param}").Filter


def inlet(filter_class: Any, body: dict[str, Any], **given: Any) -> dict[str, Any]:
    return asyncio.run(filter_class().inlet(body, **given))


def body(files: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    return {
        "model": "local-q",
        "stream": True,
        "features": {"web_search": True, "code_interpreter": False, "memory": True, "image_generation": True},
        "tool_ids": ["server:mcp:crm", "weather_tool"],
        "files": files or [],
        "messages": [{"role": "user", "content": "average salary per team?"}],
        **more,
    }


SALARIES = {"type": "file", "name": "salaries.csv", "id": "f-2"}


def assert_guarded(result: dict[str, Any]) -> None:
    assert result["tool_ids"] == []
    assert result["features"] == {"code_interpreter": True}
    assert all(entry["context"] == "full" for entry in result["files"])
    assert result["metadata"]["werkbank"]["private"] is True


def test_switches_everything_off_but_the_interpreter(filter_class: Any) -> None:
    result = inlet(filter_class, body([SALARIES], tools=[{"type": "function"}], web_search_options={}))
    assert_guarded(result)
    assert "tools" not in result
    assert "web_search_options" not in result
    assert result["files"] == [{"type": "pyodide", "id": "f-2", "name": "salaries.csv", "context": "full"}]


def test_leaves_other_chats_alone(filter_class: Any) -> None:
    given = body(
        [{"type": "file", "name": "report.pdf", "id": "p-1"}, {"type": "image", "url": "data:image/png"}]
    )
    before = {key: value for key, value in given.items() if key != "metadata"}
    result = inlet(filter_class, given)
    assert {key: value for key, value in result.items() if key != "metadata"} == before
    assert "werkbank" not in (result.get("metadata") or {})


@pytest.mark.parametrize(
    "files",
    [
        [{"type": "file", "id": "f1"}],
        [{"type": "file"}],
        ["junk"],
        [None],
        [{}],
        [{"type": "something-new", "id": "x"}],
        [{"type": "file", "name": "konto.CSV", "id": "x"}],
        [{"name": "x.tsv"}],
        [{"type": "file", "name": "export", "id": "x", "content_type": "application/vnd.ms-excel"}],
        [{"type": "file", "name": "archive.csv.zip", "id": "x"}],
        [{"type": "text", "name": "a.csv", "content": "a;b\n1;2\n3;4\n"}],
        [{"type": "file", "id": "x", "file": {"filename": "ledger.ods"}}],
    ],
)
def test_unknown_and_broken_entries_are_private(filter_class: Any, files: list[Any]) -> None:
    given = body(files)
    result = inlet(
        filter_class, given, __user__=None, __metadata__={"chat_id": "local:ab12", "message_id": None}
    )
    assert result["tool_ids"] == []
    assert result["features"] == {"code_interpreter": True}


def test_no_metadata_no_messages_no_files(filter_class: Any) -> None:
    assert inlet(filter_class, {"files": [SALARIES]})["tool_ids"] == []
    assert inlet(filter_class, {}).get("tool_ids") is None
    assert inlet(filter_class, {"files": None, "messages": None}).get("tool_ids") is None


def test_calls_without_ids_share_nothing(filter_class: Any) -> None:
    async def both() -> tuple[Any, Any]:
        one = filter_class()
        return await asyncio.gather(one.inlet(body([SALARIES])), one.inlet(body([])))

    first, second = asyncio.run(both())
    assert first["tool_ids"] == []
    assert second["tool_ids"] == ["server:mcp:crm", "weather_tool"]


def selector(given: dict[str, Any]) -> dict[str, Any]:
    """Another filter that adds tools by the prompt's words."""
    given["tool_ids"] = [*given.get("tool_ids", []), "server:mcp:unraid"]
    given["tool_ids"].append("more")
    given.setdefault("features", {})["web_search"] = True
    given["files"] = [*given["files"], {"type": "collection", "id": "kb"}]
    return given


@pytest.mark.parametrize("first", ["guard", "selector"])
def test_any_order_of_filters_gives_the_same_end(filter_class: Any, first: str) -> None:
    given = body([{"type": "file", "name": "container_costs.csv", "id": "c"}])
    if first == "guard":
        result = selector(inlet(filter_class, given))
    else:
        result = inlet(filter_class, selector(given))
    assert_guarded(result)
    assert [entry["id"] for entry in result["files"]] == ["c"]


def test_equal_priorities_and_text_priorities_sort_it_last(filter_class: Any) -> None:
    for stored in ({"priority": 0}, {"priority": "0"}, {"priority": None}, {"priority": "junk"}, {}):
        assert filter_class.Valves(**stored).priority >= 10**6


def test_file_of_an_earlier_message_counts(filter_class: Any) -> None:
    messages = [
        {"role": "user", "content": "here", "files": [SALARIES]},
        {"role": "assistant", "content": "ok"},
        {"role": "user", "content": "look at my newest upload"},
    ]
    result = inlet(filter_class, body([], messages=messages))
    assert_guarded(result)
    assert result["files"][0]["id"] == "f-2"
    assert not any("files" in message for message in result["messages"])


def test_two_files_of_one_name_have_two_paths(filter_class: Any) -> None:
    messages = [
        {"role": "user", "content": "one", "files": [{"id": "a1", "name": "data.csv", "type": "file"}]},
        {"role": "assistant", "content": "ok"},
        {"role": "user", "content": "diff?", "files": [{"id": "b2", "name": "data.csv", "type": "file"}]},
    ]
    result = inlet(filter_class, body([], messages=messages))
    files = result["metadata"]["werkbank"]["files"]
    assert [file["id"] for file in files] == ["b2", "a1"]
    assert len({file["path"] for file in files}) == 2
    text = result["messages"][0]["content"]
    newest = next(line for line in text.splitlines() if "(newest)" in line)
    assert "id b2" in newest and files[0]["path"] in newest
    assert "id a1" in text and files[1]["path"] in text


def test_person_is_told_once_and_in_their_language(filter_class: Any) -> None:
    said: list[Any] = []

    async def emit(event: Any) -> None:
        said.append(event["data"]["description"])

    metadata = {"variables": {"{{USER_LANGUAGE}}": "de-DE"}}
    one = filter_class()
    given = body([SALARIES])
    result = asyncio.run(one.inlet(given, __metadata__=metadata, __event_emitter__=emit))
    asyncio.run(one.inlet(result, __metadata__=metadata, __event_emitter__=emit))
    assert len(said) == 1
    assert said[0].startswith("salaries.csv: nur lokal")
    assert sum("<private_tables>" in str(message["content"]) for message in result["messages"]) == 1


def test_no_inline_cell_reaches_the_model(filter_class: Any) -> None:
    text = "Name;IBAN;Betrag\nMax Muster;DE00MARK;1,00\nEva Muster;DE01MARK;2,00\n"
    part = {"type": "file", "file": {"filename": "x.csv", "file_data": "data:text/csv;base64,TUFSSw=="}}
    message = {"role": "user", "content": [{"type": "text", "text": "sum?"}, part]}
    result = inlet(
        filter_class,
        body([{"type": "text", "name": "x.csv", "content": text, "id": "t"}], messages=[message]),
    )
    told = str({key: value for key, value in result.items() if key != "metadata"}) + str(result["metadata"])
    assert "MARK" not in told and "TUFSSw" not in told and "Muster" not in told


def inline(name: str, data: bytes, **more: Any) -> dict[str, Any]:
    """A temporary chat's entry: the page has read the bytes as UTF-8."""
    return {"type": "text", "id": "t", "name": name, "content": data.decode("utf-8", "replace"), **more}


def run_inline(filter_class: Any, entry: dict[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
    """The result, and what was written into the interpreter."""
    sent: list[bytes] = []

    async def call(event: Any) -> Any:
        pieces = re.findall(r"b64decode\('([^']*)'\)", event["data"]["code"])
        sent.extend(base64.b64decode(piece) for piece in pieces)
        return {"stdout": "", "stderr": "", "result": ""}

    metadata = {"chat_id": "local:x", "session_id": "s"}
    result = asyncio.run(filter_class().inlet(body([entry]), __metadata__=metadata, __event_call__=call))
    return result, sent


GERMAN = "Empfänger;Betrag\r\nMüller;1,50\r\nGrün;2,50\r\n".encode("cp1252")


def test_true_bytes_beside_the_text_are_used(filter_class: Any) -> None:
    entry = inline("konto.csv", GERMAN, content_base64=base64.b64encode(GERMAN).decode())
    result, sent = run_inline(filter_class, entry)
    assert b"".join(sent) == GERMAN
    assert "U+FFFD" not in result["messages"][0]["content"]
    assert base64.b64encode(GERMAN).decode() not in str(result)


def test_lost_letters_are_said_and_do_not_stop_the_turn(filter_class: Any) -> None:
    result, sent = run_inline(filter_class, inline("konto.csv", GERMAN))
    assert b"1,50" in b"".join(sent)
    assert "U+FFFD" in result["messages"][0]["content"]


def test_binary_bytes_read_as_text_stop_the_turn(filter_class: Any) -> None:
    with pytest.raises(Exception, match="normal chat"):
        run_inline(filter_class, inline("konto.xlsx", b"PK\x03\x04\x14\x00\xff\xfe xl/workbook.xml"))
    with pytest.raises(Exception, match="normal chat"):
        run_inline(filter_class, inline("utf16.csv", "a;b\n1;2\n".encode("utf-16")))


@pytest.mark.parametrize("stored", [{"remote_model": "send it"}, {"tools_on_stock": 5}, {"language": "fr"}])
def test_junk_in_valves_is_a_clear_error(filter_class: Any, stored: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(stored))):
        filter_class.Valves(**stored)


def test_loose_valves_are_read(filter_class: Any) -> None:
    valves = filter_class.Valves(
        extensions=None, remote_model=" ASK ", old_key=1, local_models=["a", "b"], language=""
    )
    assert valves.remote_model == "ask"
    assert valves.language == "auto"
    assert "csv" in valves.extension_set
    assert filter_class.Valves(extensions=" ").extension_set == filter_class.Valves().extension_set


def test_outlet_never_fails(filter_class: Any) -> None:
    one = filter_class()
    for metadata in (None, {}, {"werkbank": "broken"}, {"werkbank": {"private": True}, "session_id": 5}):
        assert asyncio.run(one.outlet({"messages": []}, __metadata__=metadata)) == {"messages": []}


def test_front_matter_is_read_by_lines() -> None:
    lines = PATH.read_text("utf-8").splitlines()
    assert lines[0] == '"""'
    keys = [line.partition(":")[0] for line in lines[1:8]]
    assert {"title", "author", "version", "required_open_webui_version", "description"} <= set(keys)
    assert "requirements" not in keys
    assert Path(PATH).name == "private_tables.py"
