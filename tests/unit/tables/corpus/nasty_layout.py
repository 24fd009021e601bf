"""Metadata, group headers, units, totals, repeated headers, blank rows, footers."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from .base import HEADER, base_rows, bent
from .case import Case
from .money import DOT, Money
from .texttable import As, heads, text_table
from .words import bookings

PAD = ";;;;;"


def cases() -> Iterator[Case]:
    yield bent("m_padded.csv", 901, meta=[f"Kontoauszug{PAD}", "IBAN;DE00 0000;;;;", PAD,
                                          "Zeitraum;01.01.2024;"
                                          "30.04.2024;;;", PAD])
    yield bent("m_padded_full.csv", 902, encoding="cp1252",
               meta=["Konto;Inhaber;BLZ;Stand;Saldo;Währung",
                     "4711;Jette Knöterich;00000000;30.04.2024;1.234,56;EUR"],
               note="a one-row table of the same width stands directly above")
    yield bent("m_long_60_lines.csv", 903, meta=[
        *(f"Hinweis {i}: Bitte beachten Sie, dass Angaben ohne Gewähr sind; Stand {i}.04.2024."
          for i in range(1, 60)),
        ""])
    yield bent("m_mixed_delimiters.csv", 904, meta=[
        "Konto:\t4711", "Inhaber, Vertreter: Knöterich, Jette", "Bank|Beispielbank|Nebelfurt",
        "Saldo: 1.234,56 EUR",
        "-----------------------------", ""])
    yield bent("m_quoted_multiline.csv", 905, quoting="all", meta=[
        '"Hinweis zu Ihrem Konto:\nDie Umsätze; soweit gebucht,\n\nstehen unten."', '""'])
    yield bent("m_comment_lines.csv", 906, meta=["# exported by nobody 1.0", "# 2024-05-02T08:12:44Z", "#"])
    yield bent("m_sep_line.csv", 907, meta=["sep=;"], eol="\r\n", encoding="cp1252")
    yield bent("m_sep_comma.csv", 908, meta=["sep=,"], delimiter=",", money=DOT, dates="%Y-%m-%d")
    yield bent("m_blank_lines_on_top.csv", 909, meta=["", "", "   ", ""])
    yield bent("m_markers.csv", 910, meta=["[Kontoumsätze]", "Version=3", "", "[Daten]"], footer=["",
                                                                                                  "[Ende]"])
    yield bent("f_total_same_width.csv", 911, footer=["Summe;;;;-1.234,56;EUR"])
    yield bent("f_saldo_rows.csv", 912, encoding="cp1252",
               footer=["30.04.2024;;;Anfangssaldo;4.000,00;EUR", "30.04.2024;;;Endsaldo;1.234,56;EUR"],
               note="closing rows with a date and an amount")
    yield bent("f_prose.csv", 913, footer=[
        "", "Erstellt am 30.04.2024 um 08:12 Uhr; alle Angaben ohne Gewähr, Irrtum vorbehalten.", "",
        "Beispielbank eG, Nebelfurt; Vorstand: Rolf Überzwerg"])
    yield bent("f_count_line.csv", 914, footer=["Anzahl Datensätze: 14"])
    yield bent("f_dashes_then_total.csv", 915, delimiter="\t", footer=[
        "\t\t\t\t----------\t", "\t\t\tSaldo\t-1.234,56\tEUR", "\t\t\t\t==========\t"])
    yield bent("f_blank_padded.csv", 916, footer=[PAD, PAD, PAD])
    yield bent("h_trailing_delimiter.csv", 917, header_tail=";", n_columns_ok=[6, 7])
    yield bent("r_trailing_delimiter.csv", 918, row_tail=";")
    yield group_header()
    yield two_header_rows_quarters()
    yield bent("h_units.csv", 919, sub=["[Datum];[Datum];;;[EUR];"])
    yield bent("h_underline.txt", 920, delimiter="|",
               sub=["----------|----------|--------|--------|-----|---"],
               either=True)
    yield bent("h_blank_after.csv", 921, sub=[""])
    yield bent("h_only_meta.csv", 922, count=0, meta=["Kontoauszug", "IBAN;DE00", ""],
               footer=["", "Für den gewählten Zeitraum liegen keine Umsätze vor."])
    yield bent("h_only.csv", 923, count=0)
    yield bent("b_blank_rows_between.csv", 924, between={3: [""], 7: ["", ""], 10: [PAD]})
    yield bent("b_every_second_blank.csv", 925, between={i: [""] for i in range(1, 14)}, sub=[""])
    yield bent("b_paged_headers.csv", 926, 30, between={
        10: ["Übertrag;;;;1.000,00;EUR", "", ";".join(HEADER)], 20: ["", "Seite 2 von 3", ";".join(HEADER)]},
        note="a paged export: header, page line and carried sum again in the middle")
    yield bent("b_repeated_header.csv", 927, 40, between={20: [";".join(HEADER)]})
    yield monthly_subtotals()
    yield ragged_short()
    yield ragged_long()
    yield text_table("h_numbers_as_names.csv", "nasty", ["Posten", "2021", "2022", "2023"],
                     [[n, Decimal(f"{1000 + 37 * i}.50"), Decimal(f"{1100 + 41 * i}.25"),
                       Decimal(f"{900 + 53 * i}.75")]
                      for i, n in enumerate(heads("Miete;Strom;Wasser;Löhne;Porto;Versicherung;Reise"))],
                     date_column=None, note="years as column names")
    yield bent("one_row_no_meta.csv", 928, 1)
    yield bent("two_columns.csv", 929, header=["Datum", "Betrag"],
               rows=[[b.day, b.amount] for b in bookings(929, 12)])
    yield bent("no_final_newline.csv", 930, final_eol=False)
    yield bent("leading_blank_columns.csv", 931, header=["", "", *HEADER],
               rows=[["", "", *row] for row in base_rows(931)], date_column=2, sums=[6])
    yield index_column()


def group_header() -> Case:
    header = heads("Datum;Text;EUR;CHF;EUR;CHF")
    rows = [[b.day, b.name, b.out, None, b.credit, None] for b in bookings(941, 12)]
    return text_table("h_group_header.csv", "nasty", header, rows, meta=[";;Soll;;Haben;"], sums=[2, 4],
                      sign="debit_credit", note="a group header stands above doubled column names")


def two_header_rows_quarters() -> Case:
    header = heads("Kostenstelle;Q1;Q2;Q3;Q4;Summe")
    rows = []
    for i, name in enumerate(heads("Nord;Süd;Ost;West;Mitte;Übersee;Zentrale;Lager")):
        parts = [Decimal(f"{1200 + 171 * i + 13 * q}.{10 + q}") for q in range(4)]
        rows.append([name, *parts, sum(parts, Decimal("0.00"))])
    return text_table("h_quarters_with_sum_column.csv", "nasty", header, rows, date_column=None,
                      meta=["Auswertung 2023;;;;;"],
                      footer=["Gesamt;10.000,00;10.000,00;10.000,00;10.000,00;40.000,00"],
                      note="a column named Summe is data, a row named Gesamt is a total")


def monthly_subtotals() -> Case:
    rows = base_rows(942, 24)
    return bent("b_subtotals_between.csv", 942, rows=rows, between={
        8: [";;;Zwischensumme Januar;-1.000,00;EUR"], 16: [";;;Zwischensumme Februar;-2.000,00;EUR"]},
        footer=[";;;Gesamtsumme;-3.000,00;EUR"], note="subtotals between the rows are not data")


def ragged_short() -> Case:
    rows = base_rows(943)
    for index in (2, 5, 9):
        rows[index] = rows[index][:5]
    return bent("ragged_short_rows.csv", 943, rows=rows, note="three rows lack their last field")


def ragged_long() -> Case:
    rows = [[b.day, b.amount, b.name] for b in bookings(944, 16)]
    rows[4] = [*rows[4], "Nachtrag", "Zusatz"]
    rows[11] = [*rows[11], "Nachtrag"]
    return text_table("ragged_long_rows.csv", "nasty", heads("Datum;Betrag;Text"), rows, n_columns_ok=[3, 4,
                                                                                                       5],
                      told=True, note="two rows carry extra fields in the end")


def index_column() -> Case:
    rows = [[str(i), f"{b.day} 00:00:00", b.name, As(str(b.amount), b.amount)] for i,
            b in enumerate(bookings(945, 12))]
    return text_table("pandas_index.csv", "nasty", ["", "day", "name", "amount"], rows, delimiter=",",
                      money=Money("."),
                      date_column=None, note="written by pandas with its index")
