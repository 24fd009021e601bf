"""The tool loop: events that make the page open or refresh a file of the terminal."""

from patches.anchors import Guard


class ToolTerminalEvent(Guard):
    """A call that did not run sends the page to no terminal path, which the model chose."""

    FILE = "utils/middleware.py"
    FUNCTION = "response_handler"
    ANCHOR = """
    await terminal_event_handler(
        tool_function_name,
        tool_function_params,
        tool_result,
        event_emitter,
    )
    """
    CONDITION = "tool is not None"
