"""One private turn step by step: close the request, decide, hand files over, tell model and person."""

from __future__ import annotations

import logging
from typing import Any

from werkbank.host import files, page, state, stock_tools, versions
from werkbank.host.jupyter import JupyterError, folder_for, put_files
from werkbank.host.leaks import jupyter_place, stock_leaks
from werkbank.host.models import locate
from werkbank.host.port import value_of
from werkbank.host.recognition import write_recipe
from werkbank.host.survey import Survey
from werkbank.private_tables import wording
from werkbank.private_tables.mark import MARK, make_mark
from werkbank.private_tables.naming import UPLOADS, FileRef, Placed, place
from werkbank.private_tables.routing import Route, add_to_system_message, apply_route
from werkbank.private_tables.settings import Settings
from werkbank.private_tables.texts import LETTERS_LOST
from werkbank.private_tables.wording import Language, TableNote, say

log = logging.getLogger(__name__)
FLAG = "werkbank_private"
TEMPORARY = ("local:", "temporary:")
UNSAVED = (*TEMPORARY, "channel:")
_MAX_RECIPES = 6


class PrivateTableError(Exception):
    """The turn must stop. The text is for the person, in their language."""


class PrivateTurn:
    """One private turn on its way through `protect`."""

    def __init__(
        self,
        request: Any,
        body: dict[str, Any],
        metadata: dict[str, Any],
        user: Any,
        model: Any,
        emit: Any,
        call: Any,
        settings: Settings,
        survey: Survey,
        set_by: str,
    ) -> None:
        self.request, self.body, self.metadata = request, body, metadata
        self.user, self.model, self.emit, self.call = user, model, emit, call
        self.settings, self.survey, self.set_by = settings, survey, set_by
        self.patched = versions.patched()
        self.language: Language = language_of(metadata, request, settings)
        self.how: wording.How = "none"
        self.open_tools: list[str] = []
        self.leaks: list[str] = []
        self.placed: list[Placed] = []
        self.engine = "pyodide"
        self.interpreter = False

    async def prepare(self, earlier: dict[str, Any] | None) -> None:
        """Close the request and set the mark. From here on nothing of the table can leave by the body."""
        self.engine = await page.engine()
        # Without a request this is no server (a test, a notebook): nothing says that there is no interpreter.
        self.interpreter = self.request is None or await page.usable(
            self.metadata, self.model, self.user, self.call, self.engine
        )
        known = [
            _known_ref(item, number) for number, item in enumerate(reversed((earlier or {}).get("files", [])))
        ]
        refs = [*known, *(found.ref for found in self.survey.tables)]
        folder = folder_for(self.metadata.get("chat_id")) if self.engine == "jupyter" else UPLOADS
        self.placed = place(refs, folder)
        inline = {found.ref.id for found in self.survey.tables if found.data is not None and found.ref.id}
        inline |= set((earlier or {}).get("inline", []))
        mark = make_mark(
            self.placed,
            language=self.language,
            engine=self.engine,
            set_by=(earlier or {}).get("set_by") or self.set_by,
            inline=sorted(inline),
        )
        mark["status"] = (earlier or {}).get("status", "")
        stored = [file for file in self.placed if file.id not in inline]
        apply_route(self.body, self.metadata, Route(stored, self.survey.readable, self.interpreter))
        self.body["metadata"] = self.metadata
        self.metadata[MARK] = mark
        if self.interpreter:
            # A person's own choice of prompt-based calling, before `stock_tools` uses the same parameter.
            self.how = "tags" if stock_tools.is_legacy(self.metadata) else "tool"
        if not self.patched:
            await self._close_stock_tools(bool((earlier or {}).get("closed")))
        await _remember(self.metadata.get("chat_id"))

    async def _close_stock_tools(self, closed: bool) -> None:
        mark = self.metadata[MARK]
        if closed:
            stock_tools.close(self.body, self.metadata, self.metadata.get("tools") or {})
            mark["closed"] = True
            return
        if not stock_tools.offers_builtin_tools(self.metadata, self.model):
            return
        tools = await stock_tools.builtin_tools(
            self.request, self.metadata, self.model, self.user, self.emit, self.call
        )
        if tools is None:
            return
        if self.settings.tools_on_stock == "close" and not self.survey.note_chat:
            stock_tools.close(self.body, self.metadata, tools)
            mark["closed"] = True
        else:
            self.open_tools = sorted(set(tools) - set(mark["tools"]))

    async def decide(self) -> None:
        """Stop the turn where the admin's switches say so. Outside of a server there is nothing to decide."""
        if self.request is None or not files.has_store():
            return
        place_of_model = await locate(
            self.model,
            self.settings,
            request=self.request,
            direct=bool(self.metadata.get("direct")),
        )
        name = str(
            value_of(self.model, "name") or value_of(self.model, "id") or self.body.get("model") or "?"
        )
        if not place_of_model.local:
            await self._remote_model(name, place_of_model.where)
        if self.engine == "jupyter" and self.interpreter:
            server = await jupyter_place(self.settings)
            if not server.local:
                raise PrivateTableError(say("refuse_far_jupyter", self.language, where=server.where))
        if self.patched:
            return
        found = await stock_leaks(self.model, self.request, self.settings)
        self.leaks = [say(key, self.language, where=where or "?") for key, where in found]
        if self.leaks and self.settings.content_could_leave == "refuse":
            raise PrivateTableError(say("refuse_leaks", self.language, leaks="; ".join(self.leaks)))
        if self.open_tools and self.settings.tools_on_stock != "warn":
            raise PrivateTableError(say("refuse_tools", self.language, tools=", ".join(self.open_tools)))

    async def _remote_model(self, name: str, where: str) -> None:
        if self.settings.remote_model != "ask":
            raise PrivateTableError(say("refuse_model", self.language, model=name, where=where))
        consents = state.store("consents")
        key = (self.metadata.get("chat_id"), self.body.get("model"))
        if all(key) and key in consents:
            return
        answer: Any = None
        if self.call is not None and self.metadata.get("session_id"):
            answer = await self.call(
                {
                    "type": "confirmation",
                    "data": {
                        "title": say("ask_title", self.language),
                        "message": say("ask_message", self.language, model=name, where=where),
                    },
                }
            )
        if answer is not True:
            raise PrivateTableError(say("refuse_answer", self.language, model=name, where=where))
        consents[key] = True
        while len(consents) > 1000:
            consents.popitem(last=False)

    async def hand_over(self) -> None:
        """Bring files that the interpreter cannot fetch by itself into it."""
        by_id = {file.id: file for file in self.placed}
        for found in self.survey.tables:
            if found.data is None:
                continue
            if found.damaged:
                raise PrivateTableError(say("refuse_inline", self.language, name=found.ref.name))
            target = by_id.get(found.ref.id)
            if not self.interpreter or target is None or self.call is None:
                continue
            if self.engine == "pyodide":
                problem = await page.send_bytes(self.call, self.metadata, target.stored_name, found.data)
                if problem is not None:
                    raise PrivateTableError(
                        say("refuse_send", self.language, name=found.ref.name, why=problem)
                    )
        if self.engine == "jupyter" and self.interpreter:
            inline = {found.ref.id: found.data for found in self.survey.tables if found.data is not None}
            try:
                await put_files(self.placed, inline, self.user)
            except JupyterError as error:
                name = self.placed[0].name if self.placed else "?"
                raise PrivateTableError(
                    say("refuse_jupyter", self.language, name=name, why=str(error))
                ) from error

    async def tell(self) -> None:
        """The model's instruction and the person's status line."""
        openpyxl = self.engine == "jupyter" or versions.openpyxl_bundled()
        notes = self._notes(openpyxl)
        if notes and not wording.has_instruction(self.body.get("messages")):
            block = wording.instruction(notes, how=self.how, openpyxl=openpyxl, engine=self.engine)
            self.body["messages"] = add_to_system_message(self.body.get("messages") or [], block)
        line = wording.status_line(
            [note.placed.name for note in notes],
            self.language,
            interpreter=self.interpreter,
            patched=self.patched or self.request is None,
            open_tools=self.open_tools,
            leaks=self.leaks,
            dropped=self.survey.dropped,
        )
        self.metadata[MARK]["status"] = line
        if self.emit is None:
            return
        try:
            await self.emit({"type": "status", "data": {"description": line, "done": True}})
        except Exception:
            log.debug("no page to show the status line in", exc_info=True)
        if self.patched and _first_of_chat(self.body):
            page.show_again_soon(self.metadata, line)

    def _notes(self, openpyxl: bool) -> list[TableNote]:
        profiles = {_ref_key(found.ref): found.profile for found in self.survey.tables}
        lost = {_ref_key(found.ref) for found in self.survey.tables if found.letters_lost}
        notes = []
        for number, file in enumerate(self.placed):
            profile = profiles.get(_ref_key(FileRef(file.id, file.name)))
            path = file.path if self.interpreter else file.stored_name
            code = None
            if profile is not None and number < _MAX_RECIPES:
                code = write_recipe(profile, path, openpyxl=openpyxl)
            problem = LETTERS_LOST if _ref_key(FileRef(file.id, file.name)) in lost else None
            notes.append(TableNote(file, profile, code, problem))
        return notes


