"""The `<code_interpreter>` loop: code that runs in the page."""

from patches.anchors import WrapArgument


class InterpreterLegacy(WrapArgument):
    """Tells the page that the code is private and to which chat it belongs."""

    FILE = "utils/middleware.py"
    FUNCTION = "response_handler"
    ANCHOR = "event_caller"
    CONTAINS = "'type': 'execute:python'"
    WRAP = "werkbank_hooks.interpreter_event({}, metadata)"
