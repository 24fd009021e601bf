"""Unpacks the pinned release and patches it, all or nothing.

Two ways in: `build_tree` makes a tree from the wheel; `patch_in_place` patches an unpacked one, as the image
build does, where package and frontend stand in separate folders. Both end with `werkbank-patch.json` in the
package.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import shutil
import tempfile
import time
import zipfile
from pathlib import Path
from types import ModuleType

from derived_image.environment import (
    ROOT,
    EnvironmentProblemError,
    Progress,
    default_home,
    file_sha256,
    pins,
    silent,
)
from patches.engine import PATCH_VERSION, AlreadyPatchedError, FileChange, PatchError, patch_backend
from werkbank.host.manifest import MANIFEST, Manifest, packaged_files

_KEEP_SECONDS = 7 * 24 * 3600
# What decides how a patched tree looks: a change in any of these files makes a new tree.
_SOURCES = ("patches", "werkbank", "derived_image/pins.json", "derived_image/tree.py")


def ensure_tree(
    version: str = "0.11.0",
    *,
    wheel: Path,
    patched: bool = True,
    home: Path | None = None,
    progress: Progress = silent,
) -> Path:
    """The tree below `home`, reused when nothing that decides its content has changed. Shape: like
    `build_tree`."""
    home = home or default_home()
    name = f"patched-{version}-{source_digest()[:16]}" if patched else f"stock-{version}"
    destination = home / "trees" / name
    if (destination / "open_webui" / "main.py").is_file():
        destination.touch()  # its age decides what may be removed
        return destination
    remove_old_trees(destination.parent, f"patched-{version}-*")
    return build_tree(
        destination,
        wheel=wheel,
        version=version,
        patched=patched,
        downloads=home / "downloads",
        progress=progress,
    )


def remove_old_trees(folder: Path, pattern: str, *, older_than: float = 7 * 86_400) -> None:
    """Remove trees of earlier sources (335 MB each) that nobody has asked for in ``older_than`` seconds.

    A running server reads its page from its tree, so a younger one stays.
    """
    for tree in folder.glob(pattern):
        if time.time() - tree.stat().st_mtime > older_than:
            shutil.rmtree(tree, ignore_errors=True)


def build_tree(
    destination: Path,
    *,
    wheel: Path,
    version: str = "0.11.0",
    patched: bool = True,
    downloads: Path | None = None,
    progress: Progress = silent,
) -> Path:
    """Unpack `wheel` into `destination` (`open_webui/`, its metadata, and for a patched tree `werkbank/`).

    Built beside `destination` and renamed, so a tree is complete or absent. Raises EnvironmentProblemError
    for an unsupported version or another wheel, PatchError when a patch does not fit, FileExistsError when
    it is there.
    """
    pin = pins(version)
    if destination.exists():
        raise FileExistsError(f"{destination} is already there")
    if file_sha256(wheel) != pin["wheel"]["sha256"]:
        raise EnvironmentProblemError(
            f"{wheel.name} is not the pinned wheel of Open WebUI {version}: other sha256"
        )
    destination.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=f".{destination.name}-", dir=destination.parent))
    try:
        temporary.chmod(0o755)
        progress(f"unpacking Open WebUI {version}")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(temporary)
        if patched:
            package = temporary / "open_webui"
            patch_in_place(
                package,
                frontend=package / "frontend",
                version=version,
                downloads=downloads or default_home() / "downloads",
                progress=progress,
            )
        try:
            temporary.rename(destination)
        except OSError:
            if not (destination / "open_webui" / "main.py").is_file():
                raise  # not the case that another process was faster
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return destination


def patch_in_place(
    package: Path,
    *,
    frontend: Path,
    version: str = "0.11.0",
    downloads: Path,
    progress: Progress = silent,
) -> Manifest:
    """Patch the unpacked package and its compiled frontend, and put the package `werkbank` beside
    `open_webui`.

    Does nothing for a tree that this very version has already patched. Raises PatchError when the tree is
    patched by another version, is not the pinned release, or an anchor is missing. On error the tree may be
    half done: the callers throw it away (`build_tree` its temporary folder, the image build its layer).
    """
    pin = pins(version)
    if (package / MANIFEST).is_file():
        manifest = Manifest.read(package)
        if manifest.sources == source_digest() and not manifest.check(package, frontend):
            progress("already patched by this version: nothing to do")
            return manifest
        raise AlreadyPatchedError(
            f"{package} is already patched (werkbank {manifest.werkbank}); start from the stock tree"
        )
    progress("patching the server")
    backend = patch_backend(package, pin["backend"])
    changes: list[FileChange] = []
    part = frontend_patch()
    if part is not None:
        progress("patching the page")
        changes = part.apply(frontend, pins=pin["frontend"], downloads=downloads, progress=progress)
    copy_package(package.parent)
    manifest = Manifest.make(
        openwebui=version,
        pin=pin,
        patch=PATCH_VERSION,
        sources=source_digest(),
        backend=backend,
        frontend=changes,
        packages=packaged_files(package.parent / "werkbank"),
    )
    manifest.write(package)
    return manifest


def _remove_unused(trees: Path) -> None:
    """Remove patched trees that nobody asked for in a week; each takes 330 MB."""
    for tree in trees.glob("patched-*"):
        if time.time() - tree.stat().st_mtime > _KEEP_SECONDS:
            shutil.rmtree(tree, ignore_errors=True)


def frontend_patch() -> ModuleType | None:
    """`patches.frontend`, or None as long as there is none with an `apply`."""
    try:
        module = importlib.import_module("patches.frontend")
    except ModuleNotFoundError as error:
        if error.name != "patches.frontend":
            raise
        return None
    return module if hasattr(module, "apply") else None


def copy_package(beside: Path) -> None:
    """Copy the package `werkbank`, which the hooks import, next to `open_webui`."""
    target = beside / "werkbank"
    if target.exists():
        raise PatchError(f"{target} is already there")
    shutil.copytree(ROOT / "werkbank", target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))


def source_digest() -> str:
    """sha256 over everything that decides the content of a patched tree."""
    digest = hashlib.sha256()
    for source in _SOURCES:
        path = ROOT / source
        files = [path] if path.is_file() else sorted(item for item in path.rglob("*") if item.is_file())
        for file in files:
            if "__pycache__" in file.parts or file.suffix == ".pyc":
                continue
            digest.update(file.relative_to(ROOT).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def main() -> None:
    """`python -m derived_image.tree PACKAGE FRONTEND [DOWNLOADS]`: patch an unpacked image in place."""
    import sys

    if len(sys.argv) not in (3, 4):
        sys.exit("usage: python -m derived_image.tree PACKAGE FRONTEND [DOWNLOADS]")
    package, frontend = Path(sys.argv[1]), Path(sys.argv[2])
    downloads = Path(sys.argv[3]) if len(sys.argv) == 4 else default_home() / "downloads"
    version = os.environ.get("WERKBANK_OPENWEBUI_VERSION", "0.11.0")
    try:
        manifest = patch_in_place(
            package, frontend=frontend, version=version, downloads=downloads, progress=print
        )
    except (PatchError, EnvironmentProblemError) as error:
        sys.exit(f"not patched: {error}")
    print(
        json.dumps({"openwebui": manifest.openwebui, "files": len(manifest.backend) + len(manifest.frontend)})
    )


if __name__ == "__main__":
    main()
