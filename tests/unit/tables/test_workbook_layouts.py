"""Where the table is in a sheet, and that the recipe loads exactly its rows with both .xlsx readers."""

from __future__ import annotations

import io
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.table import Table

from .workbook_shapes import (
    HEADER,
    bookings,
    german,
    inline,
    loaded,
    raw_xlsx,
    recognised,
    saved,
    total,
    xlsx,
)

BOTH = pytest.mark.parametrize("with_openpyxl", [True, False])


def columns(profile) -> list[str]:
    return [column.name for column in profile.columns]


@BOTH
def test_plain(tmp_path: Path, with_openpyxl: bool) -> None:
    data = xlsx({"Umsätze": [HEADER, *bookings(30)]})
    profile = recognised(data)
    assert (profile.kind, profile.rejected, profile.sheet, profile.header_line) == (
        "xlsx",
        None,
        "Umsätze",
        0,
    )
    assert columns(profile) == HEADER and profile.date_column == 0 and profile.amount_columns == [3]
    result = loaded(profile, data, tmp_path, openpyxl=with_openpyxl)
    assert len(result.df) == 30 and result.sums == {"Betrag": total(30)} and not result.problems
    assert result.printed == f"rows: 30; sum Betrag: {total(30)}\n"
    assert (
        str(result.df["Buchungstag"].dtype).startswith("datetime64")
        and result.df["Betrag"].dtype == "float64"
    )


@BOTH
def test_metadata_above_and_totals_below(tmp_path: Path, with_openpyxl: bool) -> None:
    rows = [
        ["Kontoauszug Beispielbank"],
        [],
        ["Kontoinhaber:", "Zoë Süßkorn"],
        ["Zeitraum:", "01.01.2024 - 30.04.2024"],
        [],
        HEADER,
        *bookings(20),
        [],
        ["Summe", None, None, float(total(20))],
        ["Alle Angaben ohne Gewähr. Erstellt am 05.05.2024"],
    ]
    data = xlsx({"Auszug": rows})
    profile = recognised(data)
    assert profile.header_line == 5 and columns(profile) == HEADER
    result = loaded(profile, data, tmp_path, openpyxl=with_openpyxl)
    assert len(result.df) == 20 and result.sums == {"Betrag": total(20)} and not result.problems


@BOTH
@pytest.mark.parametrize(("right", "down"), [(1, 0), (2, 3), (25, 1)])
def test_table_not_at_a1(tmp_path: Path, with_openpyxl: bool, right: int, down: int) -> None:
    rows = [[None] * right + list(row) for row in [*[[]] * down, HEADER, *bookings(12)]]
    data = xlsx({"B": rows})
    profile = recognised(data)
    assert (profile.first_column, profile.header_line, profile.n_columns) == (right, down, 4)
    assert columns(profile) == HEADER and profile.amount_columns == [3]
    result = loaded(profile, data, tmp_path, openpyxl=with_openpyxl)
    assert len(result.df) == 12 and result.sums == {"Betrag": total(12)} and not result.problems


def test_title_further_left_than_the_table(tmp_path: Path) -> None:
    rows = [["Bericht 2024"], [], [None, None, *HEADER], *[[None, None, *row] for row in bookings(9)]]
    data = xlsx({"B": rows})
    profile = recognised(data)
    assert (profile.first_column, profile.header_line) == (2, 2) and columns(profile) == HEADER
    assert loaded(profile, data, tmp_path).sums == {"Betrag": total(9)}


@BOTH
def test_group_header_merged_above(tmp_path: Path, with_openpyxl: bool) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in [["Termine", "Partner", None, "Werte"], HEADER, *bookings(15)]:
        sheet.append(row)
    sheet.merge_cells("B1:C1")
    data = saved(book)
    profile = recognised(data)
    assert profile.header_line == 1 and columns(profile) == HEADER
    assert loaded(profile, data, tmp_path, openpyxl=with_openpyxl).sums == {"Betrag": total(15)}


@BOTH
def test_names_merged_over_two_rows(tmp_path: Path, with_openpyxl: bool) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(["Buchungstag", "Empfänger", "Betrag", None])
    sheet.append([None, None, "Soll", "Haben"])
    for day, who, _, value in bookings(10):
        sheet.append([day, who, -value if value < 0 else None, value if value >= 0 else None])
    for area in ("A1:A2", "B1:B2", "C1:D1"):
        sheet.merge_cells(area)
    data = saved(book)
    profile = recognised(data)
    assert columns(profile) == ["Buchungstag", "Empfänger", "Soll", "Haben"]
    result = loaded(profile, data, tmp_path, openpyxl=with_openpyxl)
    assert len(result.df) == 10 and not result.problems
    assert result.sums["Haben"] - result.sums["Soll"] == total(10)


