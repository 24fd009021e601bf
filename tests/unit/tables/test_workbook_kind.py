"""What a file is, from its bytes alone."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
from pathlib import Path

import pytest

from werkbank.tables.kind import sniff_kind

from .workbook_shapes import HEADER, bookings, ods_content, xlsx, zipped

CSV = "Datum;Text;Betrag\n01.02.2024;Bäcker;-1,50\n02.02.2024;Laden;2,00\n"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "cp1252", "cp850", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_text_in_any_encoding_is_a_candidate(encoding: str) -> None:
    verdict = sniff_kind((CSV * 20).encode(encoding))
    assert (verdict.kind, verdict.rejected) == ("csv", None)


def test_nul_padded_text_and_control_z_stay_candidates() -> None:
    for data in (CSV.encode() * 5 + b"\0" * 4000, b"\0" * 600 + CSV.encode() * 5, CSV.encode() * 5 + b"\x1a"):
        assert sniff_kind(data).kind == "csv"


@pytest.mark.parametrize(
    "data",
    [b"", b" \n\r\n\t", b"\xef\xbb\xbf", b"\xff\xfe", b"\xff\xfe \0\n\0", b"\0" * 5000, b" " * 3_000_000],
)
def test_empty(data: bytes) -> None:
    verdict = sniff_kind(data)
    assert verdict.kind == "empty" and verdict.rejected


def test_content_far_behind_blanks() -> None:
    assert sniff_kind(b"\n" * 2_000_000 + CSV.encode()).kind == "csv"


@pytest.mark.parametrize(
    ("data", "kind", "word"),
    [
        (gzip.compress(CSV.encode(), mtime=0), "gzip", "gzip"),
        (bz2.compress(CSV.encode()), "binary", "bzip2"),
        (lzma.compress(CSV.encode()), "binary", "xz"),
        (b"%PDF-1.7\n1 0 obj\n", "pdf", "PDF"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "binary", "PNG"),
        (b"\xff\xd8\xff\xe0" + bytes(99), "binary", "JPEG"),
        (bytes(range(256)) * 40, "binary", "binary"),
        (b"PAR1" + bytes(50), "binary", "Parquet"),
        (b"SQLite format 3\0" + bytes(100), "binary", "SQLite"),
        (zipped({"umsatz.csv": CSV}), "zip", "unpack"),
        (zipped({"[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>"}), "zip", "Word"),
        (zipped({"[Content_Types].xml": "<Types/>", "ppt/presentation.xml": "<p/>"}), "zip", "PowerPoint"),
        (
            zipped({"[Content_Types].xml": "<Types/>", "xl/workbook.bin": b"\x83\x01"}),
            "binary",
            "save it as .xlsx",
        ),
        (
            zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<x/>"}),
            "zip",
            "spreadsheet",
        ),
        (zipped({"Index/Document.iwa": b"x"}), "zip", "Numbers"),
        (b"PK\x05\x06" + bytes(18), "zip", "empty"),
        (
            b'<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>',
            "xml",
            "CAMT",
        ),
        (b"<?xml version='1.0'?><feed><entry/></feed>", "xml", "XML"),
        (b"OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>", "text", "OFX"),
        (b'<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX></OFX>', "xml", "OFX"),
        (b"!Type:Bank\nD01/02/2024\nT-1.50\n^\n", "text", "QIF"),
        (
            b":20:STARTUMSE\n:25:10010010/1\n:28C:1\n:60F:C240101EUR1,00\n:61:2401020102D1,50\n",
            "text",
            "MT940",
        ),
        (b"{1:F01BANKDEFFXXXX0000000000}{2:I940}{4:\n:20:X\n", "text", "MT940"),
        (json.dumps([{"Datum": "01.02.2024", "Betrag": 1}]).encode(), "text", "JSON"),
        (b'{"rows": [1, 2]}', "text", "JSON"),
        (b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\n", "text", "MHTML"),
        (b"ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K1\r\n", "text", "SYLK"),
        ("<html><body>Anmelden</body></html>".encode("utf-16"), "html", "web page"),
    ],
)
def test_refusals_name_what_it_is(data: bytes, kind: str, word: str) -> None:
    verdict = sniff_kind(data)
    assert verdict.kind == kind and word in str(verdict.rejected), verdict


@pytest.mark.parametrize(
    "text",
    [
        "ID;Preis;Menge\n1;2;3\n",
        "<5 Jahre;7\n>5 Jahre;8\n",
        "[1];[2]\n3;4\n",
        "{A};{B}\n1;2\n",
        "BM;MZ\n1;2\n",
        "MZ;x\n1;2\n",
    ],
)
def test_text_that_only_starts_like_something_else(text: str) -> None:
    assert sniff_kind(text.encode()).kind == "csv"


def test_workbooks() -> None:
    assert sniff_kind(xlsx({"S": [HEADER, *bookings(2)]})).kind == "xlsx"
    assert sniff_kind(ods_content("")).kind == "ods"
    assert sniff_kind(b"<html><table><tr><td>a<td>b<tr><td>1<td>2</table>").rejected is None


def test_protected_ods() -> None:
    data = zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": "<manifest:manifest><manifest:encryption-data/></manifest:manifest>",
            "content.xml": b"\x01\x02",
        }
    )
    assert sniff_kind(data).kind == "encrypted"


def test_paths_and_streams_give_the_same_and_streams_stay_where_they_were(tmp_path: Path) -> None:
    data = xlsx({"S": [HEADER, *bookings(2)]})
    (tmp_path / "x.csv").write_bytes(data)
    stream = io.BytesIO(data)
    stream.seek(7)
    assert sniff_kind(data) == sniff_kind(tmp_path / "x.csv") == sniff_kind(stream) and stream.tell() == 7
