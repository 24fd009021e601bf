"""The pinned release and the Python environment it runs in, both made from hashes that are checked in.

Everything lives below one folder (`WERKBANK_HOME`, by default `.werkbank` beside the sources):
`downloads/` the release wheel and other pinned files, `env-VERSION/` its virtual environment, `trees/`
unpacked trees.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PINS_FILE = Path(__file__).with_name("pins.json")
Progress = Callable[[str], None]


class EnvironmentProblemError(Exception):
    """The environment or a download could not be made; the text is one readable line."""


@dataclass(frozen=True)
class Environment:
    """Interpreter that runs the release, and the release's wheel."""

    python: Path
    wheel: Path


def silent(_: str) -> None:
    """A progress callback that tells nobody."""


def pins(version: str = "0.11.0") -> dict[str, Any]:
    """The pins of one supported release. Raises EnvironmentProblemError for every other version, with the
    reason."""
    known: dict[str, dict[str, Any]] = json.loads(PINS_FILE.read_text("utf-8"))
    if version in known:
        return known[version]
    reasons = known["refused"]
    reason = reasons.get(version, "this version's files were never read and pinned")
    supported = ", ".join(name for name in known if name != "refused")
    raise EnvironmentProblemError(f"Open WebUI {version} is not supported: {reason} (supported: {supported})")


def default_home() -> Path:
    """`WERKBANK_HOME`, or `.werkbank` beside the sources."""
    return Path(os.environ.get("WERKBANK_HOME") or ROOT / ".werkbank").expanduser().resolve()


def ensure(version: str = "0.11.0", home: Path | None = None, *, progress: Progress = silent) -> Environment:
    """Make what is missing and return it; with everything in place this costs milliseconds.

    Raises EnvironmentProblemError (unsupported version, no network, no disk, wrong hash).
    """
    home = home or default_home()
    pin = pins(version)
    wheel = fetch(
        f"open-webui=={version}",
        pin["wheel"]["file"],
        pin["wheel"]["sha256"],
        home / "downloads",
        progress=progress,
    )
    return Environment(_environment(version, home, progress), wheel)


def fetch(requirement: str, file: str, digest: str, downloads: Path, *, progress: Progress = silent) -> Path:
    """The wheel `file` of `requirement` (name==version) in `downloads`, with the sha256 `digest`; loaded if
    missing."""
    target = downloads / file
    if target.is_file() and file_sha256(target) == digest:
        return target
    progress(f"downloading {requirement}")
    downloads.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=downloads) as temporary:
        lock = Path(temporary) / "lock.txt"
        lock.write_text(f"{requirement} --hash=sha256:{digest}\n", "utf-8")
        _call(
            [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps"]
            + ["--require-hashes", "--only-binary", ":all:", "--dest", temporary, "-r", str(lock)],
            f"{requirement} could not be downloaded",
        )
        loaded = Path(temporary) / file
        if not loaded.is_file():
            raise EnvironmentProblemError(f"{requirement}: the index has no file {file}")
        loaded.replace(target)
    return target


def file_sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _environment(version: str, home: Path, progress: Progress) -> Path:
    lock = ROOT / "requirements" / f"openwebui-{version}.txt"
    folder = home / f"env-{version}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / ".werkbank-lock"
    wanted = file_sha256(lock)
    if python.exists() and stamp.is_file() and stamp.read_text("utf-8").strip() == wanted:
        return python
    progress(f"installing what Open WebUI {version} needs (about 1.2 GB, some minutes the first time)")
    home.mkdir(parents=True, exist_ok=True)
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    if uv is None:
        raise EnvironmentProblemError("'uv' is missing: run 'make setup' first")
    if not python.exists():
        _call(
            [uv, "venv", "-q", "--seed", "--python", sys.executable, str(folder)],
            f"no environment in {folder}",
        )
    _call(
        [uv, "pip", "sync", "-q", "--python", str(python), "--require-hashes", str(lock)],
        f"the packages of Open WebUI {version} could not be installed",
    )
    stamp.write_text(wanted, "utf-8")
    return python


def _call(command: Sequence[str], problem: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise EnvironmentProblemError(f"{problem}: {error}") from error
    if done.returncode:
        lines = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise EnvironmentProblemError(f"{problem}: {lines[-1] if lines else f'exit code {done.returncode}'}")
