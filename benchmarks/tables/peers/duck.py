"""DuckDB's sniff_csv and read_csv, with the file in UTF-8 (its only encoding without extensions)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb

from tests.unit.tables.corpus.case import Case

from ..guess import Contestant, Guess
from ..measure import measure
from .encoding import guess_encoding


def look(data: bytes, path: str) -> Guess:
    encoding = guess_encoding(data)
    Path(_utf8(path)).write_bytes(data.decode(encoding, "replace").encode())
    query = "SELECT Delimiter, HasHeader, SkipRows FROM sniff_csv(?, sample_size=20480)"
    found = duckdb.execute(query, [_utf8(path)]).fetchone()
    if found is None:
        raise ValueError("no dialect")
    delimiter, header, skipped = found
    return Guess(delimiter=delimiter or None, encoding=encoding, header_line=skipped if header else None)


def load(guess: Guess, path: str, case: Case) -> dict[str, Any]:
    frame = duckdb.execute("SELECT * FROM read_csv(?)", [_utf8(path)]).df()
    return measure(frame, case.truth, header=guess.header_line is not None)


def _utf8(path: str) -> str:
    return f"{path}.utf8"


CONTESTANT = Contestant("DuckDB", look, load)
