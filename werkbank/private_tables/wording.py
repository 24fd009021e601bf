"""What the model and the person are told. Structure and names only: never a cell value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from werkbank.private_tables import texts
from werkbank.private_tables.naming import Placed
from werkbank.tables.literal import literal
from werkbank.tables.profile import Ambiguity, ColumnProfile, TableProfile

Language = Literal["de", "en"]
How = Literal["tool", "tags", "none"]
BLOCK_START = "<private_tables>"
BLOCK_END = "</private_tables>"
_MAX_COLUMNS = 60
_MAX_NAME = 80
_MAX_REASON = 200
_PLAIN_ID = re.compile(r"[\w.:-]{1,100}")
_UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]+"
)
"""Control, direction and invisible characters: a name with them could look like another or span lines."""


@dataclass(frozen=True)
class TableNote:
    """One file as the model is told about it. ``recipe`` is Python code, ``profile`` None when unreadable."""

    placed: Placed
    profile: TableProfile | None = None
    recipe: str | None = None
    problem: str | None = None


def pick_language(*candidates: Any, default: Language = "en") -> Language:
    """The first candidate that names a language decides: ``'de-DE'``, ``'de;q=0.9'``, ``'German'``."""
    for candidate in candidates:
        if isinstance(candidate, str) and candidate.strip():
            lowered = candidate.strip().lower()
            return "de" if lowered.startswith(("de", "german")) else "en"
    return default


def instruction(notes: Sequence[TableNote], *, how: How, openpyxl: bool, engine: str) -> str:
    """The block for the system message. ``how`` the model runs code in this turn, if at all."""
    runs = texts.BY_TAGS if how == "tags" else texts.BY_TOOL
    lines = [BLOCK_START]
    lines.append(texts.WITHOUT_INTERPRETER if how == "none" else texts.WITH_INTERPRETER.format(how=runs))
    if len(notes) > 1:
        lines.append(texts.NEWEST_FIRST)
    for number, note in enumerate(notes, start=1):
        lines.append(_file_lines(number, note, newest=number == 1 < len(notes), with_path=how != "none"))
    if engine == "pyodide" and how != "none" and not openpyxl and any(_is_workbook(note) for note in notes):
        lines.append(texts.NO_OPENPYXL)
    if how != "none" and any(_is_old_excel(note) and not note.recipe for note in notes):
        lines.append(texts.NO_XLRD)
    lines.append(BLOCK_END)
    return "\n".join(lines)


def has_instruction(messages: Any) -> bool:
    return isinstance(messages, list) and any(
        isinstance(message, dict)
        and message.get("role") == "system"
        and all(part in str(message.get("content")) for part in (f"{BLOCK_START}\n", f"\n{BLOCK_END}"))
        for message in messages
    )


def _file_lines(number: int, note: TableNote, *, newest: bool, with_path: bool) -> str:
    placed = note.placed
    head = f"File {number}{' (newest)' if newest else ''}: name {literal(_short(placed.name))}"
    if with_path:
        head += f", path {literal(placed.path)}"
    if placed.id:
        head += f", id {placed.id if _PLAIN_ID.fullmatch(placed.id) else literal(_short(placed.id))}"
    parts = [head]
    if note.profile is not None:
        parts.extend(describe(note.profile))
    if note.problem:
        parts.append(f"Problem: {note.problem}")
    if note.recipe:
        parts.append(f"{texts.LOAD_WITH}\n```python\n{note.recipe.rstrip()}\n```")
    return "\n".join(parts)


def describe(profile: TableProfile) -> list[str]:
    """The profile in a few lines."""
    if profile.rejected:
        return [f"Not readable as a table ({profile.kind}): {_told(profile.rejected)}"]
    facts = [f"Kind {profile.kind}"]
    if profile.kind == "csv":
        facts += [f"encoding {profile.encoding}", f"delimiter {profile.delimiter!r}"]
    if profile.sheet is not None:
        facts.append(f"sheet {literal(_short(profile.sheet))}")
    facts.append(
        "no header line" if profile.header_line is None else f"header in line {profile.header_line + 1}"
    )
    if profile.footer_lines:
        facts.append(f"{profile.footer_lines} footer lines")
    facts.append(f"recognised with confidence {profile.confidence:.2f}")
    lines = ["; ".join(facts) + "."]
    shown = [_column(column) for column in profile.columns[:_MAX_COLUMNS]]
    more = len(profile.columns) - len(shown)
    if shown:
        lines.append("Columns: " + "; ".join(shown) + (f"; and {more} more" if more > 0 else "") + ".")
    lines += [_ambiguity(item, profile.columns) for item in profile.ambiguities]
    return lines


def _column(column: ColumnProfile) -> str:
    text = f"{literal(_short(column.label or column.name))} {column.type}"
    if column.date_format:
        text += f" {column.date_format}"
    if column.decimal:
        text += f" (decimal {column.decimal!r}" + (
            f", thousands {column.thousands!r})" if column.thousands else ")"
        )
    return text


def _ambiguity(item: Ambiguity, columns: Sequence[ColumnProfile]) -> str:
    where = ""
    if item.column is not None and item.column < len(columns):
        where = f" of column {literal(_short(columns[item.column].label))}"
    told = (lambda name: literal(_short(name))) if item.what == "sheet" else _told
    others = ", ".join(map(told, item.others[:6]))
    return (
        f"Not certain: {item.what}{where} read as {told(item.chosen)}, also possible: {others} "
        f"({_told(item.why)}). "
        "Say so."
    )


def _short(text: str, limit: int = _MAX_NAME) -> str:
    """One line of visible characters. A name comes from whoever made the file."""
    seen = " ".join(_UNSEEN.sub(" ", text).split())
    return seen if len(seen) <= limit else seen[: limit - 1] + "…"


def _told(text: str) -> str:
    """A reading or a reason, which may quote a sheet's name."""
    return _short(text, _MAX_REASON).replace("<", "‹").replace("`", "'")


def _is_workbook(note: TableNote) -> bool:
    kind = note.profile.kind if note.profile else ""
    return kind in {"xlsx", "xlsm"} or note.placed.name.lower().endswith((".xlsx", ".xlsm"))


def _is_old_excel(note: TableNote) -> bool:
    return (note.profile.kind if note.profile else "") == "xls" or note.placed.name.lower().endswith(".xls")


def say(key: str, language: Language, **values: str) -> str:
    """One text for the person. Raises KeyError for an unknown key: a missing text is a bug, not a silent
    gap."""
    return texts.TEXTS[key][language].format(**values)


def status_line(
    names: Sequence[str | None],
    language: Language,
    *,
    interpreter: bool = True,
    patched: bool = True,
    open_tools: Sequence[str] = (),
    leaks: Sequence[str] = (),
    dropped: Sequence[str] = (),
) -> str:
    """The one line under the person's message."""
    shown = [_short(name) if name else say("unnamed", language) for name in names[:4]]
    files = ", ".join(shown) + (f" (+{len(names) - 4})" if len(names) > 4 else "")
    line = (
        say("status", language, files=files, off=texts.SWITCHED_OFF[language])
        if names
        else say("status_sticky", language, off=texts.SWITCHED_OFF[language])
    )
    if not interpreter:
        line += say("no_interpreter", language)
    elif not patched:
        line += say("not_patched", language)
    if dropped:
        line += say("dropped", language, names=", ".join(_short(name) for name in dropped[:6]))
    if open_tools:
        line += say("warn_tools", language, tools=", ".join(open_tools))
    if leaks:
        line += say("warn_leaks", language, leaks="; ".join(leaks))
    return line
