"""Damaged and hostile files: a clear verdict, bounded time and memory, never a traceback."""

from __future__ import annotations

import io
import random
import struct
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msoffcrypto.format.ooxml
import pytest

from werkbank.tables.kind import sniff_kind
from werkbank.tables.profile import TableProfile

from .test_workbook_containers import xls
from .test_workbook_values import rows_with_last_cell
from .workbook_shapes import HEADER, bookings, ods_content, raw_xlsx, recognised, xlsx, zipped

SECONDS = 10.0  # of processor time: several times what these files need here
MEMORY = 250 * 2**20


@contextmanager
def bounded() -> Iterator[None]:
    tracemalloc.start()
    started = time.process_time()
    try:
        yield
    finally:
        spent, (_, peak) = time.process_time() - started, tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert spent < SECONDS and peak < MEMORY, (spent, peak)


def refused(data: bytes) -> TableProfile:
    with bounded():
        profile = recognised(data)
    assert profile.rejected, profile
    return profile


@pytest.mark.parametrize("keep", [0.02, 0.3, 0.6, 0.9, 0.99])
def test_truncated_xlsx(keep: float) -> None:
    data = xlsx({"S": [HEADER, *bookings(200)]})
    profile = refused(data[: int(len(data) * keep)])
    assert profile.kind == "zip" and "cut off" in str(profile.rejected)


@pytest.mark.parametrize("keep", [0.1, 0.5, 0.9])
def test_truncated_xls(keep: float) -> None:
    data = xls({"S": [HEADER, *bookings(500)]})
    with bounded():
        recognised(data[: int(len(data) * keep)])


def test_protected_xlsx() -> None:
    out = io.BytesIO()
    msoffcrypto.format.ooxml.OOXMLFile(io.BytesIO(xlsx({"S": [HEADER, *bookings(5)]}))).encrypt("geheim", out)
    profile = refused(out.getvalue())
    assert profile.kind == "encrypted" and "password" in str(profile.rejected)


@pytest.mark.parametrize("rows", [3, 400])
def test_protected_xls(rows: int) -> None:
    data = bytearray(xls({"S": [HEADER, *bookings(rows)]}))
    at = data.index(
        struct.pack("<HHH", 0x0809, 16, 0x0600)
    )  # the first BOF: put FILEPASS over the next record
    following = at + 20
    length = struct.unpack_from("<H", data, following + 2)[0]
    struct.pack_into("<HH", data, following, 0x002F, length)
    profile = refused(bytes(data))
    assert profile.kind == "encrypted" and "password" in str(profile.rejected)


def bomb(megabytes: int, name: str = "xl/worksheets/sheet1.xml") -> bytes:
    block = b"<row><c><v>1</v></c></row>" * 40_000
    out = io.BytesIO(raw_xlsx("", sheet_path="unused.xml"))
    with (
        zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive,
        archive.open(name, "w", force_zip64=True) as sheet,
    ):
        sheet.write(
            b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        )
        for _ in range(megabytes * 2**20 // len(block)):
            sheet.write(block)
    return out.getvalue()


def test_zip_bomb() -> None:
    assert "zip bomb" in str(refused(bomb(600)).rejected)


def test_zip_bomb_that_lies_about_its_size() -> None:
    data = bytearray(bomb(300))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        size = archive.getinfo("xl/worksheets/sheet1.xml").file_size
    lied = bytes(data).replace(struct.pack("<I", size), struct.pack("<I", 1000))
    with bounded():
        recognised(lied)


def test_too_many_entries() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for at in range(30_000):
            archive.writestr(f"{at}", b"")
    assert "entries" in str(refused(out.getvalue()).rejected)


NAMES = "abcdefghijklm"
LAUGHS = (
    '<!DOCTYPE x [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {name} "{("&" + NAMES[at] + ";") * 10}">' for at, name in enumerate(NAMES[1:]))
    + "]>"
)


@pytest.mark.parametrize(
    "part",
    [
        "xl/workbook.xml",
        "xl/worksheets/sheet1.xml",
        "xl/sharedStrings.xml",
        "xl/styles.xml",
        "[Content_Types].xml",
    ],
)
def test_entities_are_never_expanded(part: str) -> None:
    rows = rows_with_last_cell("") + '<row r="12"><c r="A12" t="s"><v>0</v></c><c r="C12"><v>1</v></c></row>'
    with zipfile.ZipFile(io.BytesIO(raw_xlsx(rows, strings="<si><t>x</t></si>"))) as archive:
        parts = {info.filename: archive.read(info) for info in archive.infolist()}
    parts[part] = LAUGHS.encode() + parts[part].replace(b"x</t>", b"&m;</t>")
    with bounded():
        profile = recognised(zipped(parts))
    if part != "[Content_Types].xml":
        assert "DTD" in str(profile.rejected)


