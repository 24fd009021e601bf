"""`process_chat` in main.py: the end of a turn, however it ended."""

from patches.anchors import InsertBefore


class TurnOver(InsertBefore):
    """What a private turn left in the interpreter is removed, also after an error or a cancelled answer.

    Stands in the `finally` of the turn, inside its own `try`.
    """

    FILE = "main.py"
    FUNCTION = "process_chat"
    ANCHOR = "if mcp_clients := metadata.get('mcp_clients'):"
    INSERT = "await werkbank_hooks.turn_over(form_data, metadata)"
