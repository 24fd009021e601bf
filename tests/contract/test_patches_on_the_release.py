"""The codemods on the real files of the pinned release."""

from __future__ import annotations

import ast
import zipfile
from pathlib import Path

import pytest

from derived_image.environment import Environment, EnvironmentProblemError, file_sha256, pins
from patches.engine import AlreadyPatchedError, FileChange, PatchError, backend_codemods, patch_backend

PIN = pins()
CODEMODS = backend_codemods()


@pytest.fixture(scope="module")
def stock(environment: Environment) -> dict[str, bytes]:
    assert file_sha256(environment.wheel) == PIN["wheel"]["sha256"]
    with zipfile.ZipFile(environment.wheel) as archive:
        return {file: archive.read(f"open_webui/{file}") for file in PIN["backend"]}


def unpack(stock: dict[str, bytes], folder: Path) -> Path:
    for file, data in stock.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def test_pins_name_exactly_the_files_that_are_patched() -> None:
    assert set(PIN["backend"]) == {codemod.FILE for codemod in CODEMODS}


def test_every_codemod_says_what_and_why() -> None:
    for codemod in CODEMODS:
        module = __import__(codemod.__module__, fromlist=["_"])
        assert module.__doc__, codemod.name()
        assert len(codemod.__doc__ or "") > 40, codemod.name()
        assert codemod.SITES > 0


@pytest.fixture(scope="module")
def patched(
    stock: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, list[FileChange]]:
    package = unpack(stock, tmp_path_factory.mktemp("release"))
    return package, patch_backend(package, PIN["backend"])


def test_all_apply_to_the_release(stock: dict[str, bytes], patched: tuple[Path, list[FileChange]]) -> None:
    package, changes = patched
    assert {change.path for change in changes} == set(stock)
    by = {name for change in changes for name in change.by}
    assert by == {codemod.name() for codemod in CODEMODS}
    for change in changes:
        text = (package / change.path).read_text("utf-8")
        used = {
            node.attr
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "werkbank_hooks"
        }
        assert used, f"{change.path} calls no hook"
        from werkbank.host import hooks

        assert used <= set(hooks.__all__), change.path
        lines = stock[change.path].decode().splitlines()
        kept = sum(line in set(text.splitlines()) for line in lines)
        assert len(lines) - kept < 20, f"{change.path}: more than a few lines of the release are gone"


def test_a_second_run_is_refused_and_changes_nothing(
    stock: dict[str, bytes], patched: tuple[Path, list[FileChange]]
) -> None:
    package, _ = patched
    first = {file: (package / file).read_bytes() for file in stock}
    with pytest.raises(AlreadyPatchedError):
        patch_backend(package, PIN["backend"])
    assert {file: (package / file).read_bytes() for file in stock} == first


@pytest.mark.parametrize("file", sorted(PIN["backend"]))
def test_one_changed_byte_stops_everything(stock: dict[str, bytes], tmp_path: Path, file: str) -> None:
    package = unpack({**stock, file: stock[file] + b"\n"}, tmp_path)
    with pytest.raises(PatchError, match="is not the file of the pinned release") as failure:
        patch_backend(package, PIN["backend"])
    assert str(failure.value).startswith(file)
    assert all((package / other).read_bytes() == data for other, data in stock.items() if other != file)


@pytest.mark.parametrize(
    ("version", "why"), [("0.9.5", "database"), ("0.11.1", "never read"), ("0.12.4", "never read")]
)
def test_other_releases_are_refused_with_a_reason(version: str, why: str) -> None:
    with pytest.raises(
        EnvironmentProblemError, match=rf"{version} is not supported: .*{why}.*supported: 0\.11\.0"
    ):
        pins(version)
