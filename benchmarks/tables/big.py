"""A 200,000-row bank export: time to recognise and to load, against DuckDB and pandas."""

from __future__ import annotations

import contextlib
import io
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

import duckdb
import pandas as pd

from werkbank.tables.recipe import recipe
from werkbank.tables.recognise import recognise

ROWS = 200_000


def rows() -> Iterator[str]:
    yield "Buchungstag;Valuta;Empfänger;Verwendungszweck;Betrag;Währung"
    start = date(2001, 1, 1)
    for index in range(ROWS):
        day = start + timedelta(days=index // 25)
        cents = (index * 7919) % 999_983 - 600_000
        amount = f"{cents / 100:,.2f}".translate(str.maketrans(",.", ".,"))
        yield f"{day:%d.%m.%Y};{day:%d.%m.%Y};Laden {index % 997};Rechnung {index};{amount};EUR"


def measure() -> list[tuple[str, float]]:
    """(what, seconds), best of three."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "big.csv"
        path.write_bytes(("\n".join(rows()) + "\n").encode())
        small = Path(folder) / "small.csv"
        small.write_bytes(b"\n".join(path.read_bytes().split(b"\n")[:31]) + b"\n")
        code = compile(recipe(recognise(path), str(path)), "<recipe>", "exec")
        return [
            ("werkbank recognises, 30 rows", _best(lambda: recognise(small))),
            (f"werkbank recognises, {ROWS:,} rows", _best(lambda: recognise(path))),
            ("werkbank loads (recipe, exact sums, checks)", _best(lambda: exec(code, {}))),
            ("DuckDB sniffs", _best(lambda: duckdb.execute("FROM sniff_csv(?)", [str(path)]).fetchall())),
            (
                "DuckDB reads (amounts stay text)",
                _best(lambda: duckdb.execute("FROM read_csv(?)", [str(path)]).df()),
            ),
            (
                "pandas sep=None (amounts stay text)",
                _best(lambda: pd.read_csv(path, sep=None, engine="python")),
            ),
            ("pandas told delimiter, decimals, dates", _best(lambda: _told(path))),
        ]


def _told(path: Path) -> pd.DataFrame:
    dates = ["Buchungstag", "Valuta"]
    return pd.read_csv(path, sep=";", decimal=",", thousands=".", parse_dates=dates, date_format="%d.%m.%Y")


def _best(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(3):
        started = time.perf_counter()
        with contextlib.redirect_stdout(io.StringIO()):
            work()
        best = min(best, time.perf_counter() - started)
    return best
