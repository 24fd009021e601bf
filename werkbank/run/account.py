"""The first administrator, and a token for the calls that `werkbank run` itself makes."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
import sqlite3
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from werkbank.host.api import Api, ApiError
from werkbank.run.folder import DataFolder

EMAIL = "admin@localhost"
_TOKEN_SECONDS = 600


@dataclass(frozen=True)
class Account:
    """`fresh`: made by this start. `password` None: the person has chosen their own account."""

    email: str
    password: str | None
    fresh: bool


def first_account(folder: DataFolder, environment: Mapping[str, str]) -> Account:
    """Who can sign in. Open WebUI makes this account at its first start (WEBUI_ADMIN_EMAIL, …_PASSWORD)."""
    known = admin_ids(folder.database)
    if environment.get("WEBUI_ADMIN_EMAIL") and environment.get("WEBUI_ADMIN_PASSWORD"):
        return Account(environment["WEBUI_ADMIN_EMAIL"], None, not known)
    if known and not folder.password_file.is_file():
        return Account("", None, False)
    password = folder.secret(folder.password_file, length=12)
    return Account(EMAIL, password, not known)


def admin_ids(database: Path) -> list[str]:
    """Administrators in an SQLite database, oldest first; none when it is not there yet."""
    if not database.is_file():
        return []
    query = "SELECT id FROM user WHERE role = 'admin' ORDER BY created_at"
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=5)) as connection:
        try:
            return [str(row[0]) for row in connection.execute(query)]
        except sqlite3.Error:
            return []


def token(api_url: str, account: Account, *, database: Path, key: str) -> str | None:
    """A token of the oldest administrator, or None.

    It is signed with the key that this command keeps for the server (Open WebUI's own format: HS256 over
    `id`, `jti`, `iat`, `exp`) and holds ten minutes, so it does not matter whether the person has changed
    the password. Without an SQLite database the account's first password is tried.
    """
    for ident in admin_ids(database)[:1]:
        return signed_token(ident, key)
    if account.password is None:
        return None
    try:
        with Api(api_url) as api:
            return api.sign_in(account.email, account.password)
    except ApiError:
        return None


def signed_token(ident: str, key: str) -> str:
    now = int(time.time())
    payload = {"id": ident, "jti": str(uuid.uuid4()), "iat": now, "exp": now + _TOKEN_SECONDS}
    parts = [_packed(json.dumps(part).encode()) for part in ({"alg": "HS256", "typ": "JWT"}, payload)]
    mark = hmac.new(key.encode(), ".".join(parts).encode(), hashlib.sha256).digest()
    return ".".join([*parts, _packed(mark)])


def _packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
