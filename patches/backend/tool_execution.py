"""`execute_tool_call`: the place where a native tool call runs."""

from patches.anchors import InsertAfter


class ToolExecution(InsertAfter):
    """A tool that is not on the list of a private turn is not run, whatever the turn's tool list holds.

    The model reads a short refusal that it can act on. The call counts as one without a tool (third value
    None).
    """

    FILE = "utils/middleware.py"
    FUNCTION = "execute_tool_call"
    ANCHOR = "tool = tools.get(name)"
    INSERT = """
    werkbank_refusal = werkbank_hooks.refused_call(name, tool, metadata)
    if werkbank_refusal is not None:
        return params, werkbank_refusal, None, None, False
    """
