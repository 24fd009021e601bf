"""The installer against a stand-in for the admin API: refusals before any write, settings kept, undone
when it fails. The real server is in tests/contract/test_filter_on_stock.py."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from pydantic import BaseModel

from werkbank.host.api import Api, ApiError
from werkbank.install.installer import carry_out, make_plan
from werkbank.install.pack import Item, PackError, check_version, merged_valves
from werkbank.install.report import report


class Valves(BaseModel):
    BASE_URL: str = "x"
    limit: int = 10
    extra: bool = False


def item(ident: str = "guard", content: str = "new") -> Item:
    return Item(ident, "Guard", "d", "1.0", "filter", content, Valves)


class Server:
    """Keeps functions; `broken` makes the model list fail once a function is on."""

    def __init__(self, version: Any = "0.11.0", role: str = "admin", broken: bool = False) -> None:
        self.version, self.role, self.broken = version, role, broken
        self.functions: dict[str, dict[str, Any]] = {}
        self.valves: dict[str, dict[str, Any]] = {}
        self.writes: list[str] = []

    def api(self) -> Api:
        return Api("http://server.test", "t", transport=httpx.MockTransport(self.answer))

    def answer(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        body = json.loads(request.content) if request.content else None
        if request.method != "GET":
            self.writes.append(f"{request.method} {path}")
        if path == "/api/version":
            if not isinstance(self.version, dict):
                return (
                    httpx.Response(200, html="<html>")
                    if self.version is None
                    else self._json({"version": self.version})
                )
            return httpx.Response(404)
        if path == "/api/v1/auths/":
            return self._json({"role": self.role, "email": "a@test.local"})
        if path == "/api/models":
            on = any(one["is_active"] for one in self.functions.values())
            return httpx.Response(500, text="boom") if self.broken and on else self._json({"data": []})
        if path == "/api/v1/functions/":
            return self._json([{"id": ident} for ident in self.functions])
        return self._function(request.method, path.removeprefix("/api/v1/functions/"), body)

    def _function(self, method: str, path: str, body: Any) -> httpx.Response:
        if path == "create":
            self.functions[body["id"]] = {**body, "is_active": False, "is_global": False}
            self.valves[body["id"]] = {}
            return self._json({})
        _, ident, *rest = path.split("/")
        one = self.functions.get(ident)
        if one is None:
            return httpx.Response(401, json={"detail": "not found"})
        action = "/".join(rest)
        if action == "update":
            one.update(body)
        elif action == "toggle":
            one["is_active"] = not one["is_active"]
        elif action == "toggle/global":
            one["is_global"] = not one["is_global"]
        elif action == "valves":
            return self._json(self.valves[ident])
        elif action == "valves/update":
            self.valves[ident] = body
        elif action == "delete":
            del self.functions[ident]
        return self._json(one)

    @staticmethod
    def _json(value: Any) -> httpx.Response:
        return httpx.Response(200, json=value)


@pytest.mark.parametrize("version", ["0.10.2", "0.11.0-dev", "0.12.0", None, {}])
def test_wrong_versions_are_refused_before_any_write(version: Any) -> None:
    server = Server(version)
    with server.api() as api, pytest.raises((ApiError, PackError)) as caught:
        make_plan(api, [item()])
    assert server.writes == []
    assert "server.test" in str(caught.value) or "Nothing was changed" in str(caught.value)


def test_an_untested_version_can_be_forced() -> None:
    check_version("0.12.0", force=True)
    with pytest.raises(PackError, match=r"tested on 0\.11\.0 only"):
        check_version("0.12.0")


def test_a_plan_writes_nothing_and_says_everything() -> None:
    server = Server()
    with server.api() as api:
        plan = make_plan(api, [item()])
    assert plan.lines == [
        "create filter guard 1.0",
        "switch guard on",
        "make guard global: it runs in every chat",
    ]
    assert server.writes == []


def test_stored_settings_are_kept_and_loose_ones_mended() -> None:
    server = Server()
    server.functions["guard"] = {
        "id": "guard",
        "name": "G",
        "content": "old",
        "is_active": True,
        "is_global": True,
    }
    server.valves["guard"] = {"BASE_URL": None, "limit": "12", "old_key": 1}
    with server.api() as api:
        carry_out(api, make_plan(api, [item()]), lambda _: None)
        assert server.valves["guard"] == {"BASE_URL": "x", "limit": 12, "extra": False}
        assert server.functions["guard"]["content"] == "new"
        assert make_plan(api, [item()]).lines == []


def test_settings_that_do_not_fit_stop_everything() -> None:
    with pytest.raises(PackError, match="limit is 'many'"):
        merged_valves(item(), {"limit": "many"})


@pytest.mark.parametrize("existing", [True, False])
def test_a_broken_server_afterwards_undoes_all(existing: bool) -> None:
    server = Server(broken=True)
    before = {
        "id": "guard",
        "name": "G",
        "content": "old",
        "is_active": False,
        "is_global": False,
        "meta": {},
    }
    if existing:
        server.functions["guard"] = dict(before)
        server.valves["guard"] = {"limit": 3}
    with server.api() as api, pytest.raises(ApiError, match="All changes were undone"):
        carry_out(api, make_plan(api, [item()]), lambda _: None)
    if existing:
        assert {key: server.functions["guard"][key] for key in ("content", "is_active", "is_global")} == {
            "content": "old", "is_active": False, "is_global": False}  # fmt: skip
        assert server.valves["guard"] == {"limit": 3}
    else:
        assert server.functions == {}


def test_status_names_what_is_wrong() -> None:
    server = Server()
    server.functions["guard"] = {
        "id": "guard",
        "content": "version: 0.9\n",
        "is_active": False,
        "is_global": False,
    }
    server.valves["guard"] = {"limit": 99}
    with server.api() as api:
        lines, good = report(api, [item(), item("other")])
    assert not good
    assert "differs from the pack (there: version 0.9)" in lines[1] and "switched off" in lines[1]
    assert "limit = 99" in lines[2]
    assert "not installed" in lines[3]


def test_errors_name_the_server_and_the_cause() -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    unreachable = Api("http://nowhere.test", "t", transport=httpx.MockTransport(refuse))
    with unreachable as api, pytest.raises(ApiError, match=r"http://nowhere\.test cannot be reached"):
        api.version()
    for address in ("localhost:8080", "http://[::1", "http://a\nb"):
        with pytest.raises(ApiError, match="is no address"):
            Api(address)
    with pytest.raises(ApiError, match="copy it again"):
        Api("http://nowhere.test", "sk-ü")
    with Server(role="user").api() as api, pytest.raises(ApiError, match="no administrator"):
        make_plan(api, [item()])
