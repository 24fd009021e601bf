"""`process_file`: text extraction and embedding of a stored file."""

from patches.anchors import InsertBefore


class UploadUnread(InsertBefore):
    """A table file is stored and done: no extraction engine, no text in the database, no embedding.

    All ways lead through here: uploads, changed content, adding to knowledge and reindexing. Adding a table
    to knowledge is refused with a reason, because a knowledge base can only serve what it has embedded.
    """

    FILE = "routers/retrieval.py"
    FUNCTION = "process_file"
    ANCHOR = "if file:"
    INSERT = """
    werkbank_done = await werkbank_hooks.keep_table_unread(request, file, form_data) if file else None
    if werkbank_done is not None:
        return werkbank_done
    """
