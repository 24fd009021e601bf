"""Random tables load exactly; random and damaged bytes never raise and never take long."""

from __future__ import annotations

import os
import time

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.tables.corpus.case import Case
from tests.unit.tables.corpus.compare import differences
from tests.unit.tables.corpus.product import observe
from tests.unit.tables.corpus.random_tables import damaged, tables

# WERKBANK_EXAMPLES=2000 searches further; the default is the same on every run
EXAMPLES = int(os.environ.get("WERKBANK_EXAMPLES", "40"))
LONG = 20.0
"""Seconds that a file of some kilobytes may never take, however busy the machine is."""

steady = settings(
    max_examples=EXAMPLES,
    derandomize=EXAMPLES <= 40,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@steady
@given(tables())
def test_a_random_table_loads_exactly(case: Case) -> None:
    got = observe(case.data, case.name)
    wrong = differences(case.truth, got) + list(got.get("problems", ()))
    assert not wrong, f"{wrong}\n{case.data[:600]!r}"


@steady
@given(st.binary(max_size=3_000))
def test_random_bytes_never_raise(data: bytes) -> None:
    bounded(data)


@steady
@given(st.text(alphabet="ab1,;.|\t\n\"' -€ä:/", max_size=400).map(str.encode))
def test_random_text_of_table_signs_never_raises(data: bytes) -> None:
    bounded(data)


@steady
@given(damaged())
def test_damaged_files_never_raise(data: bytes) -> None:
    bounded(data)


def bounded(data: bytes) -> None:
    started = time.monotonic()
    got = observe(data, "x.csv")
    assert time.monotonic() - started < LONG
    assert "please report it" not in (got["rejected"] or ""), got["rejected"]
