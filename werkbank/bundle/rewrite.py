"""Rewrite one module for the common name space: references to other modules become plain names."""

from __future__ import annotations

import libcst as cst
from libcst.metadata import (
    Assignment,
    GlobalScope,
    ImportAssignment,
    PositionProvider,
    Scope,
)

from werkbank.bundle.modules import BundleError, ImportedName, Sources
from werkbank.bundle.names import Names, Survey


def rewrite(survey: Survey, sources: Sources, names: Names) -> cst.Module:
    """The module's tree without package imports and hoisted imports, with final names everywhere."""
    plan = _Plan(survey, sources, names)
    plan.read()
    changed = survey.wrapper.module.visit(_Apply(plan))
    assert isinstance(changed, cst.Module)
    return changed


class _Plan:
    """Which nodes become which names. Nodes are told apart by identity."""

    def __init__(self, survey: Survey, sources: Sources, names: Names) -> None:
        self.survey, self._sources, self._names = survey, sources, names
        self.replaced: dict[cst.CSTNode, str] = {}
        self.aliases: dict[cst.Name, tuple[str, Scope]] = {}
        self.removed: set[cst.CSTNode] = set()
        self.globals: dict[str, str] = {}

    def read(self) -> None:
        module = self.survey.module.name
        own = set(self.survey.own)
        for name in own:
            self.globals[name] = self._names.of(module, name)
        for scope in self.survey.scopes:
            for assignment in scope.assignments:
                if not isinstance(assignment, Assignment):
                    continue
                if isinstance(assignment, ImportAssignment):
                    self._import(assignment, scope)
                elif isinstance(scope, GlobalScope) and assignment.name in own:
                    self._definition(assignment)
        for statement in self.survey.wrapper.module.body:
            for small in statement.body if isinstance(statement, cst.SimpleStatementLine) else ():
                if isinstance(small, cst.Import | cst.ImportFrom):
                    self.removed.add(small)

    def _definition(self, assignment: Assignment) -> None:
        final = self.globals[assignment.name]
        node = assignment.node
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self.replaced[node.name] = final
        elif isinstance(node, cst.Name):
            self.replaced[node] = final
        elif final != assignment.name:
            raise BundleError(f"{self.at(node)}: cannot rename {assignment.name} to {final} here")
        self._references(assignment, final)

    def _import(self, assignment: ImportAssignment, scope: Scope) -> None:
        node = assignment.node
        assert isinstance(node, cst.Import | cst.ImportFrom)
        inside = {name.bound: name for name in self._sources.resolve(node, self.survey.module.name)}
        if inside:
            self.removed.add(node)
            self._inside(assignment, inside[assignment.name])
        elif isinstance(scope, GlobalScope):
            outside = self.survey.outside.get(assignment.name.partition(".")[0])
            if outside is not None:
                self._references(assignment, self._names.imports[outside])

    def _inside(self, assignment: ImportAssignment, target: ImportedName) -> None:
        if target.attribute is not None:
            behind = self._names.module_behind(target.module, target.attribute)
            if behind is None:
                self._references(assignment, self._names.of(target.module, target.attribute))
                return
            target = ImportedName(behind, None, target.bound)
        for access in assignment.references:
            node = _leftmost(access.node)
            if node is None:
                raise BundleError(f"{self.at(access.node)}: {target.module} is named inside a string")
            self.aliases[node] = (target.module, access.scope)

    def member(self, alias: cst.Name, attribute: str) -> str:
        """The final name of ``alias.attribute``, where the alias is a module of the package."""
        module, scope = self.aliases[alias]
        final = self._names.of(module, attribute)
        self._guard(scope, final, alias)
        return final

    def _references(self, assignment: Assignment, final: str) -> None:
        for access in assignment.references:
            node = _leftmost(access.node)
            if node is None:
                if final != assignment.name:
                    raise BundleError(f"{self.at(access.node)}: {assignment.name} is named inside a string")
                continue
            if node.value != final:
                self._guard(access.scope, final, node)
            self.replaced[node] = final

    def _guard(self, scope: Scope, final: str, node: cst.CSTNode) -> None:
        """A local variable of the same name would catch the reference."""
        while not isinstance(scope, GlobalScope):
            if any(assignment.name == final for assignment in scope.assignments):
                raise BundleError(f"{self.at(node)}: a local variable {final} hides the name of the bundle")
            scope = scope.parent

    def at(self, node: cst.CSTNode) -> str:
        place = self.survey.wrapper.resolve(PositionProvider).get(node)  # slow, so only for an error
        return f"{self.survey.module.name}:{place.start.line if place is not None else '?'}"


def _leftmost(node: cst.CSTNode) -> cst.Name | None:
    while isinstance(node, cst.Attribute):
        node = node.value
    return node if isinstance(node, cst.Name) else None


class _Apply(cst.CSTTransformer):
    def __init__(self, plan: _Plan) -> None:
        self._plan = plan
        self._members: set[cst.CSTNode] = set()

    def visit_Attribute(self, node: cst.Attribute) -> None:
        if isinstance(node.value, cst.Name) and node.value in self._plan.aliases:
            self._members.add(node.value)

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        if original_node in self._plan.aliases and original_node not in self._members:
            module = self._plan.aliases[original_node][0]
            raise BundleError(f"{self._plan.at(original_node)}: the module {module} is used as an object")
        final = self._plan.replaced.get(original_node)
        return updated_node if final is None else updated_node.with_changes(value=final)

    def leave_Attribute(
        self, original_node: cst.Attribute, updated_node: cst.Attribute
    ) -> cst.BaseExpression:
        alias = original_node.value
        if not isinstance(alias, cst.Name) or alias not in self._plan.aliases:
            return updated_node
        final = self._plan.member(alias, original_node.attr.value)
        return cst.Name(final, lpar=updated_node.lpar, rpar=updated_node.rpar)

    def leave_NameItem(self, original_node: cst.NameItem, updated_node: cst.NameItem) -> cst.NameItem:
        final = self._plan.globals.get(original_node.name.value)
        return updated_node if final is None else updated_node.with_changes(name=cst.Name(final))

    def leave_Import(
        self, original_node: cst.Import, updated_node: cst.Import
    ) -> cst.Import | cst.RemovalSentinel:
        return cst.RemoveFromParent() if original_node in self._plan.removed else updated_node

    def leave_ImportFrom(
        self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom
    ) -> cst.ImportFrom | cst.RemovalSentinel:
        return cst.RemoveFromParent() if original_node in self._plan.removed else updated_node

    def leave_IndentedBlock(
        self, original_node: cst.IndentedBlock, updated_node: cst.IndentedBlock
    ) -> cst.IndentedBlock:
        if updated_node.body:
            return updated_node
        return updated_node.with_changes(body=[cst.SimpleStatementLine([cst.Pass()])])
