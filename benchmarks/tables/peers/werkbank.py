"""This project: ``recognise``, then ``load``, which runs the recipe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.unit.tables.corpus.case import Case
from tests.unit.tables.corpus.product import from_profile, loaded
from werkbank.tables.recognise import recognise

from ..guess import Contestant, Guess


def look(data: bytes, path: str) -> Guess:
    profile = recognise(Path(path))
    return Guess(
        rejected=profile.rejected,
        delimiter=profile.delimiter,
        encoding=profile.encoding,
        header_line=profile.header_line,
        loaded={"profile": profile},
    )


def load(guess: Guess, path: str, case: Case) -> dict[str, Any]:
    profile = guess.loaded["profile"]
    return from_profile(profile) | loaded(profile, path)


CONTESTANT = Contestant("werkbank", look, load, workbooks=True)
