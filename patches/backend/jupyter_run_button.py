"""`POST /api/v1/utils/code/execute`: the page's run button with the Jupyter engine."""

from patches.anchors import WrapArgument


class JupyterRunButton(WrapArgument):
    """Code that a person runs from a message of a private chat is guarded like the model's own."""

    FILE = "routers/utils.py"
    FUNCTION = "execute_code"
    ANCHOR = "execute_code_jupyter"
    INDEX = 1
    WRAP = "await werkbank_hooks.page_code({}, request)"
