"""`main.py`: headers of every response."""

from patches.anchors import InsertAfter


class ServerHeaders(InsertAfter):
    """The page's Content-Security-Policy, and the stricter one of the private worker's script."""

    FILE = "main.py"
    ANCHOR = "app.add_middleware(SecurityHeadersMiddleware)"
    INSERT = "app.add_middleware(werkbank_hooks.PageHeaders)"
