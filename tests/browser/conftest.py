"""One Chromium per module: Playwright allows only one at a time in a thread.

A missing Chromium is a failure, never a skip.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.browser import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as running:
        yield running
