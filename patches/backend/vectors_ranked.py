"""`merge_and_sort_query_results`: what a search in embedded files found."""

from patches.anchors import Prologue


class VectorsRanked(Prologue):
    """Pieces of tables that were embedded before the patch are not found any more."""

    FILE = "retrieval/utils.py"
    ANCHOR = "def merge_and_sort_query_results(query_results: list[dict], k: int) -> dict"
    INSERT = "query_results = werkbank_hooks.without_tables(query_results)"
