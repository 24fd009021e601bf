"""The code that loads exactly one recognised table and checks itself.

Contract of every recipe, of text files and of workbooks alike. After it ran there are the variables

- ``df``: the DataFrame; its first columns are the labels of ``profile.columns`` in order, extra columns
  (such as a signed amount) stand behind them,
- ``sums``: ``dict[label, Decimal]``, the exact sum of every amount column,
- ``problems``: ``list[str]``, empty when every check held.

It prints one line (``rows: 47; sum Betrag: -26696.32``) and one line ``CHECK FAILED: ...`` per problem.
"""

from __future__ import annotations

from .profile import TableProfile


def recipe(profile: TableProfile, path: str, *, openpyxl: bool = True) -> str:
    """Python code that loads the table at ``path``. Raises :class:`ValueError` for a rejected profile."""
    if profile.rejected:
        raise ValueError(f"there is no recipe for this file: {profile.rejected}")
    if profile.kind == "csv":
        from .recipe_text import text_recipe

        return text_recipe(profile, path)
    from .recipe_workbook import workbook_recipe

    return workbook_recipe(profile, path, openpyxl=openpyxl)
