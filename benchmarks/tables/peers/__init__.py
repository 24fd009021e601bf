"""One module per contestant."""

from __future__ import annotations

from ..guess import Contestant
from . import clever, duck, pandas_guess, sniffer, werkbank

CONTESTANTS: list[Contestant] = [
    werkbank.CONTESTANT,
    sniffer.CONTESTANT,
    clever.CONTESTANT,
    duck.CONTESTANT,
    pandas_guess.CONTESTANT,
]
