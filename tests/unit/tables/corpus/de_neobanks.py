"""Neobanks, wallets and cards as used in Germany."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time
from decimal import Decimal

from .case import Case
from .money import DOT, GERMAN, PLAIN, US, Money
from .texttable import heads, text_table
from .words import bookings


def cases() -> Iterator[Case]:
    yield bunq()
    yield bunq_german()
    yield revolut()
    yield revolut_business()
    yield vivid()
    yield c24()
    yield tomorrow()
    yield fidor()
    yield paypal_de()
    yield paypal_en()
    yield wise()
    yield amex_de()
    yield barclaycard_csv()
    yield miles_and_more()
    yield hanseatic()
    yield advanzia()


def at(value: object, hour: int) -> datetime:
    return datetime.combine(value, time(hour % 24, 7 * hour % 60, 13 * hour % 60))  # type: ignore[arg-type]


def bunq() -> Case:
    header = heads("Date;Interest Date;Amount;Account;Counterparty;Name;Description")
    rows = [[b.day, b.value_day, b.amount, b.iban, b.iban, b.name, b.purpose] for b in bookings(201, 13,
                                                                                                "en")]
    return text_table("nl_bunq.csv", "de_bank", header, rows, delimiter=",", quoting="all", money=US,
                      dates="%Y-%m-%d")


def bunq_german() -> Case:
    header = heads("Datum;Wertstellungsdatum;Betrag;Konto;Gegenkonto;Name;Beschreibung")
    rows = [[b.day, b.value_day, b.amount, b.iban, b.iban, b.name, b.purpose] for b in bookings(202, 13)]
    return text_table("de_bunq.csv", "de_bank", header, rows, quoting="all", dates="%Y-%m-%d")


def revolut() -> Case:
    header = heads("Type;Product;Started Date;Completed Date;Description;Amount;Fee;Currency;State;Balance")
    rows = [["CARD_PAYMENT", "Current", at(b.day, i), at(b.value_day, i + 1), b.name, b.amount,
             Decimal("0.00"),
             "EUR", "COMPLETED", b.balance] for i, b in enumerate(bookings(203, 15, "en"))]
    return text_table("eu_revolut.csv", "de_bank", header, rows, delimiter=",", money=DOT, date_column=2,
                      dates="%Y-%m-%d %H:%M:%S", sums=[5, 6, 9])


def revolut_business() -> Case:
    header = heads(
        "Date started (UTC);Date completed (UTC);ID;Type;State;Description;Reference;Payer;Card number;"
        "Orig currency;Orig amount;Payment currency;Amount;Total amount;Exchange rate;Fee;Fee currency;"
        "Balance"
    )
    rows = [[b.day, b.value_day, f"00000000-0000-4000-8000-{i:012d}", "TRANSFER", "COMPLETED", b.name,
             b.purpose,
             "", "", "USD", b.amount, "EUR", b.amount, b.amount, f"1.{92137 + i:06d}", Decimal("0.00"), "EUR",
             b.balance] for i, b in enumerate(bookings(204, 12, "en"))]
    return text_table("eu_revolut_business.csv", "de_bank", header, rows, delimiter=",", money=DOT,
                      dates="%Y-%m-%d", sums=[12, 17], note="an exchange rate with six decimals")


def vivid() -> Case:
    header = heads("Buchungsdatum;Wertstellungsdatum;Typ;Beschreibung;Betrag;Währung")
    rows = [[b.day, b.value_day, "Kartenzahlung", b.name, b.amount, "EUR"] for b in bookings(205, 11)]
    return text_table("de_vivid.csv", "de_bank", header, rows, delimiter=",", money=DOT, dates="%d.%m.%Y",
                      note="German dates, dot decimals, comma delimiter")


def c24() -> Case:
    header = heads(
        "Transaktionstyp;Buchungsdatum;Karteneinsatz;Betrag;Zahlungsempfänger;IBAN;BIC;Verwendungszweck;"
        "Beschreibung;Kontonummer;Kontoname;Kategorie;Unterkategorie;Bargeldabhebung"
    )
    rows = [["SEPA-Lastschrift", b.day, "", b.amount, b.name, b.iban, "XQZTDEBB", b.purpose, "", b.iban,
             "Smartkonto", "Wohnen", "Miete", ""] for b in bookings(206, 12)]
    return text_table("de_c24.csv", "de_bank", header, rows, delimiter=",", quoting="text", date_column=1,
                      money=GERMAN)


def tomorrow() -> Case:
    header = heads(
        "Account Type;Booking Date;Valuta Date;Recipient/Payer;Description;Amount;Currency;Category;"
        "Booking Type"
    )
    rows = [["Checking", b.day, b.value_day, b.name, b.purpose, b.amount, "EUR", "Shopping", "card"]
            for b in bookings(207, 11)]
    return text_table("de_tomorrow.csv", "de_bank", header, rows, money=PLAIN, date_column=1,
                      dates="%Y-%m-%d", note="ISO dates with comma decimals")


def fidor() -> Case:
    header = ["Datum", "Beschreibung", "Beschreibung2", "Wert"]
    rows = [[b.day, f"Überweisung: {b.purpose}", f"Empfänger: {b.name}, IBAN: {b.iban}", b.amount]
            for b in bookings(208, 12)]
    return text_table("de_fidor.csv", "de_bank", header, rows, eol="\r\n", encoding="cp1252")


def paypal_de() -> Case:
    header = heads(
        "Datum;Uhrzeit;Zeitzone;Beschreibung;Währung;Brutto;Entgelt;Netto;Guthaben;Transaktionscode;"
        "Absender E-Mail-Adresse;Name;Name der Bank;Bankkonto;Versand- und Bearbeitungsgebühr;"
        "Umsatzsteuer;Rechnungsnummer;Zugehöriger Transaktionscode"
    )
    rows = [[b.day, "08:12:44", "Europe/Berlin", "Zahlung im Einzugsverfahren", "EUR", b.amount,
             Decimal("0.00"), b.amount, b.balance, f"0XQ{i:014d}", "nobody@example.invalid", b.name, "", "",
             Decimal("0.00"), Decimal("0.00"), f"R-{i:05d}", ""] for i, b in enumerate(bookings(209, 14))]
    return text_table("de_paypal.csv", "wallet", header, rows, delimiter=",", quoting="all", bom=True,
                      sums=[5, 7, 8])


def paypal_en() -> Case:
    header = heads(
        "Date;Time;TimeZone;Name;Type;Status;Currency;Gross;Fee;Net;From Email Address;To Email Address;"
        "Transaction ID;Receipt ID;Balance"
    )
    rows = [[b.day, "23:10:05", "PST", b.name, "General Payment", "Completed", "USD", b.amount,
             -abs(b.amount) / 100, b.amount, "a@example.invalid", "b@example.invalid", f"0XQ{i:014d}", "",
             b.balance] for i, b in enumerate(bookings(210, 14, "en", step=6))]
    rows = [[*row[:8], row[8].quantize(Decimal("0.01")), *row[9:]] for row in rows]
    return text_table("us_paypal.csv", "wallet", header, rows, delimiter=",", quoting="all", bom=True,
                      money=US, dates="%m/%d/%Y", sums=[7, 8, 9, 14])


def wise() -> Case:
    header = heads(
        "TransferWise ID;Date;Amount;Currency;Description;Payment Reference;Running Balance;"
        "Exchange From;Exchange To;Exchange Rate;Payer Name;Payee Name;Payee Account Number;Merchant;"
        "Card Last Four Digits;Total fees"
    )
    rows = [[f"CARD-{9_000_000_000 + i}", b.day, b.amount, "EUR", b.purpose, "", b.balance, "EUR", "GBP",
             f"0.8{53170 + i}", "", b.name, "", b.name, "0042", Decimal("0.31")]
            for i, b in enumerate(bookings(211, 13, "en", newest_first=True))]
    return text_table("eu_wise.csv", "wallet", header, rows, delimiter=",", quoting="text", money=DOT,
                      dates="%d-%m-%Y", date_column=1, sums=[2, 6])


def amex_de() -> Case:
    header = heads(
        "Datum;Beschreibung;Karteninhaber;Konto #;Betrag;Erweiterte Details;"
        "Erscheint auf Ihrer Abrechnung als;Adresse;Stadt;PLZ;Land;Betreff"
    )
    rows = [[b.day, b.name, "J KNOETERICH", "-00042", -b.amount, f"{b.purpose}\n{b.name}\nDEUTSCHLAND",
             b.name,
             "ALLEE 1\nNEBELFURT", "NEBELFURT\nNFT", f"0{1000 + i}", "DEUTSCHLAND", f"'AT{i:021d}'"]
            for i, b in enumerate(bookings(212, 12, newest_first=True))]
    return text_table("de_amex.csv", "card", header, rows, delimiter=",", money=PLAIN, dates="%d/%m/%Y",
                      quoting="minimal",
                      note="charges are positive; line breaks in cells; postcodes start with 0")


def barclaycard_csv() -> Case:
    header = heads(
        "Referenznummer;Buchungsdatum;Buchungsdatum;Betrag;Beschreibung;Typ;Status;Kartennummer;"
        "Originalbetrag;Mögliche Zahlpläne;Land;Name des Karteninhabers;Kartennetzwerk;"
        "Kontaktlose Bezahlung;Händlerdetails"
    )
    money = Money(",", ".", after=" €")
    rows = [[f"000000000000000000000{i:02d}", b.day, b.value_day, b.amount, b.name, "Belastung", "Berechnet",
             "*0001", b.amount, "Nein", "DE", "Jette Knöterich", "Visa", "Ja", b.name]
            for i, b in enumerate(bookings(213, 12, newest_first=True))]
    return text_table(
        "de_barclays_karte.csv", "card", header, rows, money=money, date_column=1,
        meta=["Stand;30.04.2024 23:59", "Kontoinhaber;Jette Knöterich", "IBAN;DE00000000000000000000",
              "Anzahl Umsätze;12", ""],
    )


def miles_and_more() -> Case:
    header = heads("Authorised on;Processed on;Amount;Currency;Description;Payment type;Status")
    rows = [[b.day, b.value_day, b.amount, "EUR", b.name, "Card", "Processed"] for b in bookings(214, 11)]
    return text_table(
        "de_miles_and_more.csv", "card", header, rows, bom=True, dates="%d.%m.%Y", quoting="none",
        meta=["Transactions Miles & More Gold Credit Card;0000XXXXXXXX0042",
              "Credit card owner;Jette Knöterich",
              "", "Selected period;01.01.2024 - 30.04.2024", ""],
        footer=["", "This is not a statement. Pending transactions may change."],
    )


def hanseatic() -> Case:
    header = heads("Buchungsdatum;Transaktionsdatum;Beschreibung;Betrag in EUR;Fremdwährung")
    rows = [[b.day, b.value_day, b.name, b.amount, ""] for b in bookings(215, 10)]
    return text_table("de_hanseatic_plus.csv", "card", header, rows, money=Money(",", ".", sign="plus"),
                      note="every credit carries a plus sign")


def advanzia() -> Case:
    header = ["Datum", "Beschreibung", "Betrag"]
    rows = [[b.day, b.name, b.amount] for b in bookings(216, 9)]
    return text_table("de_euro_davor.csv", "card", header, rows, money=Money(",", ".", before="€ "),
                      note="currency sign before the digits, minus in front of it")
