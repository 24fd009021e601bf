"""Write typed rows as xlsx, xls and ods, and state the truth about them."""

# fmt: off
from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from typing import Any

import openpyxl
import xlwt
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

from .case import Case
from .texttable import As, table_truth

Row = Sequence[Any]


def plain(value: Any) -> Any:
    """What goes into the cell: decimals as floats, :class:`As` as its text."""
    if isinstance(value, As):
        return value.text
    return float(value) if isinstance(value, Decimal) else value


def grid_truth(name: str, kind: str, sheet: str | None, header: Row | None, rows: Sequence[Row], *,
               above: int, date_column: int | None = 0, sums: Sequence[int] | None = None,
               columns: Sequence[str] | None = None, **truth: Any) -> dict[str, Any]:
    width = len(header) if header is not None else len(rows[0])
    return {
        "file": name, "stratum": "excel", "kind": kind, "expect": "table", "sheet": sheet,
        "header_line": None if header is None else above, "metadata_lines": above,
        **table_truth(header, rows, date_column=date_column, sums=sums, columns=columns),
        # type: ignore[arg-type]
        "n_columns": width, "n_columns_ok": [width], **truth,
    }


def xlsx(name: str, header: Row | None, rows: Sequence[Row], *, sheet: str = "Umsätze",
         above: Sequence[Row] = (),
         below: Sequence[Row] = (), left: int = 0, sub: Sequence[Row] = (), kind: str = "xlsx",
         shape: Callable[[Any, Any], None] | None = None, **truth: Any) -> Case:
    """``shape(workbook, worksheet)`` changes the finished workbook: merge cells, hide, add sheets."""
    book = openpyxl.Workbook()
    work = book.active
    work.title = sheet
    lines = [*above, *([header] if header is not None else []), *sub, *rows, *below]
    for y, line in enumerate(lines, start=1):
        for x, value in enumerate(line, start=1 + left):
            if value is not None and value != "":
                work.cell(y, x, plain(value))
    if shape is not None:
        shape(book, work)
    stream = BytesIO()
    book.save(stream)
    return Case(name, stream.getvalue(), grid_truth(name, kind, sheet, header, rows, above=len(above),
                                                    **truth))


def xls(name: str, header: Row | None, rows: Sequence[Row], *, sheet: str = "Umsätze",
        above: Sequence[Row] = (),
        below: Sequence[Row] = (), shape: Callable[[Any, Any], None] | None = None, **truth: Any) -> Case:
    book = xlwt.Workbook()
    work = book.add_sheet(sheet)
    style = xlwt.easyxf(num_format_str="DD.MM.YYYY")
    for y, line in enumerate([*above, *([header] if header is not None else []), *rows, *below]):
        for x, value in enumerate(line):
            if value is None or value == "":
                continue
            if isinstance(value, date):
                work.write(y, x, value, style)
            else:
                work.write(y, x, plain(value))
    if shape is not None:
        shape(book, work)
    stream = BytesIO()
    book.save(stream)
    return Case(name, stream.getvalue(), grid_truth(name, "xls", sheet, header, rows, above=len(above),
                                                    **truth))


def ods(name: str, header: Row | None, rows: Sequence[Row], *, sheet: str = "Umsätze",
        above: Sequence[Row] = (),
        below: Sequence[Row] = (), **truth: Any) -> Case:
    book = OpenDocumentSpreadsheet()
    table = Table(name=sheet)
    for line in [*above, *([header] if header is not None else []), *rows, *below]:
        row = TableRow()
        for value in line:
            row.addElement(_ods_cell(value))
        table.addElement(row)
    book.spreadsheet.addElement(table)
    stream = BytesIO()
    book.write(stream)
    return Case(name, stream.getvalue(), grid_truth(name, "ods", sheet, header, rows, above=len(above),
                                                    **truth))


def _ods_cell(value: Any) -> Any:
    if value is None or value == "":
        return TableCell()
    if isinstance(value, Decimal):
        cell = TableCell(valuetype="float", value=str(value))
    elif isinstance(value, datetime):
        cell = TableCell(valuetype="date", datevalue=value.isoformat())
    elif isinstance(value, date):
        cell = TableCell(valuetype="date", datevalue=str(value))
    else:
        cell = TableCell(valuetype="string")
    cell.addElement(P(text=str(plain(value))))
    return cell
