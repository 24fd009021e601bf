"""An HTML page saved as .xls or .csv -> its data tables as grids, with the standard library only."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import BinaryIO

from .grid import MAX_COLUMNS, Budget, SheetHead, WorkbookRefused, put
from .opened import read_at
from .text_kind import decode_head

MAX_HTML = 8 * 2**20
_STEP = 128 * 1024
"""Bytes of the page looked at; rows behind are left to the recipe."""
_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([\w-]+)""", re.I)


def html_encoding(head: bytes) -> str:
    """The codec of a page: by its mark, UTF-16 by its zeros, UTF-8 if it decodes, else the declared one."""
    _, wide = decode_head(head[:4096])
    if wide:
        return wide.rsplit("-", 1)[0] if head[:2] in (b"\xff\xfe", b"\xfe\xff") else wide
    try:
        # the end may cut a character: three bytes of grace
        head[: max(len(head) - 3, 0)].decode("utf-8-sig")
        return "utf-8-sig"
    except UnicodeDecodeError as error:
        if error.start >= len(head) - 6:
            return "utf-8-sig"
    declared = _CHARSET.search(head[:4096])
    name = declared.group(1).decode("ascii").lower() if declared else "cp1252"
    if name in ("utf-8", "utf8", "iso-8859-1", "latin1", "latin-1", "us-ascii"):
        return "cp1252"  # browsers read these as cp1252 too
    try:
        b"".decode(name)
    except LookupError:
        return "cp1252"
    return name


class TableParser(HTMLParser):
    """Collects every ``<table>`` (nested ones apart) as rows of texts; spans fill only their first cell."""

    def __init__(self, max_rows: int) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[SheetHead] = []
        self.open: list[SheetHead] = []
        self.state: list[tuple[int, int, dict[int, int]]] = []
        self.row, self.column = -1, 0
        self.spans: dict[int, int] = {}
        self.pieces: list[str] | None = None
        self.colspan = 1
        self.ignored = 0
        self.max_rows = max_rows
        self.password = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self.ignored += 1
        elif tag == "input" and ("type", "password") in [(k, (v or "").lower()) for k, v in attrs]:
            self.password = True
        elif tag == "table":
            self._close_cell()
            self.state.append((self.row, self.column, self.spans))
            self.open.append(SheetHead(""))
            self.tables.append(self.open[-1])
            self.row, self.column, self.spans = -1, 0, {}
        elif not self.open:
            return
        elif tag == "tr":
            self._close_cell()
            self.row, self.column = self.row + 1, 0
            self.spans = {column: left - 1 for column, left in self.spans.items() if left > 1}
        elif tag in ("td", "th"):
            self._open_cell(dict(attrs))
        elif tag in ("br", "p", "div", "li") and self.pieces:
            self.pieces.append(" ")

    def _open_cell(self, attributes: dict[str, str | None]) -> None:
        self._close_cell()
        self.row = max(self.row, 0)
        while self.spans.get(self.column, 0) > 0:
            self.column += 1
        self.colspan = _span(attributes.get("colspan"))
        rows = _span(attributes.get("rowspan"))
        if self.column + self.colspan > MAX_COLUMNS:
            raise WorkbookRefused(f"a row has more than {MAX_COLUMNS:,} columns")
        if rows > 1:
            # one more than the rows left: the next <tr> takes one away
            self.spans.update({self.column + at: rows for at in range(self.colspan)})
        self.pieces = []

    def _close_cell(self) -> None:
        if self.pieces is None or not self.open:
            return
        text = re.sub(r"\s+", " ", "".join(self.pieces).replace("\xa0", " ")).strip()
        head = self.open[-1]
        if self.row < self.max_rows:
            put(head.rows, self.row, self.column, text)
        else:
            head.complete = False
        head.weight = self.row
        self.column += self.colspan
        self.pieces = None

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self.ignored = max(0, self.ignored - 1)
        elif tag in ("td", "th", "tr"):
            self._close_cell()
        elif tag == "table" and self.open:
            self._close_cell()
            self.open.pop()
            self.row, self.column, self.spans = self.state.pop()

    def handle_data(self, data: str) -> None:
        if self.pieces is not None and not self.ignored:
            self.pieces.append(data)


def _span(value: str | None) -> int:
    return min(max(int(value), 1), 1000) if value and value.strip().isdigit() and len(value) < 6 else 1


def read_html(stream: BinaryIO, size: int) -> tuple[list[SheetHead], str]:
    """``(tables in page order, codec)``; a table's name is its number from 0."""
    raw = read_at(stream, 0, MAX_HTML)
    encoding = html_encoding(raw)
    parser = TableParser(Budget().rows)
    text = raw.decode(encoding, "replace")
    for at in range(0, len(text), _STEP):
        parser.feed(text[at : at + _STEP])
        if any(not table.complete for table in parser.open):
            break  # inside a long table: what stands behind it is left to the recipe
    for number, head in enumerate(parser.tables):
        head.name = str(number)
        head.complete = head.complete and (size <= MAX_HTML or not parser.open)
    return parser.tables, encoding
