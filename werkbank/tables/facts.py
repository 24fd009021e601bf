"""The one JSON object of ``werkbank table --json``: the profile and what loading gave, under the truth
files' names."""

from __future__ import annotations

from typing import Any

from .load import LoadedTable, load
from .profile import TableProfile

_TEXT_ONLY = (
    "encoding", "encoding_fallback", "bom", "eol", "delimiter", "quotechar", "escapechar", "header_line",
    "first_data_line",
    "metadata_lines", "sub_header_lines", "footer_lines", "decimal", "thousands", "sign", "date_format",
    "date_column", "sheet",
)  # fmt: skip


def facts(profile: TableProfile, path: str) -> dict[str, Any]:
    """Never raises on content: what goes wrong while loading is told under ``problems``."""
    found: dict[str, Any] = {"file": profile.name, "kind": profile.kind, "rejected": profile.rejected}
    if profile.rejected:
        return found | {"confidence": profile.confidence, "why": profile.why}
    found |= {name: getattr(profile, name) for name in _TEXT_ONLY}
    found["sign"] = profile.sign or "leading"
    found["n_columns"] = profile.n_columns
    found["columns"] = None if profile.header_line is None else [column.name for column in profile.columns]
    found["uncached_formula_columns"] = profile.uncached_formula_columns
    loaded, problem = try_load(profile, path)
    if loaded is None:
        found |= {
            "n_rows": None,
            "amount_sums": {},
            "date_min": None,
            "date_max": None,
            "problems": [problem],
        }
    else:
        found |= {
            "n_rows": loaded.n_rows,
            "amount_sums": loaded.amount_sums,
            "signed_sum": loaded.signed_sum,
            "date_min": loaded.date_min,
            "date_max": loaded.date_max,
            "problems": loaded.problems,
        }
    found["types"] = [column.type for column in profile.columns]
    found["ambiguities"] = [ambiguity.model_dump() for ambiguity in profile.ambiguities]
    return found | {"confidence": profile.confidence, "why": profile.why}


def try_load(profile: TableProfile, path: str) -> tuple[LoadedTable | None, str]:
    """``(table, "")``, or None and one line on what went wrong."""
    try:
        return load(profile, path), ""
    except MemoryError:
        return None, "the file is too large to load it into this machine's memory"
    except Exception as error:
        return None, f"loading failed: {type(error).__name__}: {error}".splitlines()[0]
