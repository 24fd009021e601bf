"""Open WebUI's admin API over HTTP, for the installer. Imports no Open WebUI.

    with Api("http://127.0.0.1:8080", token) as api:
        api.version(), api.function("private_tables")

Every failure is an ApiError that names the server, what was asked, and the cause as far as the server tells
it.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any

import httpx

from werkbank.host.manifest import PATCH_ENDPOINT

_SECONDS = 60.0


class ApiError(Exception):
    """One readable line. ``status`` is the HTTP status, None when there was no answer."""

    def __init__(self, text: str, status: int | None = None) -> None:
        super().__init__(text)
        self.status = status


class Api:
    """One server, one account. ``transport`` replaces the network in tests."""

    def __init__(
        self, url: str, token: str | None = None, *, transport: httpx.BaseTransport | None = None
    ) -> None:
        self.url = url.rstrip("/")
        if not self.url.startswith(("http://", "https://")):
            raise ApiError(f"'{url}' is no address: it must start with http:// or https://")
        if token and not token.isascii():
            raise ApiError("the token holds letters that no token of Open WebUI has: copy it again")
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            self._http = httpx.Client(
                base_url=self.url, headers=headers, timeout=_SECONDS, transport=transport, trust_env=False
            )
        except httpx.InvalidURL as error:
            raise ApiError(f"'{url}' is no address: {error}") from error

    def __enter__(self) -> Api:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    def sign_in(self, email: str, password: str) -> str:
        """Sign in and use this account from now on. Returns the token."""
        answer = self.call("POST", "/api/v1/auths/signin", {"email": email, "password": password})
        token = str(_dict(answer).get("token") or "")
        if not token:
            raise ApiError(f"{self.url} gave no token at sign-in")
        self._http.headers["Authorization"] = f"Bearer {token}"
        return token

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """One request; the JSON answer. Raises ApiError for everything but 2xx with JSON."""
        asked = f"{method} {self.url}{path}"
        try:
            answer = self._http.request(method, path, json=body)
        except httpx.ConnectError as error:
            raise ApiError(f"{self.url} cannot be reached: {error}") from error
        except httpx.TimeoutException as error:
            raise ApiError(f"{asked}: no answer within {_SECONDS:.0f} seconds") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ApiError(f"{asked}: {error}") from error
        if answer.status_code >= 400:
            raise ApiError(f"{asked}: {answer.status_code}, {_detail(answer)}", answer.status_code)
        try:
            return answer.json()
        except ValueError as error:
            raise ApiError(
                f"{asked}: the answer is no JSON. Is this address an Open WebUI?", answer.status_code
            ) from error

    def version(self) -> str:
        """The server's version. Raises ApiError when the server is no Open WebUI."""
        version = _dict(self.call("GET", "/api/version")).get("version")
        if not isinstance(version, str) or not version:
            raise ApiError(f"{self.url} does not say which Open WebUI it is")
        return version

    def require_admin(self) -> str:
        """The name of the signed-in admin."""
        try:
            account = _dict(self.call("GET", "/api/v1/auths/"))
        except ApiError as error:
            if error.status in (401, 403):
                raise ApiError(f"{self.url} does not accept this token", error.status) from error
            raise
        if account.get("role") != "admin":
            raise ApiError(f"{self.url}: the account {account.get('email')} is no administrator")
        return str(account.get("email") or account.get("name") or "admin")

    def patched(self) -> bool | None:
        """Whether the server says that it is the patched edition; None when it cannot be told."""
        try:
            return isinstance(self.call("GET", PATCH_ENDPOINT), dict)
        except ApiError as error:
            return False if error.status in (200, 404, 405) else None

    def functions(self) -> list[dict[str, Any]]:
        """All installed functions, without their text."""
        answer = self.call("GET", "/api/v1/functions/")
        return [item for item in answer if isinstance(item, dict)] if isinstance(answer, list) else []

    def function(self, ident: str) -> dict[str, Any] | None:
        """One function with its text, None when it is not installed. (The server answers 401 for 'not
        found'.)"""
        if all(item.get("id") != ident for item in self.functions()):
            return None
        return _dict(self.call("GET", f"/api/v1/functions/id/{ident}"))

    def create_function(self, ident: str, name: str, content: str, description: str) -> None:
        body = {"id": ident, "name": name, "content": content, "meta": {"description": description}}
        self.call("POST", "/api/v1/functions/create", body)

    def update_function(self, ident: str, name: str, content: str, description: str) -> None:
        body = {"id": ident, "name": name, "content": content, "meta": {"description": description}}
        self.call("POST", f"/api/v1/functions/id/{ident}/update", body)

    def delete_function(self, ident: str) -> None:
        self.call("DELETE", f"/api/v1/functions/id/{ident}/delete")

    def set_active(self, ident: str, wanted: bool) -> None:
        """The server only toggles: look first."""
        if bool((self.function(ident) or {}).get("is_active")) != wanted:
            self.call("POST", f"/api/v1/functions/id/{ident}/toggle")

    def set_global(self, ident: str, wanted: bool) -> None:
        if bool((self.function(ident) or {}).get("is_global")) != wanted:
            self.call("POST", f"/api/v1/functions/id/{ident}/toggle/global")

    def valves(self, ident: str) -> dict[str, Any]:
        """The stored valves, as loose as they are."""
        return _dict(self.call("GET", f"/api/v1/functions/id/{ident}/valves"))

    def set_valves(self, ident: str, valves: dict[str, Any]) -> None:
        self.call("POST", f"/api/v1/functions/id/{ident}/valves/update", valves)

    def models(self) -> list[dict[str, Any]]:
        """The models as the page lists them: also the probe that a server still works."""
        data = _dict(self.call("GET", "/api/models")).get("data")
        if not isinstance(data, list):
            raise ApiError(f"{self.url} lists no models")
        return [item for item in data if isinstance(item, dict)]

    def workspace_model(self, ident: str) -> dict[str, Any] | None:
        try:
            found = self.call("GET", f"/api/v1/models/model?id={httpx.QueryParams({'id': ident})['id']}")
        except ApiError as error:
            if error.status in (401, 404):
                return None
            raise
        return found if isinstance(found, dict) else None

    def save_workspace_model(self, model: dict[str, Any], *, exists: bool) -> None:
        self.call("POST", f"/api/v1/models/{'model/update' if exists else 'create'}", model)

    def delete_workspace_model(self, ident: str) -> None:
        self.call("POST", "/api/v1/models/model/delete", {"id": ident})


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _detail(answer: httpx.Response) -> str:
    """The server's own words, else the kind of answer."""
    try:
        detail = answer.json()
    except ValueError:
        return f"{answer.reason_phrase} ({answer.headers.get('content-type', 'no content type')})"
    found = detail.get("detail") if isinstance(detail, dict) else detail
    return str(found)[:300]
