"""Load with pandas by a dialect that somebody else has guessed."""

from __future__ import annotations

from typing import Any

import pandas as pd

from tests.unit.tables.corpus.case import Case

from ..guess import Guess
from ..measure import measure


def load_with_pandas(guess: Guess, path: str, case: Case) -> dict[str, Any]:
    frame = pd.read_csv(
        path,
        sep=guess.delimiter or ",",
        encoding=guess.encoding,
        header="infer" if guess.header_line is not None else None,
        skiprows=guess.header_line or 0,
    )
    return measure(frame, case.truth, header=guess.header_line is not None)
