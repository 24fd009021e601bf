"""Hostile and huge files: a clear verdict, in bounded time and memory."""

from __future__ import annotations

import io
import time

import pytest

from werkbank.tables.recognise import recognise

MIB = 2**20


@pytest.mark.parametrize(
    "data",
    [
        b"",
        bytes(5 * MIB),
        b"x" * 20 * MIB,
        b"a," * 10 * MIB,
        ",".join(map(str, range(400_000))).encode() + b"\n1,2\n",
        b'"' * MIB,
        b'a;b\n"' + b"x" * 3 * MIB,
        b"\n" * 5 * MIB,
        b";;;;\r\n" * 50_000,
        bytes(range(256)) * 4096,
    ],
    ids=[
        "empty",
        "nul",
        "one-line",
        "one-line-fields",
        "400k-columns",
        "quotes",
        "open",
        "blank",
        "bare",
        "binary",
    ],
)
def test_refused_in_a_moment(data: bytes) -> None:
    start = time.process_time()
    profile = recognise(data)
    assert profile.rejected
    assert not profile.columns
    assert time.process_time() - start < 3


class Counting(io.BytesIO):
    """Counts what is read."""

    taken = 0

    def read(self, size: int | None = -1) -> bytes:
        data = super().read(size)
        self.taken += len(data)
        return data


def test_only_a_bounded_part_is_read() -> None:
    line = "02.01.2024;Laden;-1,50;EUR\n"
    stream = Counting(("Datum;Name;Betrag;Währung\n" + line * 1_500_000).encode())
    profile = recognise(stream, name="gross.csv")
    assert profile.n_columns == 4 and profile.rejected is None
    assert stream.taken < 2 * MIB


@pytest.mark.parametrize(
    "text",
    [
        "Sehr geehrte Frau Muster,\n\n"
        "vielen Dank für Ihren Brief, den wir gelesen haben.\n\nMit Grüßen\nBank\n",
        "import csv\n\nprint(list(csv.reader(open('x'), delimiter=';')))\n",
        "konto:\n  name: Giro\n  bank: Beispiel\n",
        "".join(f"INSERT INTO t VALUES ({number},'a');\n" for number in range(3)),
        "Datum       Name         Betrag\n03.01.2024  Rolf         -928,75\n06.01.2024  Anna      2539,32\n",
    ],
)
def test_text_that_is_no_table(text: str) -> None:
    assert recognise(text.encode()).rejected


def test_an_unreadable_path_is_an_os_error() -> None:
    with pytest.raises(OSError):
        recognise("/nowhere/at/all.csv")
