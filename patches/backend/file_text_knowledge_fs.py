"""The knowledge file system of the built-in tools (`cat`, `head`, `grep` …)."""

from patches.anchors import ReplaceCall


class FileTextKnowledgeFs(ReplaceCall):
    """The text of a table file that was extracted before the patch is not read; newer ones have none."""

    FILE = "tools/knowledge_fs.py"
    ANCHOR = "*.data.get('content', '')"
    SITES = 5
    OWNERS = ("file", "f", "file_object")
    REPLACE = "werkbank_hooks.file_text({})"
