"""Austrian and Swiss banks."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator

from .case import Case
from .money import DOT, GERMAN, SWISS, Money
from .texttable import heads, text_table
from .words import bookings


def cases() -> Iterator[Case]:
    yield bank_austria()
    yield bawag()
    yield easybank()
    yield sparkasse_at()
    yield credit_suisse()
    yield zkb()
    yield raiffeisen_ch()
    yield postfinance_old()
    yield ubs_card()
    yield valiant_typographic_apostrophe()
    yield neon()


def bank_austria() -> Case:
    header = heads(
        "Buchungsdatum;Valutadatum;Buchungstext;Interne Notiz;Währung;Betrag;Belegdaten;Belegnummer;"
        "Auftraggebername;Auftraggeberkonto;Auftraggeber BLZ;Empfängername;Empfängerkonto;Empfänger BLZ;"
        "Zahlungsgrund"
    )
    rows = [[b.day, b.value_day, f"{b.purpose} {b.name}", "", "EUR", b.amount, "", f"{i:09d}", b.name, b.iban,
             "", "Jette Knöterich", "", "", b.purpose] for i, b in enumerate(bookings(301, 13, country="AT"))]
    return text_table("at_bank_austria.csv", "eu_bank", header, rows, bom=True, eol="\r\n")


def bawag() -> Case:
    rows = [[b.iban, f"{b.purpose} {b.name}", b.day, b.value_day, b.amount, "EUR"]
            for b in bookings(302, 15, country="AT", newest_first=True)]
    rows = [["AT000000000000004711", *row[1:]] for row in rows]
    return text_table("at_bawag_ohne_kopf.csv", "eu_bank", None, rows, encoding="cp1252", eol="\r\n",
                      date_column=2, money=Money(",", ".", sign="plus"),
                      note="no header; explicit plus signs")


def easybank() -> Case:
    rows = [["AT000000000000004711", f"{b.purpose}|{b.name}  {b.iban}", b.day, b.value_day, b.amount, "EUR"]
            for b in bookings(303, 14, country="AT")]
    return text_table("at_easybank_ohne_kopf.csv", "eu_bank", None, rows, encoding="iso-8859-15",
                      date_column=2, quoting="none", note="no header; a pipe in every purpose")


def sparkasse_at() -> Case:
    header = heads("Durchführungsdatum;Partner;Betrag;Währung;Valutadatum;Zahlungsreferenz;Notiz")
    rows = [[b.day, b.name, b.amount, "EUR", b.value_day, b.purpose, ""] for b in bookings(304, 12,
                                                                                           country="AT")]
    return text_table("at_sparkasse_tab.csv", "eu_bank", header, rows, delimiter="\t", encoding="utf-16",
                      codec="utf-16-le", bom=True, eol="\r\n", money=GERMAN)


def credit_suisse() -> Case:
    header = heads("Buchungsdatum;Text;Belastung;Gutschrift;Valutadatum;Saldo")
    rows = [[b.day, f"{b.name}, {b.purpose}", b.out, b.credit, b.value_day, b.balance]
            for b in bookings(305, 13, country="CH", newest_first=True)]
    return text_table(
        "ch_credit_suisse.csv", "eu_bank", header, rows, delimiter=",", money=DOT, sign="debit_credit",
        encoding="cp1252", eol="\r\n",
        meta=["Buchungen per 30.04.2024 17:12:33", "Konto,0000-4711000-11", "IBAN,CH00 0000 0000 0000 0000 0",
              "Saldo,1234.50 CHF", "Suchen,Alle Buchungen", ""],
        footer=["Total,,1234.50,99.00,,"],
        note="metadata has the table's delimiter; total with the table's width",
    )


def zkb() -> Case:
    header = heads(
        "Datum;Buchungstext;Whg;Betrag Detail;ZKB-Referenz;Referenznummer;Belastung CHF;Gutschrift CHF;"
        "Valuta;Saldo CHF"
    )
    rows = [[b.day, f"{b.purpose}: {b.name}", "", "", f"Z0{i:011d}", "", b.out, b.credit, b.value_day,
             b.balance]
            for i, b in enumerate(bookings(306, 13, country="CH"))]
    return text_table("ch_zkb.csv", "eu_bank", header, rows, quoting="all", bom=True, money=DOT,
                      sign="debit_credit")


def raiffeisen_ch() -> Case:
    header = heads("IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date")
    rows = [["CH0000000000000000000", b.day, f"{b.purpose} {b.name}", b.amount, b.balance, b.value_day]
            for b in bookings(307, 13, country="CH")]
    return text_table("ch_raiffeisen.csv", "eu_bank", header, rows, encoding="iso-8859-1", money=DOT,
                      dates="%Y-%m-%d 00:00:00.0", date_column=1, date_format="%Y-%m-%d %H:%M:%S.%f")


def postfinance_old() -> Case:
    header = heads("Buchungsdatum;Avisierungstext;Gutschrift;Lastschrift;Valuta;Saldo")
    rows = [[b.day, b.purpose.upper(), b.credit, b.debit, b.value_day, b.balance if i % 3 == 0 else None]
            for i, b in enumerate(bookings(308, 14, country="CH", newest_first=True))]
    return text_table(
        "ch_postfinance_alt.csv", "eu_bank", header, rows, encoding="iso-8859-1", money=DOT, eol="\r\n",
        sign="debit_credit", sums=[2, 3],
        meta=["Konto:;00-4711-0", "Währung:;CHF", ""],
        footer=["", "Disclaimer:", "Der Dokumentinhalt wurde durch Filtereinstellungen der Kund:innen "
                "generiert. Die Bank ist für den Inhalt und die Vollständigkeit nicht verantwortlich."],
    )


def ubs_card() -> Case:
    header = heads(
        "Kontonummer;Kartennummer;Konto-/Karteninhaber;Einkaufsdatum;Buchungstext;Branche;Betrag;"
        "Originalwährung;Kurs;Währung;Belastung;Gutschrift;Buchung"
    )
    rows = [["0000 0000 4711", "0000 00XX XXXX 0042", "Jette Knöterich", b.day, b.name, "Detailhandel",
             abs(b.amount), "CHF", "", "CHF", b.out, b.credit, b.value_day]
            for b in bookings(309, 12, country="CH")]
    return text_table("ch_ubs_karte.csv", "eu_bank", header, rows, encoding="iso-8859-1", money=DOT,
                      date_column=3, sums=[6, 10, 11], meta=["sep=;"], delimiter=";",
                      sign="debit_credit", note="first line sep=;")


def valiant_typographic_apostrophe() -> Case:
    header = ["Datum", "Text", "Betrag CHF", "Saldo CHF"]
    rows = [[b.day, b.name, b.amount, b.balance] for b in bookings(310, 12, country="CH")]
    return text_table("ch_apostroph_typografisch.csv", "eu_bank", header, rows,
                      money=Money(".", "\u2019"), note="U+2019 as thousands sign")


def neon() -> Case:
    header = heads(
        "Date;Amount;Original amount;Original currency;Exchange rate;Description;Subject;Category;Tags;"
        "Wise;Spaces"
    )
    rows = [[b.day, b.amount, "", "", "", b.name, b.purpose, "uncategorized", "", "no", "no"]
            for b in bookings(311, 11, country="CH")]
    return text_table("ch_neon.csv", "eu_bank", header, rows, quoting="text", money=SWISS, dates="%Y-%m-%d",
                      eol="\r\n")
