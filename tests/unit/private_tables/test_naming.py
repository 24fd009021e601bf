from __future__ import annotations

import ast
import unicodedata

import pytest

from werkbank.private_tables.naming import FileRef, place, safe_name, same_name_key

NAMES = [
    "Übersicht – Q1 (final).xlsx",
    unicodedata.normalize("NFD", "Übersicht – Q1 (final).xlsx"),
    "o'neil.csv",
    'x.csv"); import os #.csv',
    "tab\tname.tsv",
    "noext",
    "archive.csv.zip",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_stay_as_they_are_and_are_data(name: str) -> None:
    placed = place([FileRef("a", name)])[0]
    assert placed.stored_name == unicodedata.normalize("NFC", name)
    literals = [
        node.value for node in ast.walk(ast.parse(repr(placed.path))) if isinstance(node, ast.Constant)
    ]
    assert literals == [f"/mnt/uploads/{placed.stored_name}"]


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "a/b.csv",
        "a\\b.csv",
        "..",
        ".",
        "",
        "   ",
        "a\nb.csv",
        "a\x00b.csv",
        "\u202egpj.csv",
    ],
)
def test_dangerous_names_become_one_harmless_part(name: str) -> None:
    safe = safe_name(name)
    assert safe.strip(".") and not set(safe) & set("/\\\n\x00\u202e")


def test_long_names_are_cut_and_keep_their_suffix() -> None:
    safe = safe_name("ä" * 500 + ".xlsx")
    assert len(safe.encode()) <= 180 and safe.endswith(".xlsx")
    assert len(safe_name("a." + "x" * 900).encode()) <= 180


def test_oldest_keeps_the_name_newest_is_listed_first() -> None:
    files = [FileRef("b2", "data.csv", 3), FileRef("a1", "data.csv", 1), FileRef("c3", "DATA.csv", 5)]
    assert [(file.id, file.stored_name) for file in place(files)] == [
        ("c3", "DATA-c3.csv"),
        ("b2", "data-b2.csv"),
        ("a1", "data.csv"),
    ]
    assert place(files) == place(list(reversed(files)))


def test_two_spellings_of_one_name_are_one() -> None:
    composed, decomposed = NAMES[0], NAMES[1]
    assert composed != decomposed and same_name_key(composed) == same_name_key(decomposed)
    first, second = place([FileRef("a", composed, 1), FileRef("b", decomposed, 2)])
    assert first.stored_name != second.stored_name


def test_one_id_is_placed_once_and_tags_never_collide() -> None:
    assert len(place([FileRef("a", "x.csv", 1), FileRef("a", "y.csv", 2)])) == 1
    ids = ["same-prefix-1", "same-prefix-2", "same-prefix-3", "same-prefix-1/"]
    placed = place([FileRef(ident, "x.csv", number) for number, ident in enumerate(ids)])
    assert len({same_name_key(file.stored_name) for file in placed}) == 4
    assert len({file.path for file in place([FileRef(None, "x.csv", n) for n in range(3)])}) == 1
