"""The real bundles: the same every time, plain, loadable, and like their sources."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from werkbank.bundle.assemble import ROOT, bundle, entries
from werkbank.cli import app

ALLOWED = {"httpx", "pydantic", "sqlalchemy"}
OPTIONAL = {"xlrd", "openpyxl", "pandas"}
"""Behind `except ImportError` at the top, or inside a function that only some files reach."""


@lru_cache
def bundled(path: Path) -> str:
    return bundle(path)


@pytest.fixture(scope="module", params=entries(), ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    return request.param  # type: ignore[no-any-return]


def test_same_bytes_elsewhere_in_another_process(path: Path, tmp_path: Path) -> None:
    """Neither the folder, nor the order of hashes, nor the process makes a difference."""
    for folder in ("werkbank", path.parent.name):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    copy = tmp_path / path.relative_to(ROOT)
    code = (
        "import sys; from pathlib import Path; from werkbank.bundle.assemble import bundle;"
        f"sys.stdout.buffer.write(bundle(Path({str(copy)!r}), Path({str(tmp_path)!r})).encode())"
    )
    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, env={"PYTHONHASHSEED": "7"}
    )
    assert other.stdout == bundle(copy, tmp_path).encode()


def test_needs_only_what_open_webui_has(path: Path) -> None:
    known = set(sys.stdlib_module_names) | ALLOWED
    tree = ast.parse(bundled(path))
    bare = {id(node) for node in tree.body}
    for node in ast.walk(tree):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
        for module in modules:
            top = module.partition(".")[0]
            assert top in known or (id(node) not in bare and top in OPTIONAL), module


def test_is_plain_source(path: Path) -> None:
    tree = ast.parse(bundled(path))
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"exec", "eval", "compile", "__import__"}
    longest = max(len(line) for line in bundled(path).splitlines())
    assert longest < 400


def test_every_module_has_its_heading(path: Path) -> None:
    text = bundled(path)
    contents = text[text.index("# Contents:") : text.index("from __future__")]
    for name in contents.replace("#", " ").replace("Contents:", "").split(","):
        heading = name.strip().removesuffix(".py").replace("/", ".")
        assert f"# ── {heading} ──" in text


def test_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("werkbank.bundle.assemble.bundle", bundled)  # made once, it takes seconds
    runner = CliRunner()
    assert runner.invoke(app, ["bundle", "--out", str(tmp_path), "--check"]).exit_code == 1
    assert runner.invoke(app, ["bundle", "--out", str(tmp_path)]).exit_code == 0
    assert runner.invoke(app, ["bundle", "--out", str(tmp_path), "--check"]).exit_code == 0
    target = tmp_path / "private_tables.py"
    target.write_text(target.read_text() + "# changed\n")
    result = runner.invoke(app, ["bundle", "--out", str(tmp_path), "--check"])
    assert result.exit_code == 1 and "DIFFERENT" in result.output


def test_recognises_like_the_source_with_open_webuis_libraries_alone(tmp_path: Path) -> None:
    """In Open WebUI's own environment when it is there: its interpreter knows no `werkbank`."""
    python = ROOT / ".werkbank" / "env-0.11.0" / "bin" / "python"
    (tmp_path / "b.py").write_text(bundled(ROOT / "filters" / "private_tables.py"), "utf-8")
    (tmp_path / "t.csv").write_bytes("Bank;X\r\n\r\nTag;Empfänger;Betrag\r\n".encode("cp1252") + b"".join(
        f"{day:02d}.01.2025;Name {day};1.{day:03d},50\r\n".encode() for day in range(1, 29)))  # fmt: skip
    script = (
        "import sys, types\n"
        "from pathlib import Path\n"
        "m = types.ModuleType('function_x'); sys.modules['function_x'] = m\n"
        "exec(Path('b.py').read_text('utf-8'), m.__dict__)\n"
        "p = m.recognise(Path('t.csv'), name='t.csv', mime=None)\n"
        "print(p.model_dump_json())\n"
        "print(m.recipe(p, '/mnt/uploads/t.csv', openpyxl=False))\n"
    )
    (tmp_path / "run.py").write_text(script)
    answer = subprocess.run(
        [str(python) if python.exists() else sys.executable, "-I", "run.py"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    from werkbank.tables.recipe import recipe
    from werkbank.tables.recognise import recognise

    profile = recognise(tmp_path / "t.csv", name="t.csv", mime=None)
    first, _, rest = answer.stdout.partition("\n")
    assert first == profile.model_dump_json()
    assert rest.rstrip() == recipe(profile, "/mnt/uploads/t.csv", openpyxl=False).rstrip()
