"""Brokers, exchanges, bookkeeping programs and shops."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from .case import Case
from .money import DOT, GERMAN, PLAIN, Money
from .texttable import heads, text_table
from .words import bookings

CENT = Decimal("0.01")


def cases() -> Iterator[Case]:
    yield trade_republic()
    yield flatex()
    yield degiro()
    yield ibkr_sections()
    yield coinbase()
    yield kraken()
    yield datev_debitor()
    yield lexware()
    yield sevdesk()
    yield gnucash()
    yield ynab()
    yield starmoney()
    yield shopify()
    yield stripe()
    yield amazon_settlement()
    yield ebay()
    yield opening_balance_first()
    yield sap_list()


def trade_republic() -> Case:
    header = heads(
        "datetime;date;account_type;category;type;asset_class;name;symbol;shares;price;amount;fee;tax;"
        "currency;original_amount;original_currency;fx_rate;description;transaction_id"
    )
    rows = [[f"{b.day}T08:12:44.123456Z", b.day, "DEFAULT", "TRADING", "BUY", "STOCK", b.name,
             f"XX00000{i:05d}",
             f"{i + 1}.0000000000", f"{abs(b.amount)}", b.amount, "-1.00", "", "EUR", "", "", "", b.purpose,
             f"00000000-0000-4000-8000-{i:012d}"] for i, b in enumerate(bookings(801, 13))]
    return text_table("de_trade_republic.csv", "broker", header, rows, delimiter=",", quoting="text",
                      money=DOT,
                      dates="%Y-%m-%d", date_column=1, sums=[10])


def flatex() -> Case:
    header = heads("Buchtag;Valuta;BIC / BLZ;IBAN / Kontonummer;Auftraggeber/Empfänger;Buchungsinformationen;"
                   "TA.-Nr.;Betrag;")
    rows = [[b.day, b.value_day, "XQZTDEFF", b.iban, b.name, f"Ausführung {b.purpose}", f"{i:010d}", b.amount,
             "EUR"] for i, b in enumerate(bookings(802, 12, newest_first=True))]
    return text_table("de_flatex_konto.csv", "broker", header, rows, encoding="cp1252", eol="\r\n",
                      note="the currency column has no name")


def degiro() -> Case:
    header = heads("Datum;Tijd;Valutadatum;Product;ISIN;Omschrijving;FX;Mutatie;;Saldo;;Order Id")
    rows = [[b.day, "08:12", b.value_day, b.name, "XX0000000000", b.purpose, f"1,{1000 + i}" if i % 2 else "",
             "EUR", b.amount, "EUR", b.balance, ""] for i, b in enumerate(bookings(803, 13, "nl",
                                                                                   newest_first=True))]
    return text_table("nl_degiro.csv", "broker", header, rows, delimiter=",", money=PLAIN, dates="%d-%m-%Y",
                      sums=[8, 10], note="amount columns without a name follow the currency")


def ibkr_sections() -> Case:
    header = heads(
        "Trades;Header;DataDiscriminator;Asset Category;Currency;Symbol;Date/Time;Quantity;T. Price;"
        "Proceeds;Comm/Fee;Code"
    )
    found = bookings(804, 16, "en")
    rows = [["Trades", "Data", "Order", "Stocks", "USD", f"XQ{i}", f"{b.day}, 09:30:00", i + 1,
             f"{abs(b.amount)}", b.amount, Decimal("-1.00"), "O"] for i, b in enumerate(found)]
    return text_table(
        "us_ibkr_statement.csv", "broker", header, rows, delimiter=",", money=DOT, date_column=None, sums=[9],
        meta=["Statement,Header,Field Name,Field Value", "Statement,Data,BrokerName,Nobody Brokers",
              "Statement,Data,Title,Activity Statement",
              'Statement,Data,Period,"January 1, 2024 - April 30, 2024"',
              "Account Information,Header,Field Name,Field Value",
              "Account Information,Data,Name,Ottoline Vane"],
        footer=["Trades,Total,,Stocks,USD,,,,,-123.45,-16.00,",
                "Dividends,Header,Currency,Date,Description,Amount",
                "Dividends,Data,USD,2024-02-01,XQ1 Cash Dividend,1.23"],
        either=True, note="several tables in one file: the largest one, or a refusal that says so",
    )


def coinbase() -> Case:
    header = heads(
        "ID;Timestamp;Transaction Type;Asset;Quantity Transacted;Price Currency;Price at Transaction;"
        "Subtotal;Total (inclusive of fees and/or spread);Fees and/or Spread;Notes"
    )
    rows = [[f"{i:024x}", b.day, "Buy", "BTC", f"0.{1000 + i:08d}", "EUR", f"€{abs(b.amount) * 7}", b.amount,
             b.amount, "€0.00", f"Bought 0.{1000 + i:08d} BTC"] for i, b in enumerate(bookings(805, 12,
                                                                                               "en"))]
    return text_table(
        "us_coinbase.csv", "broker", header, rows, delimiter=",", money=Money(".", before="€"), date_column=1,
        dates="%Y-%m-%d 08:12:44 UTC", sums=[7, 8],
        meta=["", "Transactions", "User,Ottoline Vane,00000000-0000-4000-8000-000000000001"],
        note="'-€12.34'; a time zone name after the time; eight-decimal quantities",
    )


def kraken() -> Case:
    header = heads("txid;refid;time;type;subtype;aclass;asset;amount;fee;balance")
    rows = [[f"LXQ{i:03d}-AAAAA-BBBBBB", f"TXQ{i:03d}", b.day, "trade", "", "currency", "ZEUR", b.amount,
             Decimal("0.0000"), b.balance] for i, b in enumerate(bookings(806, 12, "en"))]
    return text_table("us_kraken.csv", "broker", header, rows, delimiter=",", quoting="all",
                      money=Money(".", places=4), date_column=2, dates="%Y-%m-%d 08:12:44", sums=[7, 9])


def datev_debitor() -> Case:
    header = heads(
        "Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;"
        "WKZ Basis-Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;"
        "Belegfeld 2;Skonto;Buchungstext"
    )
    rows = [[abs(b.amount), "S" if b.amount < 0 else "H", "EUR", "", "", "", "1200", f"{4000 + i}", "0",
             b.day,
             f"RE{i:05d}", "", "", b.name] for i, b in enumerate(bookings(807, 13))]
    return text_table(
        "de_datev_extf_kurz.csv", "books", header, rows, encoding="cp1252", eol="\r\n", money=PLAIN,
        dates="%d%m", date_column=None, sums=[0], sign="sh_column",
        meta=['"EXTF";510;21;"Buchungsstapel";9;20240502081244000;;"RE";"nobody";"";1001;10001;20240101;4;20240101;'
              '20240430;"Probe";"";1;0;1;"EUR";;"";;;"";;;"";""'],
        note="DDMM dates have no year",
    )


def lexware() -> Case:
    header = heads(
        "Belegdatum;Buchungsdatum;Belegnummernkreis;Belegnummer;Buchungstext;Buchungsbetrag;Sollkonto;"
        "Habenkonto;Steuerschlüssel;Kostenstelle 1;Kostenstelle 2;Buchungsbetrag Euro;Währung"
    )
    rows = [[b.day, b.value_day, "ER", f"{i:06d}", b.name, abs(b.amount), "04930", "01200", "9", "", "",
             abs(b.amount), "EUR"] for i, b in enumerate(bookings(808, 13))]
    return text_table("de_lexware.txt", "books", header, rows, delimiter=";", quoting="all",
                      encoding="cp1252",
                      eol="\r\n", sums=[5, 11], note="account numbers with a leading zero")


def sevdesk() -> Case:
    header = heads("Leistungsdatum;Rechnungsdatum;Rechnungsnummer;Kunde;Netto;USt. (%);USt.;Brutto;Bezahlt")
    rows = [[b.day, b.value_day, f"RE-{1000 + i}", b.name, abs(b.amount), "19,00 %",
             (abs(b.amount) * Decimal("0.19")).quantize(CENT),
             (abs(b.amount) * Decimal("1.19")).quantize(CENT), "Ja"] for i, b in enumerate(bookings(809, 13))]
    return text_table("de_sevdesk.csv", "books", header, rows, bom=True, quoting="text", sums=[4, 6, 7],
                      money=Money(",", ".", after=" €"), note="a percent column beside the amounts")


def gnucash() -> Case:
    header = heads(
        "Datum;Buchungs-ID;Nummer;Beschreibung;Bemerkung;Währung/Wertpapier;Abbruchgrund;Aktion;"
        "Buchungstext;Vollständige Kontobezeichnung;Kontoname;Betrag (Symbol);Betrag Num.;Abgleichen;"
        "Abgleich-Datum;Kurs/Preis"
    )
    rows = []
    for i, b in enumerate(bookings(810, 8)):
        rows.append([b.day, f"{i:032x}", "", b.name, "", "CURRENCY::EUR", "", "", "", "Aktiva:Giro", "Giro",
                     b.amount, b.amount, "n", "", "1,0000"])
        rows.append([None, None, None, None, None, None, None, "", b.purpose, "Aufwand:Essen", "Essen",
                     -b.amount,
                     -b.amount, "n", "", "1,0000"])
    return text_table("de_gnucash_splits.csv", "books", header, rows, delimiter=",", quoting="text",
                      money={11: Money(",", ".", after=" €"), 12: GERMAN}, sums=[12],
                      note="every second row is a split without a date")


def ynab() -> Case:
    header = heads(
        "Account;Flag;Date;Payee;Category Group/Category;Category Group;Category;Memo;Outflow;Inflow;"
        "Cleared"
    )
    zero = Decimal("0.00")
    rows = [["Girokonto", "", b.day, b.name, "Wants: Fun", "Wants", "Fun", b.purpose, b.out or zero,
             b.credit or zero, "Cleared"] for b in bookings(811, 13)]
    return text_table("us_ynab_register.csv", "books", header, rows, delimiter=",", quoting="text", bom=True,
                      money=Money(",", ".", after="€"), date_column=2, sign="debit_credit")


def starmoney() -> Case:
    header = heads(
        "Kontonummer;Bankleitzahl;Betrag;Buchung - Auftraggeber;Buchung - Betrag;Buchung - Buchungstext;"
        "Buchung - Datum;Buchung - Empfänger;Buchung - Verwendungszweck;Buchung - Währung;Saldo"
    )
    rows = [["0000471100", "00000000", b.amount, "Jette Knöterich", b.amount, "LASTSCHRIFT", b.day, b.name,
             b.purpose, "EUR", b.balance] for b in bookings(812, 12)]
    return text_table("de_starmoney.csv", "books", header, rows, encoding="cp1252", eol="\r\n", money=PLAIN,
                      date_column=6, sums=[2, 4, 10])


def shopify() -> Case:
    header = heads("Name;Email;Financial Status;Paid at;Currency;Subtotal;Shipping;Taxes;Total;Billing Zip;"
                   "Billing Phone;Id")
    rows = [[f"#{1001 + i}", "nobody@example.invalid", "paid", b.day, "EUR", abs(b.amount), Decimal("4.90"),
             (abs(b.amount) * Decimal("0.19")).quantize(CENT), abs(b.amount) + Decimal("4.90"),
             f"'0{1067 + i}",
             f"+49 30 0000{i:03d}", f"{5_000_000_000_000 + i}"] for i, b in enumerate(bookings(813, 12,
                                                                                               "en"))]
    return text_table("us_shopify_orders.csv", "books", header, rows, delimiter=",", money=DOT, date_column=3,
                      dates="%Y-%m-%d 08:12:44 +0100", sums=[5, 6, 7, 8])


def stripe() -> Case:
    header = heads("id;Type;Source;Amount;Fee;Net;Currency;Created (UTC);Available On (UTC);Description")
    rows = [[f"txn_0XQ{i:020d}", "charge", f"ch_{i:024d}", abs(b.amount), Decimal("0.55"),
             abs(b.amount) - Decimal("0.55"), "eur", b.day, b.value_day, b.purpose]
            for i, b in enumerate(bookings(814, 12, "en"))]
    return text_table("us_stripe.csv", "books", header, rows, delimiter=",", money=PLAIN, quoting="minimal",
                      date_column=7, dates="%Y-%m-%d 08:12", sums=[3, 4, 5],
                      note="comma decimals quoted inside a comma file")


def amazon_settlement() -> Case:
    header = heads(
        "settlement-id;settlement-start-date;settlement-end-date;deposit-date;total-amount;currency;"
        "transaction-type;order-id;amount-type;amount-description;amount;posted-date"
    )
    rows = [["19999999999", "", "", "", "", "", "Order", f"000-{i:07d}-0000000", "ItemPrice", "Principal",
             b.amount,
             b.day] for i, b in enumerate(bookings(815, 13))]
    first = ["19999999999", "01.01.2024 00:00:00 UTC", "30.04.2024 00:00:00 UTC", "02.05.2024 00:00:00 UTC",
             "1234,56", "EUR", "", "", "", "", "", ""]
    return text_table("de_amazon_abrechnung.txt", "books", header, [first, *rows], delimiter="\t",
                      money=PLAIN,
                      date_column=11, sums=[10], eol="\r\n",
                      note="the first data row is the batch total's row")


def ebay() -> Case:
    header = heads(
        "Datum der Transaktionserstellung;Typ;Bestellnummer;Artikelbezeichnung;Anzahl;"
        "Betrag abzügl. Kosten;Fixer Anteil der Verkaufsprovision;Bruttobetrag;Transaktionswährung;Notiz"
    )
    rows = [[b.day, "Bestellung", f"00-00000-{i:05d}", b.purpose, "1", b.amount, "--", b.amount, "EUR", "--"]
            for i, b in enumerate(bookings(816, 12))]
    months = ["Jan", "Feb", "Mrz", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"]
    return text_table(
        "de_ebay_transaktionen.csv", "books", header, rows, quoting="all", bom=True, money=PLAIN,
        dates=lambda d: f"{d.day:02d}. {months[d.month - 1]} {d.year}", date_format=None, sums=[5, 7],
        meta=['"Transaktionsbericht"', '""', '"Startdatum";"01.01.2024"', '"Enddatum";"30.04.2024"', '""',
              '"Alle Beträge in EUR; Zeitzone MEZ."', '""'],
        note="'03. Jan 2024', 'Mrz'; '--' for empty",
    )


def opening_balance_first() -> Case:
    header = heads("Datum;Beleg;Text;Einnahme;Ausgabe;Bestand")
    rows = [[b.day, f"K{i:03d}", b.name, b.credit, b.out, b.balance] for i, b in enumerate(bookings(817, 12))]
    return text_table("de_kassenbuch_anfang.csv", "books", header, rows, encoding="cp1252",
                      sign="debit_credit",
                      meta=["Kassenbuch Januar 2024;;;;;", ";;;;;"], footer=[";;Summe;9.999,00;9.999,00;"],
                      sums=[3, 4, 5])


def sap_list() -> Case:
    header = heads("Belegnr;Art;Belegdatum;BS;Betrag in HW;HWähr;Text")
    rows = [[f"{1_900_000_000 + i}", "KR", b.day, "31", b.amount, "EUR", b.name] for i,
            b in enumerate(bookings(818, 14))]
    return text_table("de_sap_liste.txt", "books", header, rows, delimiter="|", encoding="cp1252", eol="\r\n",
                      money=Money(",", ".", sign="trailing"), date_column=2, quoting="none",
                      meta=["30.04.2024                 Einzelpostenliste                    1", ""],
                      note="trailing minus, pipe")
