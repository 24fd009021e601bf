"""Signs, ambiguous readings and text that must stay text."""

from __future__ import annotations

from pathlib import Path

import pytest

from werkbank.tables.facts import facts
from werkbank.tables.recognise import recognise


def got(tmp_path: Path, text: str) -> dict[str, object]:
    file = tmp_path / "t.csv"
    file.write_text(text, encoding="utf-8")
    return facts(recognise(file), str(file))


@pytest.mark.parametrize(
    ("marks", "sign"),
    [
        ("SH", "sh_column"),
        ("DC", "direction_column"),
        (("Af", "Bij"), "direction_column"),
        ("-+", "direction_column"),
    ],
)
def test_mark_columns_leave_the_sum_raw_and_give_a_signed_one(tmp_path: Path, marks: str, sign: str) -> None:
    minus, plus = marks
    text = f"Datum;Betrag;Art\n02.01.2024;10,00;{minus}\n13.01.2024;2,50;{plus}\n14.01.2024;1,00;{minus}\n"
    found = got(tmp_path, text)
    assert (found["sign"], found["amount_sums"], found["signed_sum"]) == (sign, {"1": "13.50"}, "-8.50")


@pytest.mark.parametrize("debit", ["-10,00", "10,00"])
def test_debit_and_credit_columns(tmp_path: Path, debit: str) -> None:
    text = (
        f"Datum;Soll;Haben;Saldo\n02.01.2024;{debit};;90,00\n13.01.2024;;2,50;92,50\n14.01.2024;;1,50;94,00\n"
    )
    found = got(tmp_path, text)
    assert (found["sign"], found["signed_sum"]) == ("debit_credit", "-6.00")


def test_a_balance_is_no_amount_beside_debit_and_credit(tmp_path: Path) -> None:
    found = got(
        tmp_path,
        'Date,Text,Debit,Credit,Balance\n"Jan 2, 2024",A,10.00,,90.00\n"Feb 15, 2024",B,,2.50,92.50\n',
    )
    assert (found["sign"], found["signed_sum"]) == ("debit_credit", "-7.50")


def test_a_mark_beside_signed_amounts_is_only_information(tmp_path: Path) -> None:
    found = got(tmp_path, "Details,Date,Amount\nDEBIT,01/13/2024,-5.00\nCREDIT,01/14/2024,7.00\n")
    assert (found["sign"], found["signed_sum"]) == ("leading", None)


def test_text_stays_text(tmp_path: Path) -> None:
    text = (
        "IBAN;PLZ;Kundennummer;Telefon;Beleg;Betrag\n"
        "DE00123456780000000001;01067;4711;004917012345;12345678901234567890;1,00\n"
        "DE00123456780000000002;99084;0815;017198765432;12345678901234567891;2,00\n"
    )
    found = got(tmp_path, text)
    assert found["types"] == ["text"] * 5 + ["amount"]


def test_the_other_reading_of_a_date_is_named(tmp_path: Path) -> None:
    found = got(tmp_path, "Date,Text,Amount\n01/02/2024,a,1.50\n03/04/2024,b,2.50\n")
    (ambiguity,) = found["ambiguities"]  # type: ignore[misc]
    assert {ambiguity["chosen"], *ambiguity["others"]} == {"%d/%m/%Y", "%m/%d/%Y"}


def test_the_other_reading_of_a_number_is_named(tmp_path: Path) -> None:
    found = got(tmp_path, "Datum;Text;Betrag\n13.02.2024;a;1.234\n14.02.2024;b;2.500\n")
    assert found["amount_sums"] == {"2": "3734.00"}
    assert [ambiguity["what"] for ambiguity in found["ambiguities"]] == ["number_format"]  # type: ignore[attr-defined]


def test_other_columns_decide_what_a_dot_is(tmp_path: Path) -> None:
    found = got(tmp_path, "Kennzahl;Bemessung;Steuer\n81;12.345;2.345,55\n86;1.000;70,00\n")
    assert (found["amount_sums"], found["ambiguities"]) == ({"1": "13345.00", "2": "2415.55"}, [])


def test_date_formats_reach_the_frame(tmp_path: Path) -> None:
    for first, last in [
        ("5. Januar 2024", "17. März 2024"),
        ("05-Jan-24", "17-Mar-24"),
        ("2024-01-05T10:00:00Z", "2024-03-17T23:30:00Z"),
        ("Fr, 05.01.2024", "So, 17.03.2024"),
        ("01/05/2024 03:04 PM", "03/17/2024 11:04 AM"),
        ("20240105", "20240317"),
    ]:
        found = got(tmp_path, f"Datum;Betrag\n{first};1,00\n{last};2,00\n{last};2,00\n")
        assert (found["date_min"], found["date_max"], found["problems"]) == (
            "2024-01-05",
            "2024-03-17",
            [],
        ), first


def test_quoted_decimals_of_few_rows_under_a_sentence_with_a_comma() -> None:
    above = "Kontoauszug\nAlle Angaben ohne Gewähr, Irrtum vorbehalten.\n\n"
    profile = recognise(f'{above}Buchungstag,Betrag\n14-01-2024,"-1.234,56"\n15-01-2024,"-8,06"\n'.encode())
    assert (profile.header_line, profile.decimal) == (3, ",")
    assert [column.type for column in profile.columns] == ["date", "amount"]


def test_a_text_column_of_mostly_numbers_stays_text() -> None:
    details = ["29,90 CHF", "Miete Juni", "1,25 %", "330217/03"] + ["46,00 CHF"] * 60
    lines = [f"{i % 28 + 1:02d}.05.2024;{text};{i},50" for i, text in enumerate(details)]
    lines[40] = "01.05.2024;5,00 CHF;storniert"
    profile = recognise("\n".join(["Datum;Detail;Betrag", *lines]).encode())
    assert [column.type for column in profile.columns] == ["date", "text", "amount"]