def test_entities_in_ods_and_excel_2003_xml() -> None:
    with zipfile.ZipFile(io.BytesIO(ods_content("<table:table/>"))) as archive:
        content = archive.read("content.xml")
    head, _, rest = content.partition(b"?>")
    data = zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": head + b"?>" + LAUGHS.encode() + rest,
        }
    )
    assert "DTD" in str(refused(data).rejected)
    space = "urn:schemas-microsoft-com:office:spreadsheet"
    assert refused(f'<?xml version="1.0"?>{LAUGHS}<Workbook xmlns="{space}"></Workbook>'.encode()).rejected


def test_a_million_columns() -> None:
    assert "columns" in str(refused(raw_xlsx("<row>" + "<c><v>1</v></c>" * 1_000_000 + "</row>")).rejected)
    wide = '<table:table-cell office:value-type="float" office:value="1"/>' * 50_000
    row = f"<table:table><table:table-row>{wide}</table:table-row></table:table>"
    assert "columns" in str(refused(ods_content(row)).rejected)
    assert "columns" in str(refused(b"<html><table><tr>" + b"<td>1" * 100_000 + b"</table>").rejected)


def test_thousands_of_columns_are_read() -> None:
    cells = "".join("<c><v>1</v></c>" for _ in range(4_000))
    with bounded():
        recognised(raw_xlsx(f"<row>{cells}</row>" * 3))


def test_hostile_repetition_in_ods() -> None:
    cell = (
        '<table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="16000"/>'
    )
    row = f'<table:table-row table:number-rows-repeated="999999999">{cell}</table:table-row>'
    with bounded():
        recognised(ods_content(f"<table:table>{row * 50}</table:table>"))


def test_hostile_cell_references() -> None:
    odd = [
        '<row r="99999999999"><c r="A1"><v>1</v></c></row>',
        '<row r="x"><c r="ZZZZ9"><v>1</v></c></row>',
        '<row r="-5"><c r="A-1" t="s"><v>-1</v></c><c t="s"><v>99999999</v></c><c t="s"><v>x</v></c></row>',
        '<row r="1"><c r="A1" s="99999"><v>1e400</v></c><c s="1"><v>-1e300</v></c></row>',
        '<row r="1"><c r="A1" s="1"><v>nan</v></c><c><v>inf</v></c></row>',
        f'<row r="1"><c r="A1"><v>{"9" * 6000}</v></c><c r="B1" t="d"><v>not a date</v></c></row>',
        "</row></row>",
    ]
    for rows in odd:
        with bounded():
            recognised(raw_xlsx(rows + rows_with_last_cell("")))


@pytest.mark.parametrize("size", [300 * 2**20])
def test_large_files(tmp_path: Path, size: int) -> None:
    """Sparse files of 300 MiB: the verdict must not read them through."""
    starts = {
        "a.xls": xls({"S": [HEADER, *bookings(5)]}),
        "b.xlsx": xlsx({"S": [HEADER, *bookings(5)]}),
        "c.xls": b"<html><body><table><tr><td>a</td><td>b</td></tr>",
        "d.xls": b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
    }
    from werkbank.tables.workbook import recognise_workbook

    for name, start in starts.items():
        path = tmp_path / name
        with path.open("wb") as file:
            file.write(start)
            file.truncate(size)
        with bounded():
            verdict = sniff_kind(path)
            if not verdict.rejected:
                recognise_workbook(path, verdict.kind, name)


@pytest.mark.parametrize("seed", range(8))
def test_random_damage_never_raises(seed: int) -> None:
    rng = random.Random(seed)
    html = b"<html><table>" + b"<tr><td>1<td>a</tr>" * 30 + b"</table></html>"
    for original in (xlsx({"S": [HEADER, *bookings(20)]}), xls({"S": [HEADER, *bookings(20)]}), html):
        for _ in range(12):
            data = bytearray(original)
            for _ in range(rng.choice([1, 5, 60])):
                data[rng.randrange(len(data))] = rng.randrange(256)
            if rng.random() < 0.3:
                del data[rng.randrange(len(data)) :]
            recognised(bytes(data))


@pytest.mark.parametrize("seed", range(6))
def test_random_damage_inside_the_archive_never_raises(seed: int) -> None:
    rng = random.Random(seed)
    with zipfile.ZipFile(io.BytesIO(raw_xlsx(rows_with_last_cell("<c><f>A1</f></c>")))) as archive:
        parts = {info.filename: archive.read(info) for info in archive.infolist()}
    for _ in range(15):
        damaged = dict(parts)
        name = rng.choice(list(damaged))
        content = bytearray(damaged[name])
        for _ in range(rng.choice([1, 3, 20])):
            content[rng.randrange(len(content))] = rng.choice(b"<>/\"'=&0 9rcvs\x00\xff")
        damaged[name] = bytes(content)
        recognised(zipped(damaged))


def test_damaged_deflate_stream() -> None:
    data = bytearray(xlsx({"S": [HEADER, *bookings(900)]}))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        info = archive.getinfo("xl/worksheets/sheet1.xml")
    for at in range(info.header_offset + 90, info.header_offset + 120):
        data[at] ^= 0x5A
    with bounded():
        recognised(bytes(data))
    assert zlib.crc32(bytes(data))
