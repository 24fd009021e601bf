"""`process_pipeline_inlet_filter`: requests to pipeline servers before the model call, tasks included."""

from patches.anchors import Prologue


class PipelinesInlet(Prologue):
    """A pipeline filter is another server and gets the whole request: not in a private chat.

    It runs before the inlet filters, so the chat itself is asked and not the mark alone.
    """

    FILE = "routers/pipelines.py"
    ANCHOR = "async def process_pipeline_inlet_filter(request, payload, user, models)"
    INSERT = """
    if await werkbank_hooks.skips_pipelines(request, payload):
        return payload
    """
