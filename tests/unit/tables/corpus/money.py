"""Amounts as text, in the ways that banks write them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

Sign = Literal["leading", "trailing", "parentheses", "sh_suffix", "plus", "none"]


@dataclass(frozen=True)
class Money:
    """``Money(",", ".")`` writes ``-1.234,56``; ``sign="none"`` drops the sign (S/H and D/C columns)."""

    decimal: str = ","
    thousands: str = ""
    sign: Sign = "leading"
    before: str = ""
    after: str = ""
    minus: str = "-"
    places: int = 2
    marks: tuple[str, str] = (" S", " H")
    strip_zeros: bool = False
    lakh: bool = False

    def __call__(self, value: Decimal) -> str:
        whole, _, part = f"{abs(value):.{self.places}f}".partition(".")
        if self.strip_zeros:
            part = part.rstrip("0")
        text = self._grouped(whole) + (self.decimal + part if part else "")
        negative = value < 0
        if self.sign == "sh_suffix":
            return self.before + text + self.marks[0 if negative else 1] + self.after
        if self.sign == "trailing":
            return self.before + text + (self.minus if negative else "") + self.after
        if self.sign == "parentheses":
            return f"({self.before}{text}{self.after})" if negative else self.before + text + self.after
        mark = "" if self.sign == "none" else self.minus if negative else "+" if self.sign == "plus" else ""
        return mark + self.before + text + self.after

    def _grouped(self, whole: str) -> str:
        if not self.thousands or len(whole) <= 3:
            return whole
        head, groups = whole[:-3], [whole[-3:]]
        width = 2 if self.lakh else 3
        while head:
            groups.insert(0, head[-width:])
            head = head[:-width]
        return self.thousands.join(groups)


PLAIN = Money()
GERMAN = Money(",", ".")
DOT = Money(".")
US = Money(".", ",")
SWISS = Money(".", "'")
