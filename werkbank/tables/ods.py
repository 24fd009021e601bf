"""An OpenDocument sheet (.ods) -> the heads of its sheets, streamed from ``content.xml``."""

from __future__ import annotations

import re
from datetime import datetime, time
from typing import BinaryIO

from .cells import Cell
from .grid import MAX_COLUMNS, Budget, SheetHead, WorkbookRefused, put
from .xml_stream import StopReading, XmlRefused, local, stream_xml
from .zip_guard import ZIP_ERRORS, ZipRefused, find_entry, open_entry, open_zip, read_entry

MAX_CONTENT = 32 * 2**20
"""Decompressed bytes of content.xml looked through: sheets lie one after the other in it."""
_TABLE_COUNT = re.compile(rb'meta:table-count="(\d{1,6})"')
_DURATION = re.compile(r"P(?:(\d+)D)?T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d+))?S)?$")
_REPEAT_FILLED = 2000
"""A filled row or cell repeated more often than this is formatting, not data."""


def read_ods(stream: BinaryIO, size: int) -> list[SheetHead]:
    """Sheet heads. Raises :class:`WorkbookRefused` with the reason."""
    try:
        with open_zip(stream, size) as archive:
            info = find_entry(archive, "content.xml")
            if info is None:
                raise WorkbookRefused("the sheet is damaged: its content is missing; download it again")
            count = _TABLE_COUNT.search(read_entry(archive, "meta.xml", 2**20) or b"")
            reader = _ContentReader(Budget(), int(count.group(1)) if count else None)
            with open_entry(archive, info, MAX_CONTENT) as content:
                whole = stream_xml(content, reader.start, reader.end, reader.text)
    except (ZipRefused, XmlRefused) as refused:
        raise WorkbookRefused(str(refused)) from None
    except ZIP_ERRORS:
        raise WorkbookRefused("the sheet is damaged; download it again") from None
    if not whole and reader.heads:
        reader.heads[-1].complete = False
    return reader.heads


class _ContentReader:
    def __init__(self, budget: Budget, tables: int | None = None) -> None:
        self.budget, self.tables = budget, tables
        self.heads: list[SheetHead] = []
        self.hidden_styles: set[str] = set()
        self.style = ""
        self.depth = 0  # tables nested in cells are not sheets
        self.skip = 0  # inside annotations, drawings, tracked changes
        self.row = self.column = self.repeat_row = self.repeat = 0
        self.line: list[tuple[int, int, str, dict[str, str], str]] = []
        self.cell: dict[str, str] | None = None
        self.covered = False
        self.paragraphs: list[str] = []
        self.filled = self.cells = 0
        self.full = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = local(tag)
        if self.skip or tag in ("annotation", "shapes", "tracked-changes", "named-expressions", "forms"):
            self.skip += 1
        elif tag == "style":
            self.style = attributes.get("style:name", "")
        elif tag == "table-properties" and attributes.get("table:display") == "false":
            self.hidden_styles.add(self.style)
        elif tag == "table":
            self.depth += 1
            if self.depth == 1:
                hidden = attributes.get("table:style-name", "") in self.hidden_styles
                self.heads.append(SheetHead(attributes.get("table:name", ""), hidden))
                self.row, self.filled, self.cells, self.full = 0, 0, 0, False
        elif self.depth != 1 or self.full:
            return
        elif tag == "table-row":
            self.column, self.line = 0, []
            self.repeat_row = _count(attributes, "table:number-rows-repeated")
            self.heads[-1].hidden_rows += attributes.get("table:visibility") in ("filter", "collapse")
        elif tag in ("table-cell", "covered-table-cell"):
            self.cell, self.paragraphs = attributes, []
            self.repeat = _count(attributes, "table:number-columns-repeated")
        elif self.cell is not None:
            if tag == "p":
                self.paragraphs.append("")
            elif tag == "s":
                self.text(" " * min(_count(attributes, "text:c"), 1000))
            elif tag in ("tab", "line-break"):
                self.text("\t" if tag == "tab" else "\n")

    def text(self, data: str) -> None:
        if self.cell is not None and not self.skip and self.depth == 1 and self.paragraphs:
            self.paragraphs[-1] += data

    def end(self, tag: str) -> None:
        tag = local(tag)
        if self.skip:
            self.skip -= 1
        elif tag == "table":
            self.depth -= 1
        elif tag == "spreadsheet":
            raise StopReading
        elif self.depth != 1 or self.full:
            return
        elif tag in ("table-cell", "covered-table-cell") and self.cell is not None:
            self._end_cell(self.cell)
            self.cell = None
        elif tag == "table-row":
            self._end_row()

    def _end_cell(self, attributes: dict[str, str]) -> None:
        kind = attributes.get("calcext:value-type") or attributes.get("office:value-type", "")
        text = "\n".join(self.paragraphs)
        formula = "table:formula" in attributes
        if kind or text or formula:
            if self.column + min(self.repeat, _REPEAT_FILLED) > MAX_COLUMNS:
                raise WorkbookRefused(
                    f"a row has more than {MAX_COLUMNS:,} columns, more than a sheet can have"
                )
            self.line.append((self.column, min(self.repeat, _REPEAT_FILLED), kind, attributes, text))
        self.column += self.repeat

    def _end_row(self) -> None:
        head = self.heads[-1]
        repeats = min(self.repeat_row, _REPEAT_FILLED) if self.line else 0
        for row in range(self.row, self.row + repeats):
            if row > self.budget.index or self.filled >= self.budget.rows or self.cells > self.budget.cells:
                self.full, head.complete = True, False
                if self.tables == len(self.heads):
                    raise StopReading  # no sheet follows
                break
            self.filled += 1
            for first, count, kind, attributes, text in self.line:
                for column in range(first, first + count):
                    self.cells += 1
                    self._place(head, row, column, kind, attributes, text)
        self.row += self.repeat_row
        head.weight += repeats

    def _place(
        self, head: SheetHead, row: int, column: int, kind: str, attributes: dict[str, str], text: str
    ) -> None:
        if kind == "error" or (text.startswith(("#", "Err:")) and "table:formula" in attributes and not kind):
            head.errors.add((row, column))
            return
        if not kind and not text:
            head.uncached.add((row, column))
            return
        put(head.rows, row, column, ods_value(kind, attributes, text))


def _count(attributes: dict[str, str], name: str) -> int:
    value = attributes.get(name, "1")
    return max(1, int(value)) if value.isdigit() and len(value) < 10 else 1


def ods_value(kind: str, attributes: dict[str, str], text: str) -> Cell:
    """The value of a cell from its ``office:*-value`` attribute, else its text."""
    try:
        if kind in ("float", "percentage", "currency"):
            number = float(attributes["office:value"])
            return int(number) if number.is_integer() and abs(number) < 1e15 else number
        if kind == "date":
            return datetime.fromisoformat(attributes["office:date-value"])
        if kind == "boolean":
            return attributes["office:boolean-value"] == "true"
        if kind == "time" and (match := _DURATION.match(attributes["office:time-value"])):
            days, hours, minutes, seconds = (int(part or 0) for part in match.groups()[:4])
            return time(hours, minutes, seconds) if not days else text
    except (KeyError, ValueError):
        return text or None
    return attributes.get("office:string-value") or text or None
