"""What the demo model says, in German and English. Figures are only those that were printed."""
# ruff: noqa: E501

from __future__ import annotations

from decimal import Decimal

from werkbank.demo_model import MODEL_NAME
from werkbank.demo_model.printed import Group, Printed
from werkbank.demo_model.question import Language

_ABOUT = {
    "de": f"Ich bin der **{MODEL_NAME}**: ein Platzhalter und keine KI. Ich kann genau eines vorführen: Laden Sie eine Tabelle hoch (CSV oder Excel) und fragen Sie nach Summen, etwa „Summe je Monat“, „Summe je Kategorie“ oder „Diagramm nach Monat“. Die Datei wird dann nur lokal im Code-Interpreter gelesen.\n\nFür echte Antworten verbinden Sie ein Modell: `OPENAI_API_BASE_URL=http://localhost:11434/v1 make run` (jeder OpenAI-kompatible Server) oder unter *Administrationsbereich → Einstellungen → Verbindungen*.",
    "en": f"I am the **{MODEL_NAME}**: a stand-in. I can show exactly one thing: upload a table (CSV or Excel) and ask for sums, such as “sum by month”, “sum by category” or “chart by month”. The file is then read only locally, in the code interpreter.\n\nFor real answers connect a model: `OPENAI_API_BASE_URL=http://localhost:11434/v1 make run` (any OpenAI-compatible server), or under *Admin Panel → Settings → Connections*.",
}
_NO_INTERPRETER = {
    "de": "Diese Anfrage kam ohne Code-Interpreter an. Ohne ihn kann ich die Tabelle nicht lesen und nenne keine Zahlen. Bitte in der Weboberfläche fragen; der Code-Interpreter muss für dieses Modell erlaubt sein.",
    "en": "This request came without a code interpreter. Without it I cannot read the table and state no figures. Please ask in the web page; the code interpreter must be allowed for this model.",
}
_NO_RECIPE = {
    "de": "Für diese Datei liegt kein Ladecode vor, also lese ich sie nicht und nenne keine Zahlen.",
    "en": "There is no loading code for this file, so I do not read it and state no figures.",
}
_FAILED = {
    "de": "Die Auswertung ist fehlgeschlagen, deshalb nenne ich keine Zahlen. Meldung des Code-Interpreters: `{}`",
    "en": "The evaluation failed, so I state no figures. Message of the code interpreter: `{}`",
}
_ROWS = {"de": "Die Tabelle „{name}“ hat {rows} Zeilen", "en": "The table “{name}” has {rows} rows"}
_SUM = {"de": "die Summe von {column} ist **{value}**", "en": "the sum of {column} is **{value}**"}
_BY = {
    "de": {"month": "Monat", "year": "Jahr"},
    "en": {"month": "Month", "year": "Year"},
}
_MORE = {"de": "… und {} weitere.", "en": "… and {} more."}
_IMPOSSIBLE = {
    "de": {
        "date": "Nach Zeit lässt sich nicht gruppieren: Die Tabelle hat keine Datums- oder keine Betragsspalte.",
        "column": "Danach lässt sich nicht gruppieren: Die Tabelle hat keine passende Spalte.",
    },
    "en": {
        "date": "Grouping by time is not possible: the table has no date column or no amount column.",
        "column": "Grouping by that is not possible: the table has no fitting column.",
    },
}
_NEWEST = {
    "de": "In diesem Chat liegen {} Tabellen; ich habe „{}“ genommen.",
    "en": "This chat holds {} tables; I took “{}”.",
}
_LOCAL = {
    "de": "Gerechnet hat der lokale Code-Interpreter; dieses Demo-Modell (keine KI) wiederholt nur, was er ausgegeben hat.",
    "en": "The local code interpreter did the computing; this demo model (not an AI) only repeats what it printed.",
}


def about(language: Language) -> str:
    return _ABOUT[language]


def no_interpreter(language: Language) -> str:
    return _NO_INTERPRETER[language]


def no_recipe(language: Language) -> str:
    return _NO_RECIPE[language]


def result(printed: Printed, language: Language, *, name: str, tables: int) -> str:
    """The answer after the run."""
    if printed.problem:
        return _FAILED[language].format(printed.problem.replace("`", "'"))
    first = [_ROWS[language].format(name=name, rows=printed.rows)]
    first += [_SUM[language].format(column=_cell(c), value=number(v, language)) for c, v in printed.sums]
    parts = ["; ".join(first) + "."]
    parts += [_table(group, language) for group in printed.groups]
    parts += [_IMPOSSIBLE[language].get(text, text) for text in printed.not_possible]
    parts += [f"![chart]({address})" for address in printed.pictures]
    if tables > 1:
        parts.append(_NEWEST[language].format(tables, name))
    parts.append(f"*{_LOCAL[language]}*")
    return "\n\n".join(parts)


def number(text: str, language: Language) -> str:
    """A printed figure with the language's separators.

    >>> number("-1234567.5", "de"), number("-1234567.50", "en")
    ('-1.234.567,50', '-1,234,567.50')
    """
    value = Decimal(text)
    shown = f"{value:,.2f}" if abs(value.as_tuple().exponent) <= 2 else f"{value:,}"  # type: ignore[arg-type]
    return shown if language == "en" else shown.translate(str.maketrans(",.", ".,"))


def _table(group: Group, language: Language) -> str:
    head = _BY[language].get(group.by, group.by)
    lines = [f"| {_cell(head)} | {_cell(group.amount)} |", "|:--|--:|"]
    lines += [f"| {_cell(key)} | {number(value, language)} |" for key, value in group.lines]
    if group.more:
        lines += ["", _MORE[language].format(group.more)]
    return "\n".join(lines)


def _cell(text: str) -> str:
    """Text of the table inside Markdown: no markup, no links."""
    return "".join("\\" + c if c in "\\`*_{}[]()<>#|!~$" else c for c in text.replace("\n", " "))
