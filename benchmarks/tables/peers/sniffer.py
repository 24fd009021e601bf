"""csv.Sniffer of the standard library, with charset-normalizer's encoding, loaded by pandas."""

from __future__ import annotations

import csv

from ..guess import Contestant, Guess
from .by_pandas import load_with_pandas
from .encoding import guess_encoding


def look(data: bytes, path: str) -> Guess:
    encoding = guess_encoding(data)
    text = data.decode(encoding, "replace")[:65_536]
    sniffer = csv.Sniffer()
    dialect = sniffer.sniff(text)
    header = sniffer.has_header(text)
    return Guess(delimiter=dialect.delimiter, encoding=encoding, header_line=0 if header else None)


CONTESTANT = Contestant("csv.Sniffer", look, load_with_pandas)
