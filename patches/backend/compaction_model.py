"""`_generate_summary`: which model summarises a chat that has become long."""

from patches.anchors import InsertBefore


class CompactionModel(InsertBefore):
    """A private chat is summarised by its own model, never by the task model or another configured one.

    This happens before the turn is routed, so a model that is not local is refused here as well.
    """

    FILE = "utils/context_compaction.py"
    FUNCTION = "_generate_summary"
    ANCHOR = "summary_prompt_template = summary_prompt_template.strip() or DEFAULT_CONTEXT_COMPACTION_PROMPT"
    INSERT = """
    task_model_id = await werkbank_hooks.summary_model(
        request, task_model_id, model_id, models, [*compacted_messages, *recent_messages]
    )
    if task_model_id not in models:
        raise ValueError('No available model for context compaction')
    """
