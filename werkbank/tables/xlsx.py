"""An .xlsx/.xlsm file -> the heads of its sheets. Macros are never looked at."""

from __future__ import annotations

import zipfile
from typing import BinaryIO

from .grid import Budget, SheetHead, WorkbookRefused
from .openpyxl_trial import openpyxl_opens
from .xlsx_parts import Parts, read_parts, relations, shared_strings
from .xlsx_sheet import SharedString, column_of, read_sheet, resolve
from .xml_stream import XmlRefused, local, stream_xml
from .zip_guard import ZIP_ERRORS, ZipRefused, find_entry, open_entry, open_zip

MAX_SHEETS = 60


def read_xlsx(stream: BinaryIO, size: int) -> tuple[list[SheetHead], Parts]:
    """``(sheet heads, shared parts)``. Sheets behind the first 60 are named without rows.

    Raises :class:`WorkbookRefused` with the reason.
    """
    try:
        with open_zip(stream, size) as archive:
            parts = read_parts(archive)
            heads = _heads(archive, parts)
            parts.openpyxl = openpyxl_opens(archive, parts)
    except (ZipRefused, XmlRefused) as refused:
        raise WorkbookRefused(str(refused)) from None
    except ZIP_ERRORS:
        raise WorkbookRefused("the workbook is damaged; download it again") from None
    return heads, parts


def _heads(archive: zipfile.ZipFile, parts: Parts) -> list[SheetHead]:
    sheets = [sheet for sheet in parts.sheets if sheet.kind == "worksheet"]
    if not sheets:
        what = "chart sheets only" if parts.sheets else "no sheet"
        raise WorkbookRefused(f"the workbook has {what}, no table", "empty")
    heads = []
    for number, sheet in enumerate(sheets):
        budget = Budget() if len(sheets) <= 12 else Budget(rows=200, cells=40_000, xml=4 * 2**20)
        if number >= MAX_SHEETS:
            heads.append(SheetHead(sheet.name, sheet.hidden, complete=False))
            continue
        head = read_sheet(archive, sheet.path, sheet.name, sheet.hidden, parts, budget)
        head.tables = _tables(archive, sheet.path)
        heads.append(head)
    wanted = {
        int(cell) for head in heads for row in head.rows for cell in row if isinstance(cell, SharedString)
    }
    resolve(heads, shared_strings(archive, parts.strings, wanted))
    return heads


def _tables(archive: zipfile.ZipFile, path: str) -> list[tuple[int, int, int, int, int, int]]:
    """Declared tables ("format as table") of a sheet: first and last cell, header rows, totals rows."""
    found: list[tuple[int, int, int, int, int, int]] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        if local(tag) != "table":
            return
        first, _, last = attributes.get("ref", "").partition(":")
        a, b = column_of(first), column_of(last)
        if a and b:
            found.append(
                (
                    *a,
                    *b,
                    int(attributes.get("headerRowCount", "1")),
                    int(attributes.get("totalsRowCount", "0")),
                )
            )

    for kind, target in relations(archive, path).values():
        info = find_entry(archive, target) if kind == "table" else None
        if info is not None and len(found) < 20:
            with open_entry(archive, info, 2**20) as reader:
                stream_xml(reader, start, lambda _: None)
    return found
