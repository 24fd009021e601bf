"""Workbooks as banks and offices hand them out."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from .case import Case
from .money import GERMAN, US, Money
from .sheets import ods, xls, xlsx
from .texttable import As, heads
from .words import bookings

HEADER = heads("Buchungstag;Valuta;Empfänger;Verwendungszweck;Betrag;Saldo")


def rows(seed: int, count: int = 14, lang: str = "de") -> list[list[Any]]:
    return [[b.day, b.value_day, b.name, b.purpose, b.amount, b.balance] for b in bookings(seed, count, lang)]


def text_rows(seed: int, money: Money, style: str = "%d.%m.%Y", lang: str = "de") -> list[list[Any]]:
    return [[As(b.day.strftime(style), b.day), As(b.value_day.strftime(style), b.value_day), b.name,
             b.purpose,
             As(money(b.amount), b.amount), As(money(b.balance), b.balance)] for b in bookings(seed, 14,
                                                                                               lang)]


def cases() -> Iterator[Case]:
    yield xlsx("w_metadata_dates.xlsx", HEADER, rows(1301), above=[
        ["Kontoauszug"], ["IBAN", "DE00 0000"], ["Zeitraum", date(2024, 1, 1), "bis", date(2024, 4, 30)], []])
    yield xlsx("w_offset_c5.xlsx", HEADER, rows(1302), above=[[], [], [], []], left=2)
    yield xlsx("w_text_german.xlsx", HEADER, text_rows(1303, Money(",", ".", after=" €")))
    yield xlsx("w_text_us.xlsx", HEADER, text_rows(1304, US, "%m/%d/%Y", "en"))
    yield xlsx("w_text_trailing_minus.xlsx", HEADER, text_rows(1305, Money(",", ".", sign="trailing")))
    yield xlsx("w_text_sh_suffix.xlsx", HEADER, text_rows(1306, Money(",", ".", sign="sh_suffix")))
    yield half_text_amounts()
    yield sh_column()
    yield debit_credit()
    yield cover_sheet()
    yield second_sheet_bigger()
    yield very_hidden()
    yield xlsx("w_totals.xlsx", HEADER, rows(1313), below=[[], ["Summe", None, None, None, -123.45, None]])
    yield xlsx("w_total_formula.xlsx", HEADER, rows(1314), below=[[None, None, None, "Summe", "=SUM(E2:E15)",
                                                                   None]])
    yield xlsx("w_footer_prose.xlsx", HEADER, rows(1315), below=[
        [], ["Erstellt am 30.04.2024"], ["Alle Angaben ohne Gewähr; die Bank haftet nicht."]])
    yield xlsx("w_blank_rows.xlsx", HEADER, rows(1316), shape=lambda book, work: work.insert_rows(6, 2))
    yield formula_column()
    yield merged_title()
    yield two_header_rows()
    yield xlsx("w_units.xlsx", HEADER, rows(1320), sub=[[None, None, None, None, "[EUR]", "[EUR]"]])
    yield year_columns()
    yield xlsx("w_header_only.xlsx", HEADER, [], above=[["Kontoauszug"], []])
    yield errors_and_booleans()
    yield hidden_rows_and_columns()
    yield datetimes()
    yield xlsx("w_no_header.xlsx", None, rows(1325), columns=None)
    yield xlsx("w_1200_rows.xlsx", HEADER, rows(1326, 1200, "en"))
    yield leading_zero_text()
    yield two_tables_stacked()
    yield bbva()
    yield fineco()
    yield barclaycard()
    yield xls("w_meta.xls", HEADER, rows(1331), above=[["Kontoauszug"], ["IBAN", "DE00"], []])
    yield xls("w_text.xls", HEADER, text_rows(1332, GERMAN))
    yield xls("w_totals.xls", HEADER, rows(1333), below=[["Summe", "", "", "", Decimal("-1.50"), ""]])
    yield xls("w_plain.xls", HEADER, rows(1334), sheet="Tabelle1")
    yield ods("w_plain.ods", HEADER, rows(1335))
    yield ods("w_meta.ods", HEADER, rows(1336), above=[["Kontoauszug"], ["Stand", date(2024, 4, 30)], []])
    yield ods("w_text.ods", HEADER, text_rows(1337, GERMAN), below=[["Summe", "", "", "", "1,00", ""]])
    yield renamed_csv()
    yield html_xls()
    yield ledger_export()


def half_text_amounts() -> Case:
    found = rows(1307, 16)
    for index in (2, 7, 11):
        found[index][4] = As(GERMAN(found[index][4]), found[index][4])
    return xlsx("w_some_amounts_text.xlsx", HEADER, found, note="numbers, but three amounts are German text")


def sh_column() -> Case:
    found = [[b.day, b.name, abs(b.amount), "S" if b.amount < 0 else "H"] for b in bookings(1308)]
    return xlsx("w_sh_column.xlsx", heads("Datum;Text;Betrag;S/H"), found, sign="sh_column")


def debit_credit() -> Case:
    found = [[b.day, b.name, b.out, b.credit, b.balance] for b in bookings(1309)]
    return xlsx("w_soll_haben.xlsx", heads("Datum;Text;Soll;Haben;Saldo"), found, sign="debit_credit",
                above=[["Konto 4711", None, None, None, None]])


def cover_sheet() -> Case:
    def shape(book: Any, work: Any) -> None:
        cover = book.create_sheet("Deckblatt", 0)
        for y, text in enumerate(["Jahresbericht", "Ansprechpartner: Rolf Überzwerg", "Stand: April 2024"],
                                 start=2):
            cover.cell(y, 2, text)
        book.active = 0
    return xlsx("w_cover_sheet.xlsx", HEADER, rows(1310), sheet="Daten", shape=shape)


def second_sheet_bigger() -> Case:
    def shape(book: Any, work: Any) -> None:
        other = book.create_sheet("Legende", 0)
        for line in [["Kürzel", "Bedeutung"], ["LS", "Lastschrift"], ["GS", "Gutschrift"]]:
            other.append(line)
    return xlsx("w_legend_sheet.xlsx", HEADER, rows(1311), sheet="Buchungen", shape=shape)


def very_hidden() -> Case:
    def shape(book: Any, work: Any) -> None:
        hidden = book.create_sheet("cfg", 0)
        for y in range(80):
            hidden.append([f"key{y}", y, y * 2, y * 3])
        hidden.sheet_state = "veryHidden"
        book.active = 1
    return xlsx("w_very_hidden.xlsx", HEADER, rows(1312), shape=shape)


def formula_column() -> Case:
    found = [[b.day, b.name, b.amount, As(f"=C{i + 2}/1.19")] for i, b in enumerate(bookings(1317))]
    return xlsx("w_formula_column.xlsx", heads("Datum;Text;Brutto;Netto"), found, sums=[2],
                uncached_formula_columns=[3])


def merged_title() -> Case:
    return xlsx("w_merged_title.xlsx", HEADER, rows(1318), above=[["Umsatzliste Girokonto 2024"], []],
                shape=lambda book, work: work.merge_cells("A1:F1"))


def two_header_rows() -> Case:
    def shape(book: Any, work: Any) -> None:
        work.merge_cells("A1:B1")
        work.merge_cells("E1:F1")
    return xlsx("w_group_header.xlsx", HEADER, rows(1319), above=[["Zeit", None, "Partner", None, "Geld",
                                                                   None]],
                shape=shape)


def year_columns() -> Case:
    found = [[name, *(Decimal(f"{1000 + 71 * i + 13 * y}.50") for y in range(3))]
             for i, name in enumerate(heads("Miete;Strom;Löhne;Porto;Reise;Pacht"))]
    return xlsx("w_year_columns.xlsx", ["Posten", 2021, 2022, 2023], found, date_column=None,
                columns=["Posten", "2021", "2022", "2023"], note="numeric column names")


def errors_and_booleans() -> Case:
    found = [[b.day, b.name, b.amount, i % 2 == 0, As("#N/A") if i == 4 else f"ok {i}"]
             for i, b in enumerate(bookings(1321))]
    return xlsx("w_errors.xlsx", heads("Datum;Text;Betrag;Aktiv;Suche"), found)


def hidden_rows_and_columns() -> Case:
    def shape(book: Any, work: Any) -> None:
        for y in (4, 5, 9):
            work.row_dimensions[y].hidden = True
        work.column_dimensions["D"].hidden = True
    return xlsx("w_hidden_rows.xlsx", HEADER, rows(1322), shape=shape,
                note="a filter hides rows: they still count")


def datetimes() -> Case:
    found = [[datetime.combine(b.day, time(8, i, 44)), b.name, b.amount] for i,
             b in enumerate(bookings(1323))]
    return xlsx("w_datetimes.xlsx", heads("Zeitpunkt;Text;Betrag"), found)


def leading_zero_text() -> Case:
    found = [[f"{i:05d}", b.name, f"0{1000 + i}", b.amount, b.day] for i, b in enumerate(bookings(1327))]
    return xlsx("w_leading_zeros.xlsx", heads("Kunde;Name;PLZ;Umsatz;Seit"), found, date_column=4)


def two_tables_stacked() -> Case:
    return xlsx("w_two_tables.xlsx", HEADER, rows(1328, 20), below=[
        [], [], ["Vorgemerkte Umsätze"], ["Datum", "Text", "Betrag"], [date(2024, 5, 2), "Laden", 1.5]],
        either=True, note="a small second table below")


def bbva() -> Case:
    header = heads("F.Valor;Fecha;Concepto;Movimiento;Importe;Divisa;Disponible;Divisa;Observaciones")
    found = [[As(f"{b.value_day:%d/%m/%Y}", b.value_day), As(f"{b.day:%d/%m/%Y}", b.day), b.name, b.purpose,
              b.amount, "EUR", b.balance, "EUR", ""] for b in bookings(1329, 14, "es")]
    return xlsx("es_bbva.xlsx", header, found, sheet="Informe BBVA", left=1, date_column=1,
                above=[[], [None, "Últimos movimientos"], [], []])


def fineco() -> Case:
    header = heads("Data_Operazione;Data_Valuta;Entrate;Uscite;Descrizione;Descrizione_Completa;Stato;"
                   "Moneymap")
    found = [[As(f"{b.day:%d/%m/%Y}", b.day), As(f"{b.value_day:%d/%m/%Y}", b.value_day), b.credit, b.debit,
              b.name, b.purpose, "Contabilizzato", "Casa"] for b in bookings(1330, 14, "it")]
    return xlsx("it_fineco.xlsx", header, found, sheet="Movimenti Dati di Base", sign="debit_credit", above=[
        ["Conto Corrente: 4711"], ["Intestazione Conto Corrente: CANTAGALLO ORTENSIA"],
        ["Periodo Dal: 01/01/2024 Al: 30/04/2024"], [], ["Risultati Ricerca Movimenti"], []])


def barclaycard() -> Case:
    header = heads("Referenznummer;Buchungsdatum;Buchungsdatum;Betrag;Beschreibung;Typ;Status;Kartennummer")
    found = [[f"{i:023d}", As(f"{b.day:%d.%m.%Y}", b.day), As(f"{b.value_day:%d.%m.%Y}", b.value_day),
              As(Money(",", ".", after=" €")(b.amount), b.amount), b.name, "Belastung", "Berechnet", "*0001"]
             for i, b in enumerate(bookings(1338))]
    above: list[list[Any]] = [["Kontoübersicht"], [], ["Kontoinhaber", "Jette Knöterich"], ["IBAN", "DE00"],
                              ["Stand", "30.04.2024"], ["Gesamtsaldo", "-12,34 €"], ["Verfügbar",
                                                                                     "1.000,00 €"], [],
                              ["Umsätze in den letzten 90 Tagen"], [], [], []]
    return xlsx("de_barclays.xlsx", header, found, sheet="Umsätze", above=above, date_column=1)


def renamed_csv() -> Case:
    return xlsx("w_named_csv.csv", HEADER, rows(1339))


def html_xls() -> Case:
    found = bookings(1340)
    cells = ["<tr><th>" + "</th><th>".join(HEADER) + "</th></tr>"]
    for b in found:
        values = [f"{b.day:%d.%m.%Y}", f"{b.value_day:%d.%m.%Y}", b.name.replace("&", "&amp;"), b.purpose,
                  GERMAN(b.amount), GERMAN(b.balance)]
        cells.append("<tr><td>" + "</td><td>".join(values) + "</td></tr>")
    data = "<html><head><meta charset='utf-8'></head><body><table>"
    data += "\n".join(cells) + "</table></body></html>"
    case = xlsx("w_html.xls", HEADER, rows(1340))
    return Case(case.name, data.encode(), case.truth | {"kind": "html", "sheet": None, "either": True})


def ledger_export() -> Case:
    found = [[f"{1200 + i}", b.name, b.out, b.credit, b.balance] for i, b in
             enumerate(bookings(1341))]
    return xlsx("w_susa.xlsx", heads("Konto;Bezeichnung;Soll;Haben;Saldo"), found, date_column=None,
                above=[["Summen- und Saldenliste"], ["Mandant 4711"], []], sign="debit_credit",
                below=[["Summe Klasse 1", None, 1.0, 1.0, 0.0], [], ["Summe gesamt", None, 1.0, 1.0, 0.0]])
