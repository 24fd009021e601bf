"""The data folder: made, locked for one server, and the few files of ours in it.

Open WebUI keeps its database and uploads directly in the folder; ours lie in `werkbank/` below it: the
signing key and the first password (readable by their owner only), the lock, and the logs.
"""

from __future__ import annotations

import fcntl
import os
import secrets
from pathlib import Path
from types import TracebackType
from typing import Self

from werkbank.run import RunError


class DataFolder:
    """Enter it to own it. Raises RunError when it cannot be written or another server uses it."""

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser().resolve()
        self.own = self.path / "werkbank"
        self._lock: int | None = None

    def __enter__(self) -> Self:
        try:
            self.own.mkdir(parents=True, exist_ok=True)
            lock = os.open(self.own / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise RunError(f"the data folder {self.path} cannot be written: {error.strerror}") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            other = os.read(lock, 20).decode("ascii", "replace").strip() or "unknown"
            os.close(lock)
            raise RunError(
                f"another 'werkbank run' (process {other}) uses {self.path}; stop it or choose --data-dir"
            ) from error
        self._lock = lock
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def database(self) -> Path:
        return self.path / "webui.db"

    @property
    def password_file(self) -> Path:
        return self.own / "admin-password"

    def log(self, name: str) -> Path:
        """A log of this start; the one before is kept as `NAME.1.log`."""
        path = self.own / f"{name}.log"
        if path.exists():
            path.replace(self.own / f"{name}.1.log")
        return path

    def secret(self, path: Path, *, length: int = 32) -> str:
        """The secret in `path`, made at the first call, with mode 0600."""
        if path.is_file() and (known := path.read_text("utf-8").strip()):
            return known
        made = secrets.token_urlsafe(length)
        path.unlink(missing_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(made + "\n")
        return made

    def signing_key(self) -> str:
        return self.secret(self.own / "secret-key")
