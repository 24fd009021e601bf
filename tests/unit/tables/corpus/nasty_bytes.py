"""Code pages, byte order marks in odd places, NUL bytes, line ends."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator

from .base import HEADER, base_rows, bent
from .case import Case
from .money import GERMAN
from .texttable import heads, text_table
from .words import bookings


def cases() -> Iterator[Case]:
    yield bent("e_utf16be_no_bom.csv", 981, encoding="utf-16-be", eol="\r\n")
    yield bent("e_utf16le_no_bom_tab.txt", 982, encoding="utf-16-le", delimiter="\t", eol="\r\n")
    yield bent("e_utf32le_bom.csv", 983, encoding="utf-32", codec="utf-32-le",
               after=lambda data: b"\xff\xfe\0\0" + data, either=True,
               note="UTF-32 with a mark: rare, may be refused")
    yield bent("e_cp850.csv", 984, encoding="cp850", eol="\r\n")
    yield bent("e_cp437_like_850.csv", 985, encoding="cp437", rows=base_rows(985, 20))
    yield bent("e_mac_roman.csv", 986, encoding="mac_roman", eol="\r")
    yield bent("e_latin9_euro.csv", 987, encoding="iso-8859-15", header=[*HEADER[:4], "Betrag in €",
                                                                         "Währung"])
    yield bent("e_cp1252_euro_dash.csv", 988, encoding="cp1252", rows=[
        [*r[:2], f"„{r[2]}“", f"{r[3]} – 5 €", *r[4:]] for r in base_rows(988)])
    yield bent("e_cp1250_no_meta.csv", 989, encoding="cp1250", rows=base_rows(989, 16, lang="pl"))
    yield bent("e_ascii_only.csv", 990, encoding="ascii", header=["Datum", "Wert", "Wer", "Was", "Betrag",
                                                                  "Curr"],
               rows=[[*r[:2], "Gebr. Grimm", "Faktura", *r[4:]] for r in base_rows(990)])
    yield bent("e_utf8_bom_twice.csv", 991, bom=True, after=lambda data: b"\xef\xbb\xbf" + data,
               note="two marks at the start")
    yield bom_in_the_middle()
    yield bent("e_nul_bytes.csv", 993, after=lambda data: data.replace(b";EUR\n", b";EUR\0\n"),
               note="a NUL byte before every line end")
    yield bent("e_nul_padding_at_end.csv", 994, after=lambda data: data + b"\0" * 512)
    yield bent("e_ctrl_z_at_end.csv", 995, encoding="cp850", eol="\r\n", after=lambda data: data + b"\x1a")
    yield bent("e_cr_only.csv", 996, eol="\r", encoding="cp1252")
    yield bent("e_crlf_doubled.csv", 997, eol="\r\n", after=lambda data: data.replace(b"\r\n", b"\r\r\n"),
               note="CR CR LF from a text-mode copy")
    yield bent("e_mixed_eol_rows.csv", 998, 20, after=lambda data: data.replace(b";EUR\n", b";EUR\r\n", 9))
    yield mixed_encoding_late()
    yield double_encoded()
    yield bent("e_cp1252_in_utf8_header.csv", 1000, encoding="cp1252", rows=[
        [*r[:2], "Gebr. Grimm", "Faktura", *r[4:]] for r in base_rows(1000)],
        note="only the header has an umlaut")
    yield bent("e_nbsp_padding.csv", 1001, rows=[
        [*r[:2], f"{r[2]}\u00a0", f"\u00a0{r[3]}", *r[4:]] for r in base_rows(1001)])
    yield bent("e_zero_width.csv", 1002, header=["\u200bBuchungstag", *HEADER[1:]], columns=HEADER,
               note="a zero-width space before the first name", either_columns=True)
    yield greek()


def bom_in_the_middle() -> Case:
    first, second = base_rows(992, 12), base_rows(992, 12)
    return bent("e_bom_in_the_middle.csv", 992, rows=first + second, bom=True,
                between={12: ["\ufeff" + ";".join(HEADER)]},
                note="two exports appended: a second mark and header in the middle")


def mixed_encoding_late() -> Case:
    case = bent("e_mixed_late.csv", 999, 60)
    lines = case.data.split(b"\n")
    lines[50] = lines[50].decode().encode("cp1252")
    lines[51] = "10.01.2024;10.01.2024;Bäcker Möhre;Größe;-1,00;EUR".encode("cp1252")
    rows = base_rows(999, 60)
    rows[50] = [rows[50][0].replace(month=1, day=10), None, None, None, rows[50][4] * 0 - 1, "EUR"]
    truth = text_table("x", "nasty", HEADER, rows, encoding="utf-8").truth
    keep = {key: truth[key] for key in ("date_min", "date_max", "n_rows", "amount_sums")}
    return Case(case.name, b"\n".join(lines), case.truth | keep | {
        "encoding_strict_fails": True, "note": "UTF-8 without a mark; two late lines in cp1252"})


def double_encoded() -> Case:
    case = bent("e_mojibake.csv", 1003)
    data = case.data.decode("utf-8").encode("utf-8").decode("cp1252", "replace").encode("utf-8", "replace")
    columns = data.decode().split("\n", 1)[0].split(";")
    return Case(case.name, data, case.truth | {
        "columns": columns, "note": "UTF-8 read as cp1252 and saved again: valid UTF-8, ugly names"})


def greek() -> Case:
    names = ["Φούρνος Σιτάρι", "Βιβλία Άλφα", "Ζωή Αηδόνη"]
    rows = [[b.day, names[i % 3], b.amount] for i, b in enumerate(bookings(1004))]
    return text_table("gr_cp1253.csv", "eu_bank", heads("Ημερομηνία;Περιγραφή;Ποσό"), rows, encoding="cp1253",
                      money=GERMAN, dates="%d/%m/%Y")
