"""Applies codemods to the pinned source files, all or nothing.

A patch that silently does nothing is worse than no patch, so every step is checked and every failure names
the file, the codemod and the anchor: the stock file has its pinned hash, each anchor stands exactly as often
as the codemod expects, the result is different, parses and compiles.
"""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
import warnings
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import libcst as cst

from patches.anchors import HOOKS_NAME, Codemod, holders
from werkbank.host.manifest import MARKER

PATCH_VERSION = "1"
HOOKS_IMPORT = f"from werkbank.host import hooks as {HOOKS_NAME}"


class PatchError(Exception):
    """The tree cannot be patched; the text says which file, codemod and anchor."""


class AlreadyPatchedError(PatchError):
    """The file carries the marker of an earlier run. Nothing was changed."""


@dataclass(frozen=True)
class FileChange:
    """One changed or added file: path below its root, sha256 before (None: new) and after, who changed it."""

    path: str
    before: str | None
    after: str
    by: tuple[str, ...]


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def backend_codemods() -> list[type[Codemod]]:
    """Every codemod of `patches/backend`, in name order. Each module must hold exactly one.

    Raises PatchError for a module without, or with several: a forgotten codemod must not pass unnoticed.
    """
    import patches.backend

    found: list[type[Codemod]] = []
    for info in sorted(pkgutil.iter_modules(patches.backend.__path__), key=lambda item: item.name):
        module = importlib.import_module(f"patches.backend.{info.name}")
        own = [
            value
            for value in vars(module).values()
            if isinstance(value, type) and issubclass(value, Codemod) and value.__module__ == module.__name__
        ]
        if len(own) != 1:
            raise PatchError(f"patches/backend/{info.name}.py must hold one codemod, found {len(own)}")
        if not own[0].__doc__:
            raise PatchError(f"patches/backend/{info.name}.py: the codemod does not say what it is for")
        found.append(own[0])
    return found


def apply_codemods(source: str, codemods: Iterable[type[Codemod]], *, file: str) -> str:
    """The patched text of one file. Several codemods compose, each sees the result of the one before.

    Raises AlreadyPatchedError when `source` carries the marker and PatchError when an anchor is missing or
    stands more often than expected, when a codemod changes nothing, or when the result does not compile.
    """
    if MARKER in source:
        raise AlreadyPatchedError(f"{file}: already patched (it carries '{MARKER}')")
    module = cst.parse_module(source)
    names: list[str] = []
    for codemod in codemods:
        transformer = codemod()
        transformer.holders = holders(source, codemod.function())
        changed = module.visit(transformer)
        if transformer.sites != codemod.SITES:
            raise PatchError(
                f"{file}: codemod {codemod.name()} expects its anchor {codemod.SITES}x, "
                f"found {transformer.sites}x: {codemod.ANCHOR}"
            )
        code = changed.code
        if code == source:
            raise PatchError(f"{file}: codemod {codemod.name()} changed nothing (anchor: {codemod.ANCHOR})")
        module, source = changed, code
        names.append(codemod.name())
    result = _with_marker(module, names)
    try:
        with warnings.catch_warnings():  # the release has a few odd escapes of its own
            warnings.simplefilter("ignore")
            compile(result, file, "exec")
    except SyntaxError as error:
        raise PatchError(f"{file}: does not compile after {', '.join(names)}: {error}") from error
    return result


def _with_marker(module: cst.Module, names: list[str]) -> str:
    """Marker comment and the one import, behind a module docstring and `from __future__` imports."""
    at = 0
    for index, statement in enumerate(module.body):
        if not isinstance(statement, cst.SimpleStatementLine):
            break
        first = statement.body[0]
        docstring = index == 0 and isinstance(first, cst.Expr) and isinstance(first.value, cst.SimpleString)
        future = isinstance(first, cst.ImportFrom) and getattr(first.module, "value", "") == "__future__"
        if not (docstring or future):
            break
        at = index + 1
    line = cst.ensure_type(cst.parse_statement(HOOKS_IMPORT), cst.SimpleStatementLine)
    comment = cst.EmptyLine(comment=cst.Comment(f"{MARKER} {PATCH_VERSION}: {', '.join(names)}"))
    line = line.with_changes(leading_lines=[comment])
    return module.with_changes(body=[*module.body[:at], line, *module.body[at:]]).code


def patch_backend(
    package: Path, pins: Mapping[str, str], codemods: Iterable[type[Codemod]] | None = None
) -> list[FileChange]:
    """Patch the unpacked package `open_webui` at `package` in place; all files are computed before one is
    written.

    `pins` maps a path below the package to the sha256 of the stock file. Raises PatchError (and writes
    nothing) for a missing or unpinned file, another hash, and everything `apply_codemods` refuses.
    """
    by_file: dict[str, list[type[Codemod]]] = defaultdict(list)
    for codemod in backend_codemods() if codemods is None else codemods:
        by_file[codemod.FILE].append(codemod)
    sources: dict[str, str] = {}
    for file, group in sorted(by_file.items()):  # all hashes before the first, slower, transformation
        sources[file] = _pinned_source(package, file, pins, ", ".join(codemod.name() for codemod in group))
    results: list[tuple[Path, str, FileChange]] = []
    for file, source in sources.items():
        patched = apply_codemods(source, by_file[file], file=file)
        after = sha256(patched.encode("utf-8"))
        names = tuple(codemod.name() for codemod in by_file[file])
        results.append((package / file, patched, FileChange(file, pins[file], after, names)))
    for path, patched, _ in results:
        path.write_bytes(patched.encode("utf-8"))
    return [change for _, _, change in results]


def _pinned_source(package: Path, file: str, pins: Mapping[str, str], names: str) -> str:
    path = package / file
    if not path.is_file():
        raise PatchError(f"{file}: not in this Open WebUI (needed by {names})")
    data = path.read_bytes()
    source = data.decode("utf-8")
    if MARKER in source:
        raise AlreadyPatchedError(f"{file}: already patched (it carries '{MARKER}')")
    if file not in pins:
        raise PatchError(f"{file}: no pinned hash in derived_image/pins.json (needed by {names})")
    found = sha256(data)
    if found != pins[file]:
        raise PatchError(
            f"{file}: is not the file of the pinned release (sha256 {found[:12]}…, "
            f"expected {pins[file][:12]}…); {names} not applied"
        )
    return source
