"""An old .xls file (BIFF) -> the heads of its sheets, through xlrd.

xlrd parses whole sheets. So that a large file costs no more than a small one, the workbook stream is cut
first: the globals (strings, formats) stay, each sheet keeps only its first rows.
"""

from __future__ import annotations

import io
import mmap
import struct
from typing import BinaryIO

import xlrd  # type: ignore[import-untyped]
import xlrd.compdoc  # type: ignore[import-untyped]

from .cells import Cell
from .grid import Budget, SheetHead, WorkbookRefused, put
from .ole import OLE_MAGIC

MAX_SIZE = 256 * 2**20
"""65,536 rows of 256 numbers fill less than this."""
_PROTECTED = (
    "the workbook is protected with a password; open it in Excel, remove the password and save it again"
)
_DAMAGED = "the workbook is damaged; open it in Excel or LibreOffice and save it as .xlsx"
_BOF, _EOF, _BOUNDSHEET, _ROW, _CONTINUE = 0x0809, 0x000A, 0x0085, 0x0208, 0x003C
_CELLS = {0x0006, 0x00BD, 0x00BE, 0x00FD, 0x0201, 0x0203, 0x0204, 0x0205, 0x027E, 0x00D6, 0x0406, 0x0206}


def read_xls(stream: BinaryIO, size: int) -> list[SheetHead]:
    """Sheet heads. Raises :class:`WorkbookRefused` with the reason (kind ``encrypted`` for a password)."""
    if size > MAX_SIZE:
        raise WorkbookRefused(
            "an .xls file of this size cannot be an honest workbook; save it as .xlsx or CSV"
        )
    try:
        data, cut = _shortened(_workbook_stream(stream), Budget())
        log = io.StringIO()
        with xlrd.open_workbook(file_contents=data, on_demand=True, logfile=log, ragged_rows=True) as book:
            return [_head(book, number, number in cut) for number in range(book.nsheets)]
    except WorkbookRefused:
        raise
    except xlrd.XLRDError as error:
        if "encrypted" in str(error):
            raise WorkbookRefused(_PROTECTED, "encrypted") from None
        raise WorkbookRefused(_DAMAGED) from None
    except Exception:  # xlrd raises whatever its parser trips over (struct, assertion, index, unicode …)
        raise WorkbookRefused(_DAMAGED) from None


def _workbook_stream(stream: BinaryIO) -> bytes:
    """The BIFF stream inside the OLE container, or the file itself when it is bare BIFF."""
    stream.seek(0)
    try:
        raw: bytes | mmap.mmap = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        raw = stream.read()
    if raw[:8] != OLE_MAGIC:
        return bytes(raw)
    document = xlrd.compdoc.CompDoc(raw, logfile=io.StringIO())
    for name in ("Workbook", "Book"):
        content = document.get_named_stream(name)
        if content:
            return bytes(content)
    raise WorkbookRefused(_DAMAGED)


def _shortened(data: bytes, budget: Budget) -> tuple[bytes, set[int]]:
    """The stream with only the first rows of each sheet, and which sheets were cut. BIFF8/BIFF5 only."""
    if len(data) < 2**20 or struct.unpack_from("<H", data, 0)[0] != _BOF:
        return data, set()
    sheets: list[tuple[int, int]] = []  # (where the offset stands, offset of the sheet's BOF)
    at = 0
    while at + 4 <= len(data):
        record, length = struct.unpack_from("<HH", data, at)
        if record == _BOUNDSHEET:
            sheets.append((at + 4, struct.unpack_from("<I", data, at + 4)[0]))
        at += 4 + length
        if record == _EOF:
            break
    out = bytearray(data[:at])
    cut: set[int] = set()
    for number, (place, offset) in enumerate(sheets):
        struct.pack_into("<I", out, place, len(out))
        end, whole = _sheet_end(data, offset, budget)
        out += data[offset:end] + struct.pack("<HH", _EOF, 0)
        if not whole:
            cut.add(number)
    return bytes(out), cut


def _sheet_end(data: bytes, offset: int, budget: Budget) -> tuple[int, bool]:
    at, depth, rows, last, cells = offset, 0, 0, -1, 0
    while at + 4 <= len(data):
        record, length = struct.unpack_from("<HH", data, at)
        if record == _BOF:
            depth += 1  # charts are nested inside a sheet
        elif record == _EOF:
            depth -= 1
            if depth <= 0:
                return at, True
        elif record in _CELLS and depth == 1:
            row = struct.unpack_from("<H", data, at + 4)[0]
            rows, last = (rows + 1, row) if row != last else (rows, last)
            cells += 1
            if rows > budget.rows or cells > budget.cells:
                return at, False
        at += 4 + length
    return at, False


def _head(book: xlrd.Book, number: int, cut: bool) -> SheetHead:
    sheet = book.sheet_by_index(number)
    head = SheetHead(sheet.name, sheet.visibility != 0, complete=not cut)
    for row in range(min(sheet.nrows, Budget().index)):
        for column, cell in enumerate(sheet.row(row)):
            if cell.ctype == xlrd.XL_CELL_ERROR:
                head.errors.add((row, column))
            elif cell.ctype == xlrd.XL_CELL_TEXT and cell.value == "":
                # a formula whose stored result is "empty"; whether it is one without any result
                # is seen from the column as a whole
                head.blank_results.add((row, column))
            else:
                put(head.rows, row, column, _value(cell, book.datemode))
    head.weight = sheet.nrows
    book.unload_sheet(number)
    head.uncached |= _without_result(head)
    return head


def _without_result(head: SheetHead) -> set[tuple[int, int]]:
    """Blank formula results of columns where no formula has a result: those were never calculated."""
    first: dict[int, int] = {}
    for row, column in head.blank_results:
        first[column] = min(row, first.get(column, row))
    with_values = {
        column
        for column, start in first.items()
        if any(len(cells) > column and cells[column] is not None for cells in head.rows[start:])
    }
    return {place for place in head.blank_results if place[1] not in with_values}


def _value(cell: xlrd.sheet.Cell, datemode: int) -> Cell:
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return bool(cell.value)
    if cell.ctype == xlrd.XL_CELL_DATE:
        try:
            value = xlrd.xldate_as_datetime(cell.value, datemode)
        except (ValueError, OverflowError, xlrd.XLDateError):
            return float(cell.value)
        return value.time() if 0 <= cell.value < 1 else value
    if cell.ctype == xlrd.XL_CELL_NUMBER:
        number = float(cell.value)
        return int(number) if number.is_integer() and abs(number) < 1e15 else number
    if cell.ctype == xlrd.XL_CELL_TEXT:
        return str(cell.value)
    return None
