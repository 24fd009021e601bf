"""Amounts as text."""

from __future__ import annotations

import pytest

from werkbank.tables.numbers import parse, study


@pytest.mark.parametrize(
    ("text", "comma", "point", "negative"),
    [
        ("-1.234,56 €", True, False, True),
        ("(1,234.56)", False, True, True),
        ("1.234", True, True, False),
        ("0.123", False, True, False),
        ("1'234.50", False, True, False),
        ("1’234,50", True, False, False),
        ("1\u202f234,50", True, False, False),
        ("1.234,56-", True, False, True),
        ("\u22125,00", True, False, True),
        ("1.234,56 S", True, False, True),
        ("1.234,56 H", True, False, False),
        ("5.00 DR", False, True, True),
        (".50", False, True, False),
        (",50", True, False, False),
        ("-3,9", True, False, True),
        ("1.234,--", True, False, False),
        ("EUR 12,50", True, False, False),
        ("-$5.00", False, True, True),
        ("1,23,456.78", False, True, False),
    ],
)
def test_readings(text: str, comma: bool, point: bool, negative: bool) -> None:
    number = parse(text)
    assert number is not None
    assert (number.comma, number.point, number.negative) == (comma, point, negative)


@pytest.mark.parametrize("text", ["1.2.3", "DE12 3456", "12 Stück", "1,2345,67", "(5", "A12"])
def test_no_number(text: str) -> None:
    assert parse(text) is None


def test_a_column_decides_by_its_unambiguous_cells() -> None:
    assert study(["1.234", "12,5"]).decimal == ","
    assert study(["1,234", "12.5"]).decimal == "."
    assert study(["1.234", "2.345"]).ambiguous
