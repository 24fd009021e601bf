"""Shapes that failed on real public exports, rebuilt with invented content."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from .base import HEADER, base_rows, bent
from .case import Case, refusal
from .money import DOT, PLAIN
from .texttable import As, heads, text_table
from .words import bookings


def cases() -> Iterator[Case]:
    yield one_row_under_long_metadata()
    yield few_rows_soll_haben()
    yield blank_before_quotes()
    yield prose_in_last_column()
    yield two_integer_columns()
    yield xy_without_header()
    yield spending_list()
    yield single_words()
    yield blank_padded_statement()
    yield upper_case_months()
    yield apostrophe_header()
    yield ragged_first_row()
    yield accounts_with_sub_bookings()
    yield blank_lines_between_all()
    yield exponent_free_measurements()
    yield quoted_names_no_header()
    yield times_and_dates()
    yield totals_under_header()
    yield opening_balance_under_header()
    yield two_row_widths()
    yield detail_lines_below_each_row()
    yield unit_row_of_currency()
    yield excel_saved_as_text()
    yield runs_of_blanks()
    yield runs_of_blanks_quoted()
    yield nameless_totals_under_header()
    yield bent("p_footer_90_blank_padded.csv", 1421, footer=[";;;;;"] * 90)
    yield bent("p_footer_90_blank.csv", 1422, footer=[""] * 90)
    yield refusal("p_latex.csv", (
        "\\documentclass{report}\n\\usepackage{longtable}\n\\usepackage[margin=2cm]{geometry}\n"
        "\\begin{document}\n"
        "\\section{Umsätze: Januar}\nText: eins; zwei, drei.\n"
        "\\begin{verbatim}\na: b\nc: d\n\\end{verbatim}\n"
        "\\end{document}\n").encode(), "text", "LaTeX")


def one_row_under_long_metadata() -> Case:
    header = heads(
        "Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;"
        "Betrag;Soll;Haben;Währung"
    )
    rows = [[b.day, b.value_day, "Entgelt", "", "Porto", "", "", b.amount, b.debit, b.credit, "EUR"]
            for b in bookings(1401, 1)]
    return text_table(
        "p_one_row_long_metadata.csv", "practice", header, rows, bom=True, money=PLAIN,
        dates=lambda d: f"{d.day}.{d.month}.{d.year}", date_format="%d.%m.%Y",
        meta=["Umsätze", "Konto;Filial-/Kontonummer;IBAN;Währung",
              "Giro Business;000 0000000 00;DE00000000000000000000"
              ";EUR", "", "1.1.2024 - 1.2.2024", "Letzter Kontostand;;;;2.123,8;EUR",
              "Vorgemerkte und noch nicht gebuchte Umsätze sind nicht Bestandteil dieser Übersicht."],
        footer=["Kontostand;1.2.2024;;;2.110,9;EUR"],
    )


def few_rows_soll_haben() -> Case:
    header = heads("Buchungstag;Wert;Verwendungszweck;Soll;Haben;Währung")
    rows = [[b.day, b.value_day, As(f'"{b.name}"'), b.debit, b.credit, "EUR"] for b in bookings(1402, 5)]
    return text_table(
        "p_few_rows_soll_haben.csv", "practice", header, rows, encoding="iso-8859-1", money=PLAIN,
        quoting="none",
        sign="debit_credit",
        meta=["Konto Nebelfurt (37);;;Kundennummer: 000 4711;;", "02.01.2024 - 30.04.2024;;;;;",
              "Alter Kontostand;;;;752,54;EUR",
              "Vorgemerkte Umsätze sind nicht enthalten, bitte prüfen.;;;;;"],
        footer=["Kontostand;04.02.2024;;;575,21;EUR"])


def blank_before_quotes() -> Case:
    header = heads("Datum;Buchungstext;Whg;Belastung CHF;Gutschrift CHF;Valuta;Saldo CHF")
    rows = [[b.day, b.name, "", b.out, b.credit, b.value_day, b.balance] for b in bookings(1403, 12)]
    case = text_table("p_blank_before_quotes.csv", "practice", header, rows, quoting="all", money=DOT,
                      bom=True,
                      sign="debit_credit")
    lines = case.data.decode("utf-8-sig").split("\n")
    data = "\n".join(f" {line}" if line else line for line in lines).encode("utf-8-sig")
    return Case(case.name, data,
                case.truth | {"note": "every line starts with a blank before its first quote"})


def prose_in_last_column() -> Case:
    header = heads("Data contabile;Data Valuta;Dare;Avere;Divisa;Causale;Descrizione")
    prose = ["Pagamento effettuato presso il negozio del centro in data odierna *0000-00",
             "Bonifico ricevuto per la "
             "fattura del mese scorso.", "Addebito diretto della bolletta F.F.L. NUMERO 17283",
             "Commissioni e spese"]
    rows = [[b.day, b.value_day, b.debit, b.credit, "EUR", "VH", prose[i % 4]]
            for i, b in enumerate(bookings(1404, 10, "it"))]
    return text_table("p_prose_in_last_column.csv", "practice", header, rows, delimiter=",", bom=True,
                      money=DOT,
                      dates="%d/%m/%Y", header_tail=",", row_tail=",", sign="debit_credit")


def two_integer_columns() -> Case:
    rows = [[str(1 + i // 40), str(3402 + i * 7 % 900)] for i in range(120)]
    return text_table("p_two_integer_columns.csv", "practice", heads("ListId;TrackId"), rows, delimiter=",",
                      date_column=None, sums=[], note="1,3402 is two integers: the header has a comma too")


def xy_without_header() -> Case:
    rows = [[f"{399.2 + i * 1.9285:.4f}", f"{83.1 - i * 0.41:.4f}"] for i in range(60)]
    return text_table("p_xy_without_header.csv", "practice", None, rows, delimiter=",", date_column=None,
                      sums=[])


def spending_list() -> Case:
    header = heads("Department Family;Entity;Date;Expense Type;Expense Area;Supplier;Transaction Number;"
                   "Amount in Sterling")
    rows = [["Department of Kettles", "Royal Pudding Trust", b.day, "Capital Project", "Pathology",
             b.name.upper(),
             f"000133{7928 + i}", abs(b.amount)] for i, b in enumerate(bookings(1405, 14, "en"))]
    return text_table("p_uk_spending.csv", "practice", header, rows, delimiter=",", encoding="cp1252",
                      money=DOT,
                      dates="%d/%m/%Y", date_column=2, header_tail=",", row_tail=",",
                      meta=['"Expenditure over £25,000- Payment made in January 2024",,,,,,,,', ",,,,,,,,"])


def single_words() -> Case:
    rows = [[w] for w in heads("Finance;Information Technology;Operational Delivery;Policy;Law;Estates")]
    return text_table("p_single_words.csv", "practice", ["Profession"], rows, delimiter_any=True,
                      date_column=None)


def blank_padded_statement() -> Case:
    header = heads(";;Data;Operazione;Categoria;Valuta;Importo")
    rows = [["", "", b.day, b.name, "Varie", "EUR", b.amount] for b in bookings(1406, 12, "it")]
    return text_table(
        "p_blank_padded_statement.csv", "practice", header, rows, dates="%d.%m.%Y", date_column=2, money=DOT,
        meta=[";;;;;;"] * 5 + [";;;;;N.B.: I dati esposti hanno carattere puramente informativo.;",
                               ";;Intestatario conto:;NUVOLERA SRL;;;",
                               ";;Saldo contabile iniziale al:;17.04.2024;1000;;",
                               ";;Saldo contabile finale al:;17.05.2024;2000;;", ";;;;;;"],
        footer=[";;;;;;"] * 10,
        note="an Excel sheet saved as CSV: blank columns left, blank rows above and below")


def upper_case_months() -> Case:
    rows = [[f"JS{6153 + i}", b.name.upper(), "Complete", As(b.day.strftime("%d-%b-%y").upper(), b.day),
             b.amount]
            for i, b in enumerate(bookings(1407, 14, "en", step=12))]
    return text_table("p_upper_case_months.csv", "practice",
                      heads("site_number;site_name;status;actual_date;cost"),
                      rows, delimiter=",", money=DOT, date_column=3, note="22-JUL-09")


def apostrophe_header() -> Case:
    header = heads(
        "Date d'évaluation;Relation bancaire;IBAN;Monn.;Description;Date d'opération;Débit;Crédit;Solde"
    )
    rows = [[b.day, "0000 4711", "CH00 0000 0000 0000 0000 0", "CHF", b.name, b.value_day, b.out, b.credit,
             b.balance]
            for b in bookings(1408, 13, "fr")]
    return text_table("p_apostrophe_header.csv", "practice", header, rows, encoding="iso-8859-1", money=DOT,
                      sign="debit_credit", note="apostrophes in the header are not quotes")


def ragged_first_row() -> Case:
    rows = base_rows(1409, 20)
    rows[0] = rows[0][:4]
    return bent("p_ragged_first_row.csv", 1409, rows=rows, header=HEADER,
                note="the first data row is cut short")


def accounts_with_sub_bookings() -> Case:
    header = heads("Datum;Buchungstext;Whg;Betrag Detail;Belastung CHF;Gutschrift CHF;Saldo CHF")
    rows = []
    for i, b in enumerate(bookings(1410, 12)):
        rows.append([b.day, b.name, "", None, b.out, b.credit, b.balance])
        if i % 4 == 1:
            rows += [[None, f"Nummer {n}", "CHF", Decimal("250.00"), None, None, None] for n in (1, 2)]
    return text_table("p_sub_bookings.csv", "practice", header, rows, quoting="all", money=DOT,
                      sign="debit_credit", note="collective bookings list their parts in rows without a date")


def blank_lines_between_all() -> Case:
    return bent("p_blank_lines_everywhere.csv", 1411, meta=["Kontoauszug", "", "IBAN;DE00", ""], sub=[""],
                between={i: [""] for i in range(1, 14)}, footer=["", ";;;;;", ""])


def exponent_free_measurements() -> Case:
    rows = [[Decimal(f"{20 + i * 3}.{i % 10}5"), Decimal(f"{i}.0{i % 10}"), As(f"{i * 0.001:.6f}")]
            for i in range(1, 40)]
    return text_table("p_measurements.csv", "practice", heads("Temp./°C;Time/min;tan d(1.000 Hz)"), rows,
                      delimiter=",",
                      date_column=None, money=DOT, sums=[0, 1], encoding="cp1252",
                      meta=["#INSTRUMENT:,Waage 3", "#SAMPLE:,Probe /mm:,10.01", "#DATE:,03.01.2024", "",
                            "#TYPE:,DMA"])


def quoted_names_no_header() -> Case:
    rows = [[str(627 - 3 * i), f"{b.name.upper()}, J.", f"GASSE {i}", "NEBELFURT", str(1000 + i), b.day,
             b.amount]
            for i, b in enumerate(bookings(1412, 18, "en"))]
    return text_table("p_quoted_names_no_header.csv", "practice", None, rows, delimiter=",", quoting="text",
                      money=DOT, dates="%d/%m/%Y", date_column=5, sums=[6])


def times_and_dates() -> Case:
    header = heads("date;time;start;end;room;fee")
    rows = [[b.day, "08:00", "08:05:30", "17:45:00", f"{i}:B", b.amount] for i, b in enumerate(bookings(1413,
                                                                                                        14))]
    return text_table("p_more_colons_than_commas.csv", "practice", header, rows, delimiter=",", money=DOT,
                      dates="%Y-%m-%d", note="three colons a row, all inside times")


def totals_under_header() -> Case:
    header = heads("Buchungsdatum;Text;Betrag Einzelzahlung;Belastung;Gutschrift;Valuta;Saldo")
    rows = [[b.day, b.name, "", b.out, b.credit, b.value_day, b.balance]
            for b in bookings(1431, 14, newest_first=True)]
    return text_table("p_totals_under_header.csv", "practice", header, rows, money=DOT, bom=True, sums=[3, 4,
                                                                                                        6],
                      sub=["Umsatztotal;;;4309.95;2000;;", "Schlusssaldo;;;;;;505.67"], sign="debit_credit",
                      note="totals stand between the header and the first row")


def opening_balance_under_header() -> Case:
    header = heads("Data contabile;Data valuta;Descrizione;Accrediti;Addebiti;Descrizione estesa")
    rows = [[b.day, b.value_day, b.name, b.credit, b.debit, b.purpose] for b in bookings(1432, 13, "it")]
    return text_table("p_opening_balance_under_header.csv", "practice", header, rows, dates="%d.%m.%y",
                      money=DOT,
                      sub=[";;Saldo contabile iniziale in Euro;;13135.57;"], sign="debit_credit",
                      footer=[";;Saldo contabile finale in Euro;;12000.57;"])


def two_row_widths() -> Case:
    header = heads("Datum;Konto;Text;Transaktion;Kurs;Einzelbetrag;Belastung;Gutschrift;Saldo")
    rows: list[list[object]] = []
    for i, b in enumerate(bookings(1433, 16)):
        rows.append([b.day, "0000 4711", b.name, f"T{i:06d}", "", "", b.out, b.credit, b.balance])
        if i % 3 == 0:
            rows.append([b.day, "0000 4711", "Sammelauftrag, Teil", f"T{i:06d}", "", As("12.50")])
    return text_table("p_two_row_widths.csv", "practice", header, rows, money=DOT, sums=[6, 7, 8],
                      sign="debit_credit", note="detail rows end early")


def detail_lines_below_each_row() -> Case:
    header = heads("Booked At;Text;Credit/Debit Amount;Balance;Valuta Date")
    rows: list[list[object]] = []
    for b in bookings(1434, 12, "de", country="CH"):
        rows.append([b.day, b.name, b.amount, b.balance, b.value_day])
        rows.append([None, f"{b.purpose} 8062 Nebelfurt", None, None, None])
    return text_table("p_detail_lines.csv", "practice", header, rows, money=DOT, dates="%Y-%m-%d",
                      encoding="cp1252", n_rows_ok=[12, 24],
                      note="a line of text below each row: kept as rows or joined")


def unit_row_of_currency() -> Case:
    rows = [[b.day, b.name, abs(b.amount), abs(b.amount) / 2] for b in bookings(1435, 12)]
    rows = [[*row[:3], row[3].quantize(Decimal("0.01"))] for row in rows]
    return text_table("p_unit_row.csv", "practice", heads("Datum;Posten;Brutto;Netto"), rows,
                      sub=["TT.MM.JJJJ;;EUR;EUR"])


def excel_saved_as_text() -> Case:
    rows = [[b.day, b.name, b.amount, f"5.63{i:03d}E+22", "#NV" if i % 5 == 0 else ""]
            for i, b in enumerate(bookings(1436, 14))]
    return text_table("p_excel_damaged_ids.csv", "practice", heads("Datum;Text;Betrag;Referenz;Suche"), rows,
                      encoding="cp1252", eol="\r\n", sums=[2], note="ids that Excel has turned into 5.63E+22")


def runs_of_blanks() -> Case:
    header = heads("Date comptable;Texte;Débit;Crédit;Date de valeur;Solde")
    rows = [[b.day, f"{b.name:<22}   CH-8000  Nebelfurt   Karte  {i:04d}", b.out, b.credit, b.value_day,
             b.balance] for i, b in enumerate(bookings(1441, 20, "fr"))]
    meta = ["Mouvements au 30.04.2024 / 11:10,,,,,", "Compte,,,,,", "Mouvements du 01.01.2024 - 30.04.2024,,",
            'Compte,"0000-00 Compte privé,  Zoé Chènevière",Solde,CHF 680.38']
    return text_table("p_runs_of_blanks.csv", "practice", header, rows, delimiter=",", money=DOT, meta=meta,
                      encoding="cp1252", sign="debit_credit",
                      note="texts padded with blanks inside a comma file")


def runs_of_blanks_quoted() -> Case:
    rows = [[str(627 - i), f"{b.name.upper()}, J.", f"GASSE {i}  902", "NEBELFURT", "DNI.  10.613.998",
             "/  /", b.day] for i, b in enumerate(bookings(1442, 20, "es"))]
    return text_table("p_runs_of_blanks_quoted.csv", "practice", None, rows, delimiter=",", quoting="text",
                      encoding="cp1252", dates="%d/%m/%Y", date_column=6, sums=[])


def nameless_totals_under_header() -> Case:
    header = heads("Data;Data valuta;Rif.;Tipo;Testo;Addebiti;Accrediti;Saldo")
    rows = [[b.day, b.value_day, f"13399{i:04d}", "Pagamento", b.name, b.out, b.credit, b.balance]
            for i, b in enumerate(bookings(1443, 16, "it", newest_first=True))]
    return text_table("p_nameless_totals_under_header.csv", "practice", header, rows, money=DOT,
                      sums=[5, 6, 7],
                      sub=["Movimenti del periodo;;;;;22792.99;24591.43;", "Disponibile;;;;;;;50218.09"],
                      sign="debit_credit", note="sums under the header whose label is no known word")
