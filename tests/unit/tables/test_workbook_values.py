"""What cells mean in .xlsx, alike at recognition and in both recipes."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import datetime, time
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest

from .workbook_shapes import (
    HEADER,
    STRICT,
    bookings,
    inline,
    loaded,
    raw_xlsx,
    recognised,
    saved,
    total,
    xlsx,
)

BOTH = pytest.mark.parametrize("with_openpyxl", [True, False])


def rows_with_last_cell(cell: str, count: int = 10) -> str:
    """Raw rows of a date, a text, an amount and ``cell`` (``{r}``: the row number)."""
    rows = [inline("Datum", "Text", "Betrag", "Netto", row=1)]
    for at in range(count):
        r = at + 2
        rows.append(
            f'<row r="{r}"><c r="A{r}" s="1"><v>{45292 + at}</v></c>'
            f'<c r="B{r}" t="inlineStr"><is><t>x</t></is></c>'
            f'<c r="C{r}" s="2"><v>{at + 0.25}</v></c>{cell.replace("{r}", str(r))}</row>'
        )
    return "".join(rows)


@BOTH
@pytest.mark.parametrize(
    "cell",
    [
        '<c r="D{r}"><f>C{r}/1.19</f></c>',
        '<c r="D{r}"><f>C{r}/1.19</f><v/></c>',
        '<c r="D{r}"><f>C{r}/1.19</f><v></v></c>',
    ],
)
def test_formulas_without_results_are_named(tmp_path: Path, with_openpyxl: bool, cell: str) -> None:
    data = raw_xlsx(rows_with_last_cell(cell))
    profile = recognised(data)
    assert profile.uncached_formula_columns == [3] and profile.amount_columns == [2]
    assert any("without stored results" in line and "Netto" in line for line in profile.why)
    result = loaded(profile, data, tmp_path, openpyxl=with_openpyxl)
    assert result.df["Netto"].isna().all() and set(result.sums) == {"Betrag"}
    assert "NOTE: no stored results" in result.printed and "Netto" in result.printed


@BOTH
def test_zeros_of_a_writer_that_does_not_calculate(tmp_path: Path, with_openpyxl: bool) -> None:
    cell = '<c r="D{r}" s="2"><f>C{r}/1.19</f><v>0</v></c>'
    data = raw_xlsx(rows_with_last_cell(cell), calc_pr='<calcPr calcId="124519" fullCalcOnLoad="1"/>')
    profile = recognised(data)
    assert profile.uncached_formula_columns == [3]
    assert loaded(profile, data, tmp_path, openpyxl=with_openpyxl).df["Netto"].isna().all()
    honest = raw_xlsx(rows_with_last_cell(cell))
    assert recognised(honest).uncached_formula_columns == []


@BOTH
def test_stored_results_and_shared_formulas_are_read(tmp_path: Path, with_openpyxl: bool) -> None:
    cell = '<c r="D{r}"><f t="shared" si="0" ref="D2:D11">C{r}*2</f><v>1.5</v></c>'
    data = raw_xlsx(rows_with_last_cell(cell))
    profile = recognised(data)
    assert profile.uncached_formula_columns == []
    assert loaded(profile, data, tmp_path, openpyxl=with_openpyxl).sums["Netto"] == Decimal("15")


@BOTH
def test_some_formulas_without_result(tmp_path: Path, with_openpyxl: bool) -> None:
    rows = rows_with_last_cell('<c r="D{r}"><f>C{r}</f><v>2.5</v></c>').replace("<v>2.5</v>", "", 3)
    data = raw_xlsx(rows)
    profile = recognised(data)
    assert profile.uncached_formula_columns == [3] and profile.amount_columns == [2]
    result = loaded(profile, data, tmp_path, openpyxl=with_openpyxl)
    assert result.df["Netto"].isna().sum() == 3 and "some values" in result.printed and not result.problems


@BOTH
@pytest.mark.parametrize("error", ["#REF!", "#N/A", "#DIV/0!", "#VALUE!", "#NAME?"])
def test_error_cells(tmp_path: Path, with_openpyxl: bool, error: str) -> None:
    rows = rows_with_last_cell('<c r="D{r}" s="2"><f>C{r}</f><v>2.5</v></c>')
    rows = rows.replace(
        '<c r="D5" s="2"><f>C5</f><v>2.5</v></c>', f'<c r="D5" t="e"><f>C5</f><v>{error}</v></c>'
    )
    data = raw_xlsx(rows)
    profile = recognised(data)
    assert (
        3 in profile.amount_columns
        and profile.workbook is not None
        and profile.workbook.error_cells == {3: 1}
    )
    result = loaded(profile, data, tmp_path, openpyxl=with_openpyxl)
    assert (
        result.sums["Netto"] == Decimal("22.5") and "error cells" in result.printed and len(result.df) == 10
    )


@BOTH
def test_booleans_times_and_iso_dates(tmp_path: Path, with_openpyxl: bool) -> None:
    rows = [inline("Datum", "Uhrzeit", "Geprüft", "Betrag", row=1)]
    for at in range(8):
        r = at + 2
        rows.append(
            f'<row r="{r}"><c r="A{r}" t="d" s="1"><v>2024-03-{at + 1:02}T00:00:00</v></c>'
            f'<c r="B{r}" s="3"><v>0.5</v></c>'
            f'<c r="C{r}" t="b"><v>{at % 2}</v></c><c r="D{r}"><v>1E2</v></c></row>'
        )
    data = raw_xlsx("".join(rows))
    profile = recognised(data)
    assert profile.columns[2].type == "boolean" and profile.columns[1].type == "time"
    result = loaded(profile, data, tmp_path, openpyxl=with_openpyxl)
    assert result.df["Uhrzeit"][0] == time(12) and list(result.df["Geprüft"][:2]) == [False, True]
    assert result.df["Datum"].min() == datetime(2024, 3, 1) and result.sums == {"Betrag": Decimal("800")}


@BOTH
def test_1904_dates(tmp_path: Path, with_openpyxl: bool) -> None:
    data = raw_xlsx(
        rows_with_last_cell("").replace("<v>45", "<v>43"), workbook_pr='<workbookPr date1904="1"/>'
    )
    result = loaded(recognised(data), data, tmp_path, openpyxl=with_openpyxl)
    assert result.df["Datum"].min() == datetime(2022, 7, 12) and not result.problems


@BOTH
def test_shared_rich_and_phonetic_strings(tmp_path: Path, with_openpyxl: bool) -> None:
    strings = (
        "<si><t>Datum</t></si><si><r><rPr><b/></rPr><t>Be</t></r><r><t>trag</t></r></si>"
        "<si><t>Müller &amp; Söhne</t><rPh sb='0' eb='1'><t>LAUT</t></rPh></si><si><t>Text</t></si>"
    )
    rows = [
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>3</v></c>'
        '<c r="C1" t="s"><v>1</v></c></row>'
    ]
    for r in range(2, 10):
        rows.append(
            f'<row r="{r}"><c r="A{r}" s="1"><v>{45290 + r}</v></c>'
            f'<c r="B{r}" t="s"><v>2</v></c><c r="C{r}"><v>7.1</v></c></row>'
        )
    data = raw_xlsx("".join(rows), strings=strings)
    profile = recognised(data)
    assert [column.name for column in profile.columns] == ["Datum", "Text", "Betrag"]
    result = loaded(profile, data, tmp_path, openpyxl=with_openpyxl)
    assert set(result.df["Text"]) == {"Müller & Söhne"} and result.sums == {"Betrag": Decimal("56.8")}


@BOTH
@pytest.mark.parametrize("dimension", ['<dimension ref="A1"/>', '<dimension ref="A1:XFD1048576"/>', ""])
def test_stored_size_is_not_trusted(tmp_path: Path, with_openpyxl: bool, dimension: str) -> None:
    path = "xl/worksheets/sheet1.xml"
    body = (
        f'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{dimension}<sheetData>'
    )
    data = raw_xlsx(
        "", extra={path: f"{body}{rows_with_last_cell('')}</sheetData></worksheet>"}, sheet_path="unused.xml"
    )
    result = loaded(recognised(data), data, tmp_path, openpyxl=with_openpyxl)
    assert len(result.df) == 10 and result.sums == {"Betrag": Decimal("47.5")}


@BOTH
def test_strict_namespaces(tmp_path: Path, with_openpyxl: bool) -> None:
    data = raw_xlsx(rows_with_last_cell(""), main=STRICT)
    profile = recognised(data)
    assert profile.workbook is not None and not profile.workbook.openpyxl
    result = loaded(profile, data, tmp_path, openpyxl=with_openpyxl)
    assert len(result.df) == 10 and result.sums == {"Betrag": Decimal("47.5")}


@BOTH
@pytest.mark.parametrize(
    "target", ["/xl/worksheets/sheet1.xml", "worksheets/sheet1.xml", "../xl/worksheets/sheet1.xml"]
)
def test_paths_of_sheets(tmp_path: Path, with_openpyxl: bool, target: str) -> None:
    data = raw_xlsx(rows_with_last_cell(""), target=target)
    assert len(loaded(recognised(data), data, tmp_path, openpyxl=with_openpyxl).df) == 10


@BOTH
def test_prefixed_elements(tmp_path: Path, with_openpyxl: bool) -> None:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    rows = re.sub(r"<(/?)(\w)", r"<\1x:\2", rows_with_last_cell(""))
    sheet = f'<x:worksheet xmlns:x="{main}"><x:sheetData>{rows}</x:sheetData></x:worksheet>'
    data = raw_xlsx("", extra={"xl/worksheets/sheet1.xml": sheet}, sheet_path="unused.xml")
    assert len(loaded(recognised(data), data, tmp_path, openpyxl=with_openpyxl).df) == 10


@BOTH
def test_float_noise_does_not_reach_the_sum(tmp_path: Path, with_openpyxl: bool) -> None:
    data = raw_xlsx(rows_with_last_cell("").replace("<v>0.25</v>", "<v>0.30000000000000004</v>"))
    assert loaded(recognised(data), data, tmp_path, openpyxl=with_openpyxl).sums == {
        "Betrag": Decimal("47.55")
    }


@BOTH
def test_elapsed_times_stay_numbers(tmp_path: Path, with_openpyxl: bool) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(["Datum", "Wer", "Stunden"])
    for day, who, *_ in bookings(8):
        sheet.append([day, who, 1.25])
        sheet.cell(sheet.max_row, 3).number_format = "[h]:mm"
    data = saved(book)
    result = loaded(recognised(data), data, tmp_path, openpyxl=with_openpyxl)
    assert not result.problems and float(result.df["Stunden"].sum()) == 10.0


@BOTH
def test_a_million_formatted_empty_rows(tmp_path: Path, with_openpyxl: bool) -> None:
    empty = "".join(
        f'<row r="{r}" s="1" customFormat="1"><c r="A{r}" s="1"/></row>' for r in range(12, 200_000)
    )
    data = raw_xlsx(rows_with_last_cell("") + empty)
    profile = recognised(data)
    result = loaded(profile, data, tmp_path, openpyxl=with_openpyxl)
    assert len(result.df) == 10 and not result.problems


def test_xlsm_is_read_like_xlsx(tmp_path: Path) -> None:
    book = openpyxl.load_workbook(io.BytesIO(xlsx({"S": [HEADER, *bookings(6)]})))
    data = saved(book)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            content = old.read(info).replace(
                b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
                b"application/vnd.ms-excel.sheet.macroEnabled.main+xml",
            )
            new.writestr(info, content)
        new.writestr("xl/vbaProject.bin", b"\xd0\xcf\x11\xe0 never run")
    profile = recognised(out.getvalue())
    assert profile.kind == "xlsm"
    assert loaded(profile, out.getvalue(), tmp_path).sums == {"Betrag": total(6)}
