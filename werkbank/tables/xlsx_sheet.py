"""The first rows of one worksheet part, straight from its XML stream.

openpyxl is not used here: it reads all shared strings before the first row, trusts the ``dimension`` element
and hides whether a formula had a stored result. The loading recipe uses it where it is installed.
"""

from __future__ import annotations

import re
import zipfile
from datetime import datetime, time, timedelta

from .cells import Cell
from .grid import MAX_COLUMNS, Budget, SheetHead, WorkbookRefused, put
from .xlsx_parts import Parts, unescape
from .xml_stream import StopReading, local, stream_xml
from .zip_guard import find_entry, open_entry

_REFERENCE = re.compile(r"([A-Za-z]{1,4})(\d{1,9})$")


class SharedString(int):
    """Index into the shared strings, put into the grid until the texts are read."""


def column_of(reference: str) -> tuple[int, int] | None:
    """``"AB12"`` -> ``(row 11, column 27)``; None when it is no cell reference."""
    match = _REFERENCE.match(reference.replace("$", ""))
    if match is None:
        return None
    column = 0
    for letter in match.group(1).upper():
        column = column * 26 + ord(letter) - 64
    return int(match.group(2)) - 1, column - 1


def serial_date(value: float, epoch_1904: bool) -> datetime | time | float:
    """An Excel serial number as date (or time of day below 1); out of range it stays a number."""
    if 0 <= value < 1 and not epoch_1904:
        return (datetime(1900, 1, 1) + timedelta(seconds=round(value * 86400) % 86400)).time()
    base = datetime(1904, 1, 1) if epoch_1904 else datetime(1899, 12, 30)
    if not epoch_1904 and value < 60:
        value += 1  # serial 60 is the 29 February 1900 that never was
    try:
        return base + timedelta(milliseconds=round(value * 86_400_000))
    except OverflowError:
        return value


class _SheetReader:
    def __init__(self, head: SheetHead, parts: Parts, budget: Budget) -> None:
        self.head, self.parts, self.budget = head, parts, budget
        self.row = self.column = -1
        self.cells = self.filled = 0
        self.any_in_row = False
        self.kind = self.style = ""
        self.pieces: list[str] = []
        self.value: str | None = None
        self.formula = self.collecting = self.phonetic = False
        self.zeros: set[tuple[int, int]] = set()
        self.results: set[int] = set()

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = local(tag)
        if tag == "c":
            self._cell(attributes)
        elif tag in ("v", "t"):
            self.collecting = not self.phonetic
        elif tag == "f":
            self.formula = True
        elif tag == "row":
            number = attributes.get("r", "")
            self.row = int(number) - 1 if number.isdigit() else self.row + 1
            self.column, self.any_in_row = -1, False
            if self.row > self.budget.index or self.filled >= self.budget.rows:
                raise StopReading
            self.head.hidden_rows += attributes.get("hidden") in ("1", "true")
        elif tag == "rPh":
            self.phonetic = True

    def _cell(self, attributes: dict[str, str]) -> None:
        place = column_of(attributes.get("r", ""))
        self.column = place[1] if place else self.column + 1
        if self.row < 0 and place:
            self.row = place[0]
        if self.column >= MAX_COLUMNS:
            raise WorkbookRefused(f"a row has more than {MAX_COLUMNS:,} columns, more than a sheet can have")
        self.cells += 1
        if self.cells > self.budget.cells:
            raise StopReading
        self.kind, self.style = attributes.get("t", "n"), attributes.get("s", "0")
        self.pieces.clear()
        self.formula, self.value = False, None

    def text(self, data: str) -> None:
        if self.collecting:
            self.pieces.append(data)

    def end(self, tag: str) -> None:
        tag = local(tag)
        if tag in ("v", "t"):
            self.collecting = False
        elif tag == "rPh":
            self.phonetic = False
        elif tag == "c":
            self._store("".join(self.pieces))
        elif tag == "row":
            self.filled += self.any_in_row
        elif tag == "sheetData":
            self.finished = True
            raise StopReading

    finished = False

    def _store(self, raw: str) -> None:
        place = (self.row, self.column)
        if self.kind == "e":
            self.head.errors.add(place)
            self.any_in_row = True
            return
        if self.formula and not raw and self.kind != "str":
            self.head.uncached.add(place)
            self.any_in_row = True
            return
        value = self._convert(raw)
        if value is None:
            return
        if self.formula:
            if value == 0 and not isinstance(value, bool) and self.parts.recalculate:
                self.zeros.add(place)
            else:
                self.results.add(self.column)
        self.any_in_row = True
        put(self.head.rows, self.row, self.column, value)

    def _convert(self, raw: str) -> Cell:
        if self.kind in ("inlineStr", "str"):
            return unescape(raw)
        if not raw:
            return None
        try:
            if self.kind == "s":
                return SharedString(raw)
            if self.kind == "b":
                return raw.strip() in ("1", "true")
            if self.kind == "d":
                return datetime.fromisoformat(raw)
            number = float(raw)
            if self.style.isdigit() and int(self.style) in self.parts.date_styles:
                return serial_date(number, self.parts.epoch_1904)
            return int(number) if number.is_integer() and abs(number) < 1e15 else number
        except (ValueError, OverflowError):
            return raw


def read_sheet(
    archive: zipfile.ZipFile, path: str, name: str, hidden: bool, parts: Parts, budget: Budget
) -> SheetHead:
    """The head of one worksheet; shared strings stay :class:`SharedString` until resolved.

    Raises :class:`WorkbookRefused` for too many columns, ZipRefused and XmlRefused for damage.
    """
    head = SheetHead(name, hidden)
    info = find_entry(archive, path)
    if info is None:
        return head
    head.weight, head.part = info.file_size, info.filename
    reader = _SheetReader(head, parts, budget)
    with open_entry(archive, info, budget.xml) as stream:
        whole = stream_xml(stream, reader.start, reader.end, reader.text)
    head.complete = whole or reader.finished
    for row, column in reader.zeros:
        # xlsxwriter stores 0 for every formula and asks for recalculation: such a 0 is no result.
        if column not in reader.results:
            head.rows[row][column] = None
            head.uncached.add((row, column))
    return head


def resolve(heads: list[SheetHead], texts: dict[int, str]) -> None:
    """Replace the shared string indexes in place."""
    for head in heads:
        for row in head.rows:
            for at, cell in enumerate(row):
                if isinstance(cell, SharedString):
                    row[at] = texts.get(int(cell), "").strip("\0") or None
