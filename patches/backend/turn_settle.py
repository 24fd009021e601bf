"""`process_chat_payload`: where the turn's files, tools and features have their final form."""

from patches.anchors import InsertBefore


class TurnSettle(InsertBefore):
    """Second look: note chats add their files after the filters, and they must be routed like all others.

    In a private turn the ids of tool servers and terminal are emptied here, before one of them is contacted.
    """

    FILE = "utils/middleware.py"
    FUNCTION = "process_chat_payload"
    ANCHOR = """
    metadata.update(
        {
            'model_id': form_data.get('model'),
            'tool_ids': tool_ids,
            'skill_ids': skill_ids,
            'terminal_id': terminal_id,
            'files': files,
            'features': features,
        }
    )
    """
    INSERT = """
    tool_ids, terminal_id, files, features = await werkbank_hooks.settle_turn(
        request, form_data, metadata, user, model, extra_params,
        tool_ids=tool_ids, terminal_id=terminal_id, files=files, features=features,
    )
    """
