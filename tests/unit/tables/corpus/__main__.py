"""Write the corpus to a directory: ``NAME`` and ``NAME.truth.json`` side by side."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from . import all_cases


def main(target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for case in all_cases():
        (target / case.name).write_bytes(case.data)
        truth = json.dumps(case.truth, ensure_ascii=False, indent=1)
        (target / f"{case.name}.truth.json").write_text(truth + "\n", encoding="utf-8")
    print(f"{len(all_cases())} files in {target}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
