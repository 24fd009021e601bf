"""The engine on small sources: what it inserts, and what it refuses.

A patch must never succeed without effect.
"""

from __future__ import annotations

import hashlib
import textwrap
from pathlib import Path

import pytest

from patches.anchors import (
    Codemod,
    Condition,
    Guard,
    InsertAfter,
    InsertBefore,
    Prologue,
    ReplaceCall,
    WrapArgument,
)
from patches.engine import AlreadyPatchedError, PatchError, apply_codemods, patch_backend

HEAD = "# werkbank-patch 1: test_engine\nfrom werkbank.host import hooks as werkbank_hooks\n"


class Before(InsertBefore):
    """Before."""

    FILE = "a.py"
    FUNCTION = "f"
    ANCHOR = "x['k'] = y"
    INSERT = "y = werkbank_hooks.seen(y)"


class After(InsertAfter):
    """After."""

    FILE = "a.py"
    FUNCTION = "f"
    ANCHOR = "if y:"
    INSERT = "y = 2"


class Top(InsertAfter):
    """In the module itself."""

    FILE = "a.py"
    ANCHOR = "app.use(One)"
    INSERT = "app.use(werkbank_hooks.Two)"


class Start(Prologue):
    """At the start."""

    FILE = "a.py"
    ANCHOR = "async def f(a, b: int = 1) -> None"
    INSERT = """
    if a:
        return
    """


class Wrap(WrapArgument):
    """Around an argument."""

    FILE = "a.py"
    FUNCTION = "f"
    ANCHOR = "send"
    INDEX = 1
    CONTAINS = "'kind': 1"
    WRAP = "await werkbank_hooks.mark({}, 7)"


class Under(Guard):
    """Under a condition."""

    FILE = "a.py"
    FUNCTION = "f"
    ANCHOR = "go(1)"
    CONDITION = "tool is not None"


class Narrow(Condition):
    """A narrower test."""

    FILE = "a.py"
    FUNCTION = "f"
    ANCHOR = "if a or b:"
    CONDITION = "c"


class Swap(ReplaceCall):
    """Another expression."""

    FILE = "a.py"
    ANCHOR = "*.data.get('content', '')"
    SITES = 2
    OWNERS = ("file", "f")
    REPLACE = "werkbank_hooks.file_text({})"


def text(source: str) -> str:
    return textwrap.dedent(source).lstrip("\n")


CASES = [
    (
        Before,
        """
        def f(x, y):
            # why
            x["k"] = y
            return x
        """,
        """
        def f(x, y):
            # werkbank: test_engine
            y = werkbank_hooks.seen(y)
            # why
            x["k"] = y
            return x
        """,
    ),
    (
        After,
        """
        def f(y):
            if y:
                y = 1
            else:
                y = 3
        """,
        """
        def f(y):
            if y:
                y = 1
            else:
                y = 3
            # werkbank: test_engine
            y = 2
        """,
    ),
    (
        Top,
        """
        app.use(One)
        def g():
            app.use(One)
        """,
        """
        app.use(One)
        # werkbank: test_engine
        app.use(werkbank_hooks.Two)
        def g():
            app.use(One)
        """,
    ),
    (
        Start,
        '''
        @route
        async def f(a, b: int = 1) -> None:
            """Doc."""
            return b
        ''',
        '''
        @route
        async def f(a, b: int = 1) -> None:
            """Doc."""
            # werkbank: test_engine
            if a:
                return
            return b
        ''',
    ),
    (
        Wrap,
        """
        async def f(send):
            send(0, {'kind': 2})
            send(0, {'kind': 1}, 3)
        """,
        """
        async def f(send):
            send(0, {'kind': 2})
            send(0, await werkbank_hooks.mark({'kind': 1}, 7), 3)
        """,
    ),
    (
        Under,
        """
        def f(tool):
            # why
            go(1)
            go(2)
        """,
        """
        def f(tool):
            # why
            # werkbank: test_engine
            if tool is not None:
                go(1)
            go(2)
        """,
    ),
    (
        Narrow,
        """
        def f(a, b, c):
            if a or b:
                return 1
            elif b:
                return 2
        """,
        """
        def f(a, b, c):
            # werkbank: test_engine
            if c and (a or b):
                return 1
            elif b:
                return 2
        """,
    ),
    (
        Swap,
        """
        def g(file, f, o):
            return [file.data.get('content', ''), f.data.get("content", ""), o.data.get('content', '')]
        """,
        """
        def g(file, f, o):
            return [werkbank_hooks.file_text(file), werkbank_hooks.file_text(f), o.data.get('content', '')]
        """,
    ),
]


@pytest.mark.parametrize(
    ("codemod", "before", "after"), CASES, ids=lambda value: getattr(value, "__name__", "")
)
def test_inserts_exactly_this(codemod: type[Codemod], before: str, after: str) -> None:
    assert apply_codemods(text(before), [codemod], file="a.py") == HEAD + text(after)


