"""What is known about one table file before pandas sees it.

A profile never holds a cell value: only structure, counts and the header's names. It may therefore be shown
to a model or written to a log without breaking the privacy contract.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

FileKind = Literal[
    "csv",
    "xlsx",
    "xlsm",
    "xls",
    "ods",
    "html",
    "empty",
    "encrypted",
    "gzip",
    "zip",
    "xml",
    "pdf",
    "text",
    "binary",
]
"""``csv`` is delimited text whatever its delimiter and extension; the last seven are refused."""

ColumnType = Literal["text", "amount", "integer", "date", "datetime", "time", "boolean", "empty"]
SignStyle = Literal[
    "leading", "trailing", "sh_suffix", "sh_column", "debit_credit", "direction_column", "parentheses"
]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Ambiguity(_Model):
    """Two readings stay possible: both are named, one was chosen, and the reason is given."""

    what: Literal["date_format", "number_format", "delimiter", "encoding", "header", "sheet"]
    column: int | None = Field(default=None, description="0-based column, None for the whole file")
    chosen: str
    others: list[str]
    why: str


class ColumnProfile(_Model):
    index: int = Field(description="0-based position in the file")
    name: str = Field(description="header text as in the file, '' where the header is blank or missing")
    label: str = Field(description="unique, non-empty name that the recipe gives the pandas column")
    type: ColumnType
    decimal: Literal[",", "."] | None = None
    thousands: str | None = None
    sign: SignStyle | None = Field(default=None, description="amount columns only")
    sign_column: int | None = Field(
        default=None, description="the column with S/H, D/C, Af/Bij … for this amount"
    )
    negative_marks: list[str] = Field(
        default_factory=list, description="entries of the sign column that make the amount negative"
    )
    positive_marks: list[str] = Field(
        default_factory=list, description="the other entries of the sign column"
    )
    side: Literal["debit", "credit"] | None = Field(
        default=None, description="one of a pair of columns of which each row fills one"
    )
    currency: str | None = Field(
        default=None, description="currency text inside the cells, e.g. '€' or 'EUR'"
    )
    month_language: str | None = Field(default=None, description="'de', 'fr' ... of month names in the dates")
    date_format: str | None = Field(default=None, description="strptime format, e.g. '%d.%m.%Y'")
    confidence: float = Field(default=1.0, ge=0, le=1)
    why: str = ""


class SheetProfile(_Model):
    name: str
    hidden: bool = False
    header_line: int | None = None
    n_columns: int = 0
    chosen: bool = False
    why: str = ""


class WorkbookDetails(_Model):
    """Where the chosen sheet is inside its file, and which of its rows are the table's: structure only."""

    part: str | None = Field(default=None, description="xlsx: the sheet's XML inside the archive")
    strings_part: str | None = Field(default=None, description="xlsx: the shared strings")
    date_styles: list[int] = Field(default_factory=list, description="xlsx: cell styles that show dates")
    epoch_1904: bool = False
    openpyxl: bool = Field(default=True, description="False where openpyxl cannot open the file")
    table: int | None = Field(default=None, description="html: number of the table in the page")
    last_data_line: int | None = Field(
        default=None, description="None: the sheet goes on behind what was read"
    )
    skipped_lines: list[int] = Field(
        default_factory=list, description="blank, totals and other rows between first and last data row"
    )
    n_rows: int | None = Field(default=None, description="data rows, where the whole sheet was read")
    key_column: int | None = Field(default=None, description="column that holds a digit in every data row")
    min_width: int = Field(default=1, description="filled cells that a data row has at least")
    header_above: list[int] = Field(
        default_factory=list,
        description="columns whose name stands one row above the header line (merged down)",
    )
    error_cells: dict[int, int] = Field(default_factory=dict, description="column -> cells such as #REF!")


class TableProfile(_Model):
    """One table file as recognised from a bounded part of its bytes. Line and column numbers are 0-based."""

    name: str | None = Field(default=None, description="file name as given: a hint only")
    size: int = Field(description="bytes")
    kind: FileKind
    rejected: str | None = Field(
        default=None, description="why this cannot be loaded as a table, in one sentence"
    )
    confidence: float = Field(default=1.0, ge=0, le=1)
    why: list[str] = Field(default_factory=list, description="the evidence, one short sentence each")
    ambiguities: list[Ambiguity] = Field(default_factory=list)

    # delimited text
    encoding: str | None = Field(default=None, description="Python codec that decodes the file")
    encoding_fallback: str | None = Field(
        default=None, description="codec for the lines that `encoding` cannot decode (hand-merged files)"
    )
    bom: bool = False
    eol: Literal["lf", "crlf", "cr", "mixed"] | None = None
    nul_bytes: bool = False
    delimiter: str | None = None
    quotechar: str | None = None
    escapechar: str | None = None
    literal_quotes: bool = Field(default=False, description="quote characters in cells are text, not quoting")
    wrapped_cells: bool = Field(default=False, description='some cells are written ="like this"')
    skip_initial_space: bool = Field(default=False, description="a blank follows each delimiter")
    min_width: int = Field(default=1, description="least number of fields of a data row")
    key_pattern: str = Field(default=r"\W{0,4}\d", description="re.match() of the key column's cell in a row")
    key_column: int | None = Field(
        default=None, description="column with a digit in every data row; lines without one are no rows"
    )

    # layout, for every kind
    header_line: int | None = Field(
        default=None, description="physical line, for workbooks the sheet row; None = no header"
    )
    first_data_line: int | None = None
    metadata_lines: int = 0
    sub_header_lines: int = Field(
        default=0, description="unit rows or second header rows between header and data"
    )
    footer_lines: int = Field(
        default=0, description="physical lines after the last data row, as seen in the tail"
    )
    n_columns: int = 0
    columns: list[ColumnProfile] = Field(default_factory=list)

    # the table as a whole, taken from its main amount and date column
    decimal: Literal[",", "."] | None = None
    thousands: str | None = None
    sign: SignStyle | None = None
    date_format: str | None = None
    date_column: int | None = None
    amount_columns: list[int] = Field(default_factory=list)

    # workbooks
    sheet: str | None = None
    sheets: list[SheetProfile] = Field(default_factory=list)
    first_column: int = Field(default=0, description="first used sheet column")
    uncached_formula_columns: list[int] = Field(default_factory=list)
    workbook: WorkbookDetails | None = None
