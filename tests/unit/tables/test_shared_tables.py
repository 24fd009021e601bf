"""The files with exact ground truth beside the repository, when they are there: one test per file."""

from __future__ import annotations

import json
import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from werkbank.tables.facts import facts
from werkbank.tables.recognise import recognise
from werkbank.tables.recount import recount

ROOT = Path(__file__).parents[3]
FOLDER = Path(os.environ.get("WERKBANK_SHARED_TABLES") or ROOT.parent / "shared" / "tables")
TRUTHS = sorted(FOLDER.glob("*.truth.json"))
if not TRUTHS:
    pytest.skip(f"no truth files in {FOLDER}", allow_module_level=True)


def _name(truth: Path) -> str:
    return truth.name.removesuffix(".truth.json")


@pytest.mark.parametrize("truth_file", TRUTHS, ids=_name)
def test_comes_out_right(truth_file: Path) -> None:
    truth: dict[str, Any] = json.loads(truth_file.read_text("utf-8"))
    file = truth_file.with_name(_name(truth_file))
    profile = recognise(file)
    got = facts(profile, str(file))
    if truth["expect"] == "reject" or (truth.get("either") and got["rejected"]):
        assert got["rejected"] or truth.get("either")
        return
    assert got["rejected"] is None
    assert got["problems"] == []
    assert got["columns"] == truth["columns"]
    assert got["n_rows"] == truth["n_rows"]
    assert (got["date_min"], got["date_max"]) == (truth["date_min"], truth["date_max"])
    for column, total in truth["amount_sums"].items():
        assert Decimal(got["amount_sums"][column]) == Decimal(total)
    if "signed_sum" in truth:
        assert got["signed_sum"] == truth["signed_sum"]
    if truth["kind"] == "csv":
        for key in ("header_line", "first_data_line", "metadata_lines", "footer_lines", "eol", "bom"):
            assert got[key] == truth[key], key
        rows, sums = recount(profile, str(file))
        assert rows == truth["n_rows"]
        assert {key: Decimal(total) for key, total in got["amount_sums"].items()} == sums
