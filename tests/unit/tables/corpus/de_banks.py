"""German current accounts: large banks, in the layouts of their online exports."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator

from .case import Case
from .money import PLAIN, Money
from .texttable import heads, text_table
from .words import bad_iban, bookings

EURO = Money(",", ".", after=" €")


def cases() -> Iterator[Case]:
    yield dkb_giro_2023()
    yield dkb_giro_old()
    yield dkb_visa_2023()
    yield comdirect_depot()
    yield comdirect_card()
    yield consorsbank()
    yield deutsche_bank()
    yield hypovereinsbank()
    yield ing_without_balance()
    yield postbank_old()
    yield sparkasse_card()
    yield sparkasse_camt_v8()
    yield volksbank_vr_networld()
    yield santander_de()
    yield direct_1822()
    yield commerzbank_old()


def dkb_giro_2023() -> Case:
    header = heads(
        "Buchungsdatum;Wertstellung;Status;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;"
        "Umsatztyp;IBAN;Betrag (€);Gläubiger-ID;Mandatsreferenz;Kundenreferenz"
    )
    rows = [[b.day, b.value_day, "Gebucht", "ISSUER", b.name, b.purpose, "Ausgang" if b.amount < 0 else
             "Eingang", b.iban, b.amount, "", "", ""] for b in bookings(101, 18, newest_first=True)]
    return text_table(
        "de_dkb_giro_2023.csv", "de_bank", header, rows, quoting="all", bom=True, dates="%d.%m.%y",
        meta=['"Girokonto";"DE00 0000 0000 0000 0000 00"', '""',
              '"Kontostand vom 30.04.2024:";"1.234,56\u00a0€"',
              '""'],
        note="two-digit years, a metadata line of two quotes",
    )


def dkb_giro_old() -> Case:
    header = heads(
        "Buchungstag;Wertstellung;Buchungstext;Auftraggeber / Begünstigter;Verwendungszweck;Kontonummer;"
        "BLZ;Betrag (EUR);Gläubiger-ID;Mandatsreferenz;Kundenreferenz"
    )
    rows = [[b.day, b.value_day, "FOLGELASTSCHRIFT", b.name, b.purpose, b.iban, "XQZTDEBBXXX", b.amount, "",
             "",
             f"{7_000_000 + i:010d}"] for i, b in enumerate(bookings(102, 16, newest_first=True))]
    return text_table(
        "de_dkb_giro_alt.csv", "de_bank", header, rows, quoting="all", encoding="cp1252", header_tail=";",
        row_tail=";",
        meta=['"Kontonummer:";"DE00000000000000000000 / Girokonto";', "", '"Von:";"01.01.2024";',
              '"Bis:";"30.04.2024";', '"Kontostand vom 30.04.2024:";"-1.234,56 EUR";', ""],
    )


def dkb_visa_2023() -> Case:
    header = heads("Belegdatum;Wertstellung;Status;Beschreibung;Umsatztyp;Betrag (€);Fremdwährungsbetrag")
    rows = [[b.day, b.value_day, "Gebucht", b.name, "Im Geschäft", b.amount,
             "12,50 USD" if i % 4 == 0 else ""] for i, b in enumerate(bookings(103, 12))]
    return text_table(
        "de_dkb_visa_2023.csv", "de_bank", header, rows, quoting="all", dates="%d.%m.%y", money=EURO,
        meta=['"Karte";"Visa Kreditkarte";"0000 •••• •••• 0001"', '""',
              '"Saldo vom 30.04.2024:";"-12,34 €"', '""'],
        note="currency sign after the amount",
    )


def comdirect_depot() -> Case:
    header = heads(
        "Buchungstag;Geschäftstag;Stück / Nom.;Bezeichnung;WKN;Währung;Ausführungskurs;Umsatz in EUR"
    )
    rows = [[b.day, b.value_day, f"{3 + i}", b.name, f"A0{i:04d}", "EUR", abs(b.amount) / 4, b.amount]
            for i, b in enumerate(bookings(104, 13, newest_first=True))]
    return text_table(
        "de_comdirect_depot.csv", "broker", header, rows, quoting="all", encoding="cp1252", sums=[7],
        header_tail=";", row_tail=";",
        meta=[";", '"Umsätze Depot";"Zeitraum: 180 Tage";', '"Depotnummer";"0000000000 00";', ""],
        footer=["", ""],
    )


def comdirect_card() -> Case:
    header = heads("Buchungstag;Umsatztag;Vorgang;Referenz;Buchungstext;Umsatz in EUR")
    rows = [[b.day, b.value_day, "Visa-Umsatz", f"{i:016d}", f" {b.name}  ", b.amount]
            for i, b in enumerate(bookings(105, 15, newest_first=True))]
    return text_table(
        "de_comdirect_visa.csv", "de_bank", header, rows, quoting="all", encoding="iso-8859-1",
        header_tail=";", row_tail=";",
        meta=[";", '"Umsätze Visa-Karte (Kreditkarte)";"Zeitraum: 90 Tage";',
              '"Neuer Kontostand";"0,00 EUR";', ""],
        footer=["", '"Alter Kontostand";"0,00 EUR";', "",
                '"Umsätze Girokonto";"Zeitraum: 90 Tage";', '"Keine Umsätze vorhanden.";'],
        note="a second, empty section follows",
    )


def consorsbank() -> Case:
    header = heads(
        "Buchung;Valuta;Sender / Empfänger;IBAN / Konto-Nr.;BIC / BLZ;Buchungstext;Verwendungszweck;"
        "Kategorie;Stichwörter;Umsatz geteilt;Betrag in EUR"
    )
    rows = [[b.day, b.value_day, b.name, b.iban, "XQZTDE77XXX", "LASTSCHRIFT", b.purpose, "Freizeit", "", "",
             b.amount] for b in bookings(106, 17)]
    return text_table(
        "de_consorsbank.csv", "de_bank", header, rows, bom=True, eol="\r\n",
        meta=["Kontonummer;Kontobezeichnung;Kontoinhaber;Von;Bis;Saldo",
              "0000004711;Girokonto;Jette Knöterich;"
              "01.01.2024;30.04.2024;1.000,00 EUR", ""],
        note="a one-row table with its own header stands above",
    )


def deutsche_bank() -> Case:
    header = heads(
        "Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN;BIC;Kundenreferenz;"
        "Mandatsreferenz ;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;"
        "Anzahl der Schecks;Soll;Haben;Währung"
    )
    rows = [[b.day, b.value_day, "SEPA-Lastschrift von", b.name, b.purpose, b.iban, "XQZTDEFF", "NOTPROVIDED",
             "", "", "", "", "", "", "", b.debit, b.credit, "EUR"] for b in bookings(107, 16)]
    return text_table(
        "de_deutsche_bank.csv", "de_bank", header, rows, encoding="iso-8859-1", sign="debit_credit",
        meta=["Umsätze Girokonto;;;Kundennummer: 000 4711000", "02.01.2024 - 30.04.2024",
              "Letzter Kontostand;;;;4.241,03;EUR",
              "Vorgemerkte und noch nicht gebuchte Umsätze sind nicht Bestandteil dieser Übersicht."],
        footer=["Kontostand;30.04.2024;;;1.234,56;EUR"],
    )


def hypovereinsbank() -> Case:
    header = heads(
        "Kontonummer;Buchungsdatum;Valuta;Empfaenger 1;Empfaenger 2;Verwendungszweck;Betrag;Waehrung"
    )
    rows = [["4711000", b.day, b.value_day, b.name, "", b.purpose, b.amount, "EUR"]
            for b in bookings(108, 14, newest_first=True)]
    return text_table("de_hvb_utf16.csv", "de_bank", header, rows, encoding="utf-16", codec="utf-16-le",
                      bom=True, eol="\r\n", date_column=1)


def ing_without_balance() -> Case:
    header = heads(
        "Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Betrag;Währung"
    )
    rows = [[b.day, b.value_day, b.name, "Lastschrift", b.purpose, b.amount, "EUR"]
            for b in bookings(109, 20, newest_first=True)]
    return text_table(
        "de_ing_giro.csv", "de_bank", header, rows, encoding="iso-8859-1",
        meta=["Umsatzanzeige;Datei erstellt am: 02.05.2024 08:31", "", "IBAN;DE00 0000 0000 0000 0000 00",
              "Kontoname;Girokonto", "Bank;ING", "Kunde;Jette Knöterich", "Zeitraum;01.01.2024 - 02.05.2024",
              "", "Sortierung;Datum absteigend", "",
              "In der CSV-Datei finden Sie alle bereits gebuchten Umsätze. Die vorgemerkten Umsätze werden "
              "nicht aufgenommen, auch wenn sie in Ihrem Internetbanking angezeigt werden.", ""],
    )


def postbank_old() -> Case:
    header = heads(
        "Buchungstag;Wertstellung;Umsatzart;Buchungsdetails;Auftraggeber;Empfänger;Betrag (€);Saldo (€)"
    )
    rows = [[b.day, b.value_day, "Gutschrift", b.purpose, b.name, "Jette Knöterich", b.amount, b.balance]
            for b in bookings(110, 14, newest_first=True)]
    return text_table(
        "de_postbank_alt.csv", "de_bank", header, rows, quoting="all", encoding="iso-8859-15", money=EURO,
        meta=['"Umsatzauskunft - gebuchte Umsätze"', "", '"Name";"Jette Knöterich"', '"BLZ";"00000000"',
              '"Kontonummer";"0000471100"', '"IBAN";"DE00000000000000000000"',
              '"Aktueller Kontostand";"1.234,56 €"', '"Summe vorgemerkter Umsätze";"0,00 €"',
              '"Zeitraum";"01.01.2024 - 30.04.2024"', ""],
    )


def sparkasse_card() -> Case:
    header = heads(
        "Umsatz getätigt von;Belegdatum;Buchungsdatum;Originalbetrag;Originalwährung;Umrechnungskurs;"
        "Buchungsbetrag;Buchungswährung;Transaktionsbeschreibung;Transaktionsbeschreibung Zusatz;"
        "Buchungsreferenz;Gebührenschlüssel;Länderkennzeichen;BAR-Entgelt+Buchungsreferenz;"
        "AEE+Buchungsreferenz;Abrechnungskennzeichen"
    )
    rows = [["000000******0001", b.day, b.value_day, b.amount, "EUR", "", b.amount, "EUR", b.name, b.purpose,
             f"{i:017d}", "A7", "DE", "", "", ""] for i, b in enumerate(bookings(111, 12))]
    return text_table("de_sparkasse_karte.csv", "de_bank", header, rows, quoting="all", encoding="cp1252",
                      dates="%d.%m.%y", money=PLAIN, date_column=1, sums=[6])


def sparkasse_camt_v8() -> Case:
    header = heads(
        "Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Glaeubiger ID;"
        "Mandatsreferenz;Kundenreferenz (End-to-End);Sammlerreferenz;Lastschrift Ursprungsbetrag;"
        "Auslagenersatz Ruecklastschrift;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;"
        "BIC (SWIFT-Code);Betrag;Waehrung;Info"
    )
    found = bookings(112, 20, newest_first=True)
    rows = [[b.iban, "" if i < 2 else b.day, b.value_day, "FOLGELASTSCHRIFT", b.purpose, "", "", "", "", "",
             "",
             b.name, b.iban, "XQZTDE21XXX", b.amount, "EUR",
             "Umsatz vorgemerkt" if i < 2 else "Umsatz gebucht"] for i, b in enumerate(found)]
    return text_table("de_sparkasse_vorgemerkt.csv", "de_bank", header, rows, quoting="all",
                      encoding="iso-8859-1", dates="%d.%m.%y", money=PLAIN, date_column=1,
                      note="the first rows are pending: no booking day")


def volksbank_vr_networld() -> Case:
    header = heads("Konto;Buchungsdatum;Valuta;Name;Verwendungszweck;Betrag;Währung;S/H;Saldo nach Buchung")
    rows = [["Girokonto", b.day, b.value_day, b.name, b.purpose, abs(b.amount), "EUR",
             "S" if b.amount < 0 else "H", b.balance] for b in bookings(113, 15)]
    return text_table("de_vr_soll_haben.csv", "de_bank", header, rows, encoding="cp1252", eol="\r\n",
                      date_column=1, sign="sh_column", sums=[5])


def santander_de() -> Case:
    header = heads(
        "Kontonummer/Kartennummer;Buchungsdatum;Wertstellungsdatum;Betrag;Währung;Beschreibung;"
        "Buchungstext"
    )
    rows = [["DE00000000000000004711", b.day, b.value_day, b.amount, "EUR", b.name, b.purpose]
            for b in bookings(114, 13)]
    return text_table("de_santander.csv", "de_bank", header, rows, delimiter=",", bom=True, eol="\r\n",
                      date_column=1, quoting="minimal", dates="%d-%m-%Y")


def direct_1822() -> Case:
    header = ["Kontonummer", "Datum/Zeit", "Buchungstag", "Wertstellung", "Soll/Haben", "Buchungsschlüssel",
              "Buchungsart", "Empfänger/Auftraggeber Name", "Empfänger/Auftraggeber IBAN",
              "Empfänger/Auftraggeber BIC", "Glaeubiger-ID", "Mandatsreferenz", "Mandatsdatum",
              *[f"Vwz.{i}" for i in range(6)], "End-to-End-Identifikation"]
    rows = [["4711000", b.day, b.day, b.value_day, b.amount, "105", "Lastschrift", b.name, b.iban,
             "XQZTDEFF18",
             "", "", "", b.purpose, "", "", "", "", "", ""] for b in bookings(115, 14, newest_first=True)]
    return text_table(
        "de_1822direkt.csv", "de_bank", header, rows, encoding="iso-8859-1", date_column=2,
        dates={1: "%d.%m.%Y 00:00", 2: "%d.%m.%Y", 3: "%d.%m.%Y"}, footer=["", "",
                                                                           "Kontostand;30.04.2024;1.234,56"],
        note="'Soll/Haben' holds the signed amount, not a sign letter",
    )


def commerzbank_old() -> Case:
    header = heads(
        "Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;Auftraggeberkonto;"
        "Bankleitzahl Auftraggeberkonto;IBAN Auftraggeberkonto"
    )
    rows = [[b.day, b.value_day, "Lastschrift", f"{b.name} {b.purpose} Kundenreferenz: {i:012d}", b.amount,
             "EUR", "0471100000", "00000000", bad_iban_of(i)] for i, b in enumerate(bookings(116, 12))]
    return text_table("de_commerzbank_alt.csv", "de_bank", header, rows, bom=True, money=PLAIN)


def bad_iban_of(index: int) -> str:
    import random

    return bad_iban(random.Random(index))
