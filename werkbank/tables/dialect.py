"""Delimiter, quote character, escape and line ends of delimited text.

Each plausible combination is tried on the head of the file: rows of equal width, cells that are dates,
amounts or empty, and a header of the same width speak for it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from .body import effective
from .cell_kind import kind_of

DELIMITERS = (";", ",", "\t", "|", "^", "~", "¦", "\x1f", "\x01", ":")
_PRIOR = {";": 1.0, ",": 0.97, "\t": 1.0, "|": 0.97, ":": 0.5}
_LOOK = 96 * 1024
_MAX_ROWS = 400
FIELD_LIMIT = 16 * 2**20
Eol = Literal["lf", "crlf", "cr", "mixed"]


@dataclass(frozen=True)
class Dialect:
    """``delimiter`` None: one column, each line a cell."""

    delimiter: str | None
    quotechar: str | None
    escapechar: str | None = None
    skip_initial_space: bool = False
    literal: bool = False
    """Quotes at the start of cells are text: read as quoting they would swallow rows."""
    score: float = 0.0
    why: str = ""
    rival: str | None = None

    def options(self) -> dict[str, Any]:
        """Keyword arguments for :func:`csv.reader`."""
        return reader_options(self.delimiter, self.quotechar, self.escapechar, self.skip_initial_space)


def reader_options(
    delimiter: str | None, quotechar: str | None, escapechar: str | None, skip_initial_space: bool
) -> dict[str, Any]:
    options: dict[str, Any] = {"delimiter": delimiter or "\x1e"}
    if quotechar:
        options["quotechar"] = quotechar
    else:
        options["quoting"] = csv.QUOTE_NONE
    if escapechar:
        options["escapechar"] = escapechar
    if skip_initial_space:
        options["skipinitialspace"] = True
    return options


def split_lines(text: str) -> list[str]:
    """Lines with their ends; only CR, LF and CRLF end a line (``str.splitlines`` knows more)."""
    return io.StringIO(text, newline="").readlines()


def find_eol(text: str) -> Eol | None:
    crlf = text.count("\r\n")
    lf, cr = text.count("\n") - crlf, text.count("\r") - crlf
    kinds = [name for name, count in (("lf", lf), ("crlf", crlf), ("cr", cr)) if count]
    if not kinds:
        return None
    return "mixed" if len(kinds) > 1 else kinds[0]  # type: ignore[return-value]


def parse(lines: Iterable[str], dialect: Dialect) -> Iterator[tuple[int, list[str]]]:
    """``(number of physical lines read so far, cells)``. Stops quietly where the csv module gives up."""
    csv.field_size_limit(FIELD_LIMIT)
    reader = csv.reader(iter(lines), **dialect.options())
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error:
            continue
        yield reader.line_num, row


LOOK = _LOOK


def find_dialect(text: str) -> Dialect:
    """Never raises. A file without any delimiter gives ``delimiter=None``."""
    lines = split_lines(text[:_LOOK])
    if len(text) > _LOOK:
        lines = lines[:-1] or lines
    lines = lines[:_MAX_ROWS]
    sample = "".join(lines)
    told = re.match(r'"?sep=(.)"?\s*[\r\n]', sample)
    found: list[Dialect] = []
    for delimiter in (told.group(1),) if told else DELIMITERS:
        if delimiter in sample:
            found.append(_best_quote(sample, lines, delimiter))
    found.append(_best_quote(sample, lines, None))
    found.sort(key=lambda dialect: -dialect.score)
    best = found[0]
    rival = next((d.delimiter for d in found[1:] if d.score > 0.85 * best.score and d.delimiter), None)
    return replace(best, rival=rival)


def _best_quote(sample: str, lines: list[str], delimiter: str | None) -> Dialect:
    options = [Dialect(delimiter, None)]
    opened_any = False
    edge = re.escape(delimiter) if delimiter else r"(?!)"
    for quote in ('"', "'"):
        opened = len(re.findall(rf"(?:^|{edge}) ?{quote}", sample, re.M))
        if not opened:
            continue
        opened_any = opened_any or quote == '"'
        if quote == "'" and not _is_quote(sample, edge, delimiter):
            continue
        blanks = len(re.findall(rf"(?:^|{edge}) +{quote}", sample, re.M))
        quoted = len(re.findall(rf"{edge} *{quote}", sample))
        spaced = bool(delimiter) and blanks > 0 and blanks >= 0.5 * min(len(lines), max(1, quoted))
        escape = "\\" if re.search(rf"\\{quote}(?! *(?:{edge}|[\r\n]))", sample) else None
        options.append(Dialect(delimiter, quote, escape, spaced))
        before = rf"(?:^|{edge}){' ?' if spaced else ''}"
        closed = len(re.findall(rf'{before}"(?:[^"\r\n]|"")*"(?= *(?:{edge}|\r|\n|\Z))', sample, re.M))
        if quote == '"' and closed >= 0.9 * opened:
            del options[0]  # cells that open and close with quotes are quoted, however few they are
    scored = []
    for place, dialect in enumerate(options):
        score, why = _score(lines, dialect)
        # a quote character that is there is believed unless rows fall apart with it
        scored.append(
            (
                score * (1.08 if dialect.quotechar == '"' else 1.03 if dialect.quotechar else 1.0),
                -place,
                dialect,
                score,
                why,
            )
        )
    _, _, best, score, why = max(scored, key=lambda entry: entry[:2])
    return replace(best, score=score, why=why, literal=best.quotechar is None and opened_any)


def _is_quote(sample: str, edge: str, delimiter: str | None) -> bool:
    """Apostrophes around cells are quotes when nearly all cells have them or a delimiter stands inside."""
    if not delimiter:
        return False
    inside = len(re.findall(rf"(?:^|{edge})'[^'\r\n]*{edge}[^'\r\n]*'(?={edge}|\r|\n|\Z)", sample, re.M))
    cells = len(re.findall(rf"(?:^|{edge})'[^'\r\n]*'(?={edge}|\r|\n|\Z)", sample, re.M))
    every = sample.count(delimiter) + sample.count("\n") + 1
    return cells >= 0.8 * every or (
        inside > 0 and cells > 3 and cells >= 3 * inside - 3 and sample.count("'") <= 2.2 * cells
    )


def _score(lines: list[str], dialect: Dialect) -> tuple[float, str]:
    rows = [row for _, row in parse(lines, dialect) if row]
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if not rows:
        return 0.0, ""
    if dialect.delimiter is None:
        return _score_single(rows)
    weight: dict[int, int] = {}
    for row in rows:
        cells = sum(bool(cell.strip()) for cell in row)
        typed = sum(kind_of(cell) in "dn" for cell in row[:400])
        weight[len(row)] = weight.get(len(row), 0) + cells * (1 + typed)
    width = max((w for w in weight if w > 1), key=lambda w: (weight[w], w), default=1)
    if width < 2:
        return 0.0, ""
    near = [at for at, row in enumerate(rows) if _fits(row, width)]
    first = near[0]
    inside = rows[first:]
    fitting = [rows[at] for at in near]
    # rows that merely add or lack an empty field at the end fit a little less
    exact = sum(len(row) == width for row in fitting)
    share = (exact + 0.97 * (len(fitting) - exact)) / len(inside)
    share *= 0.7 + 0.3 * len(fitting) / len(rows)
    typed, mixed, joined = _column_kinds(fitting, width, dialect)
    if dialect.delimiter == "," and width == 2 and first == 1 and len(rows[0]) == 1 and typed == 2:
        joined = True  # one name over pairs of numbers: decimal commas
    if joined:
        return 0.05, "halves of decimals"
    known = (typed + 0.35 * (width - typed - mixed)) / width
    breadth = 1 - 0.6 / width
    glued = sum(any(_GLUED.search(cell) for cell in row) for row in fitting) / len(fitting)
    few = min(1.0, 0.4 + 0.2 * len(fitting))
    few *= len(fitting) / (len(fitting) + _swallowed(inside, width, dialect))
    if dialect.delimiter == ":" and (width < 3 or typed == 0):
        return 0.0, ""  # times, labels and YAML have colons too
    score = share**2 * (0.45 + 0.55 * known) * breadth * few * (1 - 0.5 * glued)
    score *= _PRIOR.get(dialect.delimiter, 0.85)
    return score, f"{len(fitting)} of {len(inside)} rows have {width} fields"


_GLUED = re.compile(
    r"^\"[^\"]*\"[;,|\t]\"|\d[;|\t]\d\d[./-]\d\d|;[^;]*;[^;]*;|\t[^\t]*\t[^\t]*\t|\|[^|]*\|[^|]*\|"
)


def _swallowed(rows: list[list[str]], width: int, dialect: Dialect) -> int:
    """Lines inside quoted cells that look like whole rows: a quote that opens and never closes."""
    if not dialect.quotechar or not dialect.delimiter:
        return 0
    return sum(
        line.count(dialect.delimiter) >= width - 1
        for row in rows
        for cell in row
        if "\n" in cell
        for line in cell.split("\n")[1:]
    )


def _fits(row: list[str], width: int) -> bool:
    """Of the width, one empty field more or one field less; a line without any delimiter never fits."""
    if len(row) == width:
        return True
    return 1 < len(row) < width + 2 and abs(len(row) - width) == 1 and effective(row) <= width


def _column_kinds(rows: list[list[str]], width: int, dialect: Dialect) -> tuple[int, int, bool]:
    """``(columns that are dates or numbers throughout, columns of long text, comma is a decimal sign
    here)``."""
    typed = mixed = 0
    previous: list[str] | None = None
    for at in range(min(width, 400)):
        cells = [row[at].strip() for row in rows[1:] or rows if at < len(row)]
        filled = [cell for cell in cells if cell]
        kinds = [kind_of(cell) for cell in filled]
        good = sum(kind in "dn" for kind in kinds)
        if filled and good >= 0.9 * len(filled):
            typed += 1
        elif filled and sum(len(cell) > 60 for cell in filled) > 0.3 * len(filled):
            mixed += 1
        if previous is not None and dialect.delimiter == "," and _halves(previous, cells, rows, width):
            return typed, mixed, True
        previous = cells
    return typed, mixed, False


_WHOLE = re.compile(r"(?:.*[;|\t\"' €])?-?\d{1,3}(?:[.' ]?\d{3})*|-?\d+")
_CENTS = re.compile(r"\d\d(?:$|-$|[;|\t\"' €])")


def _halves(left: list[str], right: list[str], rows: list[list[str]], width: int) -> bool:
    """``-44`` and ``00``: both sides of a decimal comma, and a header that has one name for the two."""
    pairs = [(a, b) for a, b in zip(left, right, strict=False) if a or b]
    if len(pairs) < 2:
        return False
    cents = sum(bool(_WHOLE.fullmatch(a)) and bool(_CENTS.match(b)) for a, b in pairs)
    if cents < 0.95 * len(pairs):
        return False
    if not any(b.startswith("0") or int(b[:2]) > 31 for _, b in pairs if b[:2].isdigit()):
        return False
    return not (effective(rows[0]) == width and all(kind_of(cell) == "t" for cell in rows[0]))


def _score_single(rows: list[list[str]]) -> tuple[float, str]:
    cells = [row[0].strip() for row in rows]
    body = cells[1:] or cells
    typed = sum(kind_of(cell) in "dn" for cell in body) / len(body)
    parted = sum(bool(re.search(r"\S[;\t|]\S", cell)) for cell in cells) / len(cells)
    score = 0.62 if typed >= 0.95 else 0.02 if parted > 0.3 else 0.12
    return score, "one column"
