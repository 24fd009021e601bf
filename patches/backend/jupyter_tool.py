"""The built-in tool `execute_code`: code that runs in a Jupyter kernel."""

from patches.anchors import WrapArgument


class JupyterTool(WrapArgument):
    """Private code runs behind the guard that cuts the kernel off the network."""

    FILE = "tools/builtin.py"
    FUNCTION = "execute_code"
    ANCHOR = "execute_code_jupyter"
    INDEX = 1
    WRAP = "werkbank_hooks.jupyter_code({}, __metadata__)"
