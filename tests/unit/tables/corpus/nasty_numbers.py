"""Ways to write an amount and its sign."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from .base import HEADER, base_rows, bent
from .case import Case
from .money import DOT, GERMAN, PLAIN, Money
from .texttable import As, heads, text_table
from .words import bookings


def cases() -> Iterator[Case]:
    yield bent("a_unicode_minus.csv", 1011, money=Money(",", ".", minus="\u2212"))
    yield bent("a_en_dash_minus.csv", 1012, money=Money(",", ".", minus="\u2013"), encoding="cp1252")
    yield bent("a_minus_blank.csv", 1013, money=Money(",", ".", minus="- "))
    yield bent("a_nbsp_thousands_cp1252.csv", 1014, money=Money(",", "\u00a0"), encoding="cp1252")
    yield bent("a_thin_space.csv", 1015, money=Money(",", "\u2009"))
    yield bent("a_blank_thousands.csv", 1016, money=Money(",", " "))
    yield bent("a_euro_before.csv", 1017, money=Money(",", ".", before="€"))
    yield bent("a_euro_after_nbsp.csv", 1018, money=Money(",", ".", after="\u00a0€"), quoting="all")
    yield bent("a_eur_word_before.csv", 1019, money=Money(",", ".", before="EUR "))
    yield bent("a_parentheses_german.csv", 1020, money=Money(",", ".", sign="parentheses"),
               sign="parentheses")
    yield bent("a_parentheses_dollar.csv", 1021, money=Money(".", ",", before="$", sign="parentheses"),
               delimiter=",", dates="%Y-%m-%d", sign="parentheses")
    yield bent("a_plus_signs.csv", 1022, money=Money(",", ".", sign="plus"))
    yield bent("a_trailing_minus_eur.csv", 1023, money=Money(",", ".", sign="trailing", after=" EUR"),
               sign="trailing")
    yield bent("a_sh_no_blank.csv", 1024, money=Money(",", ".", sign="sh_suffix", marks=("S", "H")),
               sign="sh_suffix")
    yield bent("a_dr_cr_suffix.csv", 1025, money=Money(".", ",", sign="sh_suffix", marks=(" DR", " CR")),
               delimiter=",", dates="%d/%m/%Y", sign="sh_suffix")
    yield dc_column()
    yield soll_haben_words()
    yield sign_column_before()
    yield debit_credit_both_negative()
    yield bent("a_no_decimals_dots.csv", 1028, money=Money(thousands=".", places=0), rows=[
        [*r[:4], r[4].quantize(1) * 10, r[5]] for r in base_rows(1028)], decimal=None,
        note="1.234 is one thousand two hundred thirty-four: other rows read 12.345 and 987")
    yield bent("a_zeros_stripped.csv", 1029, money=Money(",", "", strip_zeros=True), rows=[
        [*r[:4], r[4].quantize(Decimal("0.1")) if i % 2 else r[4].quantize(1), r[5]]
        for i, r in enumerate(base_rows(1029))], note="-12,5 and 13")
    yield bent("a_five_decimals.csv", 1030, money=Money(",", ".", places=5))
    yield bent("a_cents_only.csv", 1031, money=Money("", "", places=0), header=[*HEADER[:4], "Betrag (Cent)",
                                                                                "Währung"],
               rows=[[*r[:4], r[4] * 100, r[5]] for r in base_rows(1031)], decimal=None)
    yield leading_zero_missing()
    yield mixed_styles_per_column()
    yield bent("a_swiss_comma.csv", 1034, money=Money(",", "'"))
    yield bent("a_underscore_currency_column.csv", 1035, money=DOT, header=[*HEADER[:4], "Betrag_EUR", "Whg"])
    yield scientific()
    yield mostly_empty_amount()
    yield chf_rappen_dash()
    yield balances_only_last()


def dc_column() -> Case:
    rows = [[b.day, b.name, "D" if b.amount < 0 else "C", abs(b.amount), "EUR"] for b in bookings(1026)]
    return text_table("a_dc_column.csv", "nasty", heads("Date;Description;D/C;Amount;Currency"), rows,
                      delimiter=",",
                      money=DOT, dates="%Y-%m-%d", sign="direction_column",
                      signed_sum=str(sum(b.amount for b in bookings(1026))))


def soll_haben_words() -> Case:
    rows = [[b.day, b.name, abs(b.amount), "Soll" if b.amount < 0 else "Haben"] for b in bookings(1027)]
    return text_table("a_soll_haben_words.csv", "nasty", heads("Datum;Text;Betrag;Soll/Haben"), rows,
                      sign="sh_column", encoding="cp1252")


def sign_column_before() -> Case:
    rows = [[b.day, "-" if b.amount < 0 else "+", abs(b.amount), b.name] for b in bookings(1036)]
    return text_table("a_sign_in_own_column.csv", "nasty", heads("Datum;VZ;Betrag;Text"), rows,
                      sign="direction_column", note="+ and - stand in a column of their own")


def debit_credit_both_negative() -> Case:
    rows = [[b.day, b.name, b.debit, b.credit, b.balance] for b in bookings(1037)]
    return text_table("a_ausgang_eingang.csv", "nasty", heads("Datum;Text;Ausgang;Eingang;Saldo"), rows,
                      sign="debit_credit", money=PLAIN)


def leading_zero_missing() -> Case:
    rows = base_rows(1032)
    rows[2][4], rows[6][4] = As(",50", Decimal("0.50")), As("-,99", Decimal("-0.99"))
    return bent("a_no_leading_zero.csv", 1032, rows=rows, note="',50' and '-,99'")


def mixed_styles_per_column() -> Case:
    rows = [[b.day, b.name, b.amount, b.balance] for b in bookings(1033)]
    return text_table("a_two_styles.csv", "nasty", heads("Datum;Text;Betrag EUR;Saldo USD"), rows,
                      money={2: GERMAN, 3: Money(".", ",")}, note="German amounts beside American balances")


def scientific() -> Case:
    rows = [[f"m{i}", As(f"{(i + 1) * 1.5e-7:.3E}"), b.amount] for i, b in enumerate(bookings(1038))]
    return text_table("a_scientific_beside.csv", "nasty", heads("probe;value;cost"), rows, delimiter=",",
                      money=DOT,
                      date_column=None, sums=[2])


def mostly_empty_amount() -> Case:
    rows = [[b.day, b.name, b.amount if i in (0, 9, 17) else None, "bezahlt" if i % 2 else "offen"]
            for i, b in enumerate(bookings(1039, 24))]
    return text_table("a_mostly_empty.csv", "nasty", heads("Datum;Text;Gebühr;Status"), rows)


def chf_rappen_dash() -> Case:
    rows = base_rows(1040, 14)
    for index in (1, 5):
        whole = rows[index][4].quantize(1)
        rows[index][4] = As(f"{GERMAN(Decimal(whole)).split(',')[0]},--", Decimal(whole))
    return bent("a_dash_for_zero_cents.csv", 1040, rows=rows, note="'1.234,--'")


def balances_only_last() -> Case:
    found = bookings(1041)
    rows = [[b.day, b.name, b.amount, b.balance if i == len(found) - 1 or found[i + 1].day != b.day else None]
            for i, b in enumerate(found)]
    return text_table("a_balance_per_day.csv", "nasty", heads("Datum;Text;Betrag;Saldo"), rows)
