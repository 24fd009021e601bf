"""`chat_completion_files_handler`: retrieval from the turn's files."""

from patches.anchors import InsertAfter


class RagFiles(InsertAfter):
    """In a private turn no query is generated from the conversation and none is embedded.

    The documents beside the table are read whole; knowledge, folders, other chats and addresses are left
    out. With the table alone there is nothing to retrieve, and no status that says so.
    """

    FILE = "utils/middleware.py"
    FUNCTION = "chat_completion_files_handler"
    ANCHOR = "all_full_context = all(item.get('context') == 'full' for item in files)"
    INSERT = """
    files = werkbank_hooks.readable_items(files, body.get('metadata'))
    if not files:
        return body, {'sources': sources}
    all_full_context = all_full_context or werkbank_hooks.is_private(body.get('metadata'))
    """
