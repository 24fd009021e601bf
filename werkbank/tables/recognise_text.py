"""Delimited text -> :class:`TableProfile`: encoding, dialect, layout and columns put together."""

from __future__ import annotations

from dataclasses import dataclass, field

from .cells import text_of
from .columns import profile_columns
from .dialect import Dialect, find_dialect, find_eol, parse, split_lines
from .encoding import Encoding, decode, find_encoding
from .layout import MAX_COLUMNS, Layout, find_layout, header_doubt
from .opened import Source
from .profile import Ambiguity, TableProfile
from .prose import why_no_table
from .sample import Sample, read_sample

HEAD_ROWS, BETWEEN_ROWS, TAIL_ROWS = 900, 500, 500


@dataclass
class Grid:
    """Records of the head and the tail in one list, with their physical lines; ``between`` holds some others.

    ``start[i]``/``end[i]``: first line and one past the last line of record ``i``, counted from the start of
    the file; for the tail of a file that was not read whole from its end (negative numbers, the end is 0).
    """

    rows: list[list[str]] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    head: int = 0
    between: list[list[str]] = field(default_factory=list)

    def add(self, lines: list[str], dialect: Dialect, first_line: int) -> None:
        before = first_line
        for upto, row in parse(lines, dialect):
            self.rows.append(row)
            self.start.append(before)
            before = first_line + upto
            self.end.append(before)

    def cut(self, first: int, last: int) -> list[list[str]]:
        """Take out the records ``first`` to ``last`` and return them."""
        out = self.rows[first:last]
        for part in (self.rows, self.start, self.end):
            del part[first:last]
        return out


def recognise_text(source: Source, name: str | None, why: str = "") -> TableProfile:
    sample = read_sample(source)
    encoding = find_encoding(sample)
    text = decode(sample.head, encoding)
    profile = TableProfile(name=name, size=sample.size, kind="csv", encoding=encoding.name, bom=encoding.bom)
    profile.encoding_fallback = encoding.fallback
    profile.nul_bytes = not encoding.name.startswith("utf-16") and any(
        b"\0" in part for part in sample.parts()
    )
    profile.eol = find_eol(text)
    profile.why = [entry for entry in (why, f"encoding {encoding.name}: {encoding.why}") if entry]
    if encoding.others:
        profile.ambiguities.append(
            Ambiguity(
                what="encoding",
                column=None,
                chosen=encoding.name,
                others=list(encoding.others),
                why="the few letters beyond ASCII are plausible in both",
            )  # fmt: skip
        )
    if not any(char.isalnum() for char in text):
        return _reject(profile, "empty", "the file is empty: it holds no letter and no digit")
    if not sample.complete and profile.eol is None:
        return _reject(
            profile, "text",
            f"its first {len(sample.head) // 1024} KiB are one line without an end; a table has lines",
        )  # fmt: skip
    dialect = find_dialect(text)
    grid = read_grid(sample, text, encoding, dialect)
    reason = why_no_table(grid.rows, dialect)
    if reason:
        return _reject(profile, "text", reason)
    layout = find_layout(grid.rows)
    if layout is None or layout.n_columns == 0:
        return _reject(profile, "text", "no line looks like the header or a row of a table")
    if layout.n_columns > MAX_COLUMNS:
        return _reject(
            profile, "text",
            f"{layout.n_columns} or more columns in a line; at most {MAX_COLUMNS} (as in Excel) can be used",
        )  # fmt: skip
    _write_dialect(profile, dialect)
    profile.literal_quotes = dialect.literal
    profile.wrapped_cells = '="' in text
    _write_layout(profile, layout, grid)
    _write_columns(profile, layout, grid, dialect)
    return profile


