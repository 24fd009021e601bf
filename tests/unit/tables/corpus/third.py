"""Third round: starts that look like other formats, separators inside cells, stray signs."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from .base import base_rows, bent
from .case import Case
from .money import DOT, GERMAN, PLAIN, Money
from .texttable import As, heads, text_table
from .words import bookings


def cases() -> Iterator[Case]:
    yield angle_bracket_header()
    yield square_bracket_header()
    yield id_first()
    yield mail_words_header()
    yield html_in_cells()
    yield json_in_cells()
    yield urls_and_base64()
    yield line_separators_in_cells()
    yield bent("y_ellipsis_cp1252.csv", 1606, encoding="cp1252", rows=[
        [*r[:3], f"{r[3]} …", *r[4:]] for r in base_rows(1606)])
    yield bent("y_form_feed_pages.txt", 1607, 24, between={
        8: ["\f", ";".join(["Buchungstag", "Valuta", "Empfänger", "Verwendungszweck", "Betrag", "Währung"])]})
    yield bent("y_slash_comments.csv", 1608, meta=["// Export 1.0", "// 2024-05-02"])
    yield bent("y_eof_line.csv", 1609, footer=["*** Ende der Datei ***"])
    yield bent("y_footer_commas.csv", 1610, delimiter=",", money=DOT, dates="%Y-%m-%d",
               footer=["", "Total records: 14, generated 2024-05-02, by nobody, page 1, of 1, end"])
    yield bent("y_two_language_header.csv", 1611, sub=["Booking day;Value day;Payee;Purpose;Amount;Currency"])
    yield no_year_dates()
    yield placeholder_dates()
    yield bent("y_zloty.csv", 1614, money=Money(",", " ", after=" zł"))
    yield bent("y_kroner_before.csv", 1615, money=Money(",", ".", before="kr "))
    yield bent("y_eur_glued_before.csv", 1616, money=Money(",", ".", before="EUR"))
    yield excel_text_mark()
    yield bent("y_minus_after_blank.csv", 1618, money=Money(",", ".", sign="trailing", minus=" -"),
               sign="trailing")
    yield bent("y_parentheses_euro.csv", 1619, money=Money(",", ".", sign="parentheses", after=" €"),
               sign="parentheses")
    yield bent("y_percent_column.csv", 1620, header=[*heads("Datum;Valuta;Name;Zweck;Betrag"), "Anteil"],
               rows=[
        [*r[:5], As(f"{i},5%")] for i, r in enumerate(base_rows(1620))], sums=[4])
    yield key_value()
    yield sign_words("y_cargo_abono.csv", 1622, "Cargo", "Abono", "es")
    yield sign_words("y_dare_avere.csv", 1623, "D", "A", "it")
    yield sign_words("y_obciazenie.csv", 1624, "obciążenie", "uznanie", "pl")
    yield metadata_is_a_table()
    yield letters_between()
    yield only_dates_and_text()
    yield huge_header_names()
    yield accounts_many_zeroes()
    yield quarter_hours()
    yield bent("y_all_upper_tab.txt", 1631, delimiter="\t", header=[h.upper() for h in heads(
        "Datum;Valuta;Name;Zweck;Betrag;Waehrung")], encoding="cp850", eol="\r\n")
    yield bent("y_no_final_eol_footer.csv", 1632, footer=["", "Seite 1/1"], final_eol=False)
    yield bent("y_latin1_no_umlaut_header.csv", 1633, encoding="cp1252",
               header=heads("Datum;Valuta;Wer;Was;Wert;Whg"))
    yield bent("y_wide_metadata.csv", 1634, meta=["a;b;c;d;e;f;g;h;i;j;k", "1;2;3;4;5;6;7;8;9;10;11", ""],
               note="a wider, shorter table stands above", either=True)
    yield swapped_dates()
    yield negative_zero()
    yield isin_and_wkn()


def angle_bracket_header() -> Case:
    rows = [["XQZ", "D", b.day, "000000", abs(b.amount), abs(b.amount) + 1] for b in bookings(1601)]
    return text_table("y_angle_bracket_header.txt", "third",
                      heads("<TICKER>;<PER>;<DATE>;<TIME>;<OPEN>;<CLOSE>"), rows,
                      delimiter=",", money=DOT, dates="%Y%m%d", date_column=2)


def square_bracket_header() -> Case:
    rows = [[b.day, b.name, b.amount] for b in bookings(1602)]
    return text_table("y_square_bracket_header.csv", "third", heads("[Datum];[Name];[Betrag]"), rows)


def id_first() -> Case:
    rows = [[str(i + 1), b.day, b.name, b.amount] for i, b in enumerate(bookings(1603))]
    return text_table("y_id_first.csv", "third", heads("ID;Datum;Name;Betrag"), rows, date_column=1)


def mail_words_header() -> Case:
    rows = [["nobody@example.invalid", "a@example.invalid", b.purpose, b.day, b.amount]
            for b in bookings(1604, 14, "en")]
    return text_table("y_mail_words.csv", "third", heads("From;To;Subject;Date;Amount"), rows, delimiter=",",
                      money=DOT,
                      dates="%Y-%m-%d", date_column=3)


def html_in_cells() -> Case:
    rows = [[b.day, f"<b>{b.name}</b><br>Zeile &amp; 2; <i>x</i>", b.amount] for b in bookings(1605)]
    return text_table("y_html_in_cells.csv", "third", heads("Datum;Text;Betrag"), rows)


def json_in_cells() -> Case:
    rows = [[b.day, f'{{"name": "{b.name}", "n": [1, 2]}}', b.amount] for b in bookings(1612)]
    return text_table("y_json_in_cells.csv", "third", heads("day;payload;amount"), rows, delimiter=",",
                      money=DOT,
                      dates="%Y-%m-%d")


def urls_and_base64() -> Case:
    rows = [[b.day, f"https://example.invalid/a?x={i}&y=1;2,3", "QUJD" * 30 + "==", b.amount]
            for i, b in enumerate(bookings(1613))]
    return text_table("y_urls.csv", "third", heads("Datum;URL;Token;Betrag"), rows)


def line_separators_in_cells() -> Case:
    rows = [[b.day, f"{b.name}\u2028Zeile 2\u0085Zeile 3 Ende", b.amount] for b in bookings(1635)]
    return text_table("y_unicode_line_separators.csv", "third", heads("Datum;Text;Betrag"), rows,
                      note="U+2028 and U+0085 are no line ends of a file")


def no_year_dates() -> Case:
    rows = [[As(f"{b.day:%d.%m.}"), b.name, b.amount] for b in bookings(1636)]
    return text_table("y_dates_without_year.csv", "third", heads("Tag;Text;Betrag"), rows, date_column=None)


def placeholder_dates() -> Case:
    rows = [[b.day, As("31.12.9999", date(9999, 12, 31)) if i % 4 == 0 else b.value_day, b.name, b.amount]
            for i, b in enumerate(bookings(1637))]
    return text_table("y_date_9999.csv", "third", heads("Datum;Gültig bis;Text;Betrag"), rows)


def excel_text_mark() -> Case:
    rows = [[*r[:4], As(f"'{GERMAN(r[4])}", r[4]), r[5]] for r in base_rows(1617)]
    return bent("y_excel_text_mark.csv", 1617, rows=rows, note="an apostrophe before every amount")


def key_value() -> Case:
    rows = [["Kontoinhaber", "Jette Knöterich"], ["Filiale", "Nebelfurt"], ["Kartenart", "Gold"],
            ["Ansprechpartner", "Rolf Überzwerg"], ["Sprache", "Deutsch"], ["Versand", "Post"]]
    return text_table("y_key_value.csv", "third", heads("Merkmal;Ausprägung"), rows, date_column=None)


def sign_words(name: str, seed: int, debit: str, credit: str, lang: str) -> Case:
    rows = [[b.day, b.name, debit if b.amount < 0 else credit, abs(b.amount)] for b in bookings(seed, 14,
                                                                                                lang)]
    return text_table(name, "third", heads("Fecha;Concepto;Tipo;Importe"), rows, dates="%d/%m/%Y",
                      sign="direction_column")


def metadata_is_a_table() -> Case:
    return bent("y_summary_table_above.csv", 1638, 20, meta=[
        "Monat;Eingang;Ausgang;Saldo;;", "Januar;1.000,00;-900,00;100,00;;",
        "Februar;800,00;-700,00;100,00;;",
        ";;;;;", ""], note="a summary table of two rows, a blank line, then the real one")


def letters_between() -> Case:
    return bent("y_sections_by_month.csv", 1639, 24, between={
        0: ["Januar 2024;;;;;"], 8: ["Februar 2024;;;;;"], 16: ["März 2024;;;;;"]},
        note="a section line above each month is no data")


def only_dates_and_text() -> Case:
    rows = [[b.day, b.name, "ja" if i % 2 else "nein"] for i, b in enumerate(bookings(1640))]
    return text_table("y_no_amount.csv", "third", heads("Datum;Name;Erledigt"), rows, encoding="cp1252")


def huge_header_names() -> Case:
    long = "Sehr langer Spaltenname mit Erläuterung, Komma und (Klammern), der sich hinzieht " * 2
    rows = [[b.day, b.amount, b.name] for b in bookings(1641)]
    return text_table("y_long_names.csv", "third", ["Datum", f"{long}1", f"{long}2"], rows)


def accounts_many_zeroes() -> Case:
    rows = [[f"{i % 3}0000", f"Konto {i}", Decimal("0.00") if i % 2 else b.amount, Decimal("0.00")]
            for i, b in enumerate(bookings(1642, 18))]
    return text_table("y_many_zeroes.csv", "third", heads("Konto;Name;Betrag;Vorjahr"), rows,
                      date_column=None,
                      money=PLAIN)


def quarter_hours() -> Case:
    day = bookings(1, 1)[0].day
    rows = [[day, f"{i // 4:02d}:{i % 4 * 15:02d}", As(f"{i * 0.125:.3f}".replace(".", ","),
             Decimal(f"{i * 0.125:.3f}"))] for i in range(96)]
    return text_table("y_quarter_hours.csv", "third", heads("Datum;Uhrzeit;Verbrauch kWh"), rows, sums=[2],
                      note="0,125: three decimals after a comma, no thousands")


def swapped_dates() -> Case:
    rows = [[b.day, b.value_day, b.name, b.amount] for b in bookings(1643, 20, "en", step=6)]
    return text_table("y_two_date_styles.csv", "third", heads("Posted;Value;Name;Amount"), rows,
                      delimiter=",", money=DOT,
                      dates={0: "%m/%d/%Y", 1: "%Y-%m-%d"})


def negative_zero() -> Case:
    rows = base_rows(1644)
    rows[2][4], rows[5][4] = As("-0,00", Decimal("0.00")), As("+0,00", Decimal("0.00"))
    return bent("y_negative_zero.csv", 1644, rows=rows)


def isin_and_wkn() -> Case:
    rows = [[f"DE000{i:07d}", f"{i:06d}", b.name, str(i + 1), As(f"{abs(b.amount):.4f}".replace(".", ",")),
             b.amount]
            for i, b in enumerate(bookings(1645))]
    return text_table("y_isin_wkn.csv", "third", heads("ISIN;WKN;Name;Stück;Kurs;Wert in EUR"), rows,
                      date_column=None,
                      sums=[5])
