"""Workbook containers and writers beyond the plain one: macros, 1904 dates, inline strings, passwords."""

# fmt: off
from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from msoffcrypto.format.ooxml import OOXMLFile
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from .case import Case, refusal
from .money import GERMAN, Money
from .sheets import grid_truth, ods, xls, xlsx
from .texttable import As, heads
from .words import bookings
from .workbooks import HEADER, rows, text_rows


def cases() -> Iterator[Case]:
    yield macro_workbook()
    yield xlsx("v_1904.xlsx", HEADER, rows(1701), shape=lambda book, work: setattr(book, "epoch",
                                                                                   CALENDAR_MAC_1904))
    yield xlsx("v_protected_sheet.xlsx", HEADER, rows(1702),
               shape=lambda book, work: work.protection.set_password("geheim"))
    yield password()
    yield cached_formulas()
    yield inline_strings()
    yield spreadsheet_2003()
    yield zip_with("v_binary_workbook.xlsb", "xl/workbook.bin")
    yield side_by_side()
    yield xlsx("v_short_dates.xlsx", HEADER, text_rows(1708, GERMAN, "%d.%m.%y"))
    yield mixed_dates()
    yield xlsx("v_blank_top_and_left.xlsx", HEADER, rows(1710), above=[[], [], ["Auszug"], []], left=3)
    yield xlsx("v_text_apostrophe.xlsx", HEADER, text_rows(1711, Money(".", "'")))
    yield xlsx("v_text_nbsp.xlsx", HEADER, text_rows(1712, Money(",", "\u00a0", after="\u00a0€")))
    yield xlsx("v_repeated_header.xlsx", HEADER, rows(1713, 20), shape=header_again,
               note="a paged sheet: the header stands again in the middle")
    yield chart_like_summary()
    yield xlsx("v_padded_names.xlsx", [f"  {h} " for h in HEADER], rows(1715))
    yield line_break_names()
    yield xlsx("v_one_row.xlsx", HEADER, rows(1717, 1), above=[["Auszug"], []])
    yield xlsx("v_percent.xlsx", heads("Posten;Betrag;Anteil"),
               [[b.name, b.amount, As(f"{i} %")] for i, b in enumerate(bookings(1718))], date_column=None)
    yield xls("v_soll_haben.xls", heads("Datum;Text;Soll;Haben"),
              [[b.day, b.name, b.out, b.credit] for b in bookings(1719)], sign="debit_credit")
    yield xls("v_hidden_first.xls", HEADER, rows(1720), shape=hide_extra)
    yield xls("v_text_trailing.xls", HEADER, text_rows(1721, Money(",", ".", sign="trailing"), "%d.%m.%y"),
              above=[["Kontoauszug"], []])
    yield ods("v_soll_haben.ods", heads("Datum;Text;S/H;Betrag"),
              [[b.day, b.name, "S" if b.amount < 0 else "H", abs(b.amount)] for b in bookings(1722)],
              sign="sh_column")
    yield ods("v_totals.ods", HEADER, rows(1723), below=[[], ["Summe", "", "", "", Decimal("-1.50"), ""]])
    yield xlsx("v_units_and_total.xlsx", HEADER, rows(1724), above=[["Konto 4711"], []],
               sub=[["TT.MM.JJJJ", "TT.MM.JJJJ", None, None, "EUR", "EUR"]],
               below=[["Gesamt", None, None, None, 1.5, None]])
    yield xlsx("v_currency_column_doubled.xlsx", heads("Datum;Text;Betrag;Währung;Saldo;Währung"),
               [[b.day, b.name, b.amount, "EUR", b.balance, "EUR"] for b in bookings(1725)])


