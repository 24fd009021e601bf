"""The parts of `werkbank run` that need no server."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import shutil
import sqlite3
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from werkbank.run import Options, RunError, checks
from werkbank.run.account import EMAIL, admin_ids, first_account, signed_token
from werkbank.run.connections import DEMO_KEY, arranged
from werkbank.run.folder import DataFolder
from werkbank.run.settings import server_environment
from werkbank.run.start import given_models

Usage = namedtuple("Usage", "total used free")


def options(tmp_path: Path, **more: object) -> Options:
    return Options("127.0.0.1", 8080, tmp_path / "data", **more)  # type: ignore[arg-type]


def environment(tmp_path: Path, given: dict[str, str], urls: list[str]) -> dict[str, str]:
    return server_environment(
        given,
        options(tmp_path),
        tree=tmp_path / "tree",
        key="k",
        account=(EMAIL, "p"),
        model_urls=urls,
        model_keys=["" for _ in urls],
    )


def test_no_disk_space_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10, 9, 500_000_000))
    with pytest.raises(RunError, match=r"0\.5 GB free, 3\.0 GB needed"):
        checks.disk_space(tmp_path / "not" / "there", tmp_path, first=True)
    checks.disk_space(tmp_path, tmp_path, first=False)


def test_wrong_python_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    checks.fitting_python()
    monkeypatch.setattr(sys, "version_info", (3, 13, 1))
    with pytest.raises(RunError, match=r"needs Python 3\.11 or 3\.12, this is 3\.13\.1"):
        checks.fitting_python()


def test_defaults_contact_nobody_and_the_person_wins(tmp_path: Path) -> None:
    made = environment(tmp_path, {"HOME": "/h", "PYTHONHOME": "/x"}, ["http://127.0.0.1:5/v1"])
    assert made["OFFLINE_MODE"] == "true" and made["HOME"] == "/h" and "PYTHONHOME" not in made
    assert made["OPENAI_API_BASE_URLS"] == made["RAG_OPENAI_API_BASE_URL"] == "http://127.0.0.1:5/v1"
    assert "api.openai.com" not in json.dumps(made)
    given = {
        "OFFLINE_MODE": "false",
        "ENABLE_WEB_SEARCH": "true",
        "CORS_ALLOW_ORIGIN": "*",
        "WEBUI_NAME": "X",
    }
    assert given.items() <= environment(tmp_path, given, []).items()
    assert environment(tmp_path, {}, [])["ENABLE_OPENAI_API"] == "false"


def test_models_named_by_option_or_variable(tmp_path: Path) -> None:
    assert given_models(options(tmp_path), {}) == ([], [])
    given = {"OPENAI_API_BASE_URL": "http://a/v1/", "OPENAI_API_KEY": "k"}
    assert given_models(options(tmp_path), given) == (["http://a/v1"], ["k"])
    assert given_models(options(tmp_path, model_url="http://b"), given) == (["http://b"], ["k"])
    several = {"OPENAI_API_BASE_URLS": "http://a;http://b", "OPENAI_API_KEYS": "k"}
    assert given_models(options(tmp_path), several) == (["http://a", "http://b"], ["k", ""])


def test_connections_keep_what_the_person_added() -> None:
    before = {
        "ENABLE_OPENAI_API": True,
        "OPENAI_API_BASE_URLS": ["http://127.0.0.1:1/v1", "http://mine/v1"],
        "OPENAI_API_KEYS": [DEMO_KEY, "secret"],
        "OPENAI_API_CONFIGS": {"0": {"enable": True}, "1": {"enable": False, "tags": ["x"]}},
    }
    after = arranged(before, ["http://127.0.0.1:2/v1"], [DEMO_KEY])
    assert after["OPENAI_API_BASE_URLS"] == ["http://127.0.0.1:2/v1", "http://mine/v1"]
    assert after["OPENAI_API_KEYS"] == [DEMO_KEY, "secret"]
    assert after["OPENAI_API_CONFIGS"]["1"] == {"enable": False, "tags": ["x"]}
    assert arranged(after, ["http://127.0.0.1:2/v1"], [DEMO_KEY]) == after
    assert arranged(after, [], [])["OPENAI_API_BASE_URLS"] == ["http://mine/v1"]


def test_folder_is_owned_by_one_and_keeps_secrets(tmp_path: Path) -> None:
    with DataFolder(tmp_path / "data") as folder:
        key = folder.signing_key()
        assert len(key) > 30 and folder.signing_key() == key
        assert (folder.own / "secret-key").stat().st_mode & 0o777 == 0o600
        with pytest.raises(RunError, match="another 'werkbank run'"):
            DataFolder(tmp_path / "data").__enter__()
    with DataFolder(tmp_path / "data") as folder:
        assert folder.signing_key() == key


def test_logs_of_the_last_start_are_kept(tmp_path: Path) -> None:
    with DataFolder(tmp_path / "data") as folder:
        folder.log("server").write_text("one")
        assert not folder.log("server").exists()
        assert (folder.own / "server.1.log").read_text() == "one"


def test_accounts(tmp_path: Path) -> None:
    with DataFolder(tmp_path / "data") as folder:
        assert (
            first_account(folder, {"WEBUI_ADMIN_EMAIL": "a@b.c", "WEBUI_ADMIN_PASSWORD": "x"}).password
            is None
        )
        made = first_account(folder, {})
        assert made.fresh and made.email == EMAIL and made.password
        with sqlite3.connect(folder.database) as database:
            database.execute("CREATE TABLE user (id TEXT, role TEXT, created_at INTEGER)")
            database.execute(
                "INSERT INTO user VALUES ('second', 'admin', 2), ('first', 'admin', 1), ('x', 'user', 0)"
            )
        assert admin_ids(folder.database) == ["first", "second"]
        again = first_account(folder, {})
        assert not again.fresh and again.password == made.password
        folder.password_file.unlink()
        assert first_account(folder, {}).password is None


def test_token_is_a_plain_signed_one() -> None:
    head, body, mark = signed_token("id-1", "key").split(".")
    expected = hmac.new(b"key", f"{head}.{body}".encode(), hashlib.sha256).digest()
    assert base64.urlsafe_b64decode(mark + "=") == expected
    payload = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    assert payload["id"] == "id-1" and payload["exp"] - payload["iat"] == 600
