"""`werkbank table` as a person calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from werkbank.cli import app

TEXT = "Datum;Name;Betrag\n02.01.2024;[bold]a;1,50\n15.01.2024;b;-2,25\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "konto [1].csv"
    path.write_text(TEXT, encoding="utf-8")
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["table", *map(str, arguments)])


def test_for_a_person(file: Path) -> None:
    result = run(file)
    assert result.exit_code == 0
    assert "Betrag" in result.output and "konto [1].csv" in result.output
    assert "\x1b" not in result.output


def test_json_is_one_object_with_the_keys_of_the_truth_files(file: Path) -> None:
    result = run(file, "--json")
    found = json.loads(result.output)
    assert result.exit_code == 0
    assert (found["kind"], found["rejected"], found["n_rows"]) == ("csv", None, 2)
    assert (found["columns"], found["amount_sums"]) == (["Datum", "Name", "Betrag"], {"2": "-0.75"})


def test_json_of_a_refused_file_is_a_verdict(tmp_path: Path) -> None:
    empty = tmp_path / "e.csv"
    empty.write_bytes(b"")
    result = run(empty, "--json")
    assert result.exit_code == 0
    assert json.loads(result.output)["rejected"]
    for option in ([], ["--check"], ["--recipe"]):
        assert run(empty, *option).exit_code == 1


def test_recipe_is_code(file: Path) -> None:
    result = run(file, "--recipe")
    assert result.exit_code == 0
    compile(result.output, "recipe", "exec")


def test_check(file: Path) -> None:
    result = run(file, "--check")
    assert result.exit_code == 0
    assert result.output.startswith("OK: 2 rows; sum Betrag: -0.75")


def test_check_says_what_differs(file: Path) -> None:
    file.write_text(TEXT + "16.01.2024;c;vielleicht\n" + TEXT.partition("\n")[2] * 9, encoding="utf-8")
    result = run(file, "--check")
    assert result.exit_code == 1
    assert "CHECK FAILED: 1 cells of 'Betrag'" in result.output


def test_usage_and_unreadable_files_are_one_line(tmp_path: Path, file: Path) -> None:
    for arguments in ([tmp_path / "none.csv"], [tmp_path], [file, "--json", "--check"]):
        result = run(*arguments)
        assert result.exit_code == 2
        assert len(result.output.strip().splitlines()) == 1
