"""Headers, metadata, footers and totals of delimited text, each shape as one small file."""

from __future__ import annotations

from pathlib import Path

import pytest

from werkbank.tables.load import LoadedTable, load
from werkbank.tables.profile import TableProfile
from werkbank.tables.recognise import recognise

ROWS = [
    "02.01.2024;Anna Beispiel;-1.234,56;EUR",
    "15.01.2024;Bert Muster;99,00;EUR",
    "31.01.2024;Café;-5,44;EUR",
]
HEADER = "Datum;Name;Betrag;Währung"
TOTAL = "-1141.00"


def table(
    tmp_path: Path, *lines: str, encoding: str = "utf-8", eol: str = "\n"
) -> tuple[TableProfile, LoadedTable]:
    file = tmp_path / "t.csv"
    file.write_bytes((eol.join(lines) + eol).encode(encoding))
    profile = recognise(file)
    assert profile.rejected is None, profile.rejected
    return profile, load(profile, str(file))


def expect(
    got: tuple[TableProfile, LoadedTable], *, header: int | None, footer: int = 0, rows: int = 3
) -> None:
    profile, loaded = got
    assert (profile.header_line, profile.footer_lines) == (header, footer)
    assert (loaded.n_rows, loaded.amount_sums.get("2"), loaded.problems) == (rows, TOTAL, [])
    assert (loaded.date_min, loaded.date_max) == ("2024-01-02", "2024-01-31")


def test_plain(tmp_path: Path) -> None:
    expect(table(tmp_path, HEADER, *ROWS), header=0)


def test_no_header(tmp_path: Path) -> None:
    expect(table(tmp_path, *ROWS), header=None)


def test_metadata_of_other_width(tmp_path: Path) -> None:
    expect(table(tmp_path, "Konto;4711", "Zeitraum;01.01.2024 - 31.01.2024", "", HEADER, *ROWS), header=3)


def test_metadata_padded_to_the_width(tmp_path: Path) -> None:
    expect(table(tmp_path, "Umsätze;;;", "Saldo;;4.241,03;EUR", ";;;", HEADER, *ROWS), header=3)


def test_a_table_with_its_own_header_above(tmp_path: Path) -> None:
    above = ["Art;Summe;", "Eingang;99,00;", "Ausgang;-1.240,00;", ""]
    expect(table(tmp_path, *above, HEADER, *ROWS), header=4)


def test_unit_row(tmp_path: Path) -> None:
    profile, loaded = table(tmp_path, HEADER, "(TT.MM.JJJJ);(Text);(EUR);(ISO)", *ROWS)
    expect((profile, loaded), header=0)
    assert (profile.sub_header_lines, profile.first_data_line) == (1, 2)


@pytest.mark.parametrize(
    ("footer", "lines"),
    [
        (["", "Alter Kontostand;1,00"], 2),
        (["Summe;;-1.141,00;EUR"], 1),
        ([";Summe;-1.141,00;EUR"], 1),
        (["Kontostand;31.01.2024;500,00;EUR", "", ""], 3),
        (["", "Disclaimer:", "Die Bank haftet nicht; Angaben ohne Gewähr."], 3),
    ],
)
def test_footer(tmp_path: Path, footer: list[str], lines: int) -> None:
    expect(table(tmp_path, HEADER, *ROWS, *footer), header=0, footer=lines)


def test_subtotals_and_blank_rows_between(tmp_path: Path) -> None:
    got = table(tmp_path, HEADER, ROWS[0], ";Zwischensumme;-1.234,56;EUR", "", *ROWS[1:])
    expect(got, header=0)


def test_a_delimiter_ends_the_header_only(tmp_path: Path) -> None:
    profile, loaded = table(tmp_path, HEADER + ";", *ROWS)
    expect((profile, loaded), header=0)
    assert profile.n_columns == 4


def test_a_delimiter_ends_the_rows_only(tmp_path: Path) -> None:
    profile, loaded = table(tmp_path, HEADER, *[row + ";" for row in ROWS])
    expect((profile, loaded), header=0)
    assert profile.n_columns == 4


def test_duplicate_and_blank_names_keep_their_text_and_get_unique_labels(tmp_path: Path) -> None:
    profile, loaded = table(tmp_path, "Datum;;Betrag;Datum", *ROWS)
    assert [column.name for column in profile.columns] == ["Datum", "", "Betrag", "Datum"]
    assert [column.label for column in profile.columns] == ["Datum", "column_2", "Betrag", "Datum (2)"]
    assert loaded.n_rows == 3


def test_header_only(tmp_path: Path) -> None:
    profile, loaded = table(tmp_path, "Konto;4711", "", HEADER, "", "Keine Umsätze im Zeitraum.")
    assert (profile.header_line, loaded.n_rows, loaded.amount_sums) == (2, 0, {})


@pytest.mark.parametrize("eol", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le"])
def test_line_ends_and_encodings(tmp_path: Path, eol: str, encoding: str) -> None:
    expect(table(tmp_path, HEADER, *ROWS, encoding=encoding, eol=eol), header=0)


def test_header_text_is_no_cell_value_in_a_file_without_header(tmp_path: Path) -> None:
    profile, _ = table(tmp_path, *ROWS)
    text = profile.model_dump_json()
    assert "Anna" not in text and "1.234" not in text


def test_group_names_between_header_and_rows(tmp_path: Path) -> None:
    got = table(tmp_path, HEADER, "Januar 2024;;;", *ROWS[:2], "Ende Januar;;;", ROWS[2])
    expect(got, header=0)


def test_the_header_once_more_on_a_new_page(tmp_path: Path) -> None:
    expect(table(tmp_path, HEADER, *ROWS[:2], HEADER, ROWS[2]), header=0)


def test_a_delimiter_inside_a_text_is_said_and_adds_no_column(tmp_path: Path) -> None:
    profile, loaded = table(tmp_path, HEADER, *ROWS, "31.01.2024;zu; viel;1,00;EUR", *ROWS)
    assert profile.n_columns == 4
    assert "1 rows have more than 4 fields" in loaded.problems
