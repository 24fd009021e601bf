"""The bounded part of a file that recognition reads: head, tail and a few stretches between.

A file of up to :data:`WHOLE` bytes is read completely; of a larger one at most about 0.8 MiB, whatever its
size.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .opened import Source, opened, read_at

WHOLE = 768 * 1024
HEAD = 384 * 1024
TAIL = 128 * 1024
BETWEEN, STRETCHES = 16 * 1024, 8


@dataclass(frozen=True)
class Sample:
    """``head`` is the whole file when ``complete``; ``tail`` and ``between`` are empty then.

    All stretches start at a multiple of 4 bytes, so that UTF-16 units are not torn.
    """

    size: int
    head: bytes
    tail: bytes = b""
    between: list[bytes] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        return len(self.head) >= self.size

    def parts(self) -> list[bytes]:
        return [part for part in (self.head, *self.between, self.tail) if part]


def read_sample(source: Source) -> Sample:
    """Raises :class:`OSError` when a path cannot be read."""
    with opened(source) as (stream, size):
        if size <= WHOLE:
            return Sample(size, read_at(stream, 0, size))
        head = read_at(stream, 0, HEAD)
        tail_at = (size - TAIL) // 4 * 4
        step = (tail_at - HEAD) // (STRETCHES + 1)
        between = [
            read_at(stream, (HEAD + number * step) // 4 * 4, BETWEEN)
            for number in range(1, STRETCHES + 1)
            if step > BETWEEN
        ]
        return Sample(size, head, read_at(stream, tail_at, size - tail_at), between)
