"""`get_attached_knowledge`: knowledge of model and folder that the model is told about."""

from patches.anchors import Prologue


class KnowledgeAnnounced(Prologue):
    """In a private turn no knowledge is announced: its tools are off."""

    FILE = "utils/tools.py"
    ANCHOR = "def get_attached_knowledge(model: dict, metadata: dict) -> list[dict]"
    INSERT = """
    if werkbank_hooks.is_private(metadata):
        return []
    """
