"""A second, independent count of a delimited text file: own splitting, own number reading, no csv, no pandas.

Used by ``werkbank table --check`` only. It knows the profile (where the table starts, how it is written) but
shares no code with the recipe, so that a fault in one of them shows as a difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from . import numbers
from .cells import NOTHING, text_of
from .profile import TableProfile


def recount(profile: TableProfile, path: str) -> tuple[int, dict[str, Decimal]]:
    """``(rows, sums of the amount columns by column index as text)``. Raises :class:`OSError`."""
    records = list(_records(_text(profile, path), profile))
    lines = records[-1][1] if records else 0
    start, end = profile.first_data_line or 0, lines - profile.footer_lines
    rows = 0
    sums = {str(index): Decimal(0) for index in profile.amount_columns}
    key = profile.key_column
    for first, last, cells in records:
        if first < start or last > end or not any(cell.strip() for cell in cells):
            continue
        if len(cells) < profile.min_width or (
            key is not None and not _is_row(cells, key, profile.key_pattern)
        ):
            continue
        rows += 1
        for index in profile.amount_columns:
            if index < len(cells):
                sums[str(index)] += _amount(text_of(cells[index]), profile.columns[index].decimal)
    return rows, sums


def _is_row(cells: list[str], key: int, pattern: str) -> bool:
    return key < len(cells) and re.match(pattern, text_of(cells[key])) is not None


def _text(profile: TableProfile, path: str) -> str:
    data = Path(path).read_bytes()
    encoding = profile.encoding or "utf-8"
    if not profile.encoding_fallback:
        return data.decode(encoding, "replace").replace("\0", "").removeprefix("\ufeff")
    parts = []
    for line in data.split(b"\n"):
        out = ""
        while line:
            try:
                out, line = out + line.decode(encoding), b""
            except UnicodeDecodeError as error:
                out += line[: error.start].decode(encoding)
                out += line[error.start : error.end].decode(profile.encoding_fallback, "replace")
                line = line[error.end :]
        parts.append(out)
    return "\n".join(parts).replace("\0", "").removeprefix("\ufeff")


def _records(text: str, profile: TableProfile) -> Iterator[tuple[int, int, list[str]]]:
    """``(first line, one past the last line, cells)``; quotes count only where the table itself begins."""
    quote = None if profile.literal_quotes else (profile.quotechar or '"')
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    at, start = 0, profile.first_data_line or 0
    while at < len(lines):
        if at < start:
            at += 1
            continue
        first, cell, state = at, "", "start"
        cells: list[str] = []
        while True:
            state, cell = _line(lines[at], profile, quote, cells, cell, state)
            at += 1
            if state != "quoted" or at >= len(lines):
                break
            cell += "\n"
        cells.append(cell)
        yield first, at, cells


def _line(
    line: str, profile: TableProfile, quote: str | None, cells: list[str], cell: str, state: str
) -> tuple[str, str]:
    """Feed one line; whole cells go to ``cells``, the state and the open cell come back."""
    index = 0
    while index < len(line):
        char = line[index]
        index += 1
        if profile.escapechar and char == profile.escapechar and index < len(line):
            cell, index = cell + line[index], index + 1
            state = "plain" if state == "start" else state
        elif state == "quoted":
            if char != quote:
                cell += char
            elif line[index : index + 1] == quote:
                cell, index = cell + char, index + 1
            else:
                state = "plain"
        elif char == profile.delimiter:
            cells.append(cell)
            cell, state = "", "start"
        elif state == "start" and char == quote:
            state = "quoted"
        elif not (state == "start" and char == " " and profile.skip_initial_space):
            cell, state = cell + char, "plain"
    return state, cell


def _amount(text: str, decimal: str | None) -> Decimal:
    if text.lower() in NOTHING:
        return Decimal(0)
    number = numbers.parse(text)
    if number is None:
        return Decimal(0)
    point = "," if decimal == "," and number.comma or not number.point else "."
    body = "".join(char for char in text if char.isdigit() or char in ".,eE")
    body = body.rstrip(".,eE").lstrip("eE") if number.currency else body.rstrip(".,")
    digits = body.replace("." if point == "," else ",", "").replace(point, ".")
    value = Decimal(digits)
    return -value if number.negative else value
