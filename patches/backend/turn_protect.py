"""`process_chat_payload`: right after the inlet filters."""

from patches.anchors import InsertBefore


class TurnProtect(InsertBefore):
    """Routes a turn with a private table, and marks it, after every inlet filter has had its say.

    The same function is the filter's own, so the end state does not depend on which filters ran, or whether
    one is installed. The mark is set before memory, web search and tools look at the request.
    """

    FILE = "utils/middleware.py"
    FUNCTION = "process_chat_payload"
    ANCHOR = "features = form_data.pop('features', None) or {}"
    INSERT = "await werkbank_hooks.protect_turn(request, form_data, metadata, user, model, extra_params)"