@BOTH
def test_amounts_and_dates_as_german_text(tmp_path: Path, with_openpyxl: bool) -> None:
    rows = [
        [d.strftime("%d.%m.%Y"), who, what, f"{german(v)} €"] for d, who, what, v in bookings(18, start=90)
    ]
    data = xlsx({"K": [["Kreditkarte"], [], HEADER, *rows]})
    profile = recognised(data)
    assert (profile.decimal, profile.thousands, profile.date_format) == (",", ".", "%d.%m.%Y")
    result = loaded(profile, data, tmp_path, openpyxl=with_openpyxl)
    assert result.sums == {"Betrag": total(108) - total(90)} and not result.problems
    assert str(result.df["Buchungstag"].max())[:10] == "2024-04-24"


def test_trailing_minus_and_mixed_real_and_text_amounts(tmp_path: Path) -> None:
    rows = []
    for at, (day, who, what, value) in enumerate(bookings(24)):
        written = german(abs(value)) + ("-" if value < 0 else "")
        rows.append(
            [day if at % 2 else day.strftime("%d.%m.%Y"), who, what, value if at % 3 == 0 else written]
        )
    data = xlsx({"M": [HEADER, *rows]})
    profile = recognised(data)
    result = loaded(profile, data, tmp_path)
    assert len(result.df) == 24 and result.sums == {"Betrag": total(24)} and not result.problems
    assert result.df["Buchungstag"].notna().all()


def test_text_that_must_stay_text(tmp_path: Path) -> None:
    header = ["Buchungstag", "PLZ", "IBAN", "Kundennummer", "Betrag"]
    rows = [
        [day, f"0{1000 + at}", "DE00123400005678000000", 100000 + at, v]
        for at, (day, _, _, v) in enumerate(bookings(12))
    ]
    data = xlsx({"S": [header, *rows]})
    result = loaded(recognised(data), data, tmp_path)
    assert result.df["PLZ"].tolist()[:2] == ["01000", "01001"] and result.df["IBAN"][0].startswith("DE00")
    assert str(result.df["Kundennummer"][3]) == "100003" and result.sums == {"Betrag": total(12)}


def test_blank_rows_and_subtotals_between(tmp_path: Path) -> None:
    rows = bookings(20)
    first = float(sum(Decimal(str(row[3])) for row in rows[:10]))
    data = xlsx(
        {
            "S": [
                HEADER,
                *rows[:10],
                [None, "Zwischensumme", None, first],
                [],
                *rows[10:],
                ["Gesamt", None, None, 1],
            ]
        }
    )
    result = loaded(recognised(data), data, tmp_path)
    assert len(result.df) == 20 and result.sums == {"Betrag": total(20)}


