"""`chat_completion_tools_handler`: prompt-based tool calling."""

from patches.anchors import InsertAfter


class LegacyTools(InsertAfter):
    """No prompt-based tool calling in a private turn: it would send the conversation to the task model."""

    FILE = "utils/middleware.py"
    FUNCTION = "chat_completion_tools_handler"
    ANCHOR = "metadata = extra_params['__metadata__']"
    INSERT = """
    if werkbank_hooks.is_private(metadata):
        return body, {}
    """
