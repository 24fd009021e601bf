"""Rewrite one module for the common name space: references to other modules become plain names."""

from __future__ import annotations

import libcst as cst
from libcst.metadata import (
    Assignment,
    GlobalScope,
    ImportAssignment,
    ParentNodeProvider,
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
        self._parents = survey.wrapper.resolve(ParentNodeProvider)
        self._positions = survey.wrapper.resolve(PositionProvider)
        self.replaced: dict[cst.CSTNode, str] = {}
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
            raise BundleError(f"{self._at(node)}: cannot rename {assignment.name} to {final} here")
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
            parent = self._parents.get(node) if node is not None else None
            if not isinstance(parent, cst.Attribute) or parent.value is not node:
                raise BundleError(f"{self._at(access.node)}: the module {target.module} is used as an object")
            final = self._names.of(target.module, parent.attr.value)
            self._guard(access.scope, final, parent)
            self.replaced[parent] = final

    def _references(self, assignment: Assignment, final: str) -> None:
        for access in assignment.references:
            node = _leftmost(access.node)
            if node is None:
                if final != assignment.name:
                    raise BundleError(f"{self._at(access.node)}: {assignment.name} is named inside a string")
                continue
            if node.value != final:
                self._guard(access.scope, final, node)
            self.replaced[node] = final

    def _guard(self, scope: Scope, final: str, node: cst.CSTNode) -> None:
        """A local variable of the same name would catch the reference."""
        while not isinstance(scope, GlobalScope):
            if any(assignment.name == final for assignment in scope.assignments):
                raise BundleError(f"{self._at(node)}: a local variable {final} hides the name of the bundle")
            scope = scope.parent

    def _at(self, node: cst.CSTNode) -> str:
        place = self._positions.get(node)
        return f"{self.survey.module.name}:{place.start.line if place is not None else '?'}"


def _leftmost(node: cst.CSTNode) -> cst.Name | None:
    while isinstance(node, cst.Attribute):
        node = node.value
    return node if isinstance(node, cst.Name) else None


class _Apply(cst.CSTTransformer):
    def __init__(self, plan: _Plan) -> None:
        self._plan = plan

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        final = self._plan.replaced.get(original_node)
        return updated_node if final is None else updated_node.with_changes(value=final)

    def leave_Attribute(
        self, original_node: cst.Attribute, updated_node: cst.Attribute
    ) -> cst.BaseExpression:
        final = self._plan.replaced.get(original_node)
        if final is None:
            return updated_node
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