def repacked(data: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            new.writestr(info.filename, change(info.filename, old.read(info)))
    return stream.getvalue()


def macro_workbook() -> Case:
    case = xlsx("v_macros.xlsm", HEADER, rows(1700), kind="xlsm")
    plain = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    macro = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
    return Case(case.name, repacked(case.data, lambda name, data: data.replace(plain, macro)), case.truth)


def password() -> Case:
    stream = BytesIO()
    OOXMLFile(BytesIO(xlsx("x", HEADER, rows(1703)).data)).encrypt("geheim", stream)
    return refusal("v_password.xlsx", stream.getvalue(), "encrypted", "a password protects the workbook")


def cached_formulas() -> Case:
    found = bookings(1704)
    lines = [[b.day, b.name, b.amount, As(f"=C{i + 2}*2")] for i, b in enumerate(found)]
    case = xlsx("v_cached_formulas.xlsx", heads("Datum;Text;Betrag;Doppelt"), lines)
    values = {f"D{i + 2}": f"{b.amount * 2}" for i, b in enumerate(found)}

    def change(name: str, data: bytes) -> bytes:
        if not name.endswith("sheet1.xml"):
            return data
        text = data.decode()
        return re.sub(r'(<c r="(D\d+)"[^>]*><f>[^<]*</f>)<v ?/?>(</v>)?',
                      lambda m: f"{m[1]}<v>{values[m[2]]}</v>", text).encode()

    total = str(sum((b.amount * 2 for b in found), Decimal("0.00")))
    sums = case.truth["amount_sums"] | {"3": total}
    return Case(case.name, repacked(case.data, change), case.truth | {"amount_sums": sums})


def inline_strings() -> Case:
    found = [[As(b.day.strftime("%d.%m.%Y"), b.day), b.name, b.amount] for b in bookings(1705)]
    header = heads("Datum;Text;Betrag")

    def cell(value: Any, where: str) -> str:
        if isinstance(value, Decimal):
            return f'<c r="{where}"><v>{value}</v></c>'
        text = value.text if isinstance(value, As) else value
        return f'<c r="{where}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'

    body = "".join(f'<row r="{y}">' + "".join(cell(v, f"{'ABC'[x]}{y}") for x,
                                              v in enumerate(line)) + "</row>"
                   for y, line in enumerate([header, *found], start=1))
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    sheet = f'<?xml version="1.0"?><worksheet xmlns="{main}"><sheetData>{body}</sheetData></worksheet>'
    case = xlsx("v_inline_strings.xlsx", header, found)
    data = repacked(case.data, lambda name, old: sheet.encode() if name.endswith("sheet1.xml") else old)
    return Case(case.name, data, case.truth)


def spreadsheet_2003() -> Case:
    found = [[b.day, b.name, b.amount] for b in bookings(1706)]
    header = heads("Datum;Text;Betrag")

    def cell(value: Any) -> str:
        kind = "Number" if isinstance(value, Decimal) else "DateTime" if isinstance(value, date) else "String"
        text = f"{value}T00:00:00.000" if kind == "DateTime" else escape(str(value))
        return f'<Cell><Data ss:Type="{kind}">{text}</Data></Cell>'

    body = "".join("<Row>" + "".join(cell(v) for v in line) + "</Row>" for line in [header, *found])
    data = ('<?xml version="1.0" encoding="UTF-8"?><?mso-application progid="Excel.Sheet"?>'
            '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" '
            'xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">'
            f'<Worksheet ss:Name="Umsätze"><Table>{body}</Table></Worksheet></Workbook>').encode()
    return Case("v_excel2003.xml", data, grid_truth("v_excel2003.xml", "xml", "Umsätze", header, found,
                                                    above=0,
                                                    either=True))


def zip_with(name: str, member: str) -> Case:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(member, b"\x83\x01\x00")
    return refusal(name, stream.getvalue(), "zip", "a binary workbook (.xlsb)", either=True)


def side_by_side() -> Case:
    found = [[b.day, b.name, b.amount] for b in bookings(1707)]
    def shape(book: Any, work: Any) -> None:
        for y, (name, value) in enumerate([("Kategorie", "Summe"), ("Essen", 12.5), ("Miete", 850)], start=1):
            work.cell(y, 6, name)
            work.cell(y, 7, value)
    return xlsx("v_side_by_side.xlsx", heads("Datum;Text;Betrag"), found, shape=shape, either=True,
                note="a small summary stands to the right of the table")


def mixed_dates() -> Case:
    found = [[As(f"{b.day:%d.%m.%Y}", b.day) if i % 3 == 0 else b.day, b.name, b.amount]
             for i, b in enumerate(bookings(1709, 18))]
    return xlsx("v_mixed_dates.xlsx", heads("Datum;Text;Betrag"), found,
                note="real dates and German text in turn")


def chart_like_summary() -> Case:
    def shape(book: Any, work: Any) -> None:
        pivot = book.create_sheet("Pivot", 0)
        for line in [["Zeilenbeschriftungen", "Summe von Betrag"], ["Miete", -850.0], ["Strom", -72.5],
                     ["Gesamtergebnis", -922.5]]:
            pivot.append(line)
    return xlsx("v_pivot_first.xlsx", HEADER, rows(1714, 30), sheet="Daten", shape=shape)


def line_break_names() -> Case:
    header = ["Datum", "Empfänger\nAuftraggeber", "Betrag\nin EUR"]
    return xlsx("v_line_break_names.xlsx", header, [[b.day, b.name, b.amount] for b in bookings(1716)])


def hide_extra(book: Any, work: Any) -> None:
    extra = book.add_sheet("Parameter")
    for y in range(40):
        extra.write(y, 0, f"key{y}")
        extra.write(y, 1, y)
    extra.visibility = 1


def header_again(book: Any, work: Any) -> None:
    work.insert_rows(12)
    for x, name in enumerate(HEADER, start=1):
        work.cell(12, x, name)
