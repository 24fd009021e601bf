"""Puts packages beside the interpreter's index, so that reading Excel needs no network.

The stock index names 358 packages, but ships the files of a few dozen; the others would be asked from a
public host. The patched index names exactly what lies beside it: "not available" is then known before
anything is asked.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from patches.engine import FileChange, PatchError, sha256
from patches.frontend.engine import pinned

LOCK = "pyodide/pyodide-lock.json"
WHEELS = Path(__file__).with_name("wheels.json")
NAME = "interpreter_packages"


def add_wheels(
    pyodide: Path, *, pins: Mapping[str, str], downloads: Path, progress: Callable[[str], None]
) -> list[FileChange]:
    """Copy the pinned wheels into `pyodide` and rewrite its index.

    Raises PatchError when the index is not the pinned one, a wheel cannot be had, or a dependency would be
    missing.
    """
    from derived_image.environment import EnvironmentProblemError, fetch

    before = pinned(pyodide.parent, LOCK, pins, needed_by=NAME)
    wheels: list[dict[str, Any]] = json.loads(WHEELS.read_text("utf-8"))
    try:
        files = {
            item["file_name"]: fetch(
                f"{item['name']}=={item['version']}",
                item["file_name"],
                item["sha256"],
                downloads,
                progress=progress,
            )
            for item in wheels
        }
    except EnvironmentProblemError as error:
        raise PatchError(f"{LOCK}: {error}") from error
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    present = {path.name for path in pyodide.iterdir()}
    text = json.dumps(extended(lock, wheels, present), indent=1, sort_keys=True) + "\n"
    changes = []
    for name, source in files.items():
        if (pyodide / name).exists():
            raise PatchError(f"pyodide/{name}: is already there")
        shutil.copyfile(source, pyodide / name)
        changes.append(FileChange(f"pyodide/{name}", None, sha256(source.read_bytes()), (NAME,)))
    (pyodide / "pyodide-lock.json").write_text(text, "utf-8")
    changes.append(FileChange(LOCK, before, sha256(text.encode()), (NAME,)))
    return changes


def extended(lock: dict[str, Any], wheels: list[dict[str, Any]], present: set[str]) -> dict[str, Any]:
    """The index with `wheels` and without entries whose file is not in `present`.

    Raises PatchError for an entry that depends on something that is not there.
    """
    packages = {name: entry for name, entry in lock["packages"].items() if entry["file_name"] in present}
    for wheel in wheels:
        packages[wheel["name"]] = {
            "depends": wheel["depends"],
            "file_name": wheel["file_name"],
            "imports": wheel["imports"],
            "install_dir": "site",
            "name": wheel["name"],
            "package_type": "package",
            "sha256": wheel["sha256"],
            "unvendored_tests": False,
            "version": wheel["version"],
        }
    known = {name.replace("_", "-").lower() for name in packages}
    for name, entry in packages.items():
        missing = [item for item in entry["depends"] if item.replace("_", "-").lower() not in known]
        if missing:
            raise PatchError(f"{LOCK}: {name} needs {', '.join(missing)}, which is not beside it")
    return {**lock, "packages": packages}
