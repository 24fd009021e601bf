"""Run the contestants over the cases and count what came out right."""

from __future__ import annotations

import contextlib
import io
import logging
import statistics
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.unit.tables.corpus.case import Case
from tests.unit.tables.corpus.compare import differences, same_text

from .files import is_workbook
from .guess import Contestant, Guess


@dataclass
class Score:
    """``right`` and ``of`` count per question; times are seconds per file."""

    right: Counter[str] = field(default_factory=Counter)
    of: Counter[str] = field(default_factory=Counter)
    look_times: list[float] = field(default_factory=list)
    load_times: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def count(self, question: str, right: bool) -> None:
        self.of[question] += 1
        self.right[question] += right

    def share(self, question: str) -> float | None:
        return self.right[question] / self.of[question] if self.of[question] else None

    def median_ms(self) -> tuple[float, float]:
        times = [statistics.median(t) * 1000 if t else 0.0 for t in (self.look_times, self.load_times)]
        return times[0], times[1]


def run(contestants: Sequence[Contestant], cases: Sequence[Case]) -> dict[str, Score]:
    """All contestants take turns on each file, so that a busy machine is busy for all of them."""
    scores = {contestant.name: Score() for contestant in contestants}
    logging.disable(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number, case in enumerate(cases):
            path = Path(folder) / f"{number}{Path(case.name).suffix}"
            path.write_bytes(case.data)
            for contestant in contestants:
                if contestant.workbooks or not is_workbook(case):
                    _one(contestant, case, str(path), scores[contestant.name])
            path.unlink()
    logging.disable(logging.NOTSET)
    return scores


def _one(contestant: Contestant, case: Case, path: str, score: Score) -> None:
    truth = case.truth
    started = time.perf_counter()
    guess = _look(contestant, case, path)
    score.look_times.append(time.perf_counter() - started)
    if guess.rejected is None:
        started = time.perf_counter()
        _load(contestant, guess, path, case)
        score.load_times.append(time.perf_counter() - started)
    wrong = differences(truth, guess.as_truth())
    if truth["expect"] == "reject":
        score.count("refuses", not wrong)
    elif is_workbook(case):
        score.count("workbooks", not wrong)
    else:
        _text(case, guess, wrong, score)
    if wrong:
        score.wrong.append(f"{case.name}: {wrong[0]}")


def _text(case: Case, guess: Guess, wrong: list[str], score: Score) -> None:
    truth = case.truth
    score.count("delimiter", bool(truth.get("delimiter_any")) or guess.delimiter == truth["delimiter"])
    score.count("encoding", same_text(case.data, truth["encoding"], guess.encoding))
    score.count("header", guess.rejected is None and guess.header_line == truth["header_line"])
    score.count("text", not [line for line in wrong if not line.startswith(("sum of", "dates in"))])
    score.count("loads", not wrong)


def _look(contestant: Contestant, case: Case, path: str) -> Guess:
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            return contestant.look(case.data, path)
    except Exception as error:  # a peer's crash is its way to refuse
        return Guess(rejected=f"{type(error).__name__}: {error}")


def _load(contestant: Contestant, guess: Guess, path: str, case: Case) -> None:
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            guess.loaded = contestant.load(guess, path, case)
    except Exception as error:
        guess.loaded = {}
        guess.rejected = f"{type(error).__name__}: {error}"
