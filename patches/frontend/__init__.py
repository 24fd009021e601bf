"""Patches the compiled page of Open WebUI: `apply` is called by the tree builder."""

from patches.frontend.page import apply

__all__ = ["apply"]
