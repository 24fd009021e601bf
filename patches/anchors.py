"""What a codemod is, and the few shapes of codemod that this project uses.

An anchor is written as source text and compared as syntax, so quotes, line breaks and comments do not matter,
while every name and value does. Each insertion carries a comment `# werkbank: <codemod>`.
"""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from typing import ClassVar

import libcst as cst

HOOKS_NAME = "werkbank_hooks"
_PASS = cst.IndentedBlock([cst.SimpleStatementLine([cst.Pass()])])


class Codemod(cst.CSTTransformer):
    """One place of Open WebUI. Subclasses count every anchor they changed in `self.sites`."""

    FILE: ClassVar[str]
    """Path below the package `open_webui`."""
    ANCHOR: ClassVar[str]
    """The source text that is looked for; also what an error message shows."""
    SITES: ClassVar[int] = 1
    """How often the anchor must stand in the file, exactly."""

    def __init__(self) -> None:
        super().__init__()
        self.sites = 0
        self.scope: list[str] = []
        self.holders: frozenset[str] | None = None

    @classmethod
    def name(cls) -> str:
        return cls.__module__.rpartition(".")[2]

    @classmethod
    def function(cls) -> str | None:
        """The function that the anchor stands in or is, '' for the module itself, None for anywhere."""
        return None

    def inside(self, function: str) -> bool:
        """Whether the innermost function or class is `function`; '' stands for the module itself."""
        return self.scope[-1:] == ([function] if function else [])

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
        self.scope.append(node.name.value)
        # Only what can hold the anchor is walked through: a file of 5,000 lines is patched in a second.
        return len(self.scope) > 1 or self.holders is None or node.name.value in self.holders

    def leave_FunctionDef(
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.BaseStatement | cst.FlattenSentinel[cst.BaseStatement]:
        self.scope.pop()
        return updated_node

    def visit_ClassDef(self, node: cst.ClassDef) -> bool:
        self.scope.append(node.name.value)
        return len(self.scope) > 1 or self.holders is None or node.name.value in self.holders

    def leave_ClassDef(self, original_node: cst.ClassDef, updated_node: cst.ClassDef) -> cst.BaseStatement:
        self.scope.pop()
        return updated_node

    def statements(self, text: str) -> list[cst.BaseStatement]:
        """`text` as statements, the first one under the comment that names this codemod."""
        body = list(cst.parse_module(textwrap.dedent(text).strip() + "\n").body)
        comment = cst.EmptyLine(comment=cst.Comment(f"# werkbank: {self.name()}"))
        body[0] = body[0].with_changes(leading_lines=[comment])
        return body


def syntax(text: str) -> str:
    """The syntax of `text`, free of layout; a text that ends in a colon is the head of a compound
    statement."""
    text = textwrap.dedent(text).strip()
    if text.endswith(":"):
        text += "\n    pass"
    return ast.dump(ast.parse(text))


def statement_syntax(node: cst.BaseStatement) -> str | None:
    """Like `syntax`, for a parsed statement: compound statements by their head alone, functions
    undecorated."""
    bare = node.with_changes(leading_lines=[])
    if isinstance(bare, cst.If | cst.For | cst.While):
        bare = bare.with_changes(body=_PASS, orelse=None)
    elif isinstance(bare, cst.FunctionDef):
        bare = bare.with_changes(body=_PASS, decorators=[], lines_after_decorators=[])
    elif isinstance(bare, cst.With):
        bare = bare.with_changes(body=_PASS)
    elif not isinstance(bare, cst.SimpleStatementLine):
        return None
    return ast.dump(ast.parse(textwrap.dedent(cst.Module([bare]).code).strip()))


def holders(source: str, function: str | None) -> frozenset[str] | None:
    """Names of the top-level functions and classes of `source` that are or hold `function`; None means
    all."""
    if function is None:
        return None
    defs = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(source)
    return frozenset(
        node.name
        for node in tree.body
        if isinstance(node, defs)
        and any(isinstance(inner, defs) and inner.name == function for inner in ast.walk(node))
    )


class InFunction(Codemod):
    """A codemod whose anchor stands in the function `FUNCTION` ('': in the module itself)."""

    FUNCTION: ClassVar[str] = ""

    @classmethod
    def function(cls) -> str | None:
        return cls.FUNCTION


class Insert(InFunction):
    """Inserts statements next to the statement `ANCHOR` inside `FUNCTION`."""

    INSERT: ClassVar[str]
    AFTER: ClassVar[bool] = False

    def __init__(self) -> None:
        super().__init__()
        self._wanted = syntax(self.ANCHOR)

    def on_leave(self, original_node: cst.CSTNodeT, updated_node: cst.CSTNodeT) -> object:  # type: ignore[override]
        result = super().on_leave(original_node, updated_node)
        if not isinstance(original_node, cst.SimpleStatementLine | cst.BaseCompoundStatement):
            return result
        if not self.inside(self.FUNCTION) or statement_syntax(original_node) != self._wanted:
            return result
        self.sites += 1
        new = self.statements(self.INSERT)
        if self.AFTER:
            return cst.FlattenSentinel([result, *new])
        # Comments above the anchor stay above it, the insertion goes between blank line and comment.
        return cst.FlattenSentinel([*new, result])


class InsertBefore(Insert):
    """Inserts `INSERT` before each statement `ANCHOR` of `FUNCTION`."""


class InsertAfter(Insert):
    """Inserts `INSERT` after each statement `ANCHOR` of `FUNCTION`."""

    AFTER = True


class Prologue(Codemod):
    """Inserts statements at the start of the function whose head is `ANCHOR`, behind its docstring.

    The whole signature is the anchor: a renamed or added parameter must not pass unnoticed.
    """

    INSERT: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self._wanted = syntax(self.ANCHOR.strip() + ":")

    @classmethod
    def function(cls) -> str | None:
        found = re.match(r"(?:async\s+)?def\s+(\w+)", cls.ANCHOR.strip())
        assert found, cls.ANCHOR
        return found.group(1)

    def leave_FunctionDef(
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.BaseStatement | cst.FlattenSentinel[cst.BaseStatement]:
        super().leave_FunctionDef(original_node, updated_node)
        if statement_syntax(original_node) != self._wanted:
            return updated_node
        self.sites += 1
        return with_prologue(updated_node, self.statements(self.INSERT))


def with_prologue(function: cst.FunctionDef, new: list[cst.BaseStatement]) -> cst.FunctionDef:
    """`function` with `new` in front of its body, behind the docstring."""
    body = list(function.body.body)
    at = 1 if function.get_docstring() is not None else 0
    return function.with_changes(body=function.body.with_changes(body=[*body[:at], *new, *body[at:]]))


class WrapArgument(InFunction):
    """Replaces the positional argument `INDEX` of the call `ANCHOR(...)` by `WRAP` with `{}` as the old one.

    `CONTAINS` narrows the calls to those whose text holds it. Used where the value is built inside the call.
    """

    INDEX: ClassVar[int] = 0
    CONTAINS: ClassVar[str] = ""
    WRAP: ClassVar[str]

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        if not self.inside(self.FUNCTION) or len(original_node.args) <= self.INDEX:
            return updated_node
        module = cst.Module([])
        if module.code_for_node(original_node.func) != self.ANCHOR:
            return updated_node
        if self.CONTAINS and self.CONTAINS not in module.code_for_node(original_node):
            return updated_node
        self.sites += 1
        args = list(updated_node.args)
        wrapped = cst.parse_expression(self.WRAP.format("_"))
        awaited = wrapped if isinstance(wrapped, cst.Await) else None
        wrapper = cst.ensure_type(awaited.expression if awaited else wrapped, cst.Call)
        old = args[self.INDEX].value
        inner = [arg.with_changes(value=old) if _is_slot(arg) else arg for arg in wrapper.args]
        new: cst.BaseExpression = wrapper.with_changes(args=inner)
        if awaited:
            new = awaited.with_changes(expression=new)
        args[self.INDEX] = args[self.INDEX].with_changes(value=new)
        return updated_node.with_changes(args=args)


def _is_slot(arg: cst.Arg) -> bool:
    return isinstance(arg.value, cst.Name) and arg.value.value == "_"


class Guard(InFunction):
    """Puts the statement `ANCHOR` of `FUNCTION` under `if CONDITION:`."""

    CONDITION: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self._wanted = syntax(self.ANCHOR)

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.BaseStatement | cst.FlattenSentinel[cst.BaseStatement]:
        if not self.inside(self.FUNCTION) or statement_syntax(original_node) != self._wanted:
            return updated_node
        self.sites += 1
        guard = cst.ensure_type(self.statements(f"if {self.CONDITION}:\n    pass")[0], cst.If)
        lines = [*updated_node.leading_lines, *guard.leading_lines]
        body = cst.IndentedBlock([updated_node.with_changes(leading_lines=[])])
        return guard.with_changes(leading_lines=lines, body=body)


class Condition(InFunction):
    """Adds `CONDITION and (…)` to the test of the `if` whose head is `ANCHOR` inside `FUNCTION`."""

    CONDITION: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self._wanted = syntax(self.ANCHOR)

    def leave_If(self, original_node: cst.If, updated_node: cst.If) -> cst.If:
        if not self.inside(self.FUNCTION) or statement_syntax(original_node) != self._wanted:
            return updated_node
        self.sites += 1
        comment = cst.EmptyLine(comment=cst.Comment(f"# werkbank: {self.name()}"))
        test = updated_node.test
        if not test.lpar:
            test = test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        both = cst.BooleanOperation(cst.parse_expression(self.CONDITION), cst.And(), test)
        return updated_node.with_changes(test=both, leading_lines=[*updated_node.leading_lines, comment])


class ReplaceCall(Codemod):
    """Replaces each `X.data.get('content', '')` with X in `OWNERS` by `REPLACE`, where `{}` stands for X.

    `ANCHOR` is that call with a star for X.
    """

    OWNERS: ClassVar[tuple[str, ...]]
    REPLACE: ClassVar[str]

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        text = ast.dump(ast.parse(cst.Module([]).code_for_node(original_node), mode="eval"))
        for owner in self.OWNERS:
            if text == ast.dump(ast.parse(self.ANCHOR.replace("*", owner, 1), mode="eval")):
                self.sites += 1
                return cst.parse_expression(self.REPLACE.format(owner))
        return updated_node
