"""Every sentence about a private table: for the model in English, for the person in German and English."""
# ruff: noqa: E501

from __future__ import annotations

from collections.abc import Mapping

WITH_INTERPRETER = (
    "The table files below are private. Only Python code run by {how} can read them, so use that and nothing else. "
    "Load a file with exactly the code given, add your evaluation to the same code, print the few results you need, and answer from that output: one run is normally enough. "
    "Take every figure from the output, never from memory or by guessing. "
    "Never put cell values into links, pictures, file names, searches or network requests. Install no packages."
)
BY_TOOL = "the tool execute_code"
BY_TAGS = "the code interpreter"
WITHOUT_INTERPRETER = (
    "The table files below are private, and this request has no code interpreter: you cannot see their content and cannot compute figures from them. "
    "Do not state or estimate any figure. "
    "Say that the evaluation needs the code interpreter of the web page, and offer the code given for running it locally."
)
NEWEST_FIRST = "Newest file first; every file has its own path."
LOAD_WITH = "Load it with exactly this code:"
NO_OPENPYXL = (
    "openpyxl may be missing here: do not install it, and do not try a failing import twice. "
    "The code given needs no package. Without such code read the .xlsx as a zip of XML with zipfile and xml.etree.ElementTree, or ask for a CSV file."
)
LETTERS_LOST = "the browser read this file as UTF-8 and lost letters such as umlauts (shown as U+FFFD); digits are not affected."
NO_XLRD = "An old .xls workbook cannot be read here without xlrd: ask for the file as .xlsx or CSV."

SWITCHED_OFF: Mapping[str, str] = {
    "de": "Web, Werkzeug-Server, Wissen, Erinnerungen, Notizen, andere Chats, Bilder",
    "en": "web, tool servers, knowledge, memory, notes, other chats, images",
}

TEXTS: Mapping[str, Mapping[str, str]] = {
    "status": {
        "de": "{files}: nur lokal im Code-Interpreter. Aus: {off}.",
        "en": "{files}: evaluated locally in the code interpreter only. Off: {off}.",
    },
    "status_sticky": {
        "de": "Dieser Chat enthielt eine private Tabelle und bleibt lokal. Aus: {off}.",
        "en": "This chat held a private table and stays local. Off: {off}.",
    },
    "not_patched": {
        "de": " Ohne Patch nicht gesperrt: Netz des Interpreters und Bilder in Antworten.",
        "en": " Not blocked without the patch: the interpreter's network, and pictures in answers.",
    },
    "no_interpreter": {
        "de": " Der Code-Interpreter steht hier nicht zur Verfügung: es werden keine Zahlen berechnet.",
        "en": " The code interpreter is not available here: no figures are computed.",
    },
    "warn_tools": {
        "de": " Ohne Patch bleiben diese lokalen Werkzeuge angeboten: {tools}.",
        "en": " Without the patch these local tools stay on offer: {tools}.",
    },
    "warn_leaks": {
        "de": " Achtung: {leaks}.",
        "en": " Caution: {leaks}.",
    },
    "dropped": {
        "de": " Nicht verwendet: {names}.",
        "en": " Not used: {names}.",
    },
    "unnamed": {
        "de": "eine Datei ohne Namen",
        "en": "a file without a name",
    },
    "refuse_model": {
        "de": "Private Tabelle: Das Modell „{model}“ läuft nicht lokal ({where}). Die Frage wurde nicht gesendet. Bitte ein lokales Modell wählen; ein Administrator kann dieses Modell im Filter als lokal eintragen.",
        "en": "Private table: the model “{model}” does not run locally ({where}). The question was not sent. Please choose a local model; an administrator can list this model as local in the filter.",
    },
    "refuse_far_jupyter": {
        "de": "Private Tabelle: Der Code-Interpreter läuft auf einem Jupyter-Server, der nicht lokal ist ({where}). Die Frage wurde nicht gesendet.",
        "en": "Private table: the code interpreter runs on a Jupyter server that is not local ({where}). The question was not sent.",
    },
    "refuse_answer": {
        "de": "Private Tabelle: Das Modell „{model}“ läuft nicht lokal ({where}) und die Rückfrage wurde nicht mit Ja beantwortet. Die Frage wurde nicht gesendet.",
        "en": "Private table: the model “{model}” does not run locally ({where}) and the question was not answered with yes. Nothing was sent.",
    },
    "ask_title": {
        "de": "Private Tabelle an ein fremdes Modell?",
        "en": "Private table and a remote model?",
    },
    "ask_message": {
        "de": "Das Modell „{model}“ läuft nicht lokal ({where}). Es erführe Spaltennamen und was der Code ausgibt. Trotzdem senden?",
        "en": "The model “{model}” does not run locally ({where}). It would learn column names and what the code prints. Send anyway?",
    },
    "refuse_leaks": {
        "de": "Private Tabelle: Auf diesem Server kann nicht zugesagt werden, dass ihr Inhalt hier bleibt: {leaks}. Die Frage wurde nicht gesendet. Ein Administrator kann das ändern oder die gepatchte Fassung einsetzen.",
        "en": "Private table: this server cannot promise that its content stays here: {leaks}. The question was not sent. An administrator can change that or use the patched edition.",
    },
    "refuse_tools": {
        "de": "Private Tabelle: Auf diesem Server bleiben Werkzeuge angeboten, die ein Filter nicht abschalten kann ({tools}). Die Frage wurde nicht gesendet.",
        "en": "Private table: on this server tools stay on offer that a filter cannot remove ({tools}). The question was not sent.",
    },
    "refuse_inline": {
        "de": "Private Tabelle: „{name}“ kam in diesem temporären Chat nur als beschädigter Text an und lässt sich nicht mehr lesen. Bitte die Datei in einem normalen Chat hochladen.",
        "en": "Private table: in this temporary chat “{name}” arrived only as damaged text and cannot be read any more. Please upload the file in a normal chat.",
    },
    "refuse_unread": {
        "de": "Die Dateien dieses Chats ließen sich nicht prüfen. Weil eine private Tabelle darunter sein kann, wurde die Frage nicht gesendet. Bitte noch einmal versuchen.",
        "en": "The files of this chat could not be checked. As a private table may be among them, the question was not sent. Please try again.",
    },
    "refuse_jupyter": {
        "de": "Private Tabelle: „{name}“ konnte nicht auf den Jupyter-Server gelegt werden ({why}).",
        "en": "Private table: “{name}” could not be put on the Jupyter server ({why}).",
    },
    "refuse_send": {
        "de": "Private Tabelle: „{name}“ konnte nicht an den Code-Interpreter übergeben werden ({why}). Bitte den Chat geöffnet lassen und es noch einmal versuchen.",
        "en": "Private table: “{name}” could not be handed to the code interpreter ({why}). Please keep the chat open and try again.",
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
        "de": "Titel, Folgefragen oder Zusammenfassungen schreibt ein Modell, das nicht lokal läuft ({where})",
        "en": "titles, follow-ups or summaries are written by a model that is not local ({where})",
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
