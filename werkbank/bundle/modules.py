"""Which modules of `werkbank` a file needs, and in which order they can stand in one file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import libcst as cst
from libcst.helpers import get_full_name_for_node

PACKAGE = "werkbank"


class BundleError(Exception):
    """The file cannot be bundled; the text names module, line or name, and the reason."""


@dataclass(frozen=True)
class ImportedName:
    """One name bound by an import of this package. ``attribute`` is None when the module itself is bound."""

    module: str
    attribute: str | None
    bound: str


@dataclass
class Module:
    """A parsed source module. ``eager`` are imports that run while it loads, ``lazy`` those inside
    functions."""

    name: str
    path: Path
    source: str
    tree: cst.Module
    eager: set[str] = field(default_factory=set)
    lazy: set[str] = field(default_factory=set)

    @property
    def stem(self) -> str:
        return self.name.rpartition(".")[2]


class Sources:
    """Reads modules below ``root`` (the folder that holds the package) once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._loaded: dict[str, Module] = {}

    def path_of(self, name: str) -> Path | None:
        """The file of a module of this package, None when there is no such module."""
        base = self.root.joinpath(*name.split("."))
        for path in (base.with_suffix(".py"), base / "__init__.py"):
            if path.is_file():
                return path
        return None

    def load(self, name: str, path: Path | None = None) -> Module:
        """Parse a module. Raises BundleError for a missing or broken one."""
        if name in self._loaded:
            return self._loaded[name]
        found = path or self.path_of(name)
        if found is None:
            raise BundleError(f"there is no module {name}")
        source = found.read_text("utf-8")
        try:
            tree = without_type_checking(cst.parse_module(source))
        except cst.ParserSyntaxError as error:
            raise BundleError(f"{name}: {error.message} in line {error.raw_line}") from error
        module = Module(name, found, source, tree)
        tree.visit(_ImportFinder(self, module))
        self._loaded[name] = module
        return module

    def resolve(self, node: cst.Import | cst.ImportFrom, where: str) -> list[ImportedName]:
        """What an import statement binds from this package; empty for imports of anything else."""
        if isinstance(node, cst.Import):
            return list(self._plain(node, where))
        base = self._base(node, where)
        if base is None or not _inside(base):
            return []
        if isinstance(node.names, cst.ImportStar):
            raise BundleError(f"{where}: 'from {base} import *' cannot be bundled")
        return [self._from(base, alias, where) for alias in node.names]

    def _base(self, node: cst.ImportFrom, where: str) -> str | None:
        """The full name of the module after 'from'; relative names count from the importing module."""
        name = get_full_name_for_node(node.module) if node.module else None
        if not node.relative:
            return name
        path, parts = self.path_of(where), where.split(".")
        if path is None or not _inside(where):
            raise BundleError(f"{where}: relative imports are for modules of the package")
        up = len(node.relative) - (path.name == "__init__.py")
        if up >= len(parts):
            raise BundleError(f"{where}: a relative import leads out of the package")
        return ".".join([*parts[: len(parts) - up], *([name] if name else [])])

    def _plain(self, node: cst.Import, where: str) -> Iterator[ImportedName]:
        for alias in node.names:
            name = alias.evaluated_name
            if not _inside(name):
                continue
            if alias.evaluated_alias is None:
                raise BundleError(f"{where}: write 'from … import …' or 'import {name} as …'")
            yield ImportedName(name, None, alias.evaluated_alias)

    def _from(self, base: str, alias: cst.ImportAlias, where: str) -> ImportedName:
        name, bound = alias.evaluated_name, alias.evaluated_alias or alias.evaluated_name
        if self.path_of(f"{base}.{name}") is not None:
            return ImportedName(f"{base}.{name}", None, bound)
        if self.path_of(base) is None:
            raise BundleError(f"{where}: there is no module {base}")
        return ImportedName(base, name, bound)


def collect(sources: Sources, entry: Module) -> list[Module]:
    """The entry's modules without the entry, each after those it needs while loading; the same order every
    time.

    Lazily imported modules come first where that is possible, and anywhere where two import each other
    lazily.
    """
    order: list[Module] = []
    done: set[str] = set()
    open_: list[str] = []

    def visit(module: Module) -> None:
        if module.name in done:
            return
        if module.name in open_:
            raise BundleError("modules import each other: " + " → ".join([*open_, module.name]))
        open_.append(module.name)
        for name in sorted(module.eager):
            visit(sources.load(name))
        open_.pop()
        done.add(module.name)
        order.append(module)

    pending = [entry]
    seen: set[str] = set()
    while pending:
        module = pending.pop()
        if module.name in seen:
            continue
        seen.add(module.name)
        pending.extend(sources.load(name) for name in sorted(module.eager | module.lazy))
    for name in sorted(seen - {entry.name}):
        visit(sources.load(name))
    visit(entry)
    return order[:-1]


def _inside(name: str) -> bool:
    return name == PACKAGE or name.startswith(PACKAGE + ".")


class _ImportFinder(cst.CSTVisitor):
    def __init__(self, sources: Sources, module: Module) -> None:
        self._sources, self._module, self._depth = sources, module, 0

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        self._depth += 1

    def leave_FunctionDef(self, original_node: cst.FunctionDef) -> None:
        self._depth -= 1

    def visit_SimpleStatementLine(self, node: cst.SimpleStatementLine) -> bool:
        for small in node.body:
            if isinstance(small, cst.Import | cst.ImportFrom):
                self._add(small)
        return False

    def visit_SimpleStatementSuite(self, node: cst.SimpleStatementSuite) -> bool:
        for small in node.body:
            if isinstance(small, cst.Import | cst.ImportFrom):
                self._add(small)
        return False

    def _add(self, node: cst.Import | cst.ImportFrom) -> None:
        target = self._module.lazy if self._depth else self._module.eager
        for name in self._sources.resolve(node, self._module.name):
            target.add(name.module)


def without_type_checking(tree: cst.Module) -> cst.Module:
    """The module without `if TYPE_CHECKING:` blocks: they exist for type checkers only."""
    if "TYPE_CHECKING" not in tree.code:
        return tree
    dropped = tree.visit(_DropTypeChecking())
    assert isinstance(dropped, cst.Module)
    return dropped


class _DropTypeChecking(cst.CSTTransformer):
    def leave_If(self, original_node: cst.If, updated_node: cst.If) -> cst.If | cst.RemovalSentinel:
        name = get_full_name_for_node(original_node.test)
        if name in {"TYPE_CHECKING", "typing.TYPE_CHECKING"} and original_node.orelse is None:
            return cst.RemoveFromParent()
        return updated_node