@pytest.mark.parametrize(
    ("codemod", "before", "after"), CASES, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_second_run_is_refused(codemod: type[Codemod], before: str, after: str) -> None:
    patched = apply_codemods(text(before), [codemod], file="a.py")
    with pytest.raises(AlreadyPatchedError, match=r"a\.py: already patched"):
        apply_codemods(patched, [codemod], file="a.py")


@pytest.mark.parametrize("codemod", [case[0] for case in CASES], ids=lambda value: value.__name__)
def test_a_missing_anchor_fails_and_is_named(codemod: type[Codemod]) -> None:
    with pytest.raises(PatchError) as failure:
        apply_codemods("def f(other):\n    return other\n", [codemod], file="a.py")
    assert "a.py" in str(failure.value)
    assert "test_engine" in str(failure.value)
    assert codemod.ANCHOR in str(failure.value)
    assert "found 0x" in str(failure.value)


@pytest.mark.parametrize(
    ("codemod", "before", "after"), CASES, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_double_anchor_fails(codemod: type[Codemod], before: str, after: str) -> None:
    with pytest.raises(PatchError, match=rf"expects its anchor {codemod.SITES}x, found {codemod.SITES * 2}x"):
        apply_codemods(text(before) + text(before), [codemod], file="a.py")


def test_an_anchor_in_another_function_does_not_count() -> None:
    with pytest.raises(PatchError, match="found 0x"):
        apply_codemods("def g(x, y):\n    x['k'] = y\n", [Before], file="a.py")


def test_several_codemods_compose_and_are_all_named() -> None:
    source = text(
        """
        '''Module.'''
        from __future__ import annotations
        def f(x, y):
            x['k'] = y
            if y:
                pass
        """
    )
    patched = apply_codemods(source, [Before, After], file="a.py")
    lines = patched.splitlines()
    assert lines[1] == "from __future__ import annotations"
    assert lines[2] == "# werkbank-patch 1: test_engine, test_engine"
    assert patched.index("seen(y)") < patched.index("x['k'] = y") < patched.index("y = 2")


def test_a_result_that_does_not_compile_fails() -> None:
    class Wrong(Before):
        """Awaits outside of a coroutine."""

        INSERT = "y = await werkbank_hooks.seen(y)"

    with pytest.raises(PatchError, match="does not compile"):
        apply_codemods("def f(x, y):\n    x['k'] = y\n", [Wrong], file="a.py")


def test_an_insertion_without_effect_fails() -> None:
    class Nothing(Codemod):
        """Counts its anchor and changes nothing."""

        FILE = "a.py"
        ANCHOR = "x"

        def __init__(self) -> None:
            super().__init__()
            self.sites = 1

    with pytest.raises(PatchError, match="changed nothing"):
        apply_codemods("x = 1\n", [Nothing], file="a.py")


SOURCE = "def f(x, y):\n    x['k'] = y\n"
OTHER = "app.use(One)\n"


class OtherFile(Top):
    """In a second file."""

    FILE = "b.py"


def pinned(**files: str) -> dict[str, str]:
    return {f"{name}.py": hashlib.sha256(source.encode()).hexdigest() for name, source in files.items()}


def test_files_are_patched_in_place_and_their_hashes_told(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SOURCE)
    changes = patch_backend(tmp_path, pinned(a=SOURCE), [Before])
    assert changes[0].before == hashlib.sha256(SOURCE.encode()).hexdigest()
    assert changes[0].after == hashlib.sha256((tmp_path / "a.py").read_bytes()).hexdigest()
    assert "seen(y)" in (tmp_path / "a.py").read_text()


@pytest.mark.parametrize(
    ("a", "pins", "words"),
    [
        (SOURCE + "# changed\n", pinned(a=SOURCE, b=OTHER), "a.py: is not the file of the pinned release"),
        (SOURCE, pinned(b=OTHER), "a.py: no pinned hash"),
        (None, pinned(a=SOURCE, b=OTHER), "a.py: not in this Open WebUI"),
    ],
    ids=["changed file", "no pin", "no file"],
)
def test_a_refused_file_leaves_all_files_alone(
    tmp_path: Path, a: str | None, pins: dict[str, str], words: str
) -> None:
    (tmp_path / "b.py").write_text(OTHER)
    if a is not None:
        (tmp_path / "a.py").write_text(a)
    with pytest.raises(PatchError) as failure:
        patch_backend(tmp_path, pins, [Before, OtherFile])
    assert words in str(failure.value)
    assert "test_engine" in str(failure.value)
    assert (tmp_path / "b.py").read_text() == OTHER
    assert a is None or (tmp_path / "a.py").read_text() == a


def test_a_missing_anchor_in_one_file_leaves_all_files_alone(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("z = 1\n")
    (tmp_path / "b.py").write_text(OTHER)
    with pytest.raises(PatchError, match=r"a\.py: codemod"):
        patch_backend(tmp_path, pinned(a="z = 1\n", b=OTHER), [OtherFile, Before])
    assert (tmp_path / "b.py").read_text() == OTHER
