"""Brazil, India, Turkey, Japan, Israel and other conventions that break European guesses."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator

from .case import Case
from .money import DOT, GERMAN, US, Money
from .texttable import heads, text_table
from .words import bookings


def cases() -> Iterator[Case]:
    yield nubank()
    yield bradesco()
    yield banco_do_brasil()
    yield itau()
    yield hdfc()
    yield icici_lakh()
    yield garanti_cp1254()
    yield japan_shift_jis()
    yield fnb_south_africa()
    yield singapore_dbs()


def nubank() -> Case:
    header = heads("Data;Valor;Identificador;Descrição")
    rows = [[b.day, b.amount, f"00000000-0000-4000-8000-{i:012d}", f"{b.purpose} - {b.name}"]
            for i, b in enumerate(bookings(851, 13, "pt"))]
    return text_table("br_nubank.csv", "intl", header, rows, delimiter=",", money=DOT, dates="%d/%m/%Y")


def bradesco() -> Case:
    header = heads("Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$)")
    rows = [[b.day, b.name, f"{i:07d}", b.credit, b.out, b.balance] for i, b in enumerate(bookings(852, 13,
                                                                                                   "pt"))]
    return text_table(
        "br_bradesco.csv", "intl", header, rows, encoding="iso-8859-1", eol="\r\n", dates="%d/%m/%y",
        sign="debit_credit", header_tail=";", row_tail=";", money=GERMAN,
        meta=["Extrato de: Agência: 0000 | Conta: 0004711-0 | Entre 01/01/2024 e 30/04/2024;"],
        footer=[";;Total;8.000,00;9.000,00;1.234,56;", ";",
                "Os dados acima têm como base 30/04/2024 às 08h12 e estão sujeitos a alterações.;"],
    )


def banco_do_brasil() -> Case:
    header = heads("Data;Dependencia Origem;Histórico;Data do Balancete;Número do documento;Valor;")
    rows = [[b.day, "", b.name, "", f"{i:012d}", b.amount, ""] for i, b in enumerate(bookings(853, 12, "pt"))]
    return text_table("br_banco_do_brasil.csv", "intl", header[:6], [row[:6] for row in rows], delimiter=",",
                      quoting="all", encoding="iso-8859-1", money=DOT, dates="%m/%d/%Y", header_tail=",",
                      row_tail=",", footer=['"04/30/2024","","S A L D O","","0","1234.56",'],
                      note="US dates from a Brazilian bank; the closing balance stands in the last row")


def itau() -> Case:
    rows = [[b.day, b.name.upper(), b.amount] for b in bookings(854, 13, "pt")]
    return text_table("br_itau_ohne_kopf.txt", "intl", None, rows, money=Money(","), dates="%d/%m/%Y")


def hdfc() -> Case:
    header = heads("Date;Narration;Value Dat;Debit Amount;Credit Amount;Chq/Ref Number;Closing Balance")
    zero = bookings(1, 1)[0].amount * 0
    rows = [[b.day, f"UPI-{b.name.upper()}", b.value_day, b.out or zero, b.credit or zero, f"{i:015d}",
             b.balance]
            for i, b in enumerate(bookings(855, 13, "en"))]
    return text_table("in_hdfc.txt", "intl", header, rows, delimiter=",", money=DOT, dates="%d/%m/%y",
                      meta=[""], eol="\r\n", sign="debit_credit",
                      header_text="  Date     ,Narration  ,Value Dat,Debit Amount       ,Credit Amount      ,"
                                  "Chq/Ref Number   ,Closing Balance")


def icici_lakh() -> Case:
    header = heads("S No.;Value Date;Transaction Date;Transaction Remarks;Withdrawal Amount (INR );"
                   "Deposit Amount (INR );Balance (INR )")
    rows = [[str(i + 1), b.value_day, b.day, b.purpose, b.out, b.credit, b.balance]
            for i, b in enumerate(bookings(856, 13, "en", top=900_000))]
    return text_table("in_lakh.csv", "intl", header, rows, delimiter=",", quoting="all", date_column=2,
                      money=Money(".", ",", lakh=True), dates="%d/%m/%Y", sign="debit_credit",
                      note="1,23,456.78: groups of two")


def garanti_cp1254() -> Case:
    header = heads("Tarih;Açıklama;Etiket;Tutar;Bakiye;Dekont No")
    shops = ["Şekerci Ağaçkakan", "Çiğdem Kırtasiye", "İğne İplik Ltd. Şti.", "Öğretmen Yıldız"]
    rows = [[b.day, shops[i % 4], "Diğer", b.amount, b.balance, f"{i:06d}"] for i,
            b in enumerate(bookings(857, 13))]
    return text_table("tr_cp1254.csv", "intl", header, rows, encoding="cp1254", eol="\r\n", dates="%d/%m/%Y")


def japan_shift_jis() -> Case:
    header = heads("日付;内容;出金金額(円);入金金額(円);残高(円);メモ")
    rows = [[b.day, "カード決済", b.out.quantize(1) if b.out else None,
             b.credit.quantize(1) if b.credit else None, b.balance.quantize(1), "-"]
            for b in bookings(858, 13)]
    return text_table("jp_shift_jis.csv", "intl", header, rows, delimiter=",", quoting="all",
                      encoding="cp932",
                      money=Money(".", ",", places=0), dates="%Y/%m/%d", sign="debit_credit", either=True)


def fnb_south_africa() -> Case:
    header = heads("Date;Amount;Balance;Description")
    rows = [[b.day, b.amount, b.balance, b.name] for b in bookings(859, 12, "en")]
    return text_table("za_fnb.csv", "intl", header, rows, delimiter=",", money=DOT, dates="%Y/%m/%d",
                      header_text="Date, Amount, Balance, Description", eol="\r\n",
                      meta=["ACCOUNT TRANSACTION HISTORY", "", "Name:, Ottoline, Vane",
                            "Account:, 00000004711, [Nobody Cheque]", "Balance:, 1234.56, 1234.56", ""])


def singapore_dbs() -> Case:
    header = heads("Transaction Date;Reference;Debit Amount;Credit Amount;Transaction Ref1;Transaction Ref2")
    rows = [[b.day, "POS", b.out, b.credit, b.name, b.purpose] for b in bookings(860, 12, "en")]
    return text_table("sg_dbs.csv", "intl", header, rows, delimiter=",", money=US, dates="%d %b %Y",
                      row_tail=",", sign="debit_credit",
                      meta=["Account Details For:,Nobody Account 000-00000-0", "Statement as at:,02 May 2024",
                            "Available Balance:,1234.56", "Ledger Balance:,1234.56", "", ""],
                      sub=[""], note="a blank line between header and data; rows end with a comma")
