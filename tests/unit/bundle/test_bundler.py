"""Small packages through the bundler: names, imports, order, and everything that must fail loudly."""

from __future__ import annotations

import sys
import textwrap
import types
from pathlib import Path
from typing import Any

import pytest

from werkbank.bundle.assemble import bundle
from werkbank.bundle.modules import BundleError

FRONT = '"""\ntitle: X\nversion: 1.0\ndescription: d\n"""\n\nfrom __future__ import annotations\n\n'
FUTURE = "from __future__ import annotations\n\n"


def make(root: Path, entry: str, **modules: str) -> str:
    for name, source in {"werkbank": "", **modules}.items():
        path = root / "werkbank" / (f"{name}.py" if name != "werkbank" else "__init__.py")
        path.parent.mkdir(exist_ok=True)
        path.write_text((FUTURE if source else "") + textwrap.dedent(source), "utf-8")
    (root / "filters").mkdir(exist_ok=True)
    path = root / "filters" / "x.py"
    path.write_text(FRONT + textwrap.dedent(entry), "utf-8")
    return bundle(path, root)


def load(text: str) -> Any:
    """As Open WebUI loads a function, without werkbank being importable."""
    module = types.ModuleType("function_bundled")
    sys.modules["function_bundled"] = module
    hidden = {
        name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "werkbank"
    }
    try:
        exec(compile(text, "bundle", "exec"), module.__dict__)
    finally:
        sys.modules.update(hidden)
    return module


def test_one_file_without_the_package(tmp_path: Path) -> None:
    text = make(
        tmp_path,
        """
        from werkbank.a import double
        from werkbank import b

        class Filter:
            def run(self) -> int:
                from werkbank.lazy import late

                return late(double(b.ONE))
        """,
        a="""
        import json
        from dataclasses import dataclass

        def double(x: int) -> int:
            "Twice."
            return json.loads(str(2 * x))
        """,
        b="""
        import json as j
        from dataclasses import dataclass, field

        ONE = int(j.dumps(1))  # kept comment
        """,
        lazy="""
        def late(x: int) -> int:
            return x + 40
        """,
        unused="X = 1",
    )
    assert "import werkbank" not in text and "from werkbank" not in text
    assert "# kept comment" in text and '"Twice."' in text and "unused" not in text
    assert text.count("from dataclasses import") == 1
    assert load(text).Filter().run() == 42
    assert text.startswith('"""\ntitle: X\nversion: 1.0\n')
    assert bundle(tmp_path / "filters" / "x.py", tmp_path) == text


def test_same_names_in_two_modules_stay_apart(tmp_path: Path) -> None:
    text = make(
        tmp_path,
        """
        from werkbank.a import value as first
        from werkbank.b import value as second
        from werkbank import a

        class Filter:
            result = (first(), second(), a.value(), a.count())
        """,
        a="""
        from datetime import datetime
        _hidden = 1
        _calls = 0

        def value(_hidden: int = _hidden) -> int:
            return _hidden

        def count() -> int:
            global _calls
            _calls += 1
            return _calls
        """,
        b="""
        import datetime
        _hidden = 2
        _calls = "other"

        class Holder:
            _hidden: int = 3

            def get(self) -> int:
                return _hidden

        def value() -> int:
            values = [_hidden for _ in range(1)]
            assert datetime.date and _calls == "other" and Holder()._hidden == 3
            return values[0] if Holder().get() == 2 else 9
        """,
    )
    assert load(text).Filter.result == (1, 2, 1, 1)


def test_pydantic_and_dataclasses_resolve(tmp_path: Path) -> None:
    text = make(
        tmp_path,
        """
        from werkbank.a import Settings

        class Filter:
            class Valves(Settings):
                extra: int = 1
        """,
        a="""
        from dataclasses import dataclass, field
        from typing import Literal
        from pydantic import BaseModel

        Mode = Literal["x", "y"]

        class Inner(BaseModel):
            mode: Mode = "x"

        class Settings(BaseModel):
            inner: Inner = Inner()
            modes: list[Mode] = []

        @dataclass(frozen=True)
        class Data:
            items: list[Inner] = field(default_factory=list)
        """,
    )
    valves = load(text).Filter.Valves(inner={"mode": "y"}, modes=["x"])
    assert valves.inner.mode == "y"
    with pytest.raises(ValueError, match="mode"):
        load(text).Filter.Valves(inner={"mode": "z"})


