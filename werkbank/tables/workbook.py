"""A workbook in any container (.xlsx, .xlsm, .xls, .ods, HTML, Excel 2003 XML) -> its :class:`TableProfile`.

Reads the first rows of every sheet only, so the cost does not grow with the file.
"""

from __future__ import annotations

from typing import BinaryIO

from .grid import SheetHead, WorkbookRefused
from .html import read_html
from .layout import header_doubt
from .ods import read_ods
from .opened import Source, opened
from .profile import Ambiguity, FileKind, SheetProfile, TableProfile, WorkbookDetails
from .spreadsheetml import read_spreadsheetml
from .workbook_choice import Candidate, candidate, choose
from .xls import read_xls
from .xlsx import read_xlsx

_EMPTY = "the workbook is empty: no sheet holds a value"
_NO_TABLE = "no sheet holds a table: only single cells or notes"
_NO_HTML_TABLE = (
    "a web page without a data table (a login or error page?); sign in again and repeat the download"
)


def recognise_workbook(source: Source, kind: FileKind, name: str | None) -> TableProfile:
    """The profile of the sheet that holds the data; ``rejected`` says why when there is none.

    ``kind`` is what :func:`~werkbank.tables.kind.sniff_kind` found. Raises :class:`OSError` only when a path
    cannot be read: damage of any sort ends in ``rejected``.
    """
    with opened(source) as (stream, size):
        details, encoding = WorkbookDetails(), None
        try:
            heads, encoding = _read(stream, size, kind, details)
            candidates = [found for head in heads if (found := candidate(head)) is not None]
        except WorkbookRefused as refused:
            found_kind = (
                "encrypted" if refused.kind == "encrypted" else "empty" if refused.kind == "empty" else kind
            )
            return TableProfile(name=name, size=size, kind=found_kind, rejected=str(refused))
        except (RecursionError, MemoryError, ArithmeticError, LookupError, TypeError, ValueError):
            # Hostile or broken content that a reader did not foresee: a verdict, not a traceback.
            reason = "the workbook cannot be read (damaged?); open it, save it again as .xlsx and retry"
            return TableProfile(name=name, size=size, kind=kind, rejected=reason)
    chosen, others = choose(candidates)
    profile = TableProfile(
        name=name, size=size, kind=kind, encoding=encoding, sheets=_sheets(heads, candidates, chosen)
    )
    if kind == "html":
        profile.sheets = []
    if chosen is None:
        empty = not any(head.rows or head.uncached for head in heads)
        profile.kind = "empty" if empty and kind != "html" else kind
        profile.rejected = _NO_HTML_TABLE if kind == "html" else _EMPTY if empty else _NO_TABLE
        return profile
    _fill(profile, chosen, details)
    _say(profile, chosen, others, heads)
    return profile


def _read(
    stream: BinaryIO, size: int, kind: FileKind, details: WorkbookDetails
) -> tuple[list[SheetHead], str | None]:
    if kind in ("xlsx", "xlsm"):
        heads, parts = read_xlsx(stream, size)
        details.strings_part, details.date_styles = parts.strings, sorted(parts.date_styles)
        details.epoch_1904, details.openpyxl = parts.epoch_1904, parts.openpyxl
        return heads, None
    if kind == "xls":
        return read_xls(stream, size), None
    if kind == "ods":
        return read_ods(stream, size), None
    if kind == "html":
        return read_html(stream, size)
    if kind == "xml":
        return read_spreadsheetml(stream), None
    raise WorkbookRefused(f"a {kind} file is no workbook")


def _sheets(
    heads: list[SheetHead], candidates: list[Candidate], chosen: Candidate | None
) -> list[SheetProfile]:
    known = {id(item.head): item for item in candidates}
    sheets = []
    for head in heads:
        item = known.get(id(head))
        sheets.append(
            SheetProfile(
                name=head.name,
                hidden=head.hidden,
                header_line=item.layout.header if item else None,
                n_columns=item.layout.n_columns if item else 0,
                chosen=item is not None and item is chosen,
                why="" if item else "empty" if not head.rows else "no table",
            )
        )
    return sheets


def _fill(profile: TableProfile, chosen: Candidate, details: WorkbookDetails) -> None:
    head, layout, columns = chosen.head, chosen.layout, chosen.columns
    profile.confidence, profile.why = layout.confidence, [*layout.why]
    profile.header_line, profile.first_data_line = layout.header, layout.first_data
    profile.metadata_lines = layout.header if layout.header is not None else layout.first_data
    profile.sub_header_lines = layout.sub_headers
    profile.n_columns, profile.columns = layout.n_columns, columns.columns
    profile.footer_lines = (
        max(0, len(head.rows) - 1 - layout.last_data) if head.complete and layout.data else 0
    )
    profile.ambiguities = [*header_doubt(layout, profile.header_line), *columns.ambiguities]
    profile.decimal, profile.thousands, profile.sign = columns.decimal, columns.thousands, columns.sign
    profile.date_format, profile.date_column = columns.date_format, columns.date_column
    profile.amount_columns = columns.amount_columns
    profile.first_column, profile.uncached_formula_columns = chosen.first_column, chosen.uncached
    details.part, details.header_above = head.part, chosen.header_above
    details.error_cells, details.min_width = chosen.error_cells, layout.min_width
    doubtful = {*chosen.uncached, *chosen.error_cells}
    # A date tells rows from totals better than the amount, which totals have too.
    key = columns.date_column if chosen.dates_everywhere else layout.key_column
    details.key_column = None if key in doubtful else key
    if head.complete:
        data = set(layout.data)
        details.n_rows, details.last_data_line = len(data), layout.last_data
        between = range(layout.first_data, layout.last_data + 1)
        details.skipped_lines = [line for line in between if line not in data]
    if profile.kind == "html":
        details.table = int(head.name)
    else:
        profile.sheet = head.name
    profile.workbook = details


def _say(profile: TableProfile, chosen: Candidate, others: list[Candidate], heads: list[SheetHead]) -> None:
    head, why = chosen.head, profile.why
    what = f"table {head.name} of the page" if profile.kind == "html" else f"sheet {head.name!r}"
    why.append(
        f"{what} is read" + (" although it is hidden: no visible sheet holds a table" if head.hidden else "")
    )
    hidden = [item.name for item in heads if item.hidden and item is not head]
    if hidden:
        why.append(f"hidden sheets left aside: {', '.join(map(repr, hidden))}")
    if others:
        profile.ambiguities.append(
            Ambiguity(
                what="sheet",
                column=None,
                chosen=head.name,
                others=[item.head.name for item in others],
                why="several visible sheets hold a table" + _same_header(chosen, others),
            )
        )
    if chosen.declared:
        why.append("the sheet declares a table range")
    labels = {column.index: column.label for column in profile.columns}
    if chosen.uncached:
        names = ", ".join(repr(labels.get(at, str(at))) for at in chosen.uncached)
        why.append(
            f"formulas without stored results in {names}: values are unknown until Excel has saved the file"
        )
    for at, count in sorted(chosen.error_cells.items()):
        why.append(f"{count} error cells such as #REF! in {labels.get(at, str(at))!r} are read as empty")
    if head.hidden_rows:
        why.append(f"{head.hidden_rows} hidden (filtered) rows are read as well")
    if not head.complete:
        why.append(f"only the first {len(head.rows)} rows were looked at; the recipe reads all")


def _same_header(chosen: Candidate, others: list[Candidate]) -> str:
    same = [item.head.name for item in others if item.header == chosen.header and item.header]
    return f"; the same columns are in {', '.join(map(repr, same))}" if same else ""