def test_declared_table_with_totals_row(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in [["Kasse 2024"], [], HEADER, *bookings(11), ["Ergebnis", None, None, 12.5]]:
        sheet.append(row)
    sheet["H3"], sheet["H4"] = "Legende", "grün = geprüft"
    table = Table(displayName="Tabelle1", ref="A3:D15", totalsRowCount=1)
    sheet.add_table(table)
    data = saved(book)
    profile = recognised(data)
    assert columns(profile) == HEADER and profile.header_line == 2
    result = loaded(profile, data, tmp_path)
    assert len(result.df) == 11 and result.sums == {"Betrag": total(11)}


def test_legend_beside_the_table(tmp_path: Path) -> None:
    rows = [[*row, None, None, "grün = geprüft" if at < 3 else None] for at, row in enumerate(bookings(20))]
    data = xlsx({"S": [[*HEADER, None, None, "Legende"], *rows]})
    profile = recognised(data)
    assert columns(profile) == HEADER and profile.header_line == 0
    result = loaded(profile, data, tmp_path)
    assert len(result.df) == 20 and result.sums == {"Betrag": total(20)}


def test_rarely_filled_last_columns(tmp_path: Path) -> None:
    rows = [[*row, None, "k" if at == 17 else None] for at, row in enumerate(bookings(20))]
    data = xlsx({"S": [[*HEADER, "Notiz", "Kategorie"], *rows]})
    result = loaded(recognised(data), data, tmp_path)
    assert len(result.df) == 20 and result.df["Kategorie"].notna().sum() == 1


def test_days_without_a_date_format(tmp_path: Path) -> None:
    data = xlsx({"S": [HEADER, *[[45292 + at, *row[1:]] for at, row in enumerate(bookings(20))]]})
    profile = recognised(data)
    assert profile.date_column == 0 and profile.amount_columns == [3]
    assert str(loaded(profile, data, tmp_path).df["Buchungstag"].min())[:10] == "2024-01-01"


def test_unsigned_amounts_with_marks(tmp_path: Path) -> None:
    rows = [[*row[:3], abs(row[3]), "S" if row[3] < 0 else "H"] for row in bookings(20)]
    data = xlsx({"S": [[*HEADER, "S/H"], *rows]})
    result = loaded(recognised(data), data, tmp_path)
    assert list(result.df.columns)[5:] == ["Betrag (mit Vorzeichen)"] and str(total(20)) in result.printed


def test_header_only() -> None:
    profile = recognised(xlsx({"Leer": [HEADER]}))
    assert (profile.rejected, profile.header_line, columns(profile)) == (None, 0, HEADER)
    assert profile.workbook is not None and profile.workbook.n_rows == 0


def test_header_only_recipe_gives_no_rows(tmp_path: Path) -> None:
    data = xlsx({"Leer": [["Umsatzliste"], [], HEADER]})
    result = loaded(recognised(data), data, tmp_path)
    assert len(result.df) == 0 and list(result.df.columns) == HEADER and not result.problems


def test_no_header(tmp_path: Path) -> None:
    data = xlsx({"Roh": bookings(8)})
    profile = recognised(data)
    assert profile.header_line is None and profile.n_columns == 4
    assert len(loaded(profile, data, tmp_path).df) == 8


def test_duplicate_and_blank_names(tmp_path: Path) -> None:
    header = ["Buchungstag", "Währung", "Betrag", None, "Währung"]
    data = xlsx({"S": [header, *[[d, "EUR", v, "x", "CHF"] for d, _, _, v in bookings(9)]]})
    profile = recognised(data)
    labels = [column.label for column in profile.columns]
    assert len(set(labels)) == 5 and columns(profile) == ["Buchungstag", "Währung", "Betrag", "", "Währung"]
    result = loaded(profile, data, tmp_path)
    assert list(result.df.columns) == labels and result.sums == {"Betrag": total(9)} and not result.problems


def test_quotes_and_breaks_in_names_stay_data(tmp_path: Path) -> None:
    header = ['Tag "1"', "Betrag\n(EUR)", "'); import os #", "\\n{x}"]
    data = xlsx({"Bl\"att'{0}": [header, *[[d, v, "a", "b"] for d, _, _, v in bookings(9)]]})
    for with_openpyxl in (True, False):
        result = loaded(recognised(data), data, tmp_path, openpyxl=with_openpyxl)
        assert len(result.df) == 9 and list(result.sums.values()) == [total(9)] and not result.problems


def test_rows_without_numbers_and_cells_without_references(tmp_path: Path) -> None:
    rows = [inline("Datum", "Text", "Betrag")] + [
        inline(f"{at + 1:02}.01.2024", "x", at * 2.5) for at in range(9)
    ]
    data = raw_xlsx("".join(rows))
    profile = recognised(data)
    for with_openpyxl in (True, False):
        result = loaded(profile, data, tmp_path, openpyxl=with_openpyxl)
        assert len(result.df) == 9 and result.sums == {"Betrag": Decimal("90")}


def test_openpyxl_is_left_aside_where_it_cannot_open_the_file(tmp_path: Path) -> None:
    rows = [inline("Datum", "Text", "Betrag")] + [
        inline(f"{at + 1:02}.01.2024", "x", at * 2.5) for at in range(9)
    ]
    data = raw_xlsx("".join(rows), fill="<fill/>")
    with pytest.raises(TypeError):
        openpyxl.load_workbook(io.BytesIO(data))
    result = loaded(recognised(data), data, tmp_path, openpyxl=True)
    assert result.sums == {"Betrag": Decimal("90")} and "import openpyxl" not in result.code


def test_large_sheet_is_read_in_part_and_loaded_whole(tmp_path: Path) -> None:
    rows = [
        ["Export"],
        [],
        HEADER,
        *bookings(3000),
        [],
        ["Summe", None, None, float(total(3000))],
        ["Ende der Liste"],
    ]
    data = xlsx({"Gross": rows})
    profile = recognised(data)
    assert profile.workbook is not None and profile.workbook.n_rows is None
    for with_openpyxl in (True, False):
        result = loaded(profile, data, tmp_path, openpyxl=with_openpyxl)
        assert len(result.df) == 3000 and result.sums == {"Betrag": total(3000)} and not result.problems
        assert "left out" in result.printed
