"""`werkbank-patch.json`: what the builder did to an Open WebUI, and whether it is still so.

The file stands in the package `open_webui`. It is read by `werkbank patch verify` for an unpacked tree and
by the patched server itself for the endpoint that the same command asks. Standard library only, no import of
Open WebUI.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from werkbank import __version__

MANIFEST = "werkbank-patch.json"
MARKER = "# werkbank-patch"
PATCH_ENDPOINT = "/api/v1/werkbank/patch"


@dataclass(frozen=True)
class PatchedFile:
    """A file below its root, sha256 of the stock file (None: added) and of the patched one, and who changed
    it."""

    path: str
    before: str | None
    after: str
    by: tuple[str, ...]


@dataclass(frozen=True)
class Manifest:
    """Versions, and every changed file with its hashes; `packages` are the files of `werkbank` beside the
    package."""

    werkbank: str
    openwebui: str
    revision: str
    image: str
    patch: str
    sources: str
    backend: tuple[PatchedFile, ...]
    frontend: tuple[PatchedFile, ...]
    packages: dict[str, str] = field(default_factory=dict)

    @classmethod
    def make(
        cls,
        *,
        openwebui: str,
        pin: dict[str, Any],
        patch: str,
        sources: str,
        backend: Iterable[Any],
        frontend: Iterable[Any],
        packages: dict[str, str],
    ) -> Manifest:
        """Changes may be any objects with `path, before, after, by`."""
        return cls(
            werkbank=__version__,
            openwebui=openwebui,
            revision=pin["revision"],
            image=pin["image"],
            patch=patch,
            sources=sources,
            backend=_files(backend),
            frontend=_files(frontend),
            packages=packages,
        )

    @classmethod
    def read(cls, package: Path) -> Manifest:
        """The manifest of an unpacked tree. Raises ValueError for a damaged one, FileNotFoundError without
        one."""
        text = (package / MANIFEST).read_text("utf-8")
        try:
            data: dict[str, Any] = json.loads(text)
            for key in ("backend", "frontend"):
                data[key] = tuple(PatchedFile(**{**item, "by": tuple(item["by"])}) for item in data[key])
            return cls(**data)
        except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
            raise ValueError(f"{MANIFEST} is damaged: {error}") from error

    def write(self, package: Path) -> None:
        (package / MANIFEST).write_text(json.dumps(asdict(self), indent=1, sort_keys=True) + "\n", "utf-8")

    def check(self, package: Path, frontend: Path) -> list[str]:
        """What no longer is as the builder left it: one readable entry for each missing, changed or added
        file."""
        problems = [*_differences(self.backend, package), *_differences(self.frontend, frontend)]
        found = packaged_files(package.parent / "werkbank")
        for path in sorted(self.packages.keys() | found.keys()):
            if path not in found:
                problems.append(f"werkbank/{path} is missing")
            elif path not in self.packages:
                problems.append(f"werkbank/{path} was added")
            elif found[path] != self.packages[path]:
                problems.append(f"werkbank/{path} was changed")
        return problems


def packaged_files(folder: Path) -> dict[str, str]:
    """Path -> sha256 of every source file of a package; compiled files are left out."""
    if not folder.is_dir():
        return {}
    return {
        path.relative_to(folder).as_posix(): _sha256(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    }


def _files(changes: Iterable[Any]) -> tuple[PatchedFile, ...]:
    return tuple(
        PatchedFile(change.path, change.before, change.after, tuple(change.by)) for change in changes
    )


def _differences(files: Iterable[PatchedFile], root: Path) -> list[str]:
    problems = []
    for file in files:
        path = root / file.path
        if not path.is_file():
            problems.append(f"{file.path} is missing")
        elif (digest := _sha256(path)) != file.after:
            problems.append(
                f"{file.path} is the stock file again"
                if digest == file.before
                else f"{file.path} was changed"
            )
    return problems


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def main() -> None:
    """`python -m werkbank.host.manifest PACKAGE FRONTEND`: exit code 1 and the differences, or one line."""
    import sys

    package, frontend = Path(sys.argv[1]), Path(sys.argv[2])
    problems = Manifest.read(package).check(package, frontend)
    if problems:
        sys.exit("tampered: " + "; ".join(problems))
    print("patched: every patched file is as the builder wrote it")


if __name__ == "__main__":
    main()
