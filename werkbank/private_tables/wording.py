"""What the model and the person are told. Structure and names only: never a cell value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from werkbank.private_tables.naming import Placed
from werkbank.tables.profile import Ambiguity, ColumnProfile, TableProfile

Language = Literal["de", "en"]
BLOCK_START = "<private_tables>"
BLOCK_END = "</private_tables>"
_MAX_COLUMNS = 60
_MAX_NAME = 80


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


def instruction(notes: Sequence[TableNote], *, interpreter: bool, openpyxl: bool, engine: str) -> str:
    """The block for the system message."""
    lines = [BLOCK_START]
    if interpreter:
        lines.append(
            "The table files below are private. Only Python code run by the tool execute_code can read them. "
            "Use execute_code and no other tool. Load the file with exactly the code given, add your "
            "evaluation to "
            "the same code, print the few results you need, and answer from that output: one run is normally "
            "enough. Take every figure from the output, never from memory or by guessing. Never put cell "
            "values "
            "into links, pictures, file names, searches or network requests, and install no packages."
        )
    else:
        lines.append(
            "The table files below are private, and this request has no code interpreter: you cannot see "
            "their "
            "content and cannot compute figures from them. Do not state or estimate any figure. Say that the "
            "evaluation needs the code interpreter of the web page, and offer the code given for running "
            "it locally."
        )
    if len(notes) > 1:
        lines.append("Newest file first; every file has its own path.")
    for number, note in enumerate(notes, start=1):
        lines.append(_file_lines(number, note, newest=number == 1 and len(notes) > 1))
    if interpreter and engine == "pyodide" and not openpyxl and any(_is_workbook(note) for note in notes):
        lines.append(
            "openpyxl may be missing here: do not install it and do not try a failing import twice. The "
            "code given "
            "needs no package; without such code read the .xlsx as a zip of XML with zipfile and "
            "xml.etree.ElementTree, or ask for a CSV file."
        )
    if interpreter and any(_is_old_excel(note) and not note.recipe for note in notes):
        lines.append(
            "An old .xls workbook cannot be read here without xlrd: ask for the file as .xlsx or CSV."
        )
    lines.append(BLOCK_END)
    return "\n".join(lines)


def has_instruction(messages: Any) -> bool:
    return isinstance(messages, list) and any(
        isinstance(message, dict)
        and message.get("role") == "system"
        and BLOCK_START in str(message.get("content"))
        for message in messages
    )


def _file_lines(number: int, note: TableNote, *, newest: bool) -> str:
    placed = note.placed
    head = f"File {number}{' (newest)' if newest else ''}: name {placed.name!r}, path {placed.path!r}"
    if placed.id:
        head += f", id {placed.id}"
    parts = [head]
    if note.profile is not None:
        parts.extend(describe(note.profile))
    if note.problem:
        parts.append(f"Problem: {note.problem}")
    if note.recipe:
        parts.append(f"Load it with exactly this code:\n```python\n{note.recipe.rstrip()}\n```")
    return "\n".join(parts)


def describe(profile: TableProfile) -> list[str]:
    """The profile in a few lines."""
    if profile.rejected:
        return [f"Not readable as a table ({profile.kind}): {profile.rejected}"]
    facts = [f"Kind {profile.kind}"]
    if profile.kind == "csv":
        facts += [f"encoding {profile.encoding}", f"delimiter {profile.delimiter!r}"]
    if profile.sheet is not None:
        facts.append(f"sheet {profile.sheet!r}")
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
    text = f"{_short(column.label or column.name)!r} {column.type}"
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
        where = f" of column {_short(columns[item.column].label)!r}"
    others = ", ".join(item.others)
    return (
        f"Not certain: {item.what}{where} read as {item.chosen}, also possible: {others} ({item.why}). "
        "Say so."
    )


def _short(text: str) -> str:
    return text if len(text) <= _MAX_NAME else text[: _MAX_NAME - 1] + "…"


def _is_workbook(note: TableNote) -> bool:
    kind = note.profile.kind if note.profile else ""
    return kind in {"xlsx", "xlsm"} or note.placed.name.lower().endswith((".xlsx", ".xlsm"))


def _is_old_excel(note: TableNote) -> bool:
    return (note.profile.kind if note.profile else "") == "xls" or note.placed.name.lower().endswith(".xls")


_OFF = {
    "de": "Websuche, Seitenabruf, Werkzeug-Server, Wissen, Erinnerungen, Notizen, andere Chats und "
    "Bildwerkzeuge",
    "en": "web search, page fetches, tool servers, knowledge, memory, notes, other chats and image tools",
}

_TEXTS: Mapping[str, Mapping[str, str]] = {
    "status": {
        "de": "{files}: nur lokal im Code-Interpreter ausgewertet. In diesem Chat abgeschaltet: {off}.",
        "en": "{files}: evaluated locally in the code interpreter only. Switched off in this chat: {off}.",
    },
    "status_sticky": {
        "de": "Dieser Chat enthielt eine private Tabelle und bleibt lokal. Abgeschaltet: {off}.",
        "en": "This chat held a private table and stays local. Switched off: {off}.",
    },
    "no_interpreter": {
        "de": " Der Code-Interpreter steht hier nicht zur Verfügung: es werden keine Zahlen berechnet.",
        "en": " The code interpreter is not available here: no figures are computed.",
    },
    "warn_tools": {
        "de": " Ohne Patch bleiben diese lokalen Werkzeuge angeboten: {tools}.",
        "en": " Without the patch these local tools stay on offer: {tools}.",
    },
    "warn_leaks": {"de": " Achtung: {leaks}.", "en": " Caution: {leaks}."},
    "dropped": {
        "de": " Nicht verwendet: {names}.",
        "en": " Not used: {names}.",
    },
    "unnamed": {"de": "eine Datei ohne Namen", "en": "a file without a name"},
    "refuse_model": {
        "de": "Private Tabelle: Das Modell „{model}“ läuft nicht lokal ({where}). Die Frage wurde nicht "
        "gesendet. "
        "Bitte ein lokales Modell wählen; ein Administrator kann dieses Modell im Filter als lokal "
        "eintragen.",
        "en": "Private table: the model “{model}” does not run locally ({where}). The question was not sent. "
        "Please choose a local model; an administrator can list this model as local in the filter.",
    },
    "refuse_answer": {
        "de": "Private Tabelle: Das Modell „{model}“ läuft nicht lokal ({where}) und die Rückfrage wurde "
        "nicht mit "
        "Ja beantwortet. Die Frage wurde nicht gesendet.",
        "en": "Private table: the model “{model}” does not run locally ({where}) and the question was "
        "not answered "
        "with yes. Nothing was sent.",
    },
    "ask_title": {"de": "Private Tabelle an ein fremdes Modell?", "en": "Private table and a remote model?"},
    "ask_message": {
        "de": "Das Modell „{model}“ läuft nicht lokal ({where}). Es erführe Spaltennamen und was der "
        "Code ausgibt. "
        "Trotzdem senden?",
        "en": "The model “{model}” does not run locally ({where}). It would learn column names and what "
        "the code "
        "prints. Send anyway?",
    },
    "refuse_leaks": {
        "de": "Private Tabelle: Auf diesem Server kann nicht zugesagt werden, dass ihr Inhalt hier "
        "bleibt: {leaks}. "
        "Die Frage wurde nicht gesendet. Ein Administrator kann das ändern oder die gepatchte Fassung "
        "einsetzen.",
        "en": "Private table: this server cannot promise that its content stays here: {leaks}. The "
        "question was not "
        "sent. An administrator can change that or use the patched edition.",
    },
    "refuse_tools": {
        "de": "Private Tabelle: Auf diesem Server bleiben Werkzeuge angeboten, die ein Filter nicht "
        "abschalten kann "
        "({tools}). Die Frage wurde nicht gesendet.",
        "en": "Private table: on this server tools stay on offer that a filter cannot remove ({tools}). "
        "The question "
        "was not sent.",
    },
    "refuse_inline": {
        "de": "Private Tabelle: „{name}“ kam in diesem temporären Chat nur als beschädigter Text an und "
        "lässt sich "
        "nicht mehr lesen. Bitte die Datei in einem normalen Chat hochladen.",
        "en": "Private table: in this temporary chat “{name}” arrived only as damaged text and cannot be "
        "read any "
        "more. Please upload the file in a normal chat.",
    },
    "refuse_unread": {
        "de": "Die Dateien dieses Chats ließen sich nicht prüfen. Weil eine private Tabelle darunter "
        "sein kann, wurde "
        "die Frage nicht gesendet. Bitte noch einmal versuchen.",
        "en": "The files of this chat could not be checked. As a private table may be among them, the "
        "question was "
        "not sent. Please try again.",
    },
    "refuse_jupyter": {
        "de": "Private Tabelle: „{name}“ konnte nicht auf den Jupyter-Server gelegt werden ({why}).",
        "en": "Private table: “{name}” could not be put on the Jupyter server ({why}).",
    },
    "refuse_send": {
        "de": "Private Tabelle: „{name}“ konnte nicht an den Code-Interpreter übergeben werden ({why}). "
        "Bitte den "
        "Chat geöffnet lassen und es noch einmal versuchen.",
        "en": "Private table: “{name}” could not be handed to the code interpreter ({why}). Please keep "
        "the chat "
        "open and try again.",
    },
    "leak_embedding": {
        "de": "hochgeladene Dateien gehen zur Einbettung an {where}",
        "en": "uploads are sent to {where} for embedding",
    },
    "leak_extraction": {
        "de": "hochgeladene Dateien gehen zur Texterkennung an {where}",
        "en": "uploads are sent to {where} for text extraction",
    },
    "leak_task_model": {
        "de": "Titel, Schlagwörter und Folgefragen schreibt ein Modell, das nicht lokal läuft ({where})",
        "en": "titles, tags and follow-ups are written by a model that is not local ({where})",
    },
    "leak_pipeline": {
        "de": "jede Anfrage geht zuerst durch die Pipeline {where}",
        "en": "every request first passes the pipeline {where}",
    },
    "leak_webhook": {
        "de": "fertige Antworten gehen an einen Webhook",
        "en": "finished answers are sent to a webhook",
    },
    "leak_unknown": {
        "de": "die Einstellungen des Servers waren nicht lesbar",
        "en": "the server's settings could not be read",
    },
}


def say(key: str, language: Language, **values: str) -> str:
    """One text for the person. Raises KeyError for an unknown key: a missing text is a bug, not a silent
    gap."""
    return _TEXTS[key][language].format(**values)


def status_line(
    names: Sequence[str | None],
    language: Language,
    *,
    interpreter: bool = True,
    open_tools: Sequence[str] = (),
    leaks: Sequence[str] = (),
    dropped: Sequence[str] = (),
) -> str:
    """The one line under the person's message."""
    shown = [_short(name) if name else say("unnamed", language) for name in names[:4]]
    files = ", ".join(shown) + (f" (+{len(names) - 4})" if len(names) > 4 else "")
    line = (
        say("status", language, files=files, off=_OFF[language])
        if names
        else say("status_sticky", language, off=_OFF[language])
    )
    if not interpreter:
        line += say("no_interpreter", language)
    if dropped:
        line += say("dropped", language, names=", ".join(_short(name) for name in dropped[:6]))
    if open_tools:
        line += say("warn_tools", language, tools=", ".join(open_tools))
    if leaks:
        line += say("warn_leaks", language, leaks="; ".join(leaks))
    return line
