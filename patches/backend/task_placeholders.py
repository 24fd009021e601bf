"""The generation endpoints of `routers/tasks.py`, which the server also calls itself after a turn."""

import libcst as cst

from patches.anchors import Codemod, with_prologue


class TaskPlaceholders(Codemod):
    """In a private chat no model makes titles, tags, follow-ups, queries, completions, emoji, picture
    prompts or merged answers: each gets a neutral placeholder of the same shape.
    """

    FILE = "routers/tasks.py"
    ANCHOR = "async def generate_*(request: Request, form_data: dict, user=Depends(get_verified_user))"
    SITES = 8
    KINDS = {
        "generate_title": "title",
        "generate_follow_ups": "follow_ups",
        "generate_chat_tags": "tags",
        "generate_image_prompt": "image_prompt",
        "generate_queries": "queries",
        "generate_autocompletion": "autocomplete",
        "generate_emoji": "emoji",
        "generate_moa_response": "moa",
    }

    def leave_FunctionDef(
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.BaseStatement | cst.FlattenSentinel[cst.BaseStatement]:
        super().leave_FunctionDef(original_node, updated_node)
        kind = self.KINDS.get(original_node.name.value)
        names = [param.name.value for param in original_node.params.params]
        if kind is None or names != ["request", "form_data", "user"] or original_node.asynchronous is None:
            return updated_node
        self.sites += 1
        new = self.statements(
            f"""
            werkbank_answer = await werkbank_hooks.task_placeholder({kind!r}, request, form_data)
            if werkbank_answer is not None:
                return werkbank_answer
            """
        )
        return with_prologue(updated_node, new)
