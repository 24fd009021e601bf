"""The other containers: .xls, .ods, HTML and Excel 2003 XML under any name."""

from __future__ import annotations

import io
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import pytest
import xlwt
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

from .workbook_shapes import HEADER, amount, bookings, german, loaded, ods_content, recognised, total


def xls(sheets: dict[str, list[list[object]]], hidden: tuple[str, ...] = (), **options: object) -> bytes:
    book = xlwt.Workbook(**options)
    day = xlwt.easyxf(num_format_str="DD.MM.YYYY")
    for name, rows in sheets.items():
        sheet = book.add_sheet(name)
        sheet.visibility = 1 if name in hidden else 0
        for r, row in enumerate(rows):
            for c, value in enumerate(row):
                if value is not None:
                    sheet.write(r, c, value, day if isinstance(value, datetime) else xlwt.Style.default_style)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_xls(tmp_path: Path) -> None:
    rows = [["Kontoauszug"], [], ["Inhaber", "Zoë"], HEADER, *bookings(25), [], ["Summe", None, None, 1.5]]
    data = xls({"_cfg": [["a", 1]] * 50, "Umsätze": rows}, hidden=("_cfg",))
    profile = recognised(data)
    assert (profile.kind, profile.sheet, profile.header_line) == ("xls", "Umsätze", 3)
    result = loaded(profile, data, tmp_path)
    assert len(result.df) == 25 and result.sums == {"Betrag": total(25)} and not result.problems
    assert result.df["Buchungstag"].min() == datetime(2024, 1, 1)


def test_xls_trailing_minus_and_identifiers(tmp_path: Path) -> None:
    rows = [
        [d.strftime("%d.%m.%y"), "0815", 4711, german(abs(v)) + ("-" if v < 0 else "")]
        for d, _, _, v in bookings(20, start=80)
    ]
    data = xls({"Blatt1": [["Datum", "PLZ", "Kunde", "Betrag"], *rows]})
    result = loaded(recognised(data), data, tmp_path)
    assert result.sums == {"Betrag": total(100) - total(80)} and set(result.df["PLZ"]) == {"0815"}
    assert str(result.df["Kunde"][0]) == "4711"


def test_xls_formulas_without_results(tmp_path: Path) -> None:
    rows = [[*row[:3], row[3], xlwt.Formula(f"D{at + 2}/1.19")] for at, row in enumerate(bookings(8))]
    data = xls({"S": [[*HEADER, "Netto"], *rows]})
    profile = recognised(data)
    assert profile.uncached_formula_columns == [4]
    result = loaded(profile, data, tmp_path)
    assert "no stored results" in result.printed and result.df["Netto"].isna().all()


def test_xls_of_many_rows_is_read_in_part(tmp_path: Path) -> None:
    data = xls(
        {"Gross": [HEADER, *bookings(30_000), ["Summe", None, None, 1.0]], "Zwei": [["a", "b"], [1, 2]]}
    )
    assert len(data) > 2**20
    profile = recognised(data)
    assert profile.workbook is not None and profile.workbook.n_rows is None and len(profile.sheets) == 2
    result = loaded(profile, data, tmp_path)
    assert len(result.df) == 30_000 and result.sums == {"Betrag": total(30_000)}


def ods_rows(rows: list[list[object]]) -> str:
    out = []
    for row in rows:
        cells = []
        for value in row:
            if isinstance(value, datetime):
                cells.append(
                    f'<table:table-cell office:value-type="date" office:date-value="{value:%Y-%m-%d}">'
                    f"<text:p>{value:%d.%m.%Y}</text:p></table:table-cell>"
                )
            elif isinstance(value, (int, float)):
                cells.append(
                    '<table:table-cell office:value-type="currency" office:currency="EUR" '
                    f'office:value="{value}">'
                    f"<text:p>{value:.1f} €</text:p></table:table-cell>"
                )
            elif value is None:
                cells.append("<table:table-cell/>")
            else:
                text = str(value).replace("&", "&amp;").replace("  ", ' <text:s text:c="1"/>')
                cells.append(
                    '<table:table-cell office:value-type="string"><office:annotation><text:p>Notiz</text:p>'
                    f"</office:annotation><text:p>{text}</text:p></table:table-cell>"
                )
        out.append(f"<table:table-row>{''.join(cells)}</table:table-row>")
    return "".join(out)


