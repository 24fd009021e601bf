"""The tree builder: all or nothing, reused when nothing changed, and only from the pinned wheel."""

from __future__ import annotations

import json
import os
import shutil
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from derived_image import environment, tree
from patches.anchors import InsertAfter
from patches.engine import AlreadyPatchedError, FileChange, PatchError, sha256
from werkbank.host.manifest import MANIFEST, Manifest

MAIN = "app = App()\n"


class Mount(InsertAfter):
    """Mounts something."""

    FILE = "main.py"
    ANCHOR = "app = App()"
    INSERT = "werkbank_hooks.mount(app)"


class PagePart:
    """Stands for the patches of the page: adds one file."""

    @staticmethod
    def apply(frontend: Path, *, pins: dict[str, str], downloads: Path, progress: Any) -> list[FileChange]:
        (frontend / "added.js").write_text("added")
        return [FileChange("added.js", None, sha256(b"added"), ("page",))]


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small release with its own pins, so that the builder itself is tested in milliseconds."""
    path = tmp_path / "open_webui-0.11.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("open_webui/main.py", MAIN)
        archive.writestr("open_webui/frontend/index.html", "<html>")
        archive.writestr("open_webui-0.11.0.dist-info/METADATA", "Name: open-webui")
    pin = {
        "revision": "r",
        "image": "i@sha256:1",
        "wheel": {"file": path.name, "sha256": environment.file_sha256(path)},
        "backend": {"main.py": sha256(MAIN.encode())},
        "frontend": {},
    }
    pins = tmp_path / "pins.json"
    pins.write_text(json.dumps({"0.11.0": pin, "refused": {"0.9.5": "other database"}}))
    monkeypatch.setattr(environment, "PINS_FILE", pins)
    monkeypatch.setattr("patches.engine.backend_codemods", lambda: [Mount])
    monkeypatch.setattr(tree, "frontend_patch", lambda: PagePart)
    return path


def test_a_patched_tree_is_complete_and_verifies(wheel: Path, tmp_path: Path) -> None:
    steps: list[str] = []
    built = tree.build_tree(tmp_path / "out", wheel=wheel, progress=steps.append)
    package = built / "open_webui"
    assert "werkbank_hooks.mount(app)" in (package / "main.py").read_text()
    assert (built / "werkbank" / "host" / "hooks.py").is_file()
    assert not list((built / "werkbank").rglob("*.pyc"))
    manifest = Manifest.read(package)
    assert [file.path for file in manifest.backend] == ["main.py"]
    assert [file.path for file in manifest.frontend] == ["added.js"]
    assert manifest.check(package, package / "frontend") == []
    assert any("unpacking" in step for step in steps)


def test_a_stock_tree_is_the_wheel(wheel: Path, tmp_path: Path) -> None:
    built = tree.build_tree(tmp_path / "out", wheel=wheel, patched=False)
    assert (built / "open_webui" / "main.py").read_text() == MAIN
    assert not (built / "werkbank").exists()
    assert not (built / "open_webui" / MANIFEST).exists()


def test_a_failed_build_leaves_nothing(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise PatchError("x.js: anchor is missing")

    monkeypatch.setattr(PagePart, "apply", fails)
    (tmp_path / "trees").mkdir()
    with pytest.raises(PatchError, match="anchor is missing"):
        tree.build_tree(tmp_path / "trees" / "out", wheel=wheel)
    assert list((tmp_path / "trees").iterdir()) == []


def test_another_wheel_is_refused(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("more.txt", "x")
    with pytest.raises(environment.EnvironmentProblemError, match="not the pinned wheel"):
        tree.build_tree(tmp_path / "out", wheel=wheel)


def test_another_version_is_refused_with_the_reason(wheel: Path, tmp_path: Path) -> None:
    with pytest.raises(
        environment.EnvironmentProblemError, match=r"0\.9\.5 is not supported: other database"
    ):
        tree.build_tree(tmp_path / "out", wheel=wheel, version="0.9.5")


def test_an_existing_folder_is_not_touched(wheel: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(FileExistsError):
        tree.build_tree(tmp_path / "out", wheel=wheel)


def test_a_tree_is_reused_until_a_source_changes(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = tree.ensure_tree(wheel=wheel, home=tmp_path / "home")
    (first / "mark").touch()
    assert (tree.ensure_tree(wheel=wheel, home=tmp_path / "home") / "mark").is_file()
    monkeypatch.setattr(tree, "source_digest", lambda: "f" * 64)
    assert not (tree.ensure_tree(wheel=wheel, home=tmp_path / "home") / "mark").exists()


def test_the_layout_of_the_image_is_patched_in_place_and_only_once(wheel: Path, tmp_path: Path) -> None:
    stock = tree.build_tree(tmp_path / "app" / "backend", wheel=wheel, patched=False)
    package, frontend = stock / "open_webui", tmp_path / "app" / "build"
    (package / "frontend").rename(frontend)
    manifest = tree.patch_in_place(package, frontend=frontend, downloads=tmp_path)
    assert manifest.check(package, frontend) == []
    before = {path: path.read_bytes() for path in stock.rglob("*") if path.is_file()}
    again = tree.patch_in_place(package, frontend=frontend, downloads=tmp_path)
    assert again == manifest
    assert {path: path.read_bytes() for path in stock.rglob("*") if path.is_file()} == before
    (package / "main.py").write_text(MAIN)
    with pytest.raises(AlreadyPatchedError, match="start from the stock tree"):
        tree.patch_in_place(package, frontend=frontend, downloads=tmp_path)
    shutil.rmtree(stock)


def test_old_trees_are_removed_and_young_ones_stay(tmp_path: Path) -> None:
    for name, age in (
        ("patched-0.11.0-old", 8 * 86_400),
        ("patched-0.11.0-young", 60),
        ("stock-0.11.0", 9e6),
    ):
        (tmp_path / name / "open_webui").mkdir(parents=True)
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    tree.remove_old_trees(tmp_path, "patched-0.11.0-*")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["patched-0.11.0-young", "stock-0.11.0"]
