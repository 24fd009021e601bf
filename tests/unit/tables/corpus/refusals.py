"""Files that are no table: the right answer is one readable sentence."""

# fmt: off
from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Iterator
from io import BytesIO

from .case import Case, refusal
from .words import bookings


def cases() -> Iterator[Case]:
    found = bookings(1201, 12)
    yield refusal("r_zero_bytes.csv", b"", "empty", "zero bytes")
    yield refusal("r_bom_only.csv", b"\xef\xbb\xbf", "empty", "a byte order mark and nothing else")
    yield refusal("r_utf16_bom_only.csv", b"\xff\xfe", "empty", "a UTF-16 mark and nothing else")
    yield refusal("r_nul_only.csv", b"\0" * 4096, "empty", "NUL bytes only")
    yield refusal("r_delimiters_only.csv", b";;;;\r\n;;;;\r\n;;;;\r\n", "empty", "delimiters only")
    objects = [{"date": str(b.day), "name": b.name, "amount": float(b.amount)} for b in found]
    yield refusal("r_json.csv", json.dumps(objects, ensure_ascii=False, indent=1).encode(), "text",
                  "a JSON array")
    lines = "\n".join(json.dumps(o, ensure_ascii=False) for o in objects) + "\n"
    yield refusal("r_json_lines.csv", lines.encode(), "text", "JSON lines")
    yield refusal("r_vcard.csv", "".join(
        f"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:{b.name}\r\nTEL;TYPE=CELL:+49 000\r\nEND:VCARD\r\n" for b in found
    ).encode(), "text", "vCards")
    yield refusal("r_ical.csv", ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + "".join(
        f"BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:{b.day:%Y%m%d}\r\nSUMMARY:{b.name}\r\nEND:VEVENT\r\n"
        for b in found
    ) + "END:VCALENDAR\r\n").encode(), "text", "an iCalendar file")
    yield refusal("r_mt940.csv",
                  ("\r\n:20:STARTUMS\r\n:25:00000000/4711\r\n:28C:0\r\n:60F:C240101EUR1000,00\r\n" +
        "".join(f":61:{b.day:%y%m%d}{b.day:%m%d}D{abs(b.amount)}NMSCNONREF\r\n:86:105?00LASTSCHRIFT?20{b.purpose}"
                f"?32{b.name}\r\n".replace(".", ",") for b in found) + ":62F:C240430EUR900,00\r\n-\r\n"
        ).encode("cp1252"), "text", "MT940")
    yield refusal("r_ofx.csv",
                  ("OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n\r\n<OFX><BANKTRANLIST>\r\n" + "".join(
        f"<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>{b.day:%Y%m%d}<TRNAMT>{b.amount}<NAME>{b.name}</STMTTRN>\r\n"
        for b in found
    ) + "</BANKTRANLIST></OFX>\r\n").encode("cp1252"), "text", "OFX")
    yield refusal("r_qif.csv", ("!Type:Bank\r\n" + "".join(
        f"D{b.day:%d/%m/%Y}\r\nT{b.amount}\r\nP{b.name}\r\n^\r\n" for b in found)).encode("cp1252"), "text",
        "QIF")
    yield refusal("r_log.csv", "".join(
        f"{b.day} 08:12:{i:02d},123 INFO [main] nobody.Server - {b.purpose} took {i} ms\n" for i,
        b in enumerate(found)
    ).encode(), "text", "a log file", either=True)
    yield refusal("r_sql_dump.csv",
                  ("-- dump 10.13\nDROP TABLE IF EXISTS `buchung`;\nCREATE TABLE `buchung` (\n"
        "  `id` int NOT NULL,\n  `name` varchar(40)\n);\n" + "".join(
            f"INSERT INTO `buchung` VALUES ({i},'{b.name}',{b.amount});\n" for i, b in enumerate(found))
        ).encode(), "text", "an SQL dump")
    yield refusal("r_email.csv", (
        "From: nobody@example.invalid\nTo: nobody@example.invalid\nSubject: Umsätze\n"
        "Date: Tue, 02 Jan 2024 08:12:44 +0100\nMIME-Version: 1.0\n\nHallo Jette,\n\n"
        "anbei die Umsätze, wie besprochen; bitte prüfen.\n\nGruß, Rolf\n"
    ).encode(), "text", "an e-mail")
    yield refusal("r_ini.csv",
                  b"[konto]\nname = Giro\nbank = Beispielbank\n\n[export]\nformat = csv\ntrenner = ;\n",
                  "text", "settings")
    yield refusal("r_python.csv", b"import csv\n\n\ndef load(path):\n    with open(path) as handle:\n"
                  b"        return list(csv.reader(handle, delimiter=';'))\n\n\nprint(load('x.csv'))\n",
                  "text", "a script")
    yield refusal("r_yaml.csv", b"konto:\n  name: Giro\n  bank: Beispielbank\numsaetze:\n" + "".join(
        f"  - datum: {b.day}\n    name: {b.name}\n    betrag: {b.amount}\n" for b in found).encode(), "text",
        "YAML")
    yield refusal("r_letter.txt", (
        "Sehr geehrte Frau Knöterich,\n\nvielen Dank für Ihre Anfrage vom 3. Januar 2024. "
        "Wir haben, wie gewünscht, den "
        "Betrag von 1.234,56 EUR überwiesen.\nBitte beachten Sie; Zinsen, "
        "Gebühren und Kosten sind enthalten.\n\nMit "
        "freundlichen Grüßen\nBeispielbank\n").encode("cp1252"), "text",
        "a letter with amounts and semicolons")
    yield refusal("r_pdf.csv",
                  b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n%%EOF\n",
                  "pdf", "a PDF")
    yield refusal("r_png.csv", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, "binary", "a picture")
    yield refusal("r_random_bytes.csv", bytes((i * 7919 + i * i * 31) % 256 for i in range(3000)), "binary",
                  "noise")
    yield refusal("r_gzip.csv", gzip.compress(b"a;b\n1;2\n", mtime=0), "gzip", "gzip", either=True)
    yield refusal("r_zip_of_csv.csv", _zip({"umsaetze.csv": b"a;b\n1;2\n"}), "zip", "a zip with a CSV",
                  either=True)
    yield refusal("r_zip_docx.xlsx", _zip({"[Content_Types].xml": b"<Types/>",
                                           "word/document.xml": b"<w/>"}), "zip",
                  "a Word document named .xlsx")
    workbook = _zip({"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": b"<workbook/>"})
    yield refusal("r_truncated.xlsx", workbook[: len(workbook) // 2], "zip", "a workbook cut in half")
    yield refusal("r_html_error.xls",
                  b"<html><head><title>Error 500</title></head><body><h1>Internal Server Error</h1>"
                  b"<p>Please try again later.</p></body></html>", "html", "an error page named .xls")
    yield refusal("r_camt.csv",
                  b'<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08">'
                  b"<BkToCstmrAcctRpt><Rpt><Ntry><Amt Ccy='EUR'>1.00</Amt>"
                  b"</Ntry></Rpt></BkToCstmrAcctRpt></Document>",
                  "xml", "CAMT XML")


def _zip(members: dict[str, bytes]) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), data)
    return stream.getvalue()
