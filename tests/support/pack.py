"""The pack on a test's server, put there by the product's own installer."""

from __future__ import annotations

from tests.support.openwebui import OpenWebUI


def install(server: OpenWebUI, *, base_model: str | None = None) -> list[str]:
    """Install the bundled functions for everyone; returns what the installer says. Raises its errors."""
    from werkbank.host.api import Api
    from werkbank.install.installer import carry_out, make_plan
    from werkbank.install.pack import pack

    said: list[str] = []
    with Api(server.url, server.admin.token) as api:
        carry_out(api, make_plan(api, pack(), make_global=True, base_model=base_model), said.append)
    return said
