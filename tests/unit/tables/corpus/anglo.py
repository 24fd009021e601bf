"""British, Irish, American and Canadian banks."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator

from .case import Case
from .money import DOT, US, Money
from .texttable import As, heads, text_table
from .words import Booking, bookings

DOLLAR = Money(".", ",", before="$")


def cases() -> Iterator[Case]:
    yield lloyds()
    yield hsbc()
    yield starling()
    yield natwest()
    yield nationwide()
    yield halifax_month_names()
    yield aib()
    yield chase_card()
    yield wells_fargo()
    yield amex_us()
    yield citi()
    yield capital_one()
    yield schwab()
    yield fidelity()
    yield venmo()
    yield discover()
    yield ally()
    yield td_canada()
    yield rbc()
    yield commbank()
    yield boa_card()


def en(seed: int, count: int = 13, **more: object) -> list[Booking]:
    return bookings(seed, count, "en", country="GB", **more)  # type: ignore[arg-type]


def lloyds() -> Case:
    header = heads(
        "Transaction Date;Transaction Type;Sort Code;Account Number;Transaction Description;Debit Amount;"
        "Credit Amount;Balance"
    )
    rows = [[b.day, "DEB", "'00-00-00", "00004711", b.name.upper(), b.out, b.credit, b.balance]
            for b in en(701, newest_first=True)]
    return text_table("uk_lloyds.csv", "intl", header, rows, delimiter=",", money=DOT, dates="%d/%m/%Y",
                      sign="debit_credit", row_tail=",", header_tail=",", eol="\r\n",
                      note="an apostrophe before every sort code")


def hsbc() -> Case:
    rows = [[b.day, f"{b.name.upper()} )))", b.amount] for b in en(702)]
    return text_table("uk_hsbc_ohne_kopf.csv", "intl", None, rows, delimiter=",", money=US, dates="%d/%m/%Y",
                      eol="\r\n", note="three columns, no header")


def starling() -> Case:
    header = heads("Date;Counter Party;Reference;Type;Amount (GBP);Balance (GBP);Spending Category;Notes")
    rows = [[b.day, b.name, b.purpose, "FASTER PAYMENT", b.amount, b.balance, "GENERAL", ""] for b in en(703)]
    return text_table("uk_starling.csv", "intl", header, rows, delimiter=",", money=DOT, dates="%d/%m/%Y",
                      quoting="minimal")


def natwest() -> Case:
    header = heads("Date;Type;Description;Value;Balance;Account Name;Account Number")
    rows = [[b.day, "D/D", f"'{b.name}, {b.purpose}", b.amount, b.balance, "'VANE O", "'000000-00004711"]
            for b in en(704, newest_first=True)]
    return text_table("uk_natwest.csv", "intl", header, rows, delimiter=",", money=DOT, dates="%d %b %Y",
                      header_text="Date, Type, Description, Value, Balance, Account Name, Account Number",
                      meta=[""], row_tail=",", header_tail=",", eol="\r\n",
                      note="blank first line, blanks in the header, month names, stray apostrophes")


def nationwide() -> Case:
    header = heads("Date;Transaction type;Description;Paid out;Paid in;Balance")
    rows = [[b.day, "Visa purchase", b.name, b.out, b.credit, b.balance] for b in en(705)]
    return text_table("uk_nationwide.csv", "intl", header, rows, delimiter=",", quoting="all",
                      encoding="cp1252", eol="\r\n", money=Money(".", before="£"), dates="%d %b %Y",
                      sign="debit_credit",
                      meta=['"Account Name:","FlexAccount ****04711"', '"Account Balance:","£1234.56"',
                            '"Available Balance: ","£1234.56"', ""])


def halifax_month_names() -> Case:
    header = heads("Date;Date entered;Reference;Description;Amount")
    rows = [[b.day, b.value_day, f"0000{i:04d}", b.name, -b.amount] for i, b in enumerate(en(706))]
    return text_table("uk_month_names.csv", "intl", header, rows, delimiter=",", money=DOT, dates="%d-%b-%y",
                      row_tail=",", note="03-Jan-24")


def aib() -> Case:
    header = heads(
        "Posted Account;Posted Transactions Date;Description;Debit Amount;Credit Amount;Balance;"
        "Transaction Type"
    )
    rows = [["000000-00004711", b.day, b.name, b.out, b.credit, b.balance if i % 2 else None, "Debit"]
            for i, b in enumerate(en(707))]
    return text_table("ie_aib.csv", "intl", header, rows, delimiter=",", quoting="minimal", money=US,
                      dates="%d/%m/%y", date_column=1, sign="debit_credit", sums=[3, 4],
                      header_text=", ".join(header))


def chase_card() -> Case:
    header = heads("Transaction Date;Post Date;Description;Category;Type;Amount;Memo")
    rows = [[b.day, b.value_day, b.name, "Food & Drink", "Sale", b.amount, ""] for b in en(708, step=7)]
    return text_table("us_chase_card.csv", "intl", header, rows, delimiter=",", money=DOT, dates="%m/%d/%Y")


def wells_fargo() -> Case:
    rows = [[b.day, b.amount, "*", "", f"{b.purpose} {b.name}".upper()] for b in en(709, step=7)]
    return text_table("us_wells_fargo_ohne_kopf.csv", "intl", None, rows, delimiter=",", quoting="all",
                      money=DOT, dates="%m/%d/%Y", sums=[1])


def amex_us() -> Case:
    header = heads("Date;Description;Card Member;Account #;Amount")
    rows = [[b.day, b.name, "OTTOLINE VANE", "-00042", -b.amount] for b in en(710, step=7)]
    return text_table("us_amex.csv", "intl", header, rows, delimiter=",", money=DOT, dates="%m/%d/%Y")


def citi() -> Case:
    header = heads("Status;Date;Description;Debit;Credit;Member Name")
    rows = [["Cleared", b.day, b.name, b.out, -b.credit if b.credit else None, "OTTOLINE VANE"]
            for b in en(711, step=7)]
    return text_table("us_citi.csv", "intl", header, rows, delimiter=",", quoting="minimal", money=US,
                      dates="%m/%d/%Y", date_column=1, sign="debit_credit", eol="\r\n",
                      note="debits positive, credits negative")


def capital_one() -> Case:
    header = heads("Transaction Date;Posted Date;Card No.;Description;Category;Debit;Credit")
    rows = [[b.day, b.value_day, "0042", b.name, "Dining", b.out, b.credit] for b in en(712)]
    return text_table("us_capital_one.csv", "intl", header, rows, delimiter=",", money=DOT, dates="%Y-%m-%d",
                      sign="debit_credit", note="card numbers start with a zero")


def schwab() -> Case:
    header = heads("Date;Action;Symbol;Description;Quantity;Price;Fees & Comm;Amount")
    rows = [[b.day if i != 3 else As(f"{b.day:%m/%d/%Y} as of 12/29/2023", b.day), "Buy", f"XQ{chr(65 + i)}",
             b.name, str(i + 1), abs(b.amount), None, b.amount] for i, b in enumerate(en(713, step=7))]
    return text_table(
        "us_schwab.csv", "broker", header, rows, delimiter=",", quoting="all", money=DOLLAR, dates="%m/%d/%Y",
        sums=[5, 7], meta=['"Transactions  for account Investor ...711 as of 05/02/2024 08:12:44 ET"'],
        footer=['"Transactions Total","","","","","","","-$1,234.56"'],
        told=True, note="-$1,234.56; one date reads '01/12/2024 as of 12/29/2023'",
    )


def fidelity() -> Case:
    header = heads(
        "Run Date;Action;Symbol;Description;Type;Quantity;Price ($);Commission ($);Fees ($);"
        "Accrued Interest ($);Amount ($);Settlement Date"
    )
    rows = [[b.day, f" YOU BOUGHT {b.name.upper()}", " XQZ", f" {b.name}", "Cash", "0", "", "", "", "",
             b.amount,
             b.value_day] for b in en(714, step=7)]
    return text_table(
        "us_fidelity.csv", "broker", header, rows, delimiter=",", money=DOT, dates="%m/%d/%Y", bom=True,
        meta=["", "", "Brokerage", ""],
        footer=["", "",
                '"The data and information in this spreadsheet is provided to you solely for your use and '
                'is not for distribution, resale, or publication. It is for informational purposes only."',
                "",
                "Date downloaded 05/02/2024 8:12 am"],
    )


def venmo() -> Case:
    header = heads(
        ";ID;Datetime;Type;Status;Note;From;To;Amount (total);Amount (fee);Funding Source;Destination"
    )
    money = Money(".", ",", before=" $", sign="plus", minus="-")
    rows = [["", f"{3_900_000_000_000_000_000 + i}", b.day, "Payment", "Complete", b.purpose, b.name, "Vane",
             b.amount, "", "", "Venmo balance"] for i, b in enumerate(en(715, step=6))]
    return text_table(
        "us_venmo.csv", "wallet", header, rows, delimiter=",", money=money, date_column=2,
        dates="%Y-%m-%dT08:12:44", sums=[8], meta=["Account Statement - (@Nobody),,,,,,,,,,,",
                                                   "Account Activity"
                                                   ",,,,,,,,,,,"],
        footer=[",,,,,,,,,,,$1234.56", ',,,,,,,,,,,"In case of errors or questions, write to nobody"'],
        date_format="%Y-%m-%dT%H:%M:%S",
        note="19-digit ids; '- $12.34'; a first column without name or value",
    )


def discover() -> Case:
    header = heads("Trans. Date;Post Date;Description;Amount;Category")
    rows = [[b.day, b.value_day, b.name, -b.amount, "Merchandise"] for b in en(716, step=7)]
    return text_table("us_discover.csv", "intl", header, rows, delimiter=",", money=US, dates="%m/%d/%Y",
                      quoting="text")


def ally() -> Case:
    header = heads("Date;Time;Amount;Type;Description")
    rows = [[b.day, "08:12:44", b.amount, "Withdrawal", b.name] for b in en(717)]
    case = text_table("us_ally.csv", "intl", header, rows, delimiter=", ", money=DOT, dates="%Y-%m-%d",
                      quoting="none", sums=[2], note="a blank after every comma")
    return Case(case.name, case.data, case.truth | {"delimiter": ","})


def td_canada() -> Case:
    rows = [[b.day, b.name.upper(), b.out, b.credit, b.balance] for b in en(718, step=7)]
    return text_table("ca_td_ohne_kopf.csv", "intl", None, rows, delimiter=",", money=DOT, dates="%m/%d/%Y",
                      sign="debit_credit")


def rbc() -> Case:
    header = heads(
        "Account Type;Account Number;Transaction Date;Cheque Number;Description 1;Description 2;CAD$;USD$"
    )
    rows = [["Chequing", "00000-0004711", b.day, "", b.name, b.purpose, b.amount, None] for b in en(719,
                                                                                                    step=7)]
    return text_table("ca_rbc.csv", "intl", header, rows, delimiter=",", money=DOT, date_column=2,
                      dates=lambda d: f"{d.month}/{d.day}/{d.year}", date_format="%m/%d/%Y",
                      header_text=",".join(f'"{h}"' for h in header), eol="\r\n",
                      note="unpadded m/d/yyyy")


def commbank() -> Case:
    rows = [[b.day, b.amount, b.name, b.balance] for b in en(720)]
    return text_table("au_commbank_ohne_kopf.csv", "intl", None, rows, delimiter=",", money=Money(".",
                                                                                                  sign="plus"),
                      dates="%d/%m/%Y", quoting="text")


def boa_card() -> Case:
    header = heads("Posted Date;Reference Number;Payee;Address;Amount")
    rows = [[b.day, f"{24_000_000_000_000_000_000_000 + i}", b.name, "NOWHERE       NY ", b.amount]
            for i, b in enumerate(en(721, step=7))]
    return text_table("us_boa_card.csv", "intl", header, rows, delimiter=",", money=DOT, dates="%m/%d/%Y",
                      quoting="text", note="23-digit reference numbers")
