"""The one-line functions that the patched Open WebUI calls. They decide nothing: they ask `private_chat`.

Open WebUI's own modules import this while they load, so nothing here imports Open WebUI at module level.
"""

from __future__ import annotations

from werkbank.host.hook_files import (
    NO_KNOWLEDGE,
    file_text,
    is_table_file,
    keep_table_unread,
    other_chat_refusal,
    public_chat,
    public_chats,
    refuse_table_text,
    upload_content_type,
    without_tables,
)
from werkbank.host.hook_mark import is_private, language_of, private_mark
from werkbank.host.hook_server import PageHeaders, mount
from werkbank.host.hook_tasks import announcement, task_placeholder
from werkbank.host.hook_turn import (
    allowed_tools,
    interpreter_event,
    jupyter_code,
    offered,
    page_code,
    protect_turn,
    readable_items,
    refused_call,
    settle_turn,
    skips_pipelines,
    summary_model,
    turn_over,
)

__all__ = [
    "NO_KNOWLEDGE",
    "PageHeaders",
    "allowed_tools",
    "announcement",
    "file_text",
    "interpreter_event",
    "is_private",
    "is_table_file",
    "jupyter_code",
    "keep_table_unread",
    "language_of",
    "mount",
    "offered",
    "other_chat_refusal",
    "page_code",
    "private_mark",
    "protect_turn",
    "public_chat",
    "public_chats",
    "readable_items",
    "refuse_table_text",
    "refused_call",
    "settle_turn",
    "skips_pipelines",
    "summary_model",
    "task_placeholder",
    "turn_over",
    "upload_content_type",
    "without_tables",
]