def _first_of_chat(body: dict[str, Any]) -> bool:
    messages = body.get("messages")
    roles = [message.get("role") for message in messages or [] if isinstance(message, dict)]
    return roles.count("user") == 1


async def _remember(chat_id: Any) -> None:
    """Sticky from now on, even when the message with the file is deleted."""
    if not isinstance(chat_id, str) or not chat_id:
        return
    if chat_id.startswith(TEMPORARY):
        await state.remember_private(chat_id)
    elif not chat_id.startswith(UNSAVED):
        await files.flag_chat(chat_id, FLAG, True)


def language_of(metadata: dict[str, Any], request: Any, settings: Settings) -> Language:
    """German or English, by the language chosen in the page, else by the request's Accept-Language."""
    if settings.language != "auto":
        return settings.language
    variables = metadata.get("variables")
    chosen = variables.get("{{USER_LANGUAGE}}") if isinstance(variables, dict) else None
    headers = getattr(request, "headers", None)
    accepted = headers.get("accept-language") if headers is not None and hasattr(headers, "get") else None
    return wording.pick_language(chosen, accepted)


def _known_ref(item: dict[str, Any], number: int) -> FileRef:
    ident = item.get("id")
    return FileRef(ident if isinstance(ident, str) else None, str(item.get("name") or "file"), number)


def _ref_key(ref: FileRef) -> str:
    return ref.id or f"name:{ref.name}"
