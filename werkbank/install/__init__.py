"""Bring the pack's single files into a running Open WebUI, all or nothing, and tell what is there."""
