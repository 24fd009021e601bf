"""`process_pipeline_outlet_filter`: requests to pipeline servers after the answer."""

from patches.anchors import Prologue


class PipelinesOutlet(Prologue):
    """A pipeline filter is another server and gets the whole conversation: not in a private chat."""

    FILE = "routers/pipelines.py"
    ANCHOR = "async def process_pipeline_outlet_filter(request, payload, user, models)"
    INSERT = """
    if await werkbank_hooks.skips_pipelines(request, payload):
        return payload
    """
