"""Which sheet is read, and what is said about the others."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from .workbook_shapes import HEADER, bookings, loaded, raw_xlsx, recognised, saved, total, xlsx


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_hidden_sheets_are_left_aside_and_named(tmp_path: Path, state: str) -> None:
    book = openpyxl.Workbook()
    first = book.worksheets[0]
    first.title, first.sheet_state = "_cfg", state
    for at in range(60):
        first.append([f"k{at}", at, bookings(1)[0][0]])
    second = book.create_sheet("Buchungen")
    for row in [HEADER, *bookings(10)]:
        second.append(row)
    data = saved(book)
    profile = recognised(data)
    assert profile.sheet == "Buchungen" and [sheet.hidden for sheet in profile.sheets] == [True, False]
    assert any("'_cfg'" in line for line in profile.why) and not profile.ambiguities
    assert loaded(profile, data, tmp_path).sums == {"Betrag": total(10)}


def test_cover_and_lookup_sheets_are_no_rivals() -> None:
    cover = [["Jahresbericht"], [], ["Erstellt von", "Zoë"], ["Stand", "01.02.2024"]]
    lookup = [["Kategorie", "Konto"], ["Miete", "4210"], ["Strom", "4240"], ["Porto", "4910"]]
    profile = recognised(xlsx({"Deckblatt": cover, "Umsätze": [HEADER, *bookings(25)], "Kategorien": lookup}))
    assert profile.sheet == "Umsätze" and not [a for a in profile.ambiguities if a.what == "sheet"]
    assert [(sheet.name, sheet.chosen) for sheet in profile.sheets][1] == ("Umsätze", True)


def test_months_are_an_ambiguity() -> None:
    profile = recognised(
        xlsx({m: [HEADER, *bookings(20 + at)] for at, m in enumerate(["Jan", "Feb", "Mrz"])})
    )
    sheets = [a for a in profile.ambiguities if a.what == "sheet"]
    assert profile.sheet == "Jan" and sheets[0].others == ["Feb", "Mrz"] and "same columns" in sheets[0].why


def test_much_longer_sheet_wins() -> None:
    profile = recognised(xlsx({"Auszug": [HEADER, *bookings(4)], "Alle": [HEADER, *bookings(400)]}))
    assert profile.sheet == "Alle"


def test_only_hidden_table_is_read_and_said() -> None:
    profile = recognised(xlsx({"Titel": [["Bericht"]], "Daten": [HEADER, *bookings(10)]}, hidden=["Daten"]))
    assert profile.sheet == "Daten" and any("hidden" in line for line in profile.why)


def test_empty_sheets_before_the_data() -> None:
    profile = recognised(xlsx({"Tabelle1": [], "Tabelle2": [HEADER, *bookings(5)], "Tabelle3": []}))
    assert profile.sheet == "Tabelle2" and [sheet.why for sheet in profile.sheets] == ["empty", "", "empty"]


def test_empty_workbook() -> None:
    profile = recognised(xlsx({"Tabelle1": [], "Tabelle2": []}))
    assert profile.kind == "empty" and profile.rejected and profile.sheets


def test_chart_sheets_only() -> None:
    book = openpyxl.Workbook()
    book.create_chartsheet("Diagramm")
    book.remove(book.worksheets[0])
    profile = recognised(saved(book))
    assert profile.rejected is not None and "chart" in profile.rejected


def test_notes_are_no_table() -> None:
    profile = recognised(xlsx({"Notiz": [["Bitte beachten"]]}))
    assert profile.rejected is not None or profile.n_columns == 1


def test_numbers_of_sheets_are_bounded() -> None:
    profile = recognised(xlsx({f"Blatt {at}": [HEADER, *bookings(3)] for at in range(90)}))
    assert profile.sheet == "Blatt 0" and len(profile.sheets) == 90


def test_profile_holds_no_cell_value() -> None:
    rows = [[day, "GEHEIMER EMPFÄNGER", "GEHEIMER ZWECK", 4711.99] for day, *_ in bookings(20)]
    text = recognised(
        xlsx({"S": [["GEHEIMER TITEL"], [], HEADER, *rows, ["Summe", None, None, 4711.99]]})
    ).model_dump_json()
    assert "GEHEIM" not in text and "4711" not in text


def test_sheet_that_is_listed_but_missing() -> None:
    profile = recognised(raw_xlsx("", target="worksheets/gone.xml"))
    assert profile.rejected
