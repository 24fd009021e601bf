"""Workbooks made for one test each: by libraries, or from raw parts where no library writes the shape."""

from __future__ import annotations

import contextlib
import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl

from werkbank.tables.kind import sniff_kind
from werkbank.tables.profile import TableProfile
from werkbank.tables.recipe_workbook import workbook_recipe
from werkbank.tables.workbook import recognise_workbook

HEADER = ["Buchungstag", "Empfänger", "Verwendungszweck", "Betrag"]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def bookings(count: int, *, start: int = 0) -> list[list[Any]]:
    """Rows with a date, two texts and an amount in cents; the amounts of ``count`` rows are known."""
    return [
        [
            datetime(2024, 1 + at // 28 % 12, 1 + at % 28),
            f"Laden {at % 7}",
            f"Beleg Nr. {at + 100}",
            amount(at),
        ]
        for at in range(start, start + count)
    ]


def amount(at: int) -> float:
    return round((-1) ** at * (at * 13.37 + 1.05), 2)


def total(count: int) -> Decimal:
    return sum((Decimal(str(amount(at))) for at in range(count)), Decimal(0))


def german(value: float) -> str:
    return f"{value:,.2f}".replace(",", "_").replace(".", ",").replace("_", ".")


def xlsx(sheets: Mapping[str, Sequence[Sequence[Any]]], hidden: Sequence[str] = ()) -> bytes:
    """A workbook as openpyxl writes it; datetimes are shown as dates."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
        if name in hidden:
            sheet.sheet_state = "hidden"
    return saved(book)


def saved(book: Any) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def raw_xlsx(
    sheet_xml: str,
    *,
    strings: str | None = None,
    styles: str = "",
    fill: str = '<fill><patternFill patternType="none"/></fill>',
    main: str = MAIN,
    workbook_pr: str = "",
    calc_pr: str = "",
    target: str = "worksheets/sheet1.xml",
    sheet_path: str = "xl/worksheets/sheet1.xml",
    sheets: str = '<sheet name="Daten" sheetId="1" r:id="rId1"/>',
    extra: Mapping[str, bytes | str] | None = None,
) -> bytes:
    """An .xlsx from its parts. ``styles`` is the inside of cellXfs, ``sheet_xml`` the inside of sheetData.

    Cell style 1 shows a date, 2 an amount, 3 a time of day.
    """
    rel = "http://purl.oclc.org/ooxml/officeDocument/relationships" if "purl" in main else REL
    package = "http://schemas.openxmlformats.org/package/2006"
    book = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    formats = (
        '<numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/>'
        '<numFmt numFmtId="165" formatCode="#,##0.00\\ &quot;dm&quot;;[Red]\\-#,##0.00"/></numFmts>'
    )
    parts: dict[str, bytes | str] = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{book}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
        f'Type="{rel}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{rel}">{workbook_pr}<sheets>'
        f"{sheets}</sheets>{calc_pr}</workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="rId1" Type="{rel}/worksheet" Target="{target}"/>'
        f'<Relationship Id="rId2" Type="{rel}/sharedStrings" Target="sharedStrings.xml"/>'
        f'<Relationship Id="rId3" Type="{rel}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": f'<styleSheet xmlns="{main}">{formats}'
        f'<fonts count="1"><font/></fonts><fills count="1">{fill}</fills><borders count="1"><border/>'
        '</borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>'
        f'<xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/>{styles}</cellXfs></styleSheet>',
        sheet_path: f'<worksheet xmlns="{main}"><sheetData>{sheet_xml}</sheetData></worksheet>',
    }
    if strings is not None:
        parts["xl/sharedStrings.xml"] = f'<sst xmlns="{main}">{strings}</sst>'
    return zipped({**parts, **(extra or {})})


def zipped(parts: Mapping[str, bytes | str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def inline(*texts: str | float | int | None, row: int | None = None, style: int = 0) -> str:
    """One raw row: texts as inline strings, numbers as numbers, None as no cell."""
    cells = []
    for at, text in enumerate(texts):
        reference = f' r="{chr(65 + at)}{row}"' if row else ""
        if isinstance(text, str):
            escaped = text.replace("&", "&amp;").replace("<", "&lt;")
            cells.append(f'<c{reference} t="inlineStr"><is><t>{escaped}</t></is></c>')
        elif text is not None:
            cells.append(f'<c{reference} s="{style}"><v>{text}</v></c>')
        elif not row:
            cells.append("<c/>")
    number = f' r="{row}"' if row else ""
    return f"<row{number}>{''.join(cells)}</row>"


def ods_content(tables: str, styles: str = "") -> bytes:
    """An .ods from the inside of ``office:spreadsheet``."""
    oasis = "urn:oasis:names:tc:opendocument:xmlns"
    calc = "urn:org:documentfoundation:names:experimental:calc"
    spaces = " ".join(
        f'xmlns:{short}="{oasis}:{short}:1.0"' for short in ("office", "table", "text", "style")
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces} '
        f'xmlns:calcext="{calc}:xmlns:calcext:1.0"><office:automatic-styles>{styles}</office:automatic-styles>'
        f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    )
    return zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content})


@dataclass
class Loaded:
    df: Any
    sums: dict[str, Decimal]
    problems: list[str]
    printed: str
    code: str


def recognised(data: bytes, name: str = "datei.xlsx") -> TableProfile:
    """Kind and profile as the product finds them; a refusal by kind becomes a rejected profile."""
    verdict = sniff_kind(data)
    if verdict.rejected:
        return TableProfile(name=name, size=len(data), kind=verdict.kind, rejected=verdict.rejected)
    return recognise_workbook(data, verdict.kind, name)


def loaded(profile: TableProfile, data: bytes, folder: Path, *, openpyxl: bool = True) -> Loaded:
    """What the recipe leaves behind when it runs on the file."""
    path = folder / 'o\'neil "Übersicht".xlsx'
    path.write_bytes(data)
    code = workbook_recipe(profile, str(path), openpyxl=openpyxl)
    scope: dict[str, Any] = {}
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "<recipe>", "exec"), scope)
    return Loaded(scope["df"], scope["sums"], scope["problems"], out.getvalue(), code)
