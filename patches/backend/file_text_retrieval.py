"""Retrieval that reads whole files."""

from patches.anchors import ReplaceCall


class FileTextRetrieval(ReplaceCall):
    """The text of a table file that was extracted before the patch is not read; newer ones have none."""

    FILE = "retrieval/utils.py"
    ANCHOR = "*.data.get('content', '')"
    SITES = 2
    OWNERS = ("file", "f", "file_object")
    REPLACE = "werkbank_hooks.file_text({})"
