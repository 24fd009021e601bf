"""Look first, say what will be done, do it, prove that the server still works, else put everything back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from werkbank.host.api import Api, ApiError
from werkbank.install.pack import Item, PackError, check_version, merged_valves
from werkbank.install.workspace_model import interpreter_model, same


@dataclass
class Step:
    """One function and what has to happen to it. ``before`` is its state on the server, None when it is
    new."""

    item: Item
    before: dict[str, Any] | None
    old_valves: dict[str, Any]
    valves: dict[str, Any]
    notes: list[str]
    make_global: bool

    @property
    def same_text(self) -> bool:
        return self.before is not None and self.before.get("content") == self.item.content

    @property
    def lines(self) -> list[str]:
        """What will be done, empty when nothing is to do."""
        ident, version = self.item.ident, self.item.version
        lines = []
        if self.before is None:
            lines.append(f"create {self.item.kind} {ident} {version}")
        elif not self.same_text:
            lines.append(f"update {self.item.kind} {ident} to {version}")
        if self.before is not None and self.valves != self.old_valves:
            lines.append(
                f"save the settings of {ident}" + (f" ({'; '.join(self.notes)})" if self.notes else "")
            )
        if not (self.before or {}).get("is_active"):
            lines.append(f"switch {ident} on")
        if self.make_global and not (self.before or {}).get("is_global"):
            lines.append(f"make {ident} global: it runs in every chat")
        return lines


@dataclass
class Plan:
    """Everything that will change on one server."""

    version: str
    account: str
    steps: list[Step] = field(default_factory=list)
    model: dict[str, Any] | None = None
    model_before: dict[str, Any] | None = None

    @property
    def lines(self) -> list[str]:
        lines = [line for step in self.steps for line in step.lines]
        if self.model is not None:
            lines.append(f"{'update' if self.model_before else 'create'} workspace model {self.model['id']}")
        return lines


def make_plan(
    api: Api,
    items: list[Item],
    *,
    make_global: bool = True,
    base_model: str | None = None,
    force: bool = False,
) -> Plan:
    """Reads only. Raises ApiError or PackError before anything is changed."""
    version = api.version()
    check_version(version, force=force)
    plan = Plan(version, api.require_admin())
    for item in items:
        before = api.function(item.ident)
        old = api.valves(item.ident) if before is not None else {}
        valves, notes = merged_valves(item, old)
        plan.steps.append(Step(item, before, old, valves, notes, make_global and item.kind == "filter"))
    if base_model is not None:
        _plan_model(api, plan, base_model)
    return plan


def _plan_model(api: Api, plan: Plan, base: str) -> None:
    known = {model.get("id"): model for model in api.models()}
    if base not in known:
        some = ", ".join(str(ident) for ident in list(known)[:8]) or "none"
        raise PackError(f"there is no model '{base}' on the server (there are: {some}). Nothing was changed.")
    ident = f"private-tables-{base}"
    name = f"Private tables ({known[base].get('name') or base})"
    filters = [step.item.ident for step in plan.steps if step.item.kind == "filter"]
    wanted = interpreter_model(base, ident, name, filters)
    plan.model_before = api.workspace_model(ident)
    if plan.model_before is None or not same(plan.model_before, wanted):
        plan.model = wanted


def carry_out(api: Api, plan: Plan, say: Callable[[str], None]) -> None:
    """Do it, probe the server, undo everything on failure. Raises ApiError with the cause."""
    started: list[Step] = []
    model_started = False
    try:
        for step in plan.steps:
            started.append(step)
            _do(api, step)
            for line in step.lines:
                say(f"done: {line}")
        if plan.model is not None:
            model_started = True
            api.save_workspace_model(plan.model, exists=plan.model_before is not None)
            say(f"done: workspace model {plan.model['id']}")
        api.functions()
        api.models()
    except ApiError as error:
        problems = _undo(api, started, plan if model_started else None)
        rest = (
            f" These could not be put back: {'; '.join(problems)}."
            if problems
            else " All changes were undone."
        )
        raise ApiError(f"{error}.{rest}", error.status) from error


def _do(api: Api, step: Step) -> None:
    item = step.item
    if step.before is None:
        api.create_function(item.ident, item.name, item.content, item.description)
    elif not step.same_text:
        api.update_function(item.ident, item.name, item.content, item.description)
    if step.before is None or step.valves != step.old_valves:
        api.set_valves(item.ident, step.valves)
    api.set_active(item.ident, True)
    if step.make_global:
        api.set_global(item.ident, True)


def _undo(api: Api, steps: list[Step], with_model: Plan | None) -> list[str]:
    problems = []
    if with_model is not None and with_model.model is not None:
        try:
            if with_model.model_before is None:
                api.delete_workspace_model(with_model.model["id"])
            else:
                api.save_workspace_model(with_model.model_before, exists=True)
        except ApiError as error:
            problems.append(str(error))
    for step in reversed(steps):
        try:
            _undo_step(api, step)
        except ApiError as error:
            problems.append(str(error))
    return problems


def _undo_step(api: Api, step: Step) -> None:
    ident = step.item.ident
    if step.before is None:
        if api.function(ident) is not None:
            api.delete_function(ident)
        return
    meta = step.before.get("meta") or {}
    name = str(step.before.get("name") or ident)
    api.update_function(ident, name, str(step.before["content"]), str(meta.get("description") or ""))
    api.set_valves(ident, step.old_valves)
    api.set_active(ident, bool(step.before.get("is_active")))
    api.set_global(ident, bool(step.before.get("is_global")))
