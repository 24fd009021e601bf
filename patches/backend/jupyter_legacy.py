"""The `<code_interpreter>` loop: code that runs in a Jupyter kernel."""

from patches.anchors import WrapArgument


class JupyterLegacy(WrapArgument):
    """Private code runs behind the guard that cuts the kernel off the network."""

    FILE = "utils/middleware.py"
    FUNCTION = "response_handler"
    ANCHOR = "execute_code_jupyter"
    INDEX = 1
    WRAP = "werkbank_hooks.jupyter_code({}, metadata)"
