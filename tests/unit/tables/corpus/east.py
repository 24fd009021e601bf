"""Polish, Czech, Hungarian and other exports with their own code pages."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator

from .case import Case
from .money import DOT, PLAIN, Money
from .texttable import heads, text_table
from .words import bookings

SPACE = Money(",", " ")


def cases() -> Iterator[Case]:
    yield mbank()
    yield pko()
    yield ing_pl()
    yield fio()
    yield csob()
    yield ceska_sporitelna()
    yield otp()
    yield erste_hu()
    yield tatra()
    yield sber_cp1251()
    yield zagreb_iso2()


def mbank() -> Case:
    header = heads("#Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota;#Saldo po operacji")
    rows = [[b.day, f"{b.name}   {b.purpose}", "eKonto 0000 ... 4711", "Bez kategorii", b.amount, b.balance]
            for b in bookings(601, 15, "pl", newest_first=True)]
    meta = ["mBank S.A. Bankowość Detaliczna;", "Skrytka Pocztowa 0000;", "00-000 Mętów;",
            "www.example.invalid;",
            "mLinia: 000 000 000;", "", "", "#Klient;", "BOŻYDAR PĄKOWSKI;", "", "Lista operacji;", "",
            "#Za okres:;", "01.01.2024;30.04.2024;", "", "#zgodnie z wybranymi filtrami wyszukiwania;",
            "#dla rachunków:;", "eKonto - 00000000000000000000004711;", "",
            "#Lista nie jest dokumentem w rozumieniu art. 7 Ustawy Prawo Bankowe (Dz. U. Nr 140);", "",
            "#Waluta;#Wpływy;#Wydatki;", "PLN;4 321,00;-5 432,10;", ""]
    return text_table(
        "pl_mbank.csv", "eu_bank", header, rows, encoding="cp1250", eol="\r\n", dates="%Y-%m-%d",
        money=Money(",", " ", after=" PLN"), meta=meta, header_tail=";", row_tail=";",
        footer=["", "", "Niniejszy dokument sporządzono na podstawie art. 7 Ustawy Prawo Bankowe;"],
        note="24 metadata lines with a summary table of their own",
    )


def pko() -> Case:
    header = heads(
        "Data operacji;Data waluty;Typ transakcji;Kwota;Waluta;Saldo po transakcji;Opis transakcji;;;;"
    )
    rows = [[b.day, b.value_day, "Płatność kartą", b.amount, "PLN", b.balance, f"Tytuł: {b.purpose}",
             f"Lokalizacja: {b.name}", "", "", ""] for b in bookings(602, 14, "pl", newest_first=True)]
    return text_table("pl_pko.csv", "eu_bank", header, rows, delimiter=",", quoting="all", encoding="cp1250",
                      dates="%Y-%m-%d", money=Money(".", sign="plus"), note="four columns without a name")


def ing_pl() -> Case:
    header = heads(
        "Data transakcji;Data księgowania;Dane kontrahenta;Tytuł;Nr rachunku;Nazwa banku;Szczegóły;"
        "Nr transakcji;Kwota transakcji (waluta rachunku);Waluta"
    )
    rows = [[b.day, b.value_day, b.name, b.purpose, f"'{b.iban[2:]}'", "", "PRZELEW", f"'{2024_0000_00 + i}'",
             b.amount, "PLN"] for i, b in enumerate(bookings(603, 13, "pl", country="PL"))]
    return text_table(
        "pl_ing.csv", "eu_bank", header, rows, encoding="cp1250", eol="\r\n", money=PLAIN, dates="%Y-%m-%d",
        meta=['"Lista transakcji";;"ING Bank"', "", '"Dokument nr 0000_020524"', "", '"Wybrane rachunki:"',
              '"Konto z Lwem (PLN)";;"00 0000 0000 0000 0000 0000 4711"', "",
              '"Zastosowane kryteria wyboru";;"Liczba transakcji: 13"', ""],
        footer=["", '"Dokument ma charakter informacyjny, nie stanowi dowodu księgowego";;;;;'],
    )


def fio() -> Case:
    header = heads(
        "ID operace;Datum;Objem;Měna;Protiúčet;Název protiúčtu;Kód banky;Název banky;KS;VS;SS;Poznámka;"
        "Zpráva pro příjemce;Typ;Provedl"
    )
    rows = [[f"{24_000_000_000 + i}", b.day, b.amount, "CZK", f"00-{4711 + i}", b.name, "0000",
             "Banka Žížala",
             "0308", f"00{i:05d}", "", "", b.purpose, "Platba kartou", "Květa Ďábelská"]
            for i, b in enumerate(bookings(604, 14, "cs"))]
    return text_table(
        "cz_fio.csv", "eu_bank", header, rows, bom=True, quoting="all", money=PLAIN, date_column=1,
        meta=['"accountId";"0000004711"', '"bankId";"0000"', '"currency";"CZK"',
              '"iban";"CZ0000000000000000004711"',
              '"openingBalance";"1234,56"', '"closingBalance";"2345,67"', '"dateStart";"01.01.2024"',
              '"dateEnd";"30.04.2024"', '"idFrom";"1"', '"idTo";"14"', ""],
    )


def csob() -> Case:
    header = heads(
        "číslo účtu;datum zaúčtování;částka;měna;zůstatek;číslo účtu protiúčtu;kód banky protiúčtu;"
        "název protiúčtu;konstantní symbol;variabilní symbol;označení operace;poznámka"
    )
    rows = [["4711", b.day, b.amount, "CZK", b.balance, f"{i:010d}", "0000", b.name, "0308", f"{i:010d}",
             "Příchozí úhrada", b.purpose] for i, b in enumerate(bookings(605, 14, "cs", newest_first=True))]
    return text_table("cz_csob.csv", "eu_bank", header, rows, encoding="cp1250", eol="\r\n", money=PLAIN,
                      date_column=1, meta=["Pohyby na účtu 4711/0000 ČSOB, období 1. 1. 2024 - 30. 4. 2024",
                                           ""])


def ceska_sporitelna() -> Case:
    header = heads("Datum splatnosti;Název protiúčtu;Částka;Měna;Zpráva")
    rows = [[b.day, b.name, b.amount, "Kč", b.purpose] for b in bookings(606, 13, "cs")]
    return text_table("cz_mezera.csv", "eu_bank", header, rows, encoding="cp1250", money=SPACE,
                      dates=lambda d: f"{d.day}. {d.month}. {d.year}", date_format="%d. %m. %Y",
                      note="'3. 1. 2024': blanks inside the date; blank as thousands sign")


def otp() -> Case:
    rows = [["000000000000004711", "T" if b.amount < 0 else "J", b.amount.quantize(1), "HUF", b.day,
             b.value_day,
             b.balance.quantize(1), b.iban, b.name, b.purpose, "", "", "NAPKÖZBENI ÁTUTALÁS"]
            for b in bookings(607, 14, "hu", country="HU", top=90_000)]
    return text_table("hu_otp_ohne_kopf.csv", "eu_bank", None, rows, encoding="cp1250", eol="\r\n",
                      money=Money(places=0), dates="%Y%m%d", date_column=4, sums=[2, 6], quoting="text",
                      note="no header; whole forints; signed amounts with a redundant T/J column")


def erste_hu() -> Case:
    header = heads("Könyvelés dátuma;Partner neve;Közlemény;Összeg;Devizanem")
    rows = [[b.day, b.name, b.purpose, b.amount.quantize(1), "HUF"] for b in bookings(608, 13, "hu",
                                                                                      top=90_000)]
    return text_table("hu_erste.csv", "eu_bank", header, rows, encoding="utf-16", codec="utf-16-le", bom=True,
                      eol="\r\n", money=Money(thousands=" ", places=0), dates="%Y.%m.%d.",
                      date_format="%Y.%m.%d.",
                      note="'2024.01.03.' with a final dot; amounts without decimals")


def tatra() -> Case:
    header = heads("Dátum zaúčtovania;Suma;Mena;Popis;Variabilný symbol")
    rows = [[b.day, b.amount, "EUR", f"{b.name} {b.purpose}", f"{i:010d}"]
            for i, b in enumerate(bookings(609, 12, "cs"))]
    return text_table("sk_pipe_cp1250.csv", "eu_bank", header, rows, delimiter="|", encoding="cp1250",
                      money=DOT,
                      header_tail="|", row_tail="|")


def sber_cp1251() -> Case:
    header = heads("Дата операции;Описание;Сумма;Валюта;Остаток")
    rows = [[b.day, f"{b.name} {b.purpose}", b.amount, "RUB", b.balance] for b in bookings(610, 13, "ru")]
    return text_table("ru_cp1251.csv", "eu_bank", header, rows, encoding="cp1251", eol="\r\n", money=SPACE)


def zagreb_iso2() -> Case:
    header = heads("Datum;Opis;Uplata;Isplata;Stanje")
    names = ["Pekara Šećerko", "Žuti Čvorak d.o.o.", "Đurđica Ćosavec", "Knjižara Puž"]
    rows = [[b.day, names[i % 4], b.credit, b.out, b.balance] for i, b in enumerate(bookings(611, 13))]
    return text_table("hr_iso8859_2.csv", "eu_bank", header, rows, encoding="iso-8859-2",
                      dates="%d.%m.%Y.", date_format="%d.%m.%Y.", sign="debit_credit")
