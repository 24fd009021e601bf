"""clevercsv: its own encoding and dialect detection and its header test, loaded by pandas."""

from __future__ import annotations

import clevercsv
from clevercsv.encoding import get_encoding

from ..guess import Contestant, Guess
from .by_pandas import load_with_pandas


def look(data: bytes, path: str) -> Guess:
    encoding = get_encoding(path, try_cchardet=False)
    text = data.decode(encoding, "replace")[:65_536]
    sniffer = clevercsv.Sniffer()
    dialect = sniffer.sniff(text)
    if dialect is None:
        raise ValueError("no dialect")
    header = sniffer.has_header(text)
    return Guess(delimiter=dialect.delimiter or None, encoding=encoding, header_line=0 if header else None)


CONTESTANT = Contestant("clevercsv", look, load_with_pandas)
