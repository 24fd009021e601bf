"""Second round: combinations of oddities that one export alone can show."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal

from .base import base_rows, bent
from .case import Case
from .money import GERMAN, PLAIN, SWISS, US, Money
from .texttable import As, heads, text_table
from .words import bookings

CENT = Decimal("0.01")


def cases() -> Iterator[Case]:
    yield bent("x_utf16_tab_meta_footer.csv", 1501, delimiter="\t", encoding="utf-16", codec="utf-16-le",
               bom=True,
               eol="\r\n", meta=["Kontoauszug", "", "IBAN\tDE00", ""], footer=["",
                                                                               "Summe\t\t\t\t1.234,56\tEUR"])
    yield bent("x_utf16le_no_bom_meta.csv", 1502, encoding="utf-16-le", meta=["Umsätze", "Konto;4711", ""],
               quoting="all", dates="%d.%m.%y")
    yield bent("x_cp850_meta_trailing.txt", 1503, encoding="cp850", eol="\r\n",
               meta=["Kontoauszug für Öhrlein", ""],
               money=Money(",", ".", sign="trailing"), dates="%d.%m.%y", sign="trailing")
    yield bent("x_cp1250_padded_total.csv", 1504, encoding="cp1250", rows=base_rows(1504, 15, lang="cs"),
               meta=["Výpis z účtu;;;;;", ";;;;;"], footer=["Celkem;;;;1.234,56;"])
    yield bent("x_nul_and_bom.csv", 1505, bom=True, after=lambda data: data.replace(b";EUR\n", b";EUR\0\0\n"))
    yield bent("x_units_and_total.csv", 1506, sub=["(Datum);(Datum);;;(EUR);"], footer=["",
                                                                                        "Gesamt;;;;1,00;EUR"])
    yield bent("x_sep_meta.csv", 1507, meta=["sep=;", "Kontoauszug", ""], eol="\r\n", encoding="cp1252")
    yield bent("x_single_quotes_semicolon.csv", 1508, quoting="all", quotechar="'")
    yield bent("x_backslash_comma.csv", 1509, quoting="all", escapechar="\\", delimiter=",", rows=[
        [*r[:2], f'{r[2]} "Filiale {i}"', *r[3:]] for i, r in enumerate(base_rows(1509))])
    yield bent("x_mixed_eol_meta_cr.csv", 1510, meta=["Kontoauszug", "Stand 30.04.2024"],
               after=lambda data: data.replace(b"\n", b"\r\n").replace(b"\r\n", b"\n", 2))
    yield bent("x_header_only_padded.csv", 1511, count=0, meta=["Export;;;;;", ";;;;;"], footer=[";;;;;"])
    yield bent("x_header_only_comma.csv", 1512, count=0, delimiter=",", header=["Date", "Description",
                                                                                "Amount"])
    yield bent("x_no_rows_sentence.csv", 1513, count=0, meta=["Konto;4711",
                                                              "Zeitraum;01.01.2024 - 31.01.2024", ""],
               footer=["Es wurden keine Umsätze gefunden."])
    yield two_rows_two_columns()
    yield bent("x_pipe_padded.txt", 1515, delimiter="|", header_tail="|", row_tail="|", meta=["Auszug|||||",
                                                                                              ""])
    yield bent("x_swiss_meta_total.csv", 1516, money=SWISS, meta=["Konto:;CH00", "Saldo:;1'234.50", ""],
               footer=["Total;;;;1'234.50;CHF"])
    yield bent("x_narrow_nbsp_euro.csv", 1517, money=Money(",", "\u202f", after="\u202f€"))
    yield bent("x_unicode_minus_euro_before.csv", 1518, money=Money(",", ".", before="€\u00a0",
                                                                    minus="\u2212"))
    yield sh_column_far_away()
    yield dc_words()
    yield cr_dr_column()
    yield credit_card_two_currencies()
    yield vat_list()
    yield time_sheet()
    yield stock_list()
    yield address_export()
    yield survey_answers()
    yield sensor_log()
    yield sparse_wide()
    yield price_list_mixed_decimals()
    yield many_empty_columns()
    yield numbers_in_text_columns()
    yield weird_names()
    yield saldo_in_names()
    yield last_row_looks_like_total()
    yield first_row_looks_like_header()
    yield all_same_day()
    yield one_giant_amount()
    yield negative_only_unsigned_credit()
    yield decimal_comma_few_rows()
    yield thousand_without_decimals_beside()
    yield bent("x_descending_two_years.csv", 1540, rows=base_rows(1540, 20, start=base_rows(1, 1)[0][0]
               - timedelta(days=30), newest_first=True), dates="%d.%m.%y")
    yield bent("x_quotes_and_tabs_cp1252.txt", 1541, delimiter="\t", quoting="all", encoding="cp1252",
               eol="\r\n")
    yield bent("x_meta_with_same_words.csv", 1542, meta=[
        "Buchungstag von: 01.01.2024; bis: 30.04.2024", "Betrag von:;;bis:;", "Empfänger:;alle;;", ""])
    yield bent("x_empty_first_cells.csv", 1543, rows=[
        [None, None, *r[2:]] if i in (0, 1) else r for i, r in enumerate(base_rows(1543, 16))])


def two_rows_two_columns() -> Case:
    rows = [[b.day, b.amount] for b in bookings(1514, 2)]
    return text_table("x_two_by_two.csv", "more", heads("Datum;Betrag"), rows, meta=["Auszug", ""])


def sh_column_far_away() -> Case:
    rows = [[abs(b.amount), "EUR", b.day, b.name, b.purpose, "S" if b.amount < 0 else "H"]
            for b in bookings(1519)]
    return text_table("x_sh_far_away.csv", "more", heads("Umsatz;Währung;Datum;Name;Zweck;S/H"), rows,
                      date_column=2, sign="sh_column", encoding="cp1252")


def dc_words() -> Case:
    rows = [[b.day, b.name, "Debit" if b.amount < 0 else "Credit", abs(b.amount)] for b in bookings(1520, 14,
                                                                                                    "en")]
    return text_table("x_debit_credit_words.csv", "more", heads("Date;Name;Direction;Amount"), rows,
                      delimiter=",",
                      money=US, dates="%Y-%m-%d", sign="direction_column")


def cr_dr_column() -> Case:
    rows = [[b.day, b.name, abs(b.amount), "DR" if b.amount < 0 else "CR", b.balance, "CR"]
            for b in bookings(1521, 14, "en")]
    return text_table("x_cr_dr_twice.csv", "more", heads("Date;Particulars;Amount;Dr/Cr;Balance;Dr/Cr"), rows,
                      delimiter=",", money=US, dates="%d-%m-%Y", sign="direction_column")


def credit_card_two_currencies() -> Case:
    rows = [[b.day, b.name, (b.amount * 2).quantize(CENT), "USD", As(f"0,5{i:05d}"), b.amount, "EUR"]
            for i, b in enumerate(bookings(1522))]
    return text_table("x_two_currencies.csv", "more",
                      heads("Datum;Händler;Original;Währung;Kurs;Betrag;Währung"),
                      rows, sums=[2, 5])


def vat_list() -> Case:
    rows = []
    for i, b in enumerate(bookings(1523)):
        net = abs(b.amount)
        rows.append([f"RE-2024-{i:04d}", b.day, b.name, net, As("19%"),
                     (net * Decimal("0.19")).quantize(CENT),
                     (net * Decimal("1.19")).quantize(CENT)])
    return text_table("x_vat_list.csv", "more", heads("Nr.;Datum;Kunde;Netto;USt-Satz;USt;Brutto"), rows,
                      date_column=1,
                      sums=[3, 5, 6], footer=["Summe;;;9.999,99;;1.899,99;11.899,98"])


def time_sheet() -> Case:
    rows = [[b.day, "08:00", "16:30", "00:30", As(f"{8 - i % 3},00", Decimal(8 - i % 3)), b.purpose]
            for i, b in enumerate(bookings(1524, 16))]
    return text_table("x_time_sheet.csv", "more", heads("Datum;Von;Bis;Pause;Stunden;Tätigkeit"), rows)


def stock_list() -> Case:
    rows = [[f"00{4711 + i}", b.name, str(i * 7), As(f"{abs(b.amount):.4f}".replace(".", ","), abs(b.amount))]
            for i, b in enumerate(bookings(1525))]
    return text_table("x_stock_list.csv", "more", heads("Artikelnr;Bezeichnung;Bestand;EK-Preis"), rows,
                      date_column=None, encoding="cp1252", sums=[3])


def address_export() -> Case:
    rows = [["Frau" if i % 2 else "Herr", b.name.split()[0], b.name.split()[-1], f"Gasse {i}a",
             f"0{4100 + i}",
             "Nebelfurt", f"+49 341 000{i:04d}", "nobody@example.invalid"] for i,
             b in enumerate(bookings(1526))]
    return text_table("x_addresses.csv", "more", heads("Anrede;Vorname;Name;Straße;PLZ;Ort;Telefon;E-Mail"),
                      rows,
                      date_column=None, encoding="cp1252", eol="\r\n", sums=[])


def survey_answers() -> Case:
    answers = ["Trifft zu", "Trifft eher zu", "Trifft nicht zu"]
    rows = [[str(i + 1), answers[i % 3], answers[(i + 1) % 3],
             f"Weil es {'sehr ' * (i % 4)}gut, schön; klar war."]
            for i in range(16)]
    return text_table("x_survey.csv", "more", ["Nr", "Wie zufrieden sind Sie?", "Würden Sie uns empfehlen?",
                                               "Warum?"],
                      rows, date_column=None, quoting="all", sums=[])


def sensor_log() -> Case:
    rows = [[As(f"2024-01-03 08:{i:02d}:00", bookings(1, 1)[0].day), Decimal(f"{20 + i % 7}.{i % 10}"),
             As("NaN") if
             i == 9 else Decimal(f"0.{100 + i}"), "OK"] for i in range(50)]
    return text_table("x_sensor_log.csv", "more", heads("time;temp_c;humidity;state"), rows, delimiter=",",
                      money={1: Money(".", places=1), 2: Money(".", places=3)})


def sparse_wide() -> Case:
    header = ["Konto", *[f"Monat {i}" for i in range(1, 13)], "Summe"]
    rows = [[f"{4000 + i}", *[Decimal(f"{100 * i + m}.50") if (i + m) % 3 == 0 else None for m in range(12)],
             Decimal(f"{999 + i}.00")] for i in range(12)]
    return text_table("x_sparse_wide.csv", "more", header, rows, date_column=None)


def price_list_mixed_decimals() -> Case:
    prices = ["1", "2,5", "3,75", "1.250", "0,999", "12.345,6", "7"]
    values = [Decimal(p.replace(".", "").replace(",", ".")) for p in prices]
    rows = [[f"Artikel {i}", As(p, v)] for i, (p, v) in enumerate(zip(prices, values, strict=True))]
    return text_table("x_mixed_decimals.csv", "more", heads("Artikel;Preis"), rows, date_column=None)


def many_empty_columns() -> Case:
    header = ["Datum", *[f"Feld {i}" for i in range(1, 25)], "Betrag", "Notiz"]
    rows = [[b.day, *[""] * 24, b.amount, b.purpose if i % 5 == 0 else ""] for i,
            b in enumerate(bookings(1527))]
    return text_table("x_many_empty_columns.csv", "more", header, rows)


def numbers_in_text_columns() -> Case:
    rows = [[b.day, f"{4711 + i}" if i % 2 else b.name, b.amount, f"12,{i:02d}" if i % 3 else "unklar"]
            for i, b in enumerate(bookings(1528, 18))]
    return text_table("x_half_numbers.csv", "more", heads("Datum;Detail;Betrag;Bemerkung"), rows, sums=[2])


def weird_names() -> Case:
    header = ["Datum", "Betrag [€]", "Ø-Kurs", "%", "#", "df", "class", "Name'); --", "a\\b", "{x}"]
    rows = [[b.day, b.amount, As("1,10"), As(f"{i} %"), str(i), "x", "y", b.name, "z", "w"]
            for i, b in enumerate(bookings(1529))]
    return text_table("x_weird_names.csv", "more", header, rows, sums=[1],
                      note="names that would break generated code if it were not quoted")


def saldo_in_names() -> Case:
    rows = base_rows(1530)
    rows[3][2], rows[6][3], rows[13][2] = "Saldo & Summe GmbH", "Gesamt 2023", "Total Tankstelle"
    return bent("x_total_words_in_rows.csv", 1530, rows=rows,
                note="real bookings whose text says Summe, Total, Saldo")


def last_row_looks_like_total() -> Case:
    rows = base_rows(1531)
    rows[-1][2], rows[-1][3] = "Total Tankstelle Nebelfurt", "Summe 4711"
    return bent("x_last_row_is_data.csv", 1531, rows=rows)


def first_row_looks_like_header() -> Case:
    rows = [["Konto", "Text", "Betrag"], *[[f"{1000 + i}", b.name, b.amount] for i,
                                               b in enumerate(bookings(1532))]]
    return text_table("x_names_twice.csv", "more", rows[0], rows[1:], date_column=None,
                      sub=["(Nr.);(frei);(EUR)"], sums=[2])


def all_same_day() -> Case:
    rows = [[bookings(1, 1)[0].day, b.name, b.amount] for b in bookings(1533)]
    return text_table("x_same_day.csv", "more", heads("Datum;Text;Betrag"), rows, dates="%d.%m.%y")


def one_giant_amount() -> Case:
    rows = base_rows(1534)
    rows[4][4] = Decimal("123456789012.34")
    return bent("x_giant_amount.csv", 1534, rows=rows, money=GERMAN)


def negative_only_unsigned_credit() -> Case:
    rows = [[b.day, b.name, b.out or Decimal("0.00"), b.credit or Decimal("0.00")] for b in bookings(1535)]
    return text_table("x_zero_filled_debit_credit.csv", "more", heads("Datum;Text;Belastung;Gutschrift"),
                      rows,
                      money=PLAIN, sign="debit_credit")


def decimal_comma_few_rows() -> Case:
    rows = [["Miete", Decimal("850.00")], ["Strom", Decimal("72.50")], ["Kaffee", Decimal("3.20")]]
    return text_table("x_three_rows_tab.txt", "more", heads("Was;Betrag"), rows, delimiter="\t",
                      date_column=None,
                      header_text="Was\tBetrag")


def thousand_without_decimals_beside() -> Case:
    rows = [[str(2000 + i), As(f"{(i + 1) * 1.117:.3f}".replace(".", "."), Decimal((i + 1) * 1117)),
             Decimal(i) + CENT]
            for i in range(9)]
    return text_table("x_thousands_by_context.csv", "more", heads("Jahr;Einwohner;Beitrag"), rows,
                      date_column=None,
                      sums=[1, 2], note="1.117 beside comma decimals is one thousand and more")
