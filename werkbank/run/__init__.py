"""`werkbank run`: the patched Open WebUI with the pack, from nothing, on one machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


class RunError(Exception):
    """Why it cannot start or go on: one readable line that says what to do."""


@dataclass(frozen=True)
class Options:
    """What the person chose. `model_url` None: `OPENAI_API_BASE_URL`, else the demo model."""

    host: str
    port: int
    data_dir: Path
    model_url: str | None = None
    demo_model: bool = True

    @property
    def address(self) -> str:
        """Where a browser on this machine finds it."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]"}.get(self.host, self.host)
        return f"http://{host}:{self.port}"
