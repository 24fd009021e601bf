"""``python -m benchmarks.tables [DIR ...]``: the corpus, and directories with ``*.truth.json`` files."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from tests.unit.tables.corpus.case import Case

from . import big, files
from .peers import CONTESTANTS
from .report import print_big, print_scores
from .score import run


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables", description=__doc__)
    parser.add_argument("directories", nargs="*", type=Path, metavar="DIR")
    parser.add_argument("--wrong", action="store_true", help="name what this project got wrong")
    parser.add_argument("--no-corpus", action="store_true", help="measure the directories only")
    parser.add_argument("--no-big", action="store_true", help="leave the 200,000-row file out")
    options = parser.parse_args()
    console = Console(width=150)
    if not options.no_corpus:
        compare("corpus of the tests", files.corpus(), console, options.wrong)
    for folder in options.directories:
        compare(folder.name, list(files.directory(folder)), console, options.wrong)
    if not options.no_big:
        print_big(big.measure(), console)


def compare(title: str, cases: Sequence[Case], console: Console, show_wrong: bool) -> None:
    with console.status(title):
        scores = run(CONTESTANTS, cases)
    print_scores(f"{title} ({len(cases)} files)", scores, console)
    if show_wrong:
        for line in scores[CONTESTANTS[0].name].wrong:
            console.print(f"  {line}", markup=False, highlight=False)


if __name__ == "__main__":
    main()
