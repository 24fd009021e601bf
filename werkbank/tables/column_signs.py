"""What makes an amount negative: a sign, a mark column (S/H, D/C, Af/Bij), or a pair of debit and credit
columns."""

from __future__ import annotations

from collections.abc import Sequence

from . import words
from .cells import Row, is_empty, text_of
from .column_look import Look
from .profile import ColumnProfile

_SH = {"s", "h", "soll", "haben"}


def apply_signs(columns: list[ColumnProfile], looks: Sequence[Look], rows: Sequence[Row]) -> int | None:
    """Set ``sign``, ``sign_column``, ``negative_marks`` and ``side``; return the main amount column."""
    amounts = [look for look in looks if columns[look.index].type == "amount"]
    if not amounts:
        return None
    pair = _pair(amounts, looks, rows)
    sides = set(pair or ())
    main = _main(amounts, sides)
    for look in looks:
        marks = _marks(look)
        if marks is None:
            continue
        target = _target(look, amounts, main)
        if target is not None and not target.numbers.negatives and columns[target.index].sign_column is None:
            column = columns[target.index]
            column.sign_column = look.index
            column.negative_marks, column.positive_marks = marks
            column.sign = "sh_column" if {text.lower() for text in look.texts} <= _SH else "direction_column"
    single = (
        main is not None and main.fill >= 0.6 and main.index not in sides and not main.named(words.BALANCE)
    )
    if pair and not any(look.folded for look in looks):
        single = False  # without names the third, always filled amount is a balance
    if pair:
        debit, credit = pair
        columns[debit].side, columns[credit].side = "debit", "credit"
        if not single:
            columns[debit].sign = columns[credit].sign = "debit_credit"
            return debit
    return main.index if main is not None else amounts[0].index


def _main(amounts: Sequence[Look], sides: set[int]) -> Look | None:
    """The amount of the booking itself: named so, filled, no balance."""
    best, best_score = None, -1.0
    for look in amounts:
        score = (
            3.0 * look.fill + 2.0 * look.named(words.MAIN_AMOUNT) + 1.0 * (look.numbers.decimal is not None)
        )
        score -= 3.0 * look.named(words.BALANCE) + 2.0 * (look.index in sides)
        score += 0.5 * (look.numbers.negatives > 0)
        if score > best_score + 1e-9:
            best, best_score = look, score
    return best


def _pair(amounts: Sequence[Look], looks: Sequence[Look], rows: Sequence[Row]) -> tuple[int, int] | None:
    """``(debit, credit)``: by their names, or without a header by filling each row once."""
    debit = [look for look in looks if look.named(words.DEBIT) and not look.named(words.BALANCE)]
    credit = [look for look in looks if look.named(words.CREDIT) and not look.named(words.BALANCE)]
    usable = {look.index for look in amounts} | {look.index for look in looks if look.type == "empty"}
    for left in debit:
        for right in credit:
            if left.index == right.index or not {left.index, right.index} <= usable:
                continue
            if left in amounts or right in amounts and _exclusive(rows, left.index, right.index):
                return left.index, right.index
    if any(look.folded for look in looks):
        return None
    for left, right in zip(amounts, amounts[1:], strict=False):
        together = left.fill + right.fill
        if (
            left.fill < 1
            and right.fill < 1
            and 0.95 <= together <= 1.05
            and _exclusive(rows, left.index, right.index)
        ):
            swap = right.numbers.negatives > left.numbers.negatives
            return (right.index, left.index) if swap else (left.index, right.index)
    return None


def _exclusive(rows: Sequence[Row], left: int, right: int) -> bool:
    both = either = 0
    for row in rows:
        first = (
            left < len(row) and not is_empty(row[left]) and any(c in "123456789" for c in text_of(row[left]))
        )
        second = (
            right < len(row)
            and not is_empty(row[right])
            and any(c in "123456789" for c in text_of(row[right]))
        )
        both += first and second
        either += first or second
    return both <= 0.05 * either


def _marks(look: Look) -> tuple[list[str], list[str]] | None:
    """``(minus, plus)``: the texts of a direction column; None when the column is none."""
    if look.type != "text" or not look.filled or (look.texts and len(look.texts[0]) > 24):
        return None
    if look.dashes and set(look.texts) <= {"+"}:
        return (["-"], ["+"]) if look.texts or _says(look) else None
    seen = set(look.texts)
    if not seen or len(seen) > 4 or look.fill < 0.5:
        return None
    for negative, positive in words.DIRECTIONS:
        folded = {text: words.fold(text) or text for text in seen}
        minus = sorted(text for text, name in folded.items() if name in negative)
        plus = [text for text, name in folded.items() if name in positive]
        if len(minus) + len(plus) < len(seen):
            continue
        if (
            (minus and plus)
            or (look.folded and (look.named(words.DEBIT) or look.named(words.CREDIT)))
            or _says(look)
        ):
            return minus, sorted(plus)
    return None


def _says(look: Look) -> bool:
    """The header of a mark column with one mark only: blank, ``S/H``, ``+/-``, ``D/C``, ``Direction`` ..."""
    return look.folded in {
        "",
        "s h",
        "d c",
        "c d",
        "dr cr",
        "cr dr",
        "af bij",
        "bij af",
        "soll haben",
        "direction",
        "vorzeichen",
        "sign",
        "kz",
        "type",
        "sh",
    }


def _target(look: Look, amounts: Sequence[Look], main: Look | None) -> Look | None:
    """The amount that a mark column belongs to: the nearest one to the left, else the main one."""
    before = [amount for amount in amounts if 0 < look.index - amount.index <= 2]
    return before[-1] if before else main
