"""The builder of the derived Open WebUI: the same code makes the tree for `werkbank run`, for tests and the
image."""
