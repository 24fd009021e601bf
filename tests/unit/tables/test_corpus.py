"""Every file of the corpus comes out as its truth says: columns, rows, dates, sums, or a refusal."""

from __future__ import annotations

import pytest

from tests.unit.tables.corpus import all_cases
from tests.unit.tables.corpus.case import Case
from tests.unit.tables.corpus.compare import differences
from tests.unit.tables.corpus.product import observe


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
def test_comes_out_right(case: Case) -> None:
    got = observe(case.data, case.name)
    wrong = differences(case.truth, got)
    if not case.truth.get("told") and not case.truth.get("either"):
        wrong += [f"the recipe's own check: {problem}" for problem in got.get("problems", ())]
    assert not wrong, f"{case.name} ({case.truth.get('note', '')}):\n  " + "\n  ".join(wrong)


def test_the_corpus_is_the_same_on_every_run() -> None:
    again = {case.name: case.truth for case in all_cases.__wrapped__()}
    assert again == {case.name: case.truth for case in all_cases()}
    assert len(again) >= 110
