"""Text that is no table: letters, logs, source code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from .body import effective
from .cell_kind import kind_of
from .cells import Row, text_of
from .dialect import Dialect
from .header import known_names

_FORMATS = [
    (
        re.compile(r"(?i)(?:INSERT INTO|CREATE TABLE|DROP TABLE|LOCK TABLES|UNLOCK TABLES)\b"),
        "an SQL dump; export CSV instead",
    ),
    (
        re.compile(r"(?:From|To|Cc|Subject|Date|MIME-Version|Received|Message-ID|Reply-To):"),
        "an e-mail; save its attachment",
    ),
    (re.compile(r"\\(?:documentclass|usepackage|begin|end|section|item)\b"), "a LaTeX document"),
    (re.compile(r"\s*(?:- )?[\w .-]{1,40}:(?: .*)?$"), "?settings (YAML or similar)"),
]
"""Marks of other text formats; ``?``: every line must have them."""
_RULER = re.compile(r"[|:\- ]*-{3,}[|:\- ]*")
_GAP = re.compile(r"[^\s,;|] {2,}\S")
_DECIMAL_COMMA = re.compile(r"\d,\d{2,3}(?=[\s.]|$)")
_SENTENCE_END = re.compile(r"[.!?…]['\"”’)]?$|,$")


def why_no_table(rows: Sequence[Row], dialect: Dialect) -> str | None:
    """The reason for refusing, None when a table is possible."""
    filled = [row for row in rows if effective(row)]
    if not filled:
        return "the file is empty: it holds nothing but white space"
    for pattern, what in _FORMATS:
        lines = ["".join(map(text_of, row)) for row in filled[:200]]
        if sum(bool(pattern.match(line)) for line in lines) >= min(3, len(lines)) and (
            what[0] != "?" or all(pattern.match(line) for line in lines)
        ):
            return f"{what.lstrip('?')}, not a table"
    if dialect.delimiter in (None, ",") and _fixed_width(filled[:500], dialect.delimiter or ""):
        return "columns of fixed width, padded with blanks; save the table as CSV or Excel"
    if dialect.delimiter is None or max(effective(row) for row in filled) == 1:
        return _single(rows, filled)
    if (
        dialect.delimiter == "|"
        and not text_of(filled[0][0])
        and any(_RULER.fullmatch("|".join(map(text_of, row))) for row in filled[:5])
    ):
        return "a Markdown table; save it as CSV or Excel"
    tabular = sum(sum(kind_of(cell) in "dn" for cell in row) >= 2 and len(row) > 2 for row in filled)
    if tabular >= 3 or (tabular and max(map(known_names, filled)) >= 3):
        return None
    typed = sum(any(kind_of(cell) in "dn" for cell in row) for row in filled)
    wide = [row for row in filled if effective(row) > 1]
    cells = [text_of(cell) for row in wide for cell in row if text_of(cell)]
    long_text = sum(cell.count(" ") >= 5 for cell in cells)
    known = max((known_names(row) for row in wide[:50]), default=0)
    widths = {len(row) for row in wide}
    if typed < 0.2 * len(filled) and known < 2 and len(widths) > 1:
        ends = sum(bool(_SENTENCE_END.search(text_of(row[effective(row) - 1]))) for row in filled)
        if len(wide) < 0.6 * len(filled) or ends > 0.3 * len(filled) or long_text > 0.5 * len(cells):
            return "running text, not a table: its lines do not have the same fields"
    return None


def _fixed_width(rows: Sequence[Row], delimiter: str) -> bool:
    """Gaps of blanks in nearly every line, and no commas but those of numbers or sentences."""
    lines = [delimiter.join(map(str, row)) for row in rows]
    if len(lines) < 3 or sum(len(_GAP.findall(line)) >= 2 for line in lines) < 0.8 * len(lines):
        return False
    widths = Counter(map(len, rows))
    width, count = widths.most_common(1)[0]
    inside = sum(len(_DECIMAL_COMMA.findall(line)) for line in lines)
    return width < 3 or count < 0.7 * len(rows) or inside > 0.5 * sum(line.count(",") for line in lines)


def _single(rows: Sequence[Row], filled: Sequence[Row]) -> str | None:
    lines = [text_of(row[0]) for row in filled]
    body = lines[1:] or lines
    typed = sum(kind_of(line) in "dn" for line in body)
    if typed >= 0.8 * len(body) and len(lines) > 1:
        return None
    if len(lines) == 1 and not known_names(filled[0]):
        return "a single line without a delimiter, not a table"
    words = [len(line.split()) for line in lines]
    ends = sum(bool(_SENTENCE_END.search(line)) for line in lines)
    first = next(at for at, row in enumerate(rows) if effective(row))
    last = max(at for at, row in enumerate(rows) if effective(row))
    gaps = sum(not effective(row) for row in rows[first:last])
    if not gaps and known_names(filled[0]) and len(lines[0].split()) <= 3 and max(map(len, lines)) <= 200:
        return None  # a known name over one column of texts
    if gaps > 0.05 * len(lines) or max(map(len, lines)) > 120 or sum(words) > 5 * len(words):
        return "running text, not a table: no delimiter, and lines as in a letter"
    if ends > 0.2 * len(lines) and len(lines) > 2:
        return "running text, not a table: lines end like sentences"
    return None
