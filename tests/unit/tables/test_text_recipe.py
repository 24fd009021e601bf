"""The recipe as code: safe literals, checks that speak, and the same numbers as an independent count."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from werkbank.tables.load import load
from werkbank.tables.recipe import recipe
from werkbank.tables.recognise import recognise
from werkbank.tables.recount import recount

TEXT = "Datum;Name;Betrag\n02.01.2024;a;1,50\n15.01.2024;b;-2,25\n"
NAMES = [
    "o'neil.csv",
    'x.csv"); import os #.csv',
    "tab\tname.tsv",
    "line\nbreak.csv",
    "back\\slash\\",
    "Übersicht – Q1 (final).csv",
    "noext",
    "'''\"\"\"{path}",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_path_is_one_literal(name: str) -> None:
    code = recipe(recognise(TEXT.encode()), name)
    literals = [node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant)]
    assert literals.count(name) == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_column_name_never_leaves_its_literal(tmp_path: Path, name: str) -> None:
    quoted = '"' + name.replace('"', '""') + '"'
    file = tmp_path / "t.csv"
    file.write_text(
        f"Datum;{quoted};{quoted}\n02.01.2024;a;1,50\n15.01.2024;b;-2,25\n", encoding="utf-8", newline=""
    )
    profile = recognise(file)
    assert [column.name for column in profile.columns][1:] == [name, name]
    assert load(profile, str(file)).amount_sums == {"2": "-0.75"}


def test_it_runs_as_a_program_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text(TEXT, encoding="utf-8")
    code = recipe(recognise(file), str(file))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "rows: 2; sum Betrag: -0.75"
    assert len(code.splitlines()) < 70


def test_no_recipe_for_a_refused_file() -> None:
    with pytest.raises(ValueError, match="no recipe"):
        recipe(recognise(b""), "x.csv")


@pytest.mark.parametrize(
    ("bad", "word"),
    [
        ("20.01.2024;c;zwölf\n", "no numbers"),
        ("irgendwann 7;c;1,00\n", None),
        ("2024/99/99;c;1,00\n", "no dates"),
        ("20.01.2024;c;1,00;zu viel\n", "more than 3 fields"),
    ],
)
def test_what_does_not_fit_is_said(tmp_path: Path, bad: str, word: str | None) -> None:
    good = "".join(f"{day:02d}.01.2024;x;1,00\n" for day in range(1, 29)) * 20
    file = tmp_path / "t.csv"
    file.write_text("Datum;Name;Betrag\n" + good + bad + good, encoding="utf-8")
    loaded = load(recognise(file), str(file))
    if word is None:
        assert "left out: 1 lines" in loaded.printed
    else:
        assert any(word in problem for problem in loaded.problems)
        assert f"CHECK FAILED: {loaded.problems[0]}" in loaded.printed


def test_odd_shapes_far_behind_are_read_or_said(tmp_path: Path) -> None:
    rows = [f"{i % 28 + 1:02d}.{i % 12 + 1:02d}.2024;Laden {i};{i % 90},50\n" for i in range(60_000)]
    rows[30_000] = "2024-02-01;ISO;1,234.50\n"
    rows[40_000] = '05.02.2024;"Müller; ""Hirschen""";1.000,00\n'
    rows[50_000] = "05.02.2024;Caf\udce9;7,00\n"
    file = tmp_path / "t.csv"
    text = "Datum;Name;Betrag\n" + "".join(rows) + "\nSumme;;1,00\n"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    profile = recognise(file)
    loaded = load(profile, str(file))
    assert (loaded.n_rows, loaded.problems, profile.footer_lines) == (60_000, [], 2)
    assert loaded.frame["Name"][50_000] == "Café"
    assert loaded.frame["Betrag"][30_000] == 1234.5
    counted, sums = recount(profile, str(file))
    assert counted == 60_000
    assert f"{sums['2']:.2f}" == loaded.amount_sums["2"]
