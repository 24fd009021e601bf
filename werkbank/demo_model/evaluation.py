"""The lines of Python that the demo model adds to the loading code: sums by month or column, a bar chart.

They rely on the contract of a loading recipe: `df`, and `sums` with the exact sum of every amount column.
Each block of results is printed as a heading `[Betrag / month]` and lines `2025-01 = -10467.46`.
"""

from __future__ import annotations

from werkbank.demo_model.question import Question

MOST_GROUPS = 60

_START = """
# evaluation
from decimal import Decimal
def pick(names, parts):
    return next((n for part in parts for n in names if part in str(n).lower()), None)
amounts = [n for n in sums if not pick([n], ["saldo", "balance", "kontostand"])] or list(sums)
amount = pick(amounts, {amount_words!r}) or (amounts[0] if amounts else None)
if amount is not None:
    exact = df[amount].map(lambda v: Decimal(str(v)) if v == v and v is not None else Decimal(0))
def show(title, keys):
    groups = exact.groupby(keys, sort=True).agg(lambda part: sum(part, Decimal(0)))
    ordered = groups
    if title not in ("month", "year"):
        ordered = groups.reindex(groups.abs().sort_values(ascending=False).index)
    print(f"[{{amount}} / {{title}}]")
    for key, value in list(ordered.items())[:{most}]:
        print(f"{{key}} = {{value:.2f}}")
    if len(groups) > {most}:
        print(f"({{len(groups) - {most}}} more)")
    return groups
"""
_TIME = """
days = [n for n in df.columns if str(df[n].dtype).startswith("datetime")]
if amount is None or not days:
    print("NOT POSSIBLE: date")
else:
    groups = show({name!r}, df[days[0]].dt.strftime({form!r}).fillna("-"))
"""
_COLUMN = """
texts = [n for n in df.columns if n not in sums and not str(df[n].dtype).startswith("datetime")]
column = pick(texts, {parts!r})
if amount is None or column is None:
    print("NOT POSSIBLE: column")
else:
    groups = show(str(column), df[column].astype("string").fillna("-"))
"""
_CHART = """
if amount is not None and "groups" in globals():
    import matplotlib.pyplot as plt
    shown = groups.iloc[:40]
    plt.figure(figsize=(8, 4))
    plt.bar([str(key) for key in shown.index], [float(value) for value in shown])
    plt.title({title!r})
    plt.ylabel(str(amount))
    plt.xticks(rotation=45, ha="right")
    plt.axhline(0, color="black", linewidth=0.8)
    plt.tight_layout()
    plt.show()
"""


def evaluation(asked: Question) -> str:
    """Code to append to the recipe; '' when the sums that the recipe prints are all that was asked."""
    if asked.group is None and not asked.columns:
        return ""
    # A column that the question names comes first, then the usual names.
    words = [word for word in asked.words if len(word) > 3] + ["betrag", "amount", "umsatz", "summe"]
    parts = [_START.format(amount_words=words, most=MOST_GROUPS)]
    if asked.columns:
        parts.append(_COLUMN.format(parts=list(asked.columns)))
    if asked.group is not None:
        parts.append(_TIME.format(name=asked.group, form="%Y-%m" if asked.group == "month" else "%Y"))
    if asked.chart:
        parts.append(_CHART.format(title=_title(asked)))
    return "".join(parts)


def _title(asked: Question) -> str:
    german = asked.language == "de"
    if asked.group == "month":
        return "Summe je Monat" if german else "Sum by month"
    if asked.group == "year":
        return "Summe je Jahr" if german else "Sum by year"
    return "Summe je Gruppe" if german else "Sum by group"
