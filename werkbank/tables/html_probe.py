"""Does an HTML page hold a data table? A cheap look at the start of the page."""

from __future__ import annotations

import re

_ROW = re.compile(r"<tr\b", re.I)
_CELL = re.compile(r"<t[dh]\b", re.I)
_PASSWORD = re.compile(r"""<input\b[^>]*type\s*=\s*["']?password""", re.I)


def has_data_table(text: str) -> bool:
    """True when the page has a table with at least a header and cells, and no password field."""
    if _PASSWORD.search(text):
        return False
    return len(_ROW.findall(text)) >= 1 and len(_CELL.findall(text)) >= 2