def read_grid(sample: Sample, text: str, encoding: Encoding, dialect: Dialect) -> Grid:
    """Parse what was read. Of many rows the first and last stay in the grid, some of the others in
    ``between``."""
    grid = Grid()
    lines = split_lines(text)
    if sample.complete:
        grid.add(lines, dialect, 0)
        grid.head = min(len(grid.rows), HEAD_ROWS)
        if len(grid.rows) > HEAD_ROWS + TAIL_ROWS:
            others = grid.cut(HEAD_ROWS, len(grid.rows) - TAIL_ROWS)
            grid.between = others[:: max(1, len(others) // BETWEEN_ROWS)]
        return grid
    grid.add(lines[:-1], dialect, 0)
    # the last record of the head may be torn inside quotes
    rest = grid.cut(min(HEAD_ROWS, max(1, len(grid.rows) - 1)), len(grid.rows))[:-1]
    grid.head = len(grid.rows)
    known = grid.rows[-50:]
    for part in sample.between:
        lines = split_lines(decode(part, encoding))[1:-1]
        skip = _sync(lines, dialect, known)
        rest += [row for _, row in parse(lines[skip:], dialect)][:-1]
    grid.between = rest[:: max(1, len(rest) // BETWEEN_ROWS)]
    tail = split_lines(decode(sample.tail, encoding))[1:]
    skip = _sync(tail, dialect, known)
    grid.add(tail[skip:], dialect, skip - len(tail))
    if len(grid.rows) - grid.head > TAIL_ROWS:
        grid.cut(grid.head, len(grid.rows) - TAIL_ROWS)
    return grid


def _sync(lines: list[str], dialect: Dialect, known: list[list[str]]) -> int:
    """How many lines to skip so that a stretch from inside the file starts at a record, not within quotes."""
    widths = {len(row) for row in known if len(row) > 1}
    if not widths or not dialect.quotechar:
        return 0
    for skip in range(min(60, len(lines))):
        rows = [row for _, row in parse(lines[skip : skip + 40], dialect) if row][:4]
        if rows and all(len(row) in widths for row in rows[:2]):
            return skip
    return 0


def _write_dialect(profile: TableProfile, dialect: Dialect) -> None:
    profile.delimiter, profile.quotechar = dialect.delimiter, dialect.quotechar
    profile.escapechar, profile.skip_initial_space = dialect.escapechar, dialect.skip_initial_space
    profile.why.append(f"delimiter {dialect.delimiter!r}: {dialect.why}")
    if dialect.rival:
        profile.ambiguities.append(
            Ambiguity(
                what="delimiter",
                column=None,
                chosen=repr(dialect.delimiter),
                others=[repr(dialect.rival)],
                why="both cut the lines into rows of equal width; the chosen one gives cleaner cells",
            )  # fmt: skip
        )


def _write_layout(profile: TableProfile, layout: Layout, grid: Grid) -> None:
    header = layout.header
    profile.header_line = None if header is None else grid.start[header]
    if layout.data:
        first = grid.start[layout.first_data]
        end = grid.end[layout.last_data]
    else:
        first = end = 0 if header is None else grid.end[header]
    profile.first_data_line = first
    if header is not None and layout.sub_headers:
        profile.sub_header_lines = first - grid.end[header]
    profile.metadata_lines = first if profile.header_line is None else profile.header_line
    profile.footer_lines = max(0, grid.end[-1] - end)
    profile.n_columns = layout.n_columns
    profile.min_width = layout.min_width
    profile.key_column = layout.key_column
    profile.confidence = layout.confidence
    profile.why += layout.why
    profile.ambiguities += header_doubt(layout, profile.header_line)


def _write_columns(profile: TableProfile, layout: Layout, grid: Grid, dialect: Dialect) -> None:
    # by the recipe's rule: without a key column it also loads rows that the layout had its doubts about
    places = [
        index
        for index in (
            range(layout.first_data, layout.last_data + 1) if layout.key_column is None else layout.data
        )
        if is_row(grid.rows[index], layout.min_width, layout.key_column)
    ]
    rows = [grid.rows[index] for index in places]
    # the stretches between head and tail belong between their rows, so that rows stay in order
    at = sum(index < grid.head for index in places)
    rows[at:at] = [row for row in grid.between if is_row(row, layout.min_width, layout.key_column)]
    header = None
    if layout.header is not None:
        header = [_header_text(cell) for cell in grid.rows[layout.header]]
    result = profile_columns(rows, header, layout.n_columns, delimiter=dialect.delimiter)
    profile.columns, profile.amount_columns = result.columns, result.amount_columns
    profile.decimal, profile.thousands, profile.sign = result.decimal, result.thousands, result.sign
    profile.date_format, profile.date_column = result.date_format, result.date_column
    profile.ambiguities += result.ambiguities
    if layout.key_column is not None:
        key = profile.columns[layout.key_column]
        if key.type == "amount" or (key.date_format or "").startswith(("%a", "%b", "%B")):
            profile.key_pattern = r".*\d"


def is_row(row: list[str], min_width: int, key: int | None) -> bool:
    """The rule by which the recipe tells rows from lines that only stand between them."""
    if len(row) < min_width or not any(cell.strip() for cell in row):
        return False
    return key is None or (key < len(row) and any(char.isdigit() for char in row[key]))


def _header_text(cell: str) -> str:
    return text_of(cell) if cell.lstrip().startswith('="') else cell


def _reject(profile: TableProfile, kind: str, reason: str) -> TableProfile:
    return profile.model_copy(update={"kind": kind, "rejected": reason, "columns": [], "ambiguities": []})
