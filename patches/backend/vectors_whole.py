"""`merge_get_results`: embedded files that are read whole."""

from patches.anchors import Prologue


class VectorsWhole(Prologue):
    """Tables that were embedded before the patch are not read any more."""

    FILE = "retrieval/utils.py"
    ANCHOR = "def merge_get_results(get_results: list[dict]) -> dict"
    INSERT = "get_results = werkbank_hooks.without_tables(get_results)"
