"""Date formats of cells and columns."""

from __future__ import annotations

import pytest

from werkbank.tables import dates


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("31.01.2024", "%d.%m.%Y"),
        ("1.2.24", "%d.%m.%y"),
        ("2024-01-31", "%Y-%m-%d"),
        ("2024-01-31T10:00:00Z", "%Y-%m-%dT%H:%M:%S%z"),
        ("2024-01-31 10:00:00.123+01:00", "%Y-%m-%d %H:%M:%S.%f%z"),
        ("22.02.2024 00:17:30:234", "%d.%m.%Y %H:%M:%S:%f"),
        ("01/31/2024", "%m/%d/%Y"),
        ("01/31/2024 03:04 PM", "%m/%d/%Y %I:%M %p"),
        ("5. Jan. 2024", "%d. %b %Y"),
        ("05-Jan-24", "%d-%b-%y"),
        ("Jan 5, 2024", "%b %d, %Y"),
        ("3 März 2024", "%d %b %Y"),
        ("1 févr. 2024", "%d %b %Y"),
        ("01.02.", "%d.%m."),
        ("2024.01.03.", "%Y.%m.%d."),
        ("Mo, 05.02.2024", "%a, %d.%m.%Y"),
    ],
)
def test_format(text: str, first: str) -> None:
    assert dates.formats(text)[0] == first


@pytest.mark.parametrize("text", ["32.01.2024", "2024-13-01", "12.345", "1.234,56", "abc", "31.02.2024x", ""])
def test_no_date(text: str) -> None:
    assert dates.formats(text) == ()


def test_a_day_above_twelve_decides_for_the_column() -> None:
    style = dates.study(["01/02/2024", "03/04/2024", "25/04/2024"], digits=False)
    assert (style.best, style.others) == ("%d/%m/%Y", [])


def test_both_readings_stay_named() -> None:
    style = dates.study(["01/02/2024", "03/04/2024"], digits=False)
    assert {style.best, *style.others} == {"%d/%m/%Y", "%m/%d/%Y"}


def test_bare_digits_only_when_asked() -> None:
    assert dates.formats("20240131") == ()
    assert dates.digit_formats("20240131") == ("%Y%m%d",)
    assert "%d%m" in dates.digit_formats("0401")