EMPTY_TAIL = (
    '<table:table-row table:number-rows-repeated="1048000"><table:table-cell '
    'table:number-columns-repeated="1024"/></table:table-row>'
)


def test_ods(tmp_path: Path) -> None:
    body = ods_rows([["Kassenbuch"], [], HEADER, *bookings(18), [], ["Summe", None, None, 99.5]])
    data = ods_content(f'<table:table table:name="Kasse &amp; Co">{body}{EMPTY_TAIL}</table:table>')
    profile = recognised(data)
    assert (profile.kind, profile.sheet, profile.header_line) == ("ods", "Kasse & Co", 2)
    result = loaded(profile, data, tmp_path)
    assert len(result.df) == 18 and result.sums == {"Betrag": total(18)} and not result.problems
    assert result.df["Buchungstag"].min() == datetime(2024, 1, 1)


def test_ods_hidden_sheet_repeated_rows_and_formulas(tmp_path: Path) -> None:
    styles = '<style:style style:name="ta1"><style:table-properties table:display="false"/></style:style>'
    hidden = (
        f'<table:table table:name="_cfg" table:style-name="ta1">{ods_rows([["k", 1]] * 40)}</table:table>'
    )
    head = ods_rows([["Datum", "Text", "Betrag", "Netto"]])
    line = (
        '<table:table-row table:number-rows-repeated="3"><table:table-cell office:value-type="date" '
        'office:date-value="2024-02-01"/><table:table-cell office:value-type="string"><text:p>gleich</text:p>'
        '</table:table-cell><table:table-cell office:value-type="float" office:value="2.5"/>'
        '<table:table-cell table:formula="of:=[.C2]/1.19"/></table:table-row>'
    )
    data = ods_content(
        f'{hidden}<table:table table:name="B">{head}{line * 3}{EMPTY_TAIL}</table:table>', styles
    )
    profile = recognised(data)
    assert profile.sheet == "B" and profile.sheets[0].hidden and profile.uncached_formula_columns == [3]
    result = loaded(profile, data, tmp_path)
    assert len(result.df) == 9 and result.sums == {"Betrag": Decimal("22.5")}
    assert "no stored results" in result.printed


def test_ods_as_a_library_writes_it(tmp_path: Path) -> None:
    document = OpenDocumentSpreadsheet()
    table = Table(name="Blatt1")
    for row in [HEADER, *bookings(12)]:
        line = TableRow()
        for value in row:
            if isinstance(value, datetime):
                cell = TableCell(valuetype="date", datevalue=value.isoformat())
            elif isinstance(value, float):
                cell = TableCell(valuetype="float", value=value)
            else:
                cell = TableCell(valuetype="string")
                cell.addElement(P(text=str(value)))
            line.addElement(cell)
        table.addElement(line)
    document.spreadsheet.addElement(table)
    out = io.BytesIO()
    document.write(out)
    result = loaded(recognised(out.getvalue()), out.getvalue(), tmp_path)
    assert result.sums == {"Betrag": total(12)} and not result.problems


def html(rows: list[list[str]], before: str = "", charset: str = "utf-8", cell: str = "td") -> str:
    body = "".join(f"<tr>{''.join(f'<{cell}>{value}</{cell}>' for value in row)}</tr>" for row in rows)
    return f'<html><head><meta charset="{charset}"></head><body>{before}<table>{body}</table></body></html>'


def written(count: int) -> list[list[str]]:
    rows = bookings(count)
    return [[d.strftime("%d.%m.%Y"), f"{who} &amp; S&ouml;hne", what, german(v)] for d, who, what, v in rows]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_html_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    charset = {"cp1252": "iso-8859-1"}.get(encoding, "utf-8")
    data = html([HEADER, *written(14)], charset=charset).encode(encoding)
    profile = recognised(data, "umsatz.xls")
    assert profile.kind == "html" and [column.name for column in profile.columns] == HEADER
    result = loaded(profile, data, tmp_path)
    assert len(result.df) == 14 and result.sums == {"Betrag": total(14)} and not result.problems
    assert result.df["Empfänger"][0] == "Laden 0 & Söhne"


