"""`main.py`: the endpoint that `werkbank patch verify` asks."""

from patches.anchors import InsertAfter


class ServerEndpoint(InsertAfter):
    """Mounts the read-only endpoint before the page's catch-all route."""

    FILE = "main.py"
    ANCHOR = "app.include_router(utils.router, prefix='/api/v1/utils', tags=['utils'])"
    INSERT = "werkbank_hooks.mount(app)"
