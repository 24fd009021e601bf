"""Put the rewritten modules into one file that reads from top to bottom."""

from __future__ import annotations

import ast
import hashlib
import re
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import libcst as cst

from werkbank.bundle.modules import BundleError, Module, Sources, collect
from werkbank.bundle.names import Names, Outside, survey
from werkbank.bundle.rewrite import rewrite

ROOT = Path(__file__).resolve().parent.parent.parent
KINDS = ("filters", "pipes", "tools")
_REPLACED_BY_OPEN_WEBUI = ("from utils", "from apps", "from main", "from config")
_FORBIDDEN = ("__file__", "importlib.resources", "pkgutil")


def entries(root: Path = ROOT) -> list[Path]:
    """All files that are bundled: one per filter, pipe and tool."""
    return [path for kind in KINDS for path in sorted((root / kind).glob("[!_]*.py"))]


def bundle(path: Path, root: Path = ROOT) -> str:
    """The text of the single file for ``path``. The same sources give the same bytes. Raises BundleError."""
    sources = Sources(root)
    entry = sources.load(path.relative_to(root).with_suffix("").as_posix().replace("/", "."), path)
    modules = collect(sources, entry)
    for module in (*modules, entry):
        _refuse_unbundlable(module)
    surveys = [survey(module, sources) for module in modules]
    entry_survey = survey(entry, sources)
    names = Names(surveys, entry_survey)
    parts = [_head(entry, modules, path.relative_to(root).as_posix()), _imports(names)]
    for one in (*surveys, entry_survey):
        tree = rewrite(one, sources, names)
        parts.append(_section(one.module, tree, is_entry=one is entry_survey))
    text = re.sub(r"\n{4,}", "\n\n\n", "\n".join(parts)).rstrip() + "\n"
    _check(text, path.name)
    return text


def _refuse_unbundlable(module: Module) -> None:
    for word in _FORBIDDEN:
        if word in module.source:
            raise BundleError(f"{module.name} uses {word}: it has no file of its own in a bundle")
    lacks = "from __future__ import annotations" not in module.source
    if lacks and module.tree.body and module.path.name != "__init__.py":
        raise BundleError(f"{module.name} lacks 'from __future__ import annotations'")


def _head(entry: Module, modules: Sequence[Module], name: str) -> str:
    doc = entry.tree.get_docstring(clean=False)
    if doc is None or not doc.startswith("\n"):
        raise BundleError(f"{name} must start with its front matter in a docstring")
    digest = hashlib.sha256()
    for module in (*modules, entry):
        digest.update(f"{module.name}\0{module.source}\0".encode())
    text = (
        f"This file is made of {name} and the modules of werkbank that it uses, one below the other, "
        f"each under "
        "its own heading. It is plain source: nothing is compressed, downloaded or hidden, and Open "
        "WebUI's own "
        "libraries are enough. Do not edit it: change the sources and make it again."
    )
    lines = [
        *textwrap.wrap(text, 108),
        "",
        f"Version: {_front_matter(doc, 'version')}",
        f"Sources: sha256 {digest.hexdigest()}",
        "Verify: `werkbank bundle --check` in the sources makes it again and compares every byte.",
        "",
        "Contents: " + ", ".join(module.name for module in modules) + f", {name}",
    ]
    wrapped = [part for line in lines for part in (textwrap.wrap(line, 108) or [""])]
    comment = "\n".join(f"# {line}".rstrip() for line in wrapped)
    return f'"""{doc}"""\n\n{comment}\n\nfrom __future__ import annotations\n'


def _front_matter(doc: str, key: str) -> str:
    found = re.search(rf"^{key}: *(.+)$", doc, re.MULTILINE)
    if found is None:
        raise BundleError(f"the front matter lacks '{key}'")
    return found.group(1).strip()


def _imports(names: Names) -> str:
    """All imports from elsewhere, once. Libraries that only some files need may be missing."""
    plain: list[str] = []
    optional: dict[str, list[str]] = {}
    grouped: dict[str, list[str]] = {}
    for outside, final in sorted(names.imports.items()):
        line = f"import {outside.module}"
        if outside.attribute:
            grouped.setdefault(outside.module, []).append(_aliased(outside.attribute, final))
        elif final == outside.natural and not outside.alias:
            _target(outside.module, final, plain, optional).append(line)
        else:
            _target(outside.module, final, plain, optional).append(f"{line} as {final}")
    for module in grouped:
        if not _always_there(module):
            raise BundleError(
                f"'from {module} import …' needs a library that may be missing: import the module"
            )
    froms = [_from_import(module, parts) for module, parts in sorted(grouped.items())]
    guarded = [
        "try:\n" + "".join(f"    {line}\n" for line in lines) + f"except ImportError:\n    {name} = None"
        for name, lines in sorted(optional.items())
    ]
    return "\n".join([*sorted(set(plain)), *froms, *guarded]) + "\n"


def _always_there(module: str) -> bool:
    """Standard library, and what no Open WebUI starts without."""
    return module.partition(".")[0] in sys.stdlib_module_names | {"pydantic", "httpx"}


def _target(module: str, final: str, plain: list[str], optional: dict[str, list[str]]) -> list[str]:
    return plain if _always_there(module) else optional.setdefault(final, [])


def _aliased(name: str, final: str) -> str:
    return name if name == final else f"{name} as {final}"


def _from_import(module: str, parts: list[str]) -> str:
    line = f"from {module} import {', '.join(parts)}"
    if len(line) <= 110:
        return line
    return f"from {module} import (\n" + "".join(f"    {part},\n" for part in parts) + ")"


def _section(module: Module, tree: cst.Module, *, is_entry: bool) -> str:
    """Heading, the module's docstring as a comment, its comments and its code."""
    body = list(tree.body)
    doc = tree.get_docstring(clean=True)
    if doc is not None:
        body = body[1:]
    title = f"# ── {module.name} "
    lines = ["", "", title + "─" * max(3, 108 - len(title))]
    if doc is not None and not is_entry:
        lines += [f"# {line}".rstrip() for line in doc.strip().split("\n")]
    code = tree.with_changes(body=body, header=_kept_header(tree)).code.strip("\n")
    return "\n".join(lines) + "\n\n" + code + "\n"


def _kept_header(tree: cst.Module) -> list[cst.EmptyLine]:
    return [line for line in tree.header if line.comment is None or "ruff:" not in line.comment.value]


def _check(text: str, name: str) -> None:
    for words in _REPLACED_BY_OPEN_WEBUI:
        if words in text:
            line = text[: text.index(words)].count("\n") + 1
            raise BundleError(
                f"{name}, line {line} of the bundle: Open WebUI rewrites the words '{words}' when it loads a "
                "function, so the installed text would differ: word it otherwise"
            )
    try:
        ast.parse(text)
    except SyntaxError as error:
        raise BundleError(f"{name}: the bundle is no valid Python: {error}") from error


def outside_imports(names: Names) -> list[Outside]:
    """The libraries that the bundle needs."""
    return sorted(names.imports)
