"""Excel 2003 XML (SpreadsheetML), mostly named .xls -> the heads of its sheets."""

from __future__ import annotations

from datetime import datetime
from typing import BinaryIO

from .cells import Cell
from .grid import MAX_COLUMNS, Budget, SheetHead, WorkbookRefused, put
from .xml_stream import XmlRefused, local, stream_xml
from .zip_guard import BoundedReader

MAX_XML_FILE = 24 * 2**20


def read_spreadsheetml(stream: BinaryIO) -> list[SheetHead]:
    """Sheet heads. Raises :class:`WorkbookRefused` with the reason."""
    stream.seek(0)
    reader = _Reader(Budget())
    # Leading blank lines before the declaration are common in hand-made exports and forbidden in XML.
    first = stream.read(65_536)
    stream.seek(len(first) - len(first.lstrip(b" \t\r\n")))
    try:
        whole = stream_xml(BoundedReader(stream, MAX_XML_FILE), reader.start, reader.end, reader.text)
    except XmlRefused as refused:
        raise WorkbookRefused(str(refused)) from None
    if not whole and reader.heads:
        reader.heads[-1].complete = False
    return reader.heads


class _Reader:
    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.heads: list[SheetHead] = []
        self.row = self.column = -1
        self.across = 0
        self.kind: str | None = None
        self.formula = False
        self.pieces: list[str] = []
        self.filled = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        tag, values = local(tag), {local(key): value for key, value in attributes.items()}
        if tag == "Worksheet":
            self.heads.append(SheetHead(values.get("Name", "")))
            self.row, self.filled = -1, 0
        elif tag == "Row":
            self.row = _index(values, self.row)
            self.column, self.across = -1, 0
            self.filled += 1
            if self.heads:
                self.heads[-1].weight = self.row
                self.heads[-1].hidden_rows += values.get("Hidden") == "1"
        elif tag == "Cell":
            self.column = _index(values, self.column + self.across)
            self.across = _number(values.get("MergeAcross"))
            if self.column >= MAX_COLUMNS:
                raise WorkbookRefused(
                    f"a row has more than {MAX_COLUMNS:,} columns, more than a sheet can have"
                )
            self.formula, self.kind, self.pieces = "Formula" in values, None, []
        elif tag == "Data":
            self.kind, self.pieces = values.get("Type", "String"), []

    def text(self, data: str) -> None:
        if self.kind:
            self.pieces.append(data)

    def end(self, tag: str) -> None:
        tag = local(tag)
        if tag == "Visible" and self.heads and self.kind is None:
            return
        if tag == "Data":
            self._store("".join(self.pieces))
            self.kind, self.formula = None, False
        elif tag == "Cell" and self.formula:
            self.heads[-1].uncached.add((self.row, self.column))
            self.formula = False

    def _store(self, raw: str) -> None:
        if not self.heads:
            return
        head = self.heads[-1]
        if self.filled > self.budget.rows or self.row > self.budget.index:
            head.complete = False
        elif self.kind == "Error":
            head.errors.add((self.row, self.column))
        else:
            put(head.rows, self.row, self.column, _value(self.kind or "String", raw))


def _number(value: str | None) -> int:
    return int(value) if value and value.isdigit() and len(value) < 8 else 0


def _index(values: dict[str, str], before: int) -> int:
    return _number(values.get("Index")) - 1 if _number(values.get("Index")) else before + 1


def _value(kind: str, raw: str) -> Cell:
    try:
        if kind == "Number":
            number = float(raw)
            return int(number) if number.is_integer() and abs(number) < 1e15 else number
        if kind == "DateTime":
            return datetime.fromisoformat(raw.rstrip("Z"))
        if kind == "Boolean":
            return raw.strip() == "1"
    except ValueError:
        pass
    return raw
