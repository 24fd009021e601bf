"""The policy of the page: own origin only, whatever the host, the proxy and the allow list look like."""

from __future__ import annotations

import pytest

from werkbank.host.csp import ORIGINS_VARIABLE, OriginError, allowed_origins, headers_for

CSP = "Content-Security-Policy"


def directives(path: str = "/", host: str = "chat.example.test") -> dict[str, list[str]]:
    policy = headers_for(path, host)[CSP]
    return {name: values for name, *values in (part.split() for part in policy.split("; "))}


@pytest.mark.parametrize(
    "path", ["/", "/c/1234", "/auth", "/admin/settings", "/s/abc", "/unknown/deep/path", ""]
)
def test_documents_of_the_page_are_limited_to_their_own_origin(path: str) -> None:
    found = directives(path)
    for name in ("img-src", "media-src", "font-src", "connect-src", "frame-src", "style-src", "script-src"):
        outside = [
            item for item in found[name] if not item.startswith("'") and item not in ("data:", "blob:")
        ]
        assert [item for item in outside if "chat.example.test" not in item] == []
    assert found["default-src"] == found["form-action"] == found["base-uri"] == ["'self'"]


def test_sockets_follow_the_host_header_behind_any_proxy_and_port() -> None:
    assert directives(host="127.0.0.1:8080")["connect-src"][-2:] == [
        "ws://127.0.0.1:8080",
        "wss://127.0.0.1:8080",
    ]
    assert "wss://[::1]:8080" in directives(host="[::1]:8080")["connect-src"]


@pytest.mark.parametrize("host", ["", "x; script-src *", "a b", "evil.test/*", "*", "a,b", "x\r\ny: z"])
def test_a_host_header_cannot_write_into_the_policy(host: str) -> None:
    assert directives(host=host)["connect-src"] == ["'self'", "data:", "blob:"]


@pytest.mark.parametrize(
    "path", ["/api/v1/files/1/content", "/_app/x/chunks/a.js", "/static/a.svg", "/pyodide/x.whl"]
)
def test_answers_that_are_no_documents_stay_as_they_are(path: str) -> None:
    assert headers_for(path, "h") == {}


def test_stored_html_is_limited_as_the_page_is() -> None:
    assert directives("/api/v1/files/0-1/content/html")["connect-src"][0] == "'self'"


def test_documents_are_asked_for_again_after_an_upgrade() -> None:
    assert headers_for("/", "h")["Cache-Control"] == "no-cache"


def test_the_stock_interpreter_gets_nothing() -> None:
    assert headers_for("/_app/immutable/workers/pyodide.worker-Dq63i-DV.js", "h") == {
        CSP: "default-src 'none'"
    }


def test_allowed_origins_open_what_an_answer_may_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ORIGINS_VARIABLE, "https://cdn.example.test, wss://api.example.test:8443")
    found = directives()
    for name in ("img-src", "connect-src", "frame-src", "script-src"):
        assert found[name][-2:] == ["https://cdn.example.test", "wss://api.example.test:8443"]
    assert found["object-src"] == ["'self'", "blob:"]


def test_a_wrong_entry_opens_nothing_and_the_others_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ORIGINS_VARIABLE, "* https://ok.example.test http://*")
    assert directives()["img-src"] == ["'self'", "data:", "blob:", "https://ok.example.test"]


@pytest.mark.parametrize(
    "entry",
    [
        *("*", "https://*", "https:", "data:", "ftp://a", "https://a/path", "https://a?q", "a.example"),
        *("'unsafe-inline'", "https://a;b", "https://user@host", "https://a:99999"),
    ],
)
def test_what_is_not_an_origin_is_named(entry: str) -> None:
    with pytest.raises(OriginError, match="is not an origin"):
        allowed_origins(entry)


def test_origins_are_normalised() -> None:
    assert allowed_origins("https://CDN.Example.test/ https://cdn.example.test,https://*.example.test") == (
        "https://cdn.example.test",
        "https://*.example.test",
    )
