"""Independent files with known truth, in the shapes of real exports. Everything in them is invented.

``all_cases()`` writes them in memory; ``python -m tests.unit.tables.corpus DIR`` puts them on disk.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from .case import Case

STRATA = (
    "de_banks",
    "de_neobanks",
    "at_ch",
    "romance",
    "north",
    "east",
    "anglo",
    "brokers_books",
    "world",
    "nasty_layout",
    "nasty_cells",
    "nasty_bytes",
    "nasty_numbers",
    "nasty_dates",
    "late",
    "refusals",
    "practice",
    "more",
    "third",
    "workbooks",
    "workbooks_more",
)


@cache
def all_cases() -> tuple[Case, ...]:
    """Every case, in a fixed order; names are unique."""
    found = [case for stratum in STRATA for case in import_module(f"{__name__}.{stratum}").cases()]
    names = [case.name for case in found]
    assert len(set(names)) == len(names), sorted(n for n in names if names.count(n) > 1)
    return tuple(found)
