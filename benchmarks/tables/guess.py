"""What one contestant made of one file, in the keys of the truth files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.unit.tables.corpus.case import Case


@dataclass
class Guess:
    """``rejected`` is a sentence when the file was refused; then nothing else counts."""

    rejected: str | None = None
    delimiter: str | None = None
    encoding: str | None = None
    header_line: int | None = None
    loaded: dict[str, Any] = field(default_factory=dict)

    def as_truth(self) -> dict[str, Any]:
        return {"rejected": self.rejected, "header_line": self.header_line, **self.loaded}


@dataclass(frozen=True)
class Contestant:
    """``look`` recognises (timed), ``load`` fills ``guess.loaded`` from what was recognised (timed apart).

    Both get the file's bytes and its path; ``load`` also the case, because peers are told by the truth which
    columns hold dates and amounts. Whatever they raise counts as a refusal.
    """

    name: str
    look: Callable[[bytes, str], Guess]
    load: Callable[[Guess, str, Case], dict[str, Any]]
    workbooks: bool = False
