"""A scripted model that plays the table job the way a real one would: with the code that the filter gave it.

`play` answers every request of a private chat: it takes the loading code out of the system message, calls
`execute_code` with it and a few lines of evaluation, then states what was printed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.support.browser import ChatPage
from tests.support.leaks import leaked
from tests.support.model_server import Call, Exchange, ModelServer, Reply, Step, text_of
from tests.support.sink import Sink
from tests.support.tables import Table, bank_table, plain

BY_MONTH = """
from decimal import Decimal
months = df["Buchungstag"].dt.strftime("%Y-%m")
for month, part in df["Betrag"].groupby(months):
    print("month", month, f"{sum((Decimal(str(v)) for v in part), Decimal(0)):.2f}")
print("problems", problems)
"""
BY_PARTY = """
from decimal import Decimal
for party, part in df["Betrag"].groupby(df["Empfänger"].astype(str)):
    print("party", party, f"{sum((Decimal(str(v)) for v in part), Decimal(0)):.2f}")
"""
CHART = """
import matplotlib.pyplot as plt
sums_by_month = df["Betrag"].groupby(df["Buchungstag"].dt.strftime("%Y-%m")).sum()
plt.figure(figsize=(8, 4))
plt.bar(list(sums_by_month.index), [float(value) for value in sums_by_month])
plt.title("Summe je Monat")
plt.tight_layout()
plt.show()
"""


def recipe_in(exchange: Exchange) -> str | None:
    """The loading code that the filter put into the request."""
    block = re.search(r"<private_tables>(.*?)</private_tables>", exchange.system, re.DOTALL)
    code = re.search(r"^```python\n(.*?)\n```$", block[1], re.DOTALL | re.MULTILINE) if block else None
    return code[1] if code else None


def results_of_turn(exchange: Exchange) -> list[str]:
    """Tool results since the last question."""
    asked = max((at for at, item in enumerate(exchange.messages) if item.get("role") == "user"), default=-1)
    return [text_of(item) for item in exchange.messages[asked + 1 :] if item.get("role") == "tool"]


def stdout_of(result: str) -> str:
    try:
        answer = json.loads(result)
    except ValueError:
        return result
    return (
        str(answer.get("stdout") or "") + str(answer.get("stderr") or "")
        if isinstance(answer, dict)
        else result
    )


def play(evaluation: str = BY_MONTH, say: Callable[[str], str] | None = None) -> Callable[[Exchange], Step]:
    """The script of a helpful model. `say` makes the answer from what was printed."""

    def step(exchange: Exchange) -> Step:
        found = results_of_turn(exchange)
        if found:
            printed = stdout_of(found[-1])
            return (say or state_months)(printed)
        code = recipe_in(exchange)
        if code is None:
            return Reply("NO-RECIPE: the request holds no loading code")
        return [Call("execute_code", {"code": code + "\n" + evaluation})]

    return step


def state_months(printed: str) -> str:
    """The printed sums as a sentence; never a marker, because it names months only."""
    months = re.findall(r"^month (\S+) (-?[\d.]+)$", printed, re.MULTILINE)
    rows = re.search(r"^rows: (\d+)", printed, re.MULTILINE)
    if not months or not rows:
        return f"The evaluation failed: {printed[-1500:]}"
    return f"{rows[1]} rows. " + "; ".join(f"{month}: {value}" for month, value in months) + "."


def expected_months(table: Table) -> list[str]:
    return [f"{month}: {plain(cents)}" for month, cents in sorted(table.by_month.items())]


@dataclass
class Watch:
    """Checks a step of a chat for leaks and then forgets it. Every list must stay empty."""

    model: ModelServer
    sink: Sink
    chat: ChatPage
    markers: Iterable[str]
    own_words: list[str] = field(default_factory=list)
    seen: int = 0

    def settle(self, quiet: float = 0.6) -> None:
        """Wait until the tasks that follow an answer have gone through."""
        last = -1
        while len(self.model.exchanges) != last:
            last = len(self.model.exchanges)
            self.chat.page.wait_for_timeout(quiet * 1000)

    def found(self) -> dict[str, list[str]]:
        """Where markers went since the last call, by way out; and tools offered beyond the interpreter."""
        self.settle()
        asked = [item for item in self.model.exchanges if item.task is None]
        tasks = [item for item in self.model.exchanges if item.task is not None]
        self.seen += len(asked)
        ways = {
            "model": [m for item in asked for m in leaked(item, self.markers, own_words=self.own_words)],
            "tasks": [f"{item.task}: {m}" for item in tasks for m in leaked(item, self.markers)],
            "sink": [str(record) for record in self.sink.bodies_with(self.markers)],
            "sink, anything": self.sink.arrived(),
            "page": self.chat.foreign(),
            "tools": sorted({name for item in asked for name in item.tool_names} - {"execute_code"}),
        }
        self.forget()
        return {way: found for way, found in ways.items() if found}

    def forget(self) -> None:
        self.model.exchanges.clear()
        self.sink.forget()
        self.chat.asked.clear()
        self.chat.blocked.clear()


TABLE = bank_table()
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES: dict[str, tuple[str, bytes, str]] = {
    "csv": ("umsatz.csv", TABLE.csv(), "text/csv"),
    "xlsx": ("umsatz.xlsx", TABLE.xlsx(), XLSX),
}
