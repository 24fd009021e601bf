"""The built-in tool `search_chats`."""

from patches.anchors import InsertBefore


class SearchChats(InsertBefore):
    """Private chats are not found from other chats."""

    FILE = "tools/builtin.py"
    FUNCTION = "search_chats"
    ANCHOR = "for chat in chats:"
    INSERT = "chats = await werkbank_hooks.public_chats(chats)"
