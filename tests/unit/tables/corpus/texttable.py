"""Write typed rows as delimited text and state the truth about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal

from .case import Case
from .money import GERMAN, Money

Quoting = Literal["minimal", "all", "text", "none"]


@dataclass(frozen=True)
class As:
    """A cell written as ``text`` that means ``value`` (``None``: nothing that a sum or a date counts)."""

    text: str
    value: Decimal | date | None = None


def fmt_date(value: date, style: str | Callable[[date], str]) -> str:
    return style(value) if callable(style) else value.strftime(style)


def text_table(
    name: str,
    stratum: str,
    header: Sequence[str] | None,
    rows: Sequence[Sequence[Any]],
    *,
    delimiter: str = ";",
    quoting: Quoting = "minimal",
    quotechar: str = '"',
    escapechar: str | None = None,
    encoding: str = "utf-8",
    codec: str | None = None,
    bom: bool = False,
    eol: str = "\n",
    meta: Sequence[str] = (),
    header_text: str | None = None,
    sub: Sequence[str] = (),
    between: Mapping[int, Sequence[str]] | None = None,
    footer: Sequence[str] = (),
    money: Money | Mapping[int, Money] = GERMAN,
    dates: str | Mapping[int, Any] = "%d.%m.%Y",
    date_column: int | None = 0,
    sums: Sequence[int] | None = None,
    header_tail: str = "",
    row_tail: str = "",
    final_eol: bool = True,
    columns: Sequence[str] | None = None,
    after: Callable[[bytes], bytes] | None = None,
    **truth: Any,
) -> Case:
    """``meta``, ``sub``, ``between`` and ``footer`` are finished lines; ``sums`` None: all Decimal columns.

    ``codec`` writes the bytes when it differs from the name in the truth; ``after`` changes them last.
    """

    def cell(value: Any, column: int) -> str:
        if value is None:
            return ""
        if isinstance(value, As):
            text = value.text
        elif isinstance(value, Decimal):
            text = (money.get(column, GERMAN) if isinstance(money, Mapping) else money)(value)
        elif isinstance(value, date):
            style = dates.get(column, "%d.%m.%Y") if isinstance(dates, Mapping) else dates
            text = fmt_date(value, style)
        else:
            text = str(value)
        needs = any(mark in text for mark in (delimiter, quotechar, "\n", "\r"))
        if (
            quoting == "all"
            or (quoting == "text" and isinstance(value, str))
            or (quoting != "none" and needs)
        ):
            escaped = text.replace(quotechar, (escapechar or quotechar) + quotechar)
            return quotechar + escaped + quotechar
        return text

    def line(values: Sequence[Any]) -> str:
        return delimiter.join(cell(value, column) for column, value in enumerate(values))

    lines = list(meta)
    if header is not None:
        lines.append((header_text if header_text is not None else line(header)) + header_tail)
        lines += sub
    first_data = sum(text.count("\n") + 1 for text in lines)
    for index, row in enumerate(rows):
        lines += (between or {}).get(index, ())
        lines.append(line(row) + row_tail)
    lines += footer
    text = eol.join(lines) + (eol if final_eol and lines else "")
    data = text.encode(codec or encoding)
    if bom:
        marks = {"utf-8": b"\xef\xbb\xbf", "utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
        data = marks[codec or encoding] + data
    if after is not None:
        data = after(data)
    width = len(header) if header is not None else max((len(row) for row in rows), default=0)
    return Case(
        name,
        data,
        {
            "file": name,
            "stratum": stratum,
            "kind": "csv",
            "expect": "table",
            "encoding": encoding,
            "bom": bom,
            "eol": {"\n": "lf", "\r\n": "crlf", "\r": "cr"}[eol],
            "delimiter": delimiter,
            "header_line": None if header is None else first_data - 1 - len(sub),
            "first_data_line": first_data,
            "metadata_lines": sum(t.count("\n") + 1 for t in meta),
            "footer_lines": sum(t.count("\n") + 1 for t in footer),
            **table_truth(header, rows, date_column=date_column, sums=sums, columns=columns),
            "n_columns": width,
            "n_columns_ok": sorted(
                {width, width + header_tail.count(delimiter), width + row_tail.count(delimiter)}
            ),
            **truth,
        },
    )


def table_truth(
    header: Sequence[str] | None,
    rows: Sequence[Sequence[Any]],
    *,
    date_column: int | None,
    sums: Sequence[int] | None,
    columns: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Column names, row count, date range and sums of typed rows."""

    def meaning(row: Sequence[Any], column: int) -> Any:
        value = row[column] if column < len(row) else None
        return value.value if isinstance(value, As) else value

    width = max([len(row) for row in rows] + [len(header or ())])
    if sums is None:
        sums = [c for c in range(width) if any(isinstance(meaning(row, c), Decimal) for row in rows)]
    days = (
        []
        if date_column is None
        else [
            value.date() if isinstance(value, datetime) else value
            for value in (meaning(row, date_column) for row in rows)
            if isinstance(value, date)
        ]
    )
    return {
        "date_column": date_column if days else None,
        "date_min": str(min(days)) if days else None,
        "date_max": str(max(days)) if days else None,
        "n_rows": len(rows),
        "columns": list(columns) if columns is not None else None if header is None else list(header),
        "amount_sums": {
            str(c): str(
                sum((v for row in rows if isinstance(v := meaning(row, c), Decimal)), Decimal("0.00"))
            )
            for c in sums
        }
        if rows
        else {},
    }


def heads(text: str) -> list[str]:
    """Column names from one string: ``heads("Datum;Text;Betrag")``."""
    return text.split(";")
