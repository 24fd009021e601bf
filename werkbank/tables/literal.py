"""Names and paths from outside as Python literals: the only way by which they get into a recipe."""

from __future__ import annotations


def literal(value: object) -> str:
    """``repr``, with everything escaped when it would print control or combining characters."""
    plain = repr(value)
    return defused(plain if plain.isprintable() else ascii(value))


def defused(code: str) -> str:
    """The same literal without ``<`` and backticks, which stand only inside its strings.

    So a name from a file can end neither a tag nor a code fence of the text that carries the recipe.
    """
    return code.replace("<", r"\x3c").replace("`", r"\x60")
