"""Which Open WebUI this runs in, and whether it is the patched edition."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

MANIFEST_FILE = "werkbank-patch.json"
"""Written by the builder of the patched tree into the package `open_webui`; the builder owns its format."""


def package_folder() -> Path | None:
    """Where the package `open_webui` lies, None when this is not Open WebUI."""
    try:
        spec = find_spec("open_webui")
    except (ImportError, ValueError):
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))


def patched() -> bool:
    """True only with a readable manifest: a broken one means that nothing may be promised."""
    folder = package_folder()
    if folder is None:
        return False
    try:
        return isinstance(json.loads((folder / MANIFEST_FILE).read_text("utf-8")), dict)
    except (OSError, ValueError):
        return False


def openpyxl_bundled() -> bool:
    """Whether Pyodide in this tree can load openpyxl without asking the internet."""
    folder = package_folder()
    if folder is None:
        return False
    for lock in (folder / "frontend" / "pyodide" / "pyodide-lock.json", _image_lock()):
        try:
            packages = json.loads(lock.read_text("utf-8")).get("packages", {})
        except (OSError, ValueError, AttributeError):
            continue
        return "openpyxl" in packages and bool({"et-xmlfile", "et_xmlfile"} & set(packages))
    return False


def _image_lock() -> Path:
    """In the container image the page's files lie outside of the package."""
    return Path("/app/build/pyodide/pyodide-lock.json")
