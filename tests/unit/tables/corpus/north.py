"""Dutch, Belgian and Nordic banks."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator

from .case import Case
from .money import DOT, GERMAN, PLAIN, Money
from .texttable import heads, text_table
from .words import bookings


def cases() -> Iterator[Case]:
    yield rabobank()
    yield abn_amro()
    yield sns()
    yield asn()
    yield kbc()
    yield belfius()
    yield argenta()
    yield swedbank()
    yield nordea_se()
    yield handelsbanken()
    yield danske_bank()
    yield dnb()
    yield sparebank()
    yield nordea_fi()


def rabobank() -> Case:
    header = heads(
        "IBAN/BBAN;Munt;BIC;Volgnr;Datum;Rentedatum;Bedrag;Saldo na trn;Tegenrekening IBAN/BBAN;"
        "Naam tegenpartij;Naam uiteindelijke partij;Naam initiërende partij;BIC tegenpartij;Code;"
        "Batch ID;Transactiereferentie;Machtigingskenmerk;Incassant ID;Betalingskenmerk;Omschrijving-1;"
        "Omschrijving-2;Omschrijving-3;Reden retour;Oorspr bedrag;Oorspr munt;Koers"
    )
    rows = [["NL00XQZT0000004711", "EUR", "XQZTNL2U", f"{1000 + i:018d}", b.day, b.value_day, b.amount,
             b.balance,
             b.iban, b.name, "", "", "", "bc", "", "", "", "", "", b.purpose, " ", "", "", "", "", ""]
            for i, b in enumerate(bookings(501, 15, "nl", country="NL"))]
    return text_table("nl_rabobank.csv", "eu_bank", header, rows, delimiter=",", quoting="all",
                      encoding="cp1252", eol="\r\n", dates="%Y-%m-%d", date_column=4,
                      money=Money(",", sign="plus"))


def abn_amro() -> Case:
    rows = [["000471100", "EUR", b.day, b.balance - b.amount, b.balance, b.value_day, b.amount,
             f"/TRTP/SEPA OVERBOEKING/IBAN/{b.iban}/NAME/{b.name}/REMI/{b.purpose}"]
            for b in bookings(502, 14, "nl", country="NL")]
    return text_table("nl_abn_amro.TAB", "eu_bank", None, rows, delimiter="\t", money=PLAIN, dates="%Y%m%d",
                      date_column=2, eol="\r\n", sums=[3, 4, 6], note="no header; dates are eight digits")


def sns() -> Case:
    rows = [[b.day, "NL00XQZT0000004711", b.iban, b.name, "", "", "", "EUR", b.balance, "EUR", b.amount,
             b.value_day, b.value_day, "9722", "IDB", f"{i:08d}", "", f"'{b.purpose}'", "47"]
            for i, b in enumerate(bookings(503, 13, "nl", country="NL"))]
    return text_table("nl_sns_ohne_kopf.csv", "eu_bank", None, rows, delimiter=",", money=DOT,
                      dates="%d-%m-%Y", sums=[8, 10])


def asn() -> Case:
    header = heads("Boekdatum;Rekeningnummer;Naam;Af/Bij;Bedrag;Munt;Omschrijving")
    rows = [[b.day, b.iban, b.name, "Af" if b.amount < 0 else "Bij", abs(b.amount), "EUR", b.purpose]
            for b in bookings(504, 13, "nl", country="NL")]
    return text_table("nl_af_bij.csv", "eu_bank", header, rows, money=GERMAN, dates="%d-%m-%Y",
                      sign="direction_column")


def kbc() -> Case:
    header = heads(
        "Rekeningnummer;Rubrieknaam;Naam;Munt;Afschriftnummer;Datum;Omschrijving;Valuta;Bedrag;Saldo;"
        "credit;debet;rekeningnummer tegenpartij;BIC tegenpartij;Naam tegenpartij;Adres tegenpartij;"
        "gestructureerde mededeling;Vrije mededeling"
    )
    rows = [["BE00000000004711", "", "RUBEN KATTESTAART", "EUR", f" 0{2024000 + i}", b.day, b.purpose,
             b.value_day,
             b.amount, b.balance, b.credit, b.debit, b.iban, "XQZTBEBB", b.name, "", "", b.purpose]
            for i, b in enumerate(bookings(505, 13, "nl", country="BE"))]
    return text_table("be_kbc.csv", "eu_bank", header, rows, encoding="cp1252", money=PLAIN, dates="%d/%m/%Y",
                      date_column=5, sums=[8, 9, 10, 11], header_tail=";", row_tail=";", eol="\r\n")


def belfius() -> Case:
    header = heads(
        "Rekening;Boekingsdatum;Rekeninguittrekselnummer;Transactienummer;Rekening tegenpartij;"
        "Naam tegenpartij bevat;Straat en nummer;Postcode en plaats;Transactie;Valutadatum;Bedrag;Devies;"
        "BIC;Landcode;Mededelingen"
    )
    rows = [["BE00 0000 0000 4711", b.day, "00001", f"{i:05d}", b.iban, b.name, "", "", b.purpose,
             b.value_day,
             b.amount, "EUR", "XQZTBEBB", "BE", f"{b.purpose} ref. : {i:015d}"]
            for i, b in enumerate(bookings(506, 13, "nl", country="BE", newest_first=True))]
    return text_table(
        "be_belfius.csv", "eu_bank", header, rows, encoding="cp1252", money=PLAIN, dates="%d/%m/%Y",
        date_column=1,
        meta=["Boekingsdatum vanaf;01/01/2024", "Boekingsdatum tot en met;30/04/2024", "Bedrag vanaf;",
              "Bedrag tot en met;", "Rekeninguittrekselnummer vanaf;", "Rekeninguittrekselnummer tot en met;",
              "Mededeling;", "Naam tegenpartij bevat;", "Rekening tegenpartij;", "Laatste saldo;1.234,56 EUR",
              "Datum/uur van het laatste saldo;30/04/2024 08:00:00", ";", ""],
        note="metadata labels repeat header names",
    )


def argenta() -> Case:
    header = heads(
        "Rekening;Boekdatum;Valutadatum;Referentie;Beschrijving;Bedrag;Munt;Verrichtingsdatum;"
        "Rekening tegenpartij;Naam tegenpartij;Mededeling"
    )
    rows = [["BE00 0000 0000 4711", b.day, b.value_day, f"B4{i:07d}", "Uitgaande overschrijving", b.amount,
             "EUR",
             b.day, b.iban, b.name, b.purpose] for i, b in enumerate(bookings(507, 12, "nl", country="BE"))]
    return text_table("be_argenta.csv", "eu_bank", header, rows, bom=True, dates="%d-%m-%Y", date_column=1,
                      quoting="text")


def swedbank() -> Case:
    header = heads(
        "Radnummer;Clearingnummer;Kontonummer;Produkt;Valuta;Bokföringsdag;Transaktionsdag;Valutadag;"
        "Referens;Beskrivning;Belopp;Bokfört saldo"
    )
    rows = [[i + 1, "00000", "000004711", "Privatkonto", "SEK", b.day, b.day, b.value_day, f'"{b.name}"',
             b.purpose,
             b.amount, b.balance] for i, b in enumerate(bookings(508, 14, "sv", newest_first=True))]
    return text_table(
        "se_swedbank.csv", "eu_bank", header, rows, delimiter=",", encoding="cp1252", eol="\r\n", money=DOT,
        dates="%Y-%m-%d", date_column=5,
        meta=["* Transaktioner Period 2024-01-01 – 2024-04-30 Skapad 2024-05-02 08:00 CEST"],
        note="doubled quotes inside quoted names",
    )


def nordea_se() -> Case:
    header = heads("Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta")
    rows = [[b.day, b.amount, "0000 00 00471", "", "", b.name, b.balance, "SEK"] for b in bookings(509, 13,
                                                                                                   "sv")]
    return text_table("se_nordea.csv", "eu_bank", header, rows, bom=True, money=PLAIN, dates="%Y/%m/%d",
                      header_tail=";", eol="\r\n")


def handelsbanken() -> Case:
    header = heads("Reskontradatum;Transaktionsdatum;Text;Belopp;Saldo")
    rows = [[b.day, b.value_day, b.name, b.amount, b.balance] for b in bookings(510, 12, "sv")]
    return text_table("se_handelsbanken.txt", "eu_bank", header, rows, delimiter="\t", dates="%Y-%m-%d",
                      money=Money(",", "\u00a0", minus="\u2212"), note="unicode minus and no-break space")


def danske_bank() -> Case:
    header = heads("Dato;Kategori;Underkategori;Tekst;Beløb;Saldo;Status;Afstemt")
    rows = [[b.day, "Øvrige udgifter", "Ukendt", b.name, b.amount, b.balance, "Udført", "Nej"]
            for b in bookings(511, 13, "da")]
    return text_table("dk_danske_bank.csv", "eu_bank", header, rows, quoting="all", encoding="iso-8859-1",
                      eol="\r\n")


def dnb() -> Case:
    header = heads("Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto")
    rows = [[b.day, f"Varekjøp {b.name}", b.value_day, b.out, b.credit] for b in bookings(512, 13, "da")]
    return text_table("no_dnb.txt", "eu_bank", header, rows, quoting="all", encoding="cp1252", money=PLAIN,
                      sign="debit_credit")


def sparebank() -> Case:
    header = heads("Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto")
    rows = [[b.day, b.name, b.value_day, b.credit, b.debit, "", "00000004711"] for b in bookings(513, 12,
                                                                                                 "da")]
    return text_table("no_sparebank.csv", "eu_bank", header, rows, money=PLAIN, header_tail=";", row_tail=";",
                      bom=True, sign="debit_credit")


def nordea_fi() -> Case:
    header = heads("Kirjauspäivä;Arvopäivä;Maksupäivä;Määrä;Saaja/Maksaja;Tilinumero;Viite;Viesti")
    rows = [[b.day, b.value_day, b.day, b.amount, b.name, b.iban, "", b.purpose] for b in bookings(514, 12,
                                                                                                   "sv")]
    return text_table("fi_nordea.txt", "eu_bank", header, rows, delimiter="\t", money=PLAIN,
                      meta=["Tilinumero\tFI00 0000 0000 0047 11", ""], dates="%d.%m.%Y")
