"""The built-in tool `view_chat`."""

from patches.anchors import InsertAfter


class ViewChat(InsertAfter):
    """A private chat is not shown to another one; the model reads the reason."""

    FILE = "tools/builtin.py"
    FUNCTION = "view_chat"
    ANCHOR = "chat = await Chats.get_chat_by_id_and_user_id(chat_id, user_id)"
    INSERT = """
    werkbank_refusal = await werkbank_hooks.other_chat_refusal(chat)
    if werkbank_refusal is not None:
        return json.dumps({'error': werkbank_refusal}, ensure_ascii=False)
    """
