"""The tool loop: sources made from tool results."""

from patches.anchors import Condition


class ToolCitation(Condition):
    """A call that did not run makes no source: its address would be shown, and a favicon fetched for it.

    `tool` is None for refused and for unknown tools.
    """

    FILE = "utils/middleware.py"
    FUNCTION = "response_handler"
    ANCHOR = """
    if (
        citations_enabled
        and tool_function_name
        in [
            'search_web',
            'fetch_url',
            'view_file',
            'view_knowledge_file',
            'query_knowledge_files',
            'query_chat_files',
        ]
        and tool_result
    ):
    """
    CONDITION = "tool is not None"
