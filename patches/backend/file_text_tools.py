"""The built-in tools that read stored files: `view_file`, `view_knowledge_file` and the greps."""

from patches.anchors import ReplaceCall


class FileTextTools(ReplaceCall):
    """The text of a table file that was extracted before the patch is not read; newer ones have none."""

    FILE = "tools/builtin.py"
    ANCHOR = "*.data.get('content', '')"
    SITES = 3
    OWNERS = ("file", "f", "file_object")
    REPLACE = "werkbank_hooks.file_text({})"
