"""Private code never travels where a page from before the upgrade would run it."""

from __future__ import annotations

import pytest

from werkbank.host.interpreter import sealed

DATA = {"id": "1", "code": "print('IBAN')", "files": [{"id": "f"}], "session_id": "s"}


def test_code_and_files_are_only_where_the_patched_page_reads() -> None:
    event = sealed(DATA, chat_id="c")
    assert event["werkbank"] == {
        "private": True,
        "chat_id": "c",
        "code": DATA["code"],
        "files": DATA["files"],
    }
    assert event["files"] == []
    assert "IBAN" not in event["code"]
    assert (event["id"], event["session_id"]) == ("1", "s")
    assert DATA["code"] == "print('IBAN')"


def test_an_old_page_says_in_both_languages_what_to_do() -> None:
    with pytest.raises(RuntimeError, match="bitte neu laden.*please reload"):
        exec(sealed(DATA, chat_id=None)["code"])


def test_sealing_twice_changes_nothing() -> None:
    once = sealed(DATA, chat_id="c")
    assert sealed(once, chat_id="c") == once
