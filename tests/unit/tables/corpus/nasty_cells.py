"""Quotes, escapes, long cells, competing delimiters, text that must stay text."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from .base import HEADER, base_rows, bent
from .case import Case
from .money import DOT, PLAIN, US, Money
from .texttable import As, heads, text_table
from .words import bookings


def cases() -> Iterator[Case]:
    yield bent("q_all_comma.csv", 951, delimiter=",", quoting="all", money=US, dates="%m/%d/%Y",
               rows=base_rows(951, 14, step=7))
    yield doubled_quotes()
    yield unclosed_quote()
    yield bent("q_header_only.csv", 953, quoting="none", header_text=";".join(f'"{h}"' for h in HEADER))
    yield bent("q_not_header.csv", 954, quoting="all", header_text=";".join(HEADER))
    yield spaced_comma()
    yield inches()
    yield long_cell()
    yield tabs_in_text()
    yield comma_words_in_semicolon()
    yield caret()
    yield tilde()
    yield space_aligned_tabs()
    yield zip_phone_card()
    yield percent_and_rate()
    yield large_ids()
    yield text_like_numbers()
    yield placeholders()
    yield formula_quotes()
    yield booleans_and_counts()
    yield markdown_table()
    yield fixed_width()
    yield single_date_column()
    yield single_long_text()
    yield contact_list()
    yield transposed()
    yield quoted_newline_header()


def doubled_quotes() -> Case:
    rows = [[*r[:2], f'Gasthaus "Zum {i}. Hirschen"', f'"{r[3]}"', *r[4:]] for i,
            r in enumerate(base_rows(952))]
    return bent("q_doubled.csv", 952, rows=rows, quoting="all")


def unclosed_quote() -> Case:
    rows = base_rows(956, 24)
    rows[7][2] = '"Gasthaus Hirschen'
    rows[15][3] = 'Rohr 3" verzinkt'
    return bent("q_unclosed.csv", 956, rows=rows, quoting="none", encoding="cp1252",
                note="a quote opens and never closes; the file uses no quoting")


def spaced_comma() -> Case:
    rows = [[*r[:3], str(r[3]).replace(",", ""), *r[4:]] for r in base_rows(955)]
    case = bent("q_blank_after_delimiter.csv", 955, rows=rows, delimiter=", ", money=DOT, quoting="none",
                dates="%Y-%m-%d", header_text=", ".join(f'"{h}"' for h in HEADER))
    return Case(case.name, case.data, case.truth | {"delimiter": ","})


def inches() -> Case:
    rows = [[f"A{i:03d}", f'{i + 1}/2" Muffe, verzinkt', str(3 * i + 1), Decimal(f"{i + 1}.{25 + i}")]
            for i in range(14)]
    return text_table("q_inches.csv", "nasty", heads("Artikel;Bezeichnung;Menge;Preis"), rows,
                      date_column=None,
                      quoting="none", money=PLAIN, note="inch signs are not quotes")


def long_cell() -> Case:
    rows = base_rows(957, 10)
    rows[3][3] = "Sehr lange Bemerkung; mit Semikolon, Komma und 'Zitat'. " * 700
    return bent("long_cell_40k.csv", 957, rows=rows)


def tabs_in_text() -> Case:
    rows = [[*r[:3], f"{r[3]}\tZeile\t2\tEnde", *r[4:]] for r in base_rows(958)]
    return bent("tabs_in_text.csv", 958, rows=rows)


def comma_words_in_semicolon() -> Case:
    rows = [[b.day, f"{b.name}, {b.purpose}, bar, Karte, Beleg, Kopie", b.amount] for b in bookings(959)]
    return text_table("more_commas_than_semicolons.csv", "nasty", heads("Datum;Text;Betrag"), rows)


def caret() -> Case:
    return bent("delimiter_caret.txt", 960, delimiter="^")


def tilde() -> Case:
    return bent("delimiter_tilde.txt", 961, delimiter="~", money=DOT, dates="%Y-%m-%d")


def space_aligned_tabs() -> Case:
    rows = [[b.day, As(f"{b.name:<30}"), As(f"{b.amount:>12}", b.amount)] for b in bookings(962)]
    return text_table("padded_cells.csv", "nasty", heads("Datum;Empfänger;Betrag"), rows, money=DOT,
                      header_text="Datum     ;Empfänger                     ;      Betrag",
                      note="cells padded with blanks on both sides")


def zip_phone_card() -> Case:
    header = heads("Kundennr;Name;PLZ;Telefon;Kreditkarte;Umsatz;Seit")
    rows = [[f"{i:06d}", b.name, f"0{1000 + 137 * i}", f"0049 30 {i:07d}", f"0000 1111 2222 {i:04d}",
             b.amount,
             b.day] for i, b in enumerate(bookings(963))]
    return text_table("text_zip_phone_card.csv", "plain", header, rows, date_column=6, sums=[5],
                      encoding="cp1252")


def percent_and_rate() -> Case:
    header = heads("Datum;Währung;Kurs;Zins;Betrag")
    rows = [[b.day, "USD", As(f"1,{83_000 + 977 * i:06d}"), As(f"{i},{i}5 %"), b.amount]
            for i, b in enumerate(bookings(964))]
    return text_table("percent_and_rate.csv", "plain", header, rows, sums=[4],
                      note="rates with six decimals, percent in the cell")


def large_ids() -> Case:
    header = heads("id;order;when;value")
    rows = [[f"{9_007_199_254_740_993 + i}", f"{12_345_678_901_234_567_890 + i}", b.day, b.amount]
            for i, b in enumerate(bookings(965, 12, "en"))]
    return text_table("large_ids.csv", "plain", header, rows, delimiter=",", money=DOT, date_column=2,
                      dates="%Y-%m-%d", note="ids beyond 2**53 and 2**64")


def text_like_numbers() -> Case:
    header = heads("Artikel;EAN;Version;Fassung;Preis")
    rows = [[f"1E{i:02d}", f"400000000{i:04d}", f"1.{i}", f"{i}-{i + 1}", Decimal(f"{3 + i}.9{i % 10}")]
            for i in range(13)]
    return text_table("text_like_numbers.csv", "plain", header, rows, date_column=None, sums=[4], money=PLAIN,
                      note="1E05 is an article, 1.2 a version, 3-4 a range")


def placeholders() -> Case:
    rows = base_rows(966, 16)
    for index in (1, 4):
        rows[index][4] = As("-")
    rows[8][4] = As("n/a")
    return bent("placeholders_in_amounts.csv", 966, rows=rows, note="'-' and 'n/a' mean no amount")


def formula_quotes() -> Case:
    rows = [[As(f'="{i:08d}"'), b.day, b.name, As(f'="{b.amount}"', b.amount)] for i,
            b in enumerate(bookings(967))]
    return text_table("excel_formula_cells.csv", "nasty", heads("Konto;Datum;Name;Betrag"), rows,
                      date_column=1,
                      quoting="none", money=DOT, note='="-12.34" in every amount cell')


def booleans_and_counts() -> Case:
    header = heads("name;active;count;ratio;joined")
    rows = [[b.name, "true" if i % 3 else "false", str(i * 17), As(f"0.{i + 1:02d}"), b.day]
            for i, b in enumerate(bookings(968, 12, "en"))]
    return text_table("booleans_counts.csv", "plain", header, rows, delimiter=",", date_column=4,
                      dates="%Y-%m-%d",
                      sums=[])


def markdown_table() -> Case:
    found = bookings(969, 9)
    lines = ["| Datum | Text | Betrag |", "|---|---|---:|"]
    lines += [f"| {b.day:%d.%m.%Y} | {b.name} | {PLAIN(b.amount)} |" for b in found]
    rows = [[b.day, b.name, b.amount] for b in found]
    case = text_table("markdown_table.md", "plain", heads("Datum;Text;Betrag"), rows)
    return Case(case.name, ("\n".join(lines) + "\n").encode(), case.truth | {
        "either": True, "delimiter": "|", "n_columns_ok": [3, 4, 5],
        "note": "a Markdown table: load it or refuse with a reason"})


def fixed_width() -> Case:
    found = bookings(970, 14)
    lines = [f"{'Datum':<12}{'Empfänger':<30}{'Betrag':>12}"]
    lines += [f"{b.day:%d.%m.%Y}  {b.name:<30}{PLAIN(b.amount):>12}" for b in found]
    rows = [[b.day, b.name, b.amount] for b in found]
    case = text_table("fixed_width.txt", "plain", heads("Datum;Empfänger;Betrag"), rows)
    return Case(case.name, ("\r\n".join(lines) + "\r\n").encode("cp1252"), case.truth | {
        "either": True, "delimiter": None, "eol": "crlf", "encoding": "cp1252",
        "note": "fixed-width columns: load them or refuse with a reason, never one wrong column"})


def single_date_column() -> Case:
    return text_table("single_dates.csv", "plain", ["Datum"], [[b.day] for b in bookings(971)],
                      delimiter_any=True)


def single_long_text() -> Case:
    rows = [[f"{b.name} hat am {b.day:%d.%m.} bezahlt: {b.purpose}"] for b in bookings(972)]
    rows = [[str(r[0]).replace(",", "")] for r in rows]
    return text_table("single_sentences.csv", "plain", ["Bemerkung"], rows, date_column=None,
                      delimiter_any=True,
                      either=True, note="one column of sentences without any delimiter")


def contact_list() -> Case:
    header = heads("Vorname;Nachname;Straße;PLZ;Ort;E-Mail;Geburtstag")
    rows = [[b.name.split()[0], b.name.split()[-1], f"Gasse {i}", f"0{1000 + i}", "Nebelfurt",
             "nobody@example.invalid", b.day] for i, b in enumerate(bookings(973))]
    return text_table("contacts.csv", "plain", header, rows, delimiter=",", encoding="cp1252", date_column=6,
                      sums=[], eol="\r\n")


def transposed() -> Case:
    found = bookings(974, 6)
    rows = [["Umsatz", *(abs(b.amount) for b in found)], ["Kosten", *(abs(b.amount) - 1 for b in found)],
            ["Ergebnis", *(b.amount * 0 + 1 for b in found)]]
    return text_table("transposed_months.csv", "plain",
                      heads("Kennzahl;Jan 24;Feb 24;Mrz 24;Apr 24;Mai 24;Jun 24"),
                      rows, date_column=None, sums=[1, 2])


def quoted_newline_header() -> Case:
    header = ["Datum", "Empfänger\nAuftraggeber", "Betrag\nin EUR"]
    rows = [[b.day, b.name, b.amount] for b in bookings(975)]
    case = text_table("header_with_line_breaks.csv", "nasty", header, rows, money=Money(",", "."))
    return Case(case.name, case.data, case.truth | {"header_line": 0})
