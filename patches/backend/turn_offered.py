"""`process_chat_payload`: the request as it goes to the model."""

from patches.anchors import InsertBefore


class TurnOffered(InsertBefore):
    """Takes every tool off the request of a private turn that is not on the list.

    Reaches what `turn_tools` cannot: tools that a filter put into the request, and those an API caller sent
    along.
    """

    FILE = "utils/middleware.py"
    FUNCTION = "process_chat_payload"
    ANCHOR = "return form_data, metadata, events"
    INSERT = "form_data = werkbank_hooks.offered(form_data, metadata)"
