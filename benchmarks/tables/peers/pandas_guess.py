"""pandas alone: ``read_csv(sep=None)``, for workbooks ``read_excel``."""

from __future__ import annotations

from typing import Any

import pandas as pd

from tests.unit.tables.corpus.case import Case

from ..files import is_workbook
from ..guess import Contestant, Guess
from ..measure import measure
from .encoding import guess_encoding


def look(data: bytes, path: str) -> Guess:
    if data.startswith((b"PK", b"\xd0\xcf")):
        return Guess(header_line=0)
    encoding = guess_encoding(data)
    with pd.read_csv(path, sep=None, engine="python", encoding=encoding, nrows=50, iterator=True) as reader:
        reader.get_chunk(1)
        delimiter = reader._engine.data.dialect.delimiter  # pandas tells it nowhere else
    return Guess(delimiter=delimiter, encoding=encoding, header_line=0)


def load(guess: Guess, path: str, case: Case) -> dict[str, Any]:
    if is_workbook(case):
        return measure(pd.read_excel(path), case.truth, header=True)
    frame = pd.read_csv(path, sep=None, engine="python", encoding=guess.encoding)
    return measure(frame, case.truth, header=True)


CONTESTANT = Contestant("pandas", look, load, workbooks=True)
