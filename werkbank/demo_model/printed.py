"""Reads what the loading code and the evaluation printed. Nothing is computed here."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

_ROWS = re.compile(r"^rows: (\d+)\b(.*)$")
_SUM = re.compile(r"; sum (.*?): (-?\d+(?:\.\d+)?)(?=; sum |;|$)")
_HEADING = re.compile(r"^\[(.*) / (.*)\]$")
_LINE = re.compile(r"^(.*) = (-?\d+(?:\.\d+)?)$")
_PICTURE = re.compile(r"^!\[[^\]]*\]\((/[^)\s]+)\)")


@dataclass
class Group:
    """One block of sums: the amount column, what it was grouped by, and the printed lines."""

    amount: str
    by: str
    lines: list[tuple[str, str]] = field(default_factory=list)
    more: str | None = None


@dataclass
class Printed:
    """`problem`: why no figure may be stated. Figures stay text, exactly as printed."""

    rows: str | None = None
    sums: list[tuple[str, str]] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    not_possible: list[str] = field(default_factory=list)
    problem: str | None = None


def read(content: str) -> Printed:
    """A result of `execute_code` (JSON with stdout and stderr, or plain text)."""
    stdout, stderr = _streams(content)
    found = Printed()
    for line in stdout.splitlines():
        _line(line.strip(), found)
    failed = [line for line in stdout.splitlines() if line.startswith("CHECK FAILED")]
    if failed:
        found.problem = "; ".join(failed)[:600]
    elif found.rows is None or "Traceback" in stderr:
        lines = [line.strip() for line in (stderr or stdout).splitlines() if line.strip()]
        found.problem = lines[-1][:400] if lines else "no output"
    return found


def _streams(content: str) -> tuple[str, str]:
    try:
        answer = json.loads(content)
    except ValueError:
        return content, ""
    if not isinstance(answer, dict):
        return content, ""
    error = answer.get("error")
    return str(answer.get("stdout") or ""), str(answer.get("stderr") or error or "")


def _line(line: str, found: Printed) -> None:
    if rows := _ROWS.match(line):
        found.rows = rows[1]
        found.sums = _SUM.findall(rows[2])
    elif heading := _HEADING.match(line):
        found.groups.append(Group(heading[1], heading[2]))
    elif picture := _PICTURE.match(line):
        found.pictures.append(picture[1])
    elif line.startswith("NOT POSSIBLE: "):
        found.not_possible.append(line.removeprefix("NOT POSSIBLE: "))
    elif found.groups and (pair := _LINE.match(line)):
        found.groups[-1].lines.append((pair[1], pair[2]))
    elif found.groups and re.fullmatch(r"\(\d+ more\)", line):
        found.groups[-1].more = line[1:-6]
