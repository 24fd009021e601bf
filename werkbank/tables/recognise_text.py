"""Delimited text -> :class:`TableProfile`: encoding, dialect, layout and columns put together."""

from __future__ import annotations

from dataclasses import dataclass, field

from .cells import text_of
from .columns import profile_columns
from .dialect import Dialect, find_dialect, find_eol, parse, split_lines
from .encoding import Encoding, decode, find_encoding
from .layout import MAX_COLUMNS, Layout, find_layout
from .opened import Source
from .profile import Ambiguity, TableProfile
from .prose import why_no_table
from .sample import Sample, read_sample

_COLUMN_ROWS = 2500
_GRID_ROWS = 12_000


@dataclass
class Grid:
    """Records of head and tail in one list, with their physical lines.

    ``start[i]``/``end[i]``: first line and one past the last line of record ``i``, counted from the start of the
    file for the first ``head`` records and from the end (negative numbers) for the others.
    """

    rows: list[list[str]] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    head: int = 0


def recognise_text(source: Source, name: str | None, why: str = "") -> TableProfile:
    sample = read_sample(source)
    encoding = find_encoding(sample)
    text = decode(sample.head, encoding)
    profile = TableProfile(name=name, size=sample.size, kind="csv", encoding=encoding.name, bom=encoding.bom)
    profile.encoding_fallback = encoding.fallback
    profile.nul_bytes = not encoding.name.startswith("utf-16") and any(b"\0" in part for part in sample.parts())
    profile.eol = find_eol(text)
    profile.why = [entry for entry in (why, f"encoding {encoding.name}: {encoding.why}") if entry]
    if encoding.others:
        profile.ambiguities.append(
            Ambiguity(
                what="encoding", column=None, chosen=encoding.name, others=list(encoding.others),
                why="the few letters beyond ASCII are plausible in both",
            )  # fmt: skip
        )
    if not text.strip():
        return _reject(profile, "empty", "the file is empty: it holds nothing but white space or NUL bytes")
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
    _write_layout(profile, layout, grid, sample)
    _write_columns(profile, layout, grid, sample, encoding, dialect)
    return profile


def read_grid(sample: Sample, text: str, encoding: Encoding, dialect: Dialect) -> Grid:
    """Parse the head (up to the last whole line) and, for a large file, the tail."""
    grid = Grid()
    lines = split_lines(text)
    if not sample.complete:
        lines = lines[:-1]
    before = 0
    for upto, row in parse(lines, dialect):
        grid.rows.append(row)
        grid.start.append(before)
        grid.end.append(upto)
        before = upto
    if sample.complete:
        grid.head = len(grid.rows)
        return grid
    if len(grid.rows) > 1:
        # the last record of the head may be torn inside quotes
        for part in (grid.rows, grid.start, grid.end):
            del part[-1]
    grid.head = len(grid.rows)
    tail = split_lines(decode(sample.tail, encoding))[1:]
    skip = _sync(tail, dialect, grid.rows[-50:])
    before = skip
    for upto, row in parse(tail[skip:], dialect):
        grid.rows.append(row)
        grid.start.append(before - len(tail))
        grid.end.append(skip + upto - len(tail))
        before = skip + upto
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
                what="delimiter", column=None, chosen=repr(dialect.delimiter), others=[repr(dialect.rival)],
                why="both cut the lines into rows of equal width; the chosen one gives cleaner cells",
            )  # fmt: skip
        )


def _write_layout(profile: TableProfile, layout: Layout, grid: Grid, sample: Sample) -> None:
    header = layout.header
    profile.header_line = grid.end[header] - 1 if header is not None and grid.start[header] < 0 else None
    if header is not None:
        profile.header_line = grid.start[header]
    if layout.data:
        profile.first_data_line = grid.start[layout.first_data]
    else:
        last = layout.header if layout.header is not None else -1
        profile.first_data_line = grid.end[last] + layout.sub_headers if last >= 0 else 0
    profile.sub_header_lines = 0
    if header is not None and layout.sub_headers:
        profile.sub_header_lines = profile.first_data_line - grid.end[header]
    profile.metadata_lines = profile.header_line if profile.header_line is not None else profile.first_data_line
    total = grid.end[-1] if grid.rows else 0
    if layout.data:
        after = grid.end[layout.last_data]
        profile.footer_lines = -after if grid.start[layout.last_data] < 0 else total - after if total >= 0 else 0
    else:
        profile.footer_lines = max(0, total - profile.first_data_line) if total >= 0 else 0
    profile.n_columns = layout.n_columns
    profile.min_width = layout.min_width
    profile.key_column = layout.key_column
    profile.confidence = layout.confidence
    profile.why += layout.why
    if layout.header_ambiguous:
        chosen = "no header" if header is None else f"header in line {(profile.header_line or 0) + 1}"
        other = "a header in the first line" if header is None else "no header, or another line"
        profile.ambiguities.append(
            Ambiguity(what="header", column=None, chosen=chosen, others=[other], why=layout.why[0])
        )


def _write_columns(
    profile: TableProfile, layout: Layout, grid: Grid, sample: Sample, encoding: Encoding, dialect: Dialect
) -> None:
    rows = [grid.rows[index] for index in layout.data]
    if len(rows) > _COLUMN_ROWS:
        third = _COLUMN_ROWS // 3
        middle = rows[third:-third]
        rows = rows[:third] + middle[:: max(1, len(middle) // third)] + rows[-third:]
    at = _between_place(layout, grid)
    extra: list[list[str]] = []
    for part in sample.between:
        lines = split_lines(decode(part, encoding))[1:-1]
        skip = _sync(lines, dialect, rows[:50])
        found = [row for _, row in parse(lines[skip:], dialect)][:-1]
        extra += [row for row in found if len(row) >= layout.min_width and any(row)]
    rows[at:at] = extra
    header = None
    if layout.header is not None:
        header = [_header_text(cell) for cell in grid.rows[layout.header]]
    result = profile_columns(rows, header, layout.n_columns, delimiter=dialect.delimiter)
    profile.columns, profile.amount_columns = result.columns, result.amount_columns
    profile.decimal, profile.thousands, profile.sign = result.decimal, result.thousands, result.sign
    profile.date_format, profile.date_column = result.date_format, result.date_column
    profile.ambiguities += result.ambiguities


def _between_place(layout: Layout, grid: Grid) -> int:
    """Where in the data rows the stretches between head and tail belong, so that rows stay in order."""
    inside = sum(index < grid.head for index in layout.data)
    return min(inside, _COLUMN_ROWS // 3) if len(layout.data) > _COLUMN_ROWS else inside


def _header_text(cell: str) -> str:
    return text_of(cell) if cell.lstrip().startswith('="') else cell


def _reject(profile: TableProfile, kind: str, reason: str) -> TableProfile:
    return profile.model_copy(update={"kind": kind, "rejected": reason, "columns": [], "ambiguities": []})
