"""The engine for compiled files: every replacement hits as often as it says, or nothing is written."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from derived_image.environment import pins
from patches.engine import AlreadyPatchedError, PatchError
from patches.frontend.engine import Replacement, plan_texts, replace_all, write_texts
from patches.frontend.pyodide_bundle import WHEELS, extended
from patches.frontend.sites import STORES, index_replacements, release_replacements, replacements

STOCK = 'const a=run("x");use(a);use(a);'
ONE = Replacement(name="one", file="a.js", anchor='run("x")', new='mine("x")', prepend='import"m";')
TWO = Replacement(name="two", file="a.js", anchor="use(a)", new="use(b)", times=2)


def folder(tmp_path: Path, text: str = STOCK) -> tuple[Path, dict[str, str]]:
    (tmp_path / "a.js").write_text(text, "utf-8")
    return tmp_path, {"a.js": hashlib.sha256(text.encode()).hexdigest()}


def test_replaces_everything_and_leaves_a_marker(tmp_path: Path) -> None:
    root, pin = folder(tmp_path)
    (change,) = write_texts(root, plan_texts(root, [ONE, TWO], pin))
    text = (root / "a.js").read_text("utf-8")
    assert text == 'import"m";const a=mine("x");use(b);use(b);\n// werkbank-patch: one, two\n'
    assert (change.path, change.before, change.by) == ("a.js", pin["a.js"], ("one", "two"))
    assert change.after == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("text", "found"), [("use(a);use(a)", 0), ('run("x");run("x");use(a);use(a)', 2)], ids=["none", "two"]
)
def test_an_anchor_that_does_not_fit_names_file_and_anchor(text: str, found: int) -> None:
    with pytest.raises(PatchError, match=rf'a\.js: one expects its anchor 1x, found {found}x: run\("x"\)'):
        replace_all(text, [ONE], file="a.js")


def test_a_file_of_another_release_is_refused_and_stays(tmp_path: Path) -> None:
    root, pin = folder(tmp_path)
    (root / "a.js").write_text(STOCK + " ", "utf-8")
    with pytest.raises(PatchError, match="not the file of the pinned release"):
        plan_texts(root, [ONE], pin)
    assert (root / "a.js").read_text("utf-8") == STOCK + " "


def test_an_unpinned_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    root, pin = folder(tmp_path)
    with pytest.raises(PatchError, match="no pinned hash"):
        plan_texts(root, [ONE], {})
    (root / "a.js").unlink()
    with pytest.raises(PatchError, match="not in this Open WebUI"):
        plan_texts(root, [ONE], pin)


def test_one_bad_anchor_writes_nothing_at_all(tmp_path: Path) -> None:
    root, pin = folder(tmp_path)
    (root / "b.js").write_text("nothing here", "utf-8")
    pin["b.js"] = hashlib.sha256(b"nothing here").hexdigest()
    bad = Replacement(name="bad", file="b.js", anchor="gone", new="x")
    with pytest.raises(PatchError, match=r"b\.js: bad"):
        plan_texts(root, [ONE, bad], pin)
    assert (root / "a.js").read_text("utf-8") == STOCK


def test_a_patched_file_is_refused(tmp_path: Path) -> None:
    root, pin = folder(tmp_path)
    write_texts(root, plan_texts(root, [ONE], pin))
    with pytest.raises(AlreadyPatchedError, match="already patched"):
        plan_texts(root, [ONE], pin)


def test_a_replacement_that_changes_nothing_is_refused() -> None:
    same = Replacement(name="same", file="a.js", anchor="use(a)", new="use(a)", times=2)
    with pytest.raises(PatchError, match="changes nothing"):
        replace_all(STOCK, [same], file="a.js")


def test_every_site_is_pinned() -> None:
    sites = [*replacements(), *release_replacements("x"), *index_replacements("x")]
    assert {site.file for site in sites} | {STORES, "pyodide/pyodide-lock.json"} == set(pins()["frontend"])


LOCK = {
    "info": {"python": "3.14.0"},
    "packages": {
        "pandas": {"depends": ["numpy"], "file_name": "pandas.whl"},
        "numpy": {"depends": [], "file_name": "numpy.whl"},
        "gone": {"depends": [], "file_name": "gone.whl"},
    },
}


def test_the_index_names_exactly_what_is_there() -> None:
    wheel = {
        "name": "et-xmlfile",
        "version": "2.0.0",
        "file_name": "et_xmlfile-2.0.0-py3-none-any.whl",
        "sha256": "00",
        "imports": ["et_xmlfile"],
        "depends": ["numpy"],
    }
    packages = extended(LOCK, [wheel], {"pandas.whl", "numpy.whl"})["packages"]
    assert sorted(packages) == ["et-xmlfile", "numpy", "pandas"]
    assert packages["et-xmlfile"]["imports"] == ["et_xmlfile"]
    assert packages["et-xmlfile"]["install_dir"] == "site"
    assert "gone" in LOCK["packages"], "the index that was read stays as it was"


def test_a_missing_dependency_stops_the_build() -> None:
    with pytest.raises(PatchError, match="pandas needs numpy"):
        extended(LOCK, [], {"pandas.whl"})


def test_the_wheels_are_pure_and_named_with_dashes() -> None:
    for wheel in json.loads(WHEELS.read_text("utf-8")):
        assert wheel["file_name"].endswith("-none-any.whl")
        assert "_" not in wheel["name"]
        assert len(wheel["sha256"]) == 64
