"""The codemods for Open WebUI's Python files, one place each. `patches.engine` finds and applies them."""
