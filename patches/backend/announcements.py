"""`publish_event`: what webhooks and notifications are told."""

from patches.anchors import Prologue


class Announcements(Prologue):
    """A finished private chat is announced without its title and answer."""

    FILE = "events.py"
    ANCHOR = """
    async def publish_event(
        request_or_app: Any,
        event: EventDefinition | str,
        *,
        actor: Any | None = None,
        subject_id: Any | None = None,
        subject_type: str | None = None,
        source: str = 'api',
        data: dict | None = None,
        message: str | None = None,
    ) -> None
    """
    INSERT = """
    data, message = await werkbank_hooks.announcement(
        request_or_app, event, subject_type, subject_id, data, message
    )
    """
