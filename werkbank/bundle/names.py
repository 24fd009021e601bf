"""One name space for many modules: which top-level name each definition and each outside import gets."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import dataclass, field

import libcst as cst
from libcst.metadata import GlobalScope, MetadataWrapper, Scope, ScopeProvider

from werkbank.bundle.modules import BundleError, ImportedName, Module, Sources

_RESERVED = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__"}


@dataclass(frozen=True, order=True)
class Outside:
    """An import from elsewhere, as it is hoisted: ``import module`` or ``from module import attribute``."""

    module: str
    attribute: str = ""
    alias: str = ""

    @property
    def natural(self) -> str:
        return self.alias or self.attribute or self.module.partition(".")[0]


@dataclass
class Survey:
    """What one module binds at its top level, and all scopes in it."""

    module: Module
    wrapper: MetadataWrapper
    own: list[str] = field(default_factory=list)
    outside: dict[str, Outside] = field(default_factory=dict)
    inside: dict[str, ImportedName] = field(default_factory=dict)
    scopes: list[Scope] = field(default_factory=list)


def survey(module: Module, sources: Sources) -> Survey:
    """Read a module's bindings."""
    wrapper = MetadataWrapper(module.tree, unsafe_skip_copy=True)
    found = Survey(module, wrapper)
    scopes = {scope for scope in wrapper.resolve(ScopeProvider).values() if scope is not None}
    found.scopes = sorted(scopes, key=lambda scope: not isinstance(scope, GlobalScope))
    hoisted = set()
    for statement in module.tree.body:
        for small in statement.body if isinstance(statement, cst.SimpleStatementLine) else ():
            if isinstance(small, cst.Import | cst.ImportFrom):
                hoisted.add(small)
                _read_import(small, found, sources)
    names = set()
    for scope in found.scopes:
        if isinstance(scope, GlobalScope):
            for assignment in scope.assignments:
                node = getattr(assignment, "node", None)
                if node is not None and node not in hoisted:
                    names.add(assignment.name)
    found.own = sorted(name for name in names if name not in found.outside and name not in found.inside)
    return found


def _read_import(node: cst.Import | cst.ImportFrom, found: Survey, sources: Sources) -> None:
    inside = sources.resolve(node, found.module.name)
    if inside:
        found.inside.update({name.bound: name for name in inside})
        return
    if isinstance(node.names, cst.ImportStar):
        raise BundleError(f"{found.module.name}: 'import *' cannot be bundled")
    for alias in node.names:
        bound = alias.evaluated_alias or ""
        if isinstance(node, cst.Import):
            entry = Outside(alias.evaluated_name, "", bound)
        else:
            assert node.module is not None
            module = cst.Module([]).code_for_node(node.module)
            if module == "__future__":
                continue
            entry = Outside(module, alias.evaluated_name, bound if bound != alias.evaluated_name else "")
        found.outside[entry.natural] = entry


class Names:
    """The final names. ``of(module, name)`` follows re-exports; unknown names are an error."""

    def __init__(self, surveys: Sequence[Survey], entry: Survey) -> None:
        self._surveys = {one.module.name: one for one in (*surveys, entry)}
        self._final: dict[tuple[str, str], str] = {}
        self.imports: dict[Outside, str] = {}
        self.taken: dict[str, str] = {}
        for name in entry.own:
            self._give((entry.module.name, name), name, "the entry file")
        for one in (entry, *surveys):
            for outside in one.outside.values():
                self._give_import(outside)
        for one in surveys:
            for name in one.own:
                self._give((one.module.name, name), name, one.module.name)

    def of(self, module: str, name: str, seen: tuple[str, ...] = ()) -> str:
        """The name in the bundle of ``module.name``."""
        found = self._surveys.get(module)
        if (module, name) in self._final:
            return self._final[module, name]
        if found is not None and name in found.outside:
            return self.imports[found.outside[name]]
        if found is not None and name in found.inside and module not in seen:
            target = found.inside[name]
            if target.attribute is not None:
                return self.of(target.module, target.attribute, (*seen, module))
        raise BundleError(f"{module} has no top-level name {name}")

    def module_behind(self, module: str, name: str) -> str | None:
        """The module that ``module.name`` is an alias of, None when it is no module."""
        found = self._surveys.get(module)
        target = found.inside.get(name) if found is not None else None
        return target.module if target is not None and target.attribute is None else None

    def _give(self, key: tuple[str, str], name: str, owner: str) -> None:
        stem = key[0].rpartition(".")[2]
        parts = key[0].split(".")
        tries = [name, f"{name}_of_{stem}", f"{name}_of_{'_'.join(parts[1:])}"]
        for candidate in tries:
            if candidate not in self.taken and candidate not in _RESERVED:
                self._final[key] = candidate
                self.taken[candidate] = owner
                return
        raise BundleError(f"no free name for {name} of {owner}: {', '.join(tries)} are taken")

    def _give_import(self, outside: Outside) -> None:
        if outside in self.imports:
            return
        natural = outside.natural
        whole_module = not outside.attribute and not outside.alias
        if whole_module and self.taken.get(natural) == f"module {natural}":
            self.imports[outside] = natural
            return
        spare = f"{natural}_module"
        if outside.attribute:
            spare = f"{natural}_from_{outside.module.replace('.', '_')}"
        for candidate in (natural, spare):
            if candidate not in self.taken and candidate not in _RESERVED:
                if candidate != natural and whole_module and "." in outside.module:
                    raise BundleError(
                        f"'import {outside.module}' collides with another name: import it with 'as'"
                    )
                self.imports[outside] = candidate
                self.taken[candidate] = f"module {natural}" if whole_module else "an import"
                return
        raise BundleError(f"no free name for the import of {outside.module}")
