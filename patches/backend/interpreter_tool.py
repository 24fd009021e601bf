"""The built-in tool `execute_code`: code that runs in the page."""

from patches.anchors import WrapArgument


class InterpreterTool(WrapArgument):
    """Tells the page that the code is private and to which chat it belongs."""

    FILE = "tools/builtin.py"
    FUNCTION = "execute_code"
    ANCHOR = "__event_call__"
    CONTAINS = "'type': 'execute:python'"
    WRAP = "werkbank_hooks.interpreter_event({}, __metadata__)"
