"""The block of columns that holds a sheet's table, without a legend or note beside it."""

from __future__ import annotations

from .grid import Grid


def main_block(grid: Grid) -> tuple[int, int]:
    """``(first, end)`` column of the table's block; all used columns unless the others are clearly notes.

    Blocks are separated by a wholly empty column. Others are notes when together they hold less than 15 % of
    the cells and each fills less than half as many rows as the main block.
    """
    rows_of: dict[int, set[int]] = {}
    for line, row in enumerate(grid):
        for at, cell in enumerate(row):
            if cell is not None:
                rows_of.setdefault(at, set()).add(line)
    used = sorted(rows_of)
    if not used:
        return 0, 0
    blocks: list[list[int]] = []
    for at in used:
        if blocks and blocks[-1][-1] == at - 1:
            blocks[-1].append(at)
        else:
            blocks.append([at])
    cells = [sum(len(rows_of[at]) for at in block) for block in blocks]
    lines = [len(set().union(*(rows_of[at] for at in block))) for block in blocks]
    main = cells.index(max(cells))
    aside = [at for at in range(len(blocks)) if at != main]
    small = sum(cells[at] for at in aside) < 0.15 * sum(cells)
    if small and len(blocks[main]) > 1 and all(lines[at] * 2 < lines[main] for at in aside):
        return blocks[main][0], blocks[main][-1] + 1
    return used[0], used[-1] + 1
