"""The files to measure on: the corpus of the tests, and directories with a ``*.truth.json`` for each file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tests.unit.tables.corpus import all_cases
from tests.unit.tables.corpus.case import Case

ENDING = ".truth.json"
WORKBOOKS = ("xlsx", "xlsm", "xls", "ods", "html")


def corpus() -> list[Case]:
    return list(all_cases())


def directory(folder: Path) -> Iterator[Case]:
    """Cases of one directory. A truth file without its table is an error."""
    for path in sorted(folder.glob(f"*{ENDING}")):
        table = path.with_name(path.name.removesuffix(ENDING))
        yield Case(table.name, table.read_bytes(), json.loads(path.read_text(encoding="utf-8")))


def is_workbook(case: Case) -> bool:
    return case.truth["kind"] in WORKBOOKS or case.truth.get("stratum") == "excel"
