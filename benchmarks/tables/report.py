"""One readable table per set of files, with ratios."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from .score import Score

QUESTIONS = ("delimiter", "encoding", "header", "text", "loads", "refuses", "workbooks")
CAPTION = "percent right; text = columns and row count; loads = dates and sums as well; ms = median per file"


def print_scores(title: str, scores: dict[str, Score], console: Console) -> None:
    """The first contestant is the one that the ratios compare with."""
    table = Table(title=title, caption=CAPTION)
    table.add_column("")
    for question in QUESTIONS:
        total = max(score.of[question] for score in scores.values())
        table.add_column(f"{question}\n({total})", justify="right")
    table.add_column("look ms", justify="right")
    table.add_column("load ms", justify="right")
    table.add_column("loads: ratio", justify="right")
    table.add_column("look time: ratio", justify="right")
    first = next(iter(scores.values()))
    for name, score in scores.items():
        look, load = score.median_ms()
        base, own = first.share("loads"), score.share("loads")
        table.add_row(
            name,
            *(_percent(score.share(question)) for question in QUESTIONS),
            f"{look:.1f}",
            f"{load:.1f}",
            f"{own / base:.2f}" if base and own is not None else "-",
            f"{look / (first.median_ms()[0] or 1):.2f}",
        )
    console.print(table)


def print_big(times: list[tuple[str, float]], console: Console) -> None:
    table = Table(title="200,000 rows", caption="best of three; ratio to DuckDB reading the same file")
    for heading in ("", "seconds", "ratio"):
        table.add_column(heading, justify="right" if heading else "left")
    base = dict(times)["DuckDB reads (amounts stay text)"]
    for what, seconds in times:
        table.add_row(what, f"{seconds:.3f}", f"{seconds / base:.2f}")
    console.print(table)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share * 100:.0f}"
