"""`process_chat_payload`: the turn's tools."""

from patches.anchors import InsertBefore


class TurnTools(InsertBefore):
    """In a private chat only tools on the allow list stay, whatever put them there (built-in, MCP, OpenAPI,
    direct).

    Stands where every source has been merged and before the list is stored for the loop that runs the calls.
    """

    FILE = "utils/middleware.py"
    FUNCTION = "process_chat_payload"
    ANCHOR = "metadata['tools'] = tools_dict"
    INSERT = "tools_dict = werkbank_hooks.allowed_tools(tools_dict, metadata)"
