"""`POST /process/text`: text that is embedded directly."""

from patches.anchors import InsertBefore


class UploadText(InsertBefore):
    """A table as text is refused with a reason."""

    FILE = "routers/retrieval.py"
    FUNCTION = "process_text"
    ANCHOR = "collection_name = form_data.collection_name"
    INSERT = "await werkbank_hooks.refuse_table_text(request, form_data.name, form_data.content)"
