"""`get_sources_from_items`: the content of a chat that is attached to another one."""

from patches.anchors import InsertAfter


class RagAttachedChat(InsertAfter):
    """A private chat that is attached to another chat gives nothing."""

    FILE = "retrieval/utils.py"
    FUNCTION = "get_sources_from_items"
    ANCHOR = "chat = await Chats.get_chat_by_id(item.get('id'))"
    INSERT = "chat = await werkbank_hooks.public_chat(chat)"
