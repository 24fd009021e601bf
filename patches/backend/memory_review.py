"""`review_memory_after_turn`: what is remembered of a finished turn."""

from patches.anchors import Prologue


class MemoryReview(Prologue):
    """Nothing of a private turn is reviewed for memories, which other chats would read."""

    FILE = "utils/memory.py"
    ANCHOR = """
    async def review_memory_after_turn(
        *,
        request,
        user,
        model: dict | None,
        metadata: dict,
        form_data: dict,
        assistant_message: dict,
        messages: list[dict],
    ) -> None
    """
    INSERT = """
    if werkbank_hooks.is_private(metadata):
        return
    """