def test_html_layout_table_metadata_table_and_unclosed_tags(tmp_path: Path) -> None:
    meta = "<table><tr><td>Konto<td>DE00<tr><td>Inhaber<td>Zoë</table><p>Hinweis"
    table = "".join("<tr>" + "".join(f"<td>{value}" for value in row) for row in [HEADER, *written(10)])
    data = (
        f"<HTML><BODY><TABLE><TR><TD>{meta}</TD><TD><table border>{table}</table></TD></TR></TABLE>".encode()
    )
    profile = recognised(data, "umsatz.xls")
    assert [column.name for column in profile.columns] == HEADER
    result = loaded(profile, data, tmp_path)
    assert len(result.df) == 10 and result.sums == {"Betrag": total(10)} and not result.problems


def test_html_spans(tmp_path: Path) -> None:
    table = (
        '<tr><th rowspan="2">Datum</th><th rowspan=2>Text</th><th colspan="2">Betrag</th></tr>'
        "<tr><th>Soll</th><th>Haben</th></tr>"
    )
    for at in range(8):
        table += f"<tr><td>0{at + 1}.02.2024</td><td>x<br>y</td><td></td><td>{at},50</td></tr>"
    table += '<tr><td colspan="3">Summe</td><td>32,00</td></tr>'
    data = f"<html><body><table>{table}</table></body></html>".encode()
    profile = recognised(data)
    assert [column.name for column in profile.columns] == ["Datum", "Text", "Soll", "Haben"]
    result = loaded(profile, data, tmp_path)
    assert len(result.df) == 8 and result.sums["Haben"] == Decimal("32") and result.df["Text"][0] == "x y"


@pytest.mark.parametrize(
    "page",
    [
        "<!DOCTYPE html><html><body><h1>Bitte anmelden</h1></body></html>",
        "<html><body><form><table><tr><td>Name</td><td><input name=u></td></tr><tr><td>Kennwort</td>"
        "<td><input type='password'></td></tr></table></form></body></html>",
        "<html><body><table><tr><td><h1>503</h1></td></tr></table></body></html>",
        "<div class='error'>Sitzung abgelaufen</div>",
    ],
)
def test_pages_without_a_table(page: str) -> None:
    profile = recognised(page.encode(), "umsatz.csv")
    assert profile.kind == "html" and profile.rejected and "login" in profile.rejected


def test_excel_2003_xml(tmp_path: Path) -> None:
    rows = "".join(f'<Cell><Data ss:Type="String">{name}</Data></Cell>' for name in HEADER)
    title = '<Row><Cell ss:MergeAcross="3"><Data ss:Type="String">Auszug</Data></Cell></Row>'
    rows = f'{title}<Row ss:Index="4">{rows}</Row>'
    for day, who, what, value in bookings(11):
        rows += (
            f'<Row><Cell><Data ss:Type="DateTime">{day:%Y-%m-%dT%H:%M:%S}.000</Data></Cell>'
            f'<Cell><Data ss:Type="String">{who}</Data></Cell>'
            f'<Cell><Data ss:Type="String">{what}</Data></Cell>'
            f'<Cell><Data ss:Type="Number">{value}</Data></Cell></Row>'
        )
    rows += '<Row ss:Index="20"><Cell ss:Index="4"><Data ss:Type="Number">5</Data></Cell></Row>'
    space = "urn:schemas-microsoft-com:office:spreadsheet"
    data = (
        '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>\n'
        f'<Workbook xmlns="{space}" xmlns:ss="{space}">'
        f'<Worksheet ss:Name="Umsätze"><Table>{rows}</Table></Worksheet></Workbook>'
    ).encode()
    profile = recognised(data, "umsatz.xls")
    assert (profile.kind, profile.sheet, profile.header_line) == ("xml", "Umsätze", 3)
    result = loaded(profile, data, tmp_path)
    assert len(result.df) == 11 and result.sums == {"Betrag": total(11)} and not result.problems


def test_amount_helper_is_what_the_tests_think() -> None:
    assert german(-1234.5) == "-1.234,50" and total(2) == Decimal(str(amount(0))) + Decimal(str(amount(1)))