def test_type_checking_blocks_and_reexports(tmp_path: Path) -> None:
    text = make(
        tmp_path,
        """
        from typing import TYPE_CHECKING
        from werkbank.b import thing

        if TYPE_CHECKING:
            from werkbank.typing_only import Never

        class Filter:
            value = thing
        """,
        a="thing = 5",
        b="from werkbank.a import thing",
    )
    assert "Never" not in text
    assert load(text).Filter.value == 5


def test_relative_imports(tmp_path: Path) -> None:
    text = make(
        tmp_path,
        """
        from werkbank.a import thing

        class Filter:
            value = thing()
        """,
        a="""
        from . import b
        from .b import ONE as one

        def thing() -> int:
            from .c import TWO
            return b.ONE + one + TWO
        """,
        b="ONE = 1",
        c="TWO = 2",
    )
    assert load(text).Filter.value == 4


def test_modules_that_import_each_other_lazily(tmp_path: Path) -> None:
    text = make(
        tmp_path,
        """
        from werkbank.a import even

        class Filter:
            value = even(10)
        """,
        a="""
        def even(n: int) -> bool:
            from werkbank.b import odd
            return n == 0 or odd(n - 1)
        """,
        b="""
        def odd(n: int) -> bool:
            from werkbank import a
            return n != 0 and a.even(n - 1)
        """,
    )
    assert load(text).Filter.value is True


UNFIT = [
    ("from werkbank.a import *", {"a": "X = 1"}, "import \\*"),
    ("from werkbank.a import missing\nx = missing", {"a": "X = 1"}, "no top-level name missing"),
    ("from werkbank.nowhere import x", {}, "no module werkbank.nowhere"),
    ("from werkbank import a\nx = a", {"a": "X = 1"}, "used as an object"),
    ("from werkbank import a\nx = a.X", {"a": "X = __file__"}, "no file of its own"),
    ("from . import a", {"a": "X = 1"}, "relative imports are for modules"),
    ("from werkbank import a", {"a": "from ..b import x"}, "leads out of the package"),
    ("import werkbank.a", {"a": "X = 1"}, "import werkbank.a as"),
    ("x = 1  # from config of old", {}, "from config"),
    ("from werkbank import a", {"a": "from werkbank import b", "b": "from werkbank import a"}, "each other"),
    ("from werkbank.a import x", {"a": "def x(:"}, "werkbank.a"),
]


@pytest.mark.parametrize(("entry", "modules", "reason"), UNFIT)
def test_what_cannot_be_bundled_fails_loudly(
    tmp_path: Path, entry: str, modules: dict[str, str], reason: str
) -> None:
    with pytest.raises(BundleError, match=reason):
        make(tmp_path, entry, **modules)


def test_a_local_variable_must_not_hide_a_renamed_name(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="hides the name"):
        make(
            tmp_path,
            """
            from werkbank.a import value
            from werkbank.b import value as other

            class Filter:
                def run(self):
                    value_of_b = 1
                    return other, value_of_b, value
            """,
            a="value = 1",
            b="value = 2",
        )


def test_a_file_without_future_annotations_is_refused(tmp_path: Path) -> None:
    make(tmp_path, "class Filter: pass")
    (tmp_path / "werkbank" / "old.py").write_text("X = 1\n")
    (tmp_path / "filters" / "x.py").write_text(FRONT + "from werkbank.old import X\nclass Filter: x = X\n")
    with pytest.raises(BundleError, match="lacks"):
        bundle(tmp_path / "filters" / "x.py", tmp_path)
