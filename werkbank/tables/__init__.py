"""A table file's bytes -> :class:`~werkbank.tables.profile.TableProfile` -> loading recipe."""
