"""Which codec decodes a text file: BOM, NUL pattern, strict UTF-8, then the 8-bit codec whose letters make
sense.

Plain rules beat the detectors on bank files (see the benchmark): chardet and charset-normalizer know far more
encodings than occur here and lose the common ones for it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from .sample import Sample

_BOMS = [
    (b"\xff\xfe\x00\x00", "utf-32", 4),
    (b"\x00\x00\xfe\xff", "utf-32", 4),
    (b"\xef\xbb\xbf", "utf-8", 3),
    (b"\xff\xfe", "utf-16", 2),
    (b"\xfe\xff", "utf-16", 2),
]
# The letters beyond ASCII of each language, by how often it meets us. A codec is right when one language
# alone explains nearly all its letters; Czech read as cp1252 gives letters too, but of no single language.
_LANGUAGES = {
    "de": "äöüÄÖÜßéèàáâêëçñïôóÉøåæš",
    "fr": "éèêëàâçîïôûùüÿœæÉÈÊËÀÂÇÎÏÔÛÙÜŒ«»’",
    "es": "áéíóúñüçàèòïÁÉÍÓÚÑÜÇ¿¡ªº",
    "it": "àèéìòùÀÈÉÌÒÙ",
    "nl": "ëéèïöüáêóçËÉÈÏÖÜ",
    "pt": "ãõçáéíóúâêôàÃÕÇÁÉÍÓÚÂÊÔÀ",
    "nordic": "åäöæøéÅÄÖÆØÉ",
    "pl": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ",
    "cs": "áčďéěíňóřšťúůýžľĺŕôäÁČĎÉĚÍŇÓŘŠŤÚŮÝŽĽĹŔÔÄ",
    "hu": "áéíóöőúüűÁÉÍÓÖŐÚÜŰ",
    "south": "čćđšžČĆĐŠŽ",
    "ro": "ăâîșțşţĂÂÎȘȚŞŢ",
    "tr": "çğıöşüÇĞİÖŞÜâî",
    "ru": "".join(map(chr, range(0x410, 0x450))) + "ёЁ",
    "uk": "".join(map(chr, range(0x410, 0x450))) + "іїєґІЇЄҐ",
    "el": "".join(map(chr, range(0x386, 0x3CF))),
}
_CODECS = {
    "cp1252": ("de", "fr", "es", "it", "nl", "pt", "nordic"),
    "iso-8859-15": ("de", "fr", "es", "it", "nl", "pt", "nordic"),
    "cp850": ("de", "fr", "es", "it", "nl", "pt", "nordic"),
    "cp1250": ("pl", "cs", "hu", "south", "ro"),
    "iso-8859-2": ("pl", "cs", "hu", "south", "ro"),
    "cp852": ("pl", "cs", "hu", "south"),
    "mac_roman": ("de", "fr", "es", "it", "nl", "pt", "nordic"),
    "cp1254": ("tr",),
    "cp1251": ("ru", "uk"),
    "cp866": ("ru",),
    "koi8-r": ("ru",),
    "cp1253": ("el",),
}
_PRIOR = {"cp1252": 0.12, "iso-8859-15": 0.11, "cp1250": 0.03, "iso-8859-2": 0.02}
_NEUTRAL = set("€£§°–—„“”‚‘’…•·´`®©™²³½¼ \xa0\u202f\xad×÷±µ¢¥¤¬¦¨¸¯")
_WORD = re.compile(rb"[0-9A-Za-z\x80-\xff]* ?[\x80-\xff][A-Za-z\x80-\xff]*")


@dataclass(frozen=True)
class Encoding:
    """``name`` as for ``bytes.decode``, without the BOM (``utf-8`` with ``bom``); UTF-16 with BOM is
    ``utf-16``.

    ``fallback`` decodes the bytes that ``name`` cannot (hand-merged files; parts of a large file not seen).
    """

    name: str
    bom: bool
    fallback: str | None
    why: str
    others: tuple[str, ...] = ()
    confidence: float = 1.0


def find_encoding(sample: Sample) -> Encoding:
    """Never raises; every byte of the file decodes with the result (with ``errors='replace'`` if need be)."""
    head = sample.head
    for mark, name, _ in _BOMS:
        if head.startswith(mark):
            if name != "utf-8":
                return Encoding(name, True, None, "byte order mark")
            good, bad = _utf8_words(sample.parts())
            fallback = _eight_bit(bad)[0] if bad else "cp1252"
            why = "byte order mark" + (f"; {sum(bad.values())} words are not UTF-8" if bad else "")
            return Encoding("utf-8", True, fallback, why)
    if name16 := _utf16(head):
        return Encoding(name16, False, None, "every other byte is NUL")
    good, bad = _utf8_words(sample.parts())
    if not bad:
        why = "valid UTF-8" if good else "ASCII in every part that was read"
        return Encoding("utf-8", False, "cp1252", why)
    if sum(good.values()) > 2 * sum(bad.values()):
        return Encoding("utf-8", False, _eight_bit(bad)[0], "UTF-8 with some words in another encoding")
    if wide := _east_asian(head):
        return Encoding(wide, False, None, f"not UTF-8; valid {wide} with East Asian letters", (), 0.9)
    bad.update(good)
    name, others, clear = _eight_bit(bad)
    why = f"not UTF-8; {name} gives plausible letters"
    return Encoding(name, False, None, why, others, 0.95 if clear else 0.7)


def decode(data: bytes, encoding: Encoding) -> str:
    """``data`` (a stretch that may start and end anywhere at a unit border) as text, NUL and BOM removed."""
    name = encoding.name
    if name == "utf-16" and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        name = "utf-16-be" if _utf16(data) == "utf-16-be" else "utf-16-le"
    if encoding.fallback:
        text = _with_fallback(data, name, encoding.fallback)
    else:
        text = data.decode(name, "replace")
    return text.replace("\0", "").removeprefix("\ufeff")


def _with_fallback(data: bytes, name: str, fallback: str) -> str:
    try:
        return data.decode(name)
    except UnicodeDecodeError:
        out, at = [], 0
        while at < len(data):
            try:
                out.append(data[at:].decode(name))
                break
            except UnicodeDecodeError as error:
                out.append(data[at : at + error.start].decode(name))
                out.append(data[at + error.start : at + error.end].decode(fallback, "replace"))
                at += error.end
                if len(out) > 4000:
                    out.append(data[at:].decode(name, "replace"))
                    break
        return "".join(out)


def _east_asian(head: bytes) -> str | None:
    """Two-byte codecs: only when everything decodes and gives little but the letters of that language."""
    for codec, letters, least in (("cp932", r"[\u3040-\u30ff]", 0.05), ("euc_kr", r"[\uac00-\ud7a3]", 0.6)):
        for cut in range(2):
            try:
                text = head[: len(head) - cut].decode(codec)
            except UnicodeDecodeError:
                continue
            beyond = re.sub(r"[\x00-\x7f]", "", text)
            known = len(re.findall(r"[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uff60]", beyond))
            if known >= 0.95 * len(beyond) and len(re.findall(letters, beyond)) >= least * len(beyond):
                return codec
    return None


def _utf16(data: bytes) -> str | None:
    """UTF-16 without a BOM: ASCII digits, separators and line ends leave one half of the bytes mostly NUL."""
    even, odd, half = data[0::2].count(0), data[1::2].count(0), max(1, len(data) // 2)
    if odd > half * 0.4 and even < half * 0.1:
        return "utf-16-le"
    if even > half * 0.4 and odd < half * 0.1:
        return "utf-16-be"
    return None


def _utf8_words(parts: list[bytes]) -> tuple[Counter[bytes], Counter[bytes]]:
    """Words with bytes beyond ASCII, split into valid UTF-8 and not. Torn ends of the parts do not count."""
    good: Counter[bytes] = Counter()
    bad: Counter[bytes] = Counter()
    for number, part in enumerate(parts):
        if part.isascii():
            continue
        if len(parts) > 1:
            if number:
                part = part.lstrip(bytes(range(0x80, 0xC0)))
            part = part[: len(part) - _torn(part)] if number < len(parts) - 1 else part
        for word in _WORD.findall(part):
            try:
                word.decode("utf-8")
                good[word] += 1
            except UnicodeDecodeError:
                bad[word] += 1
    return good, bad


def _torn(part: bytes) -> int:
    """How many bytes at the end belong to an unfinished UTF-8 sequence."""
    for back in range(1, min(4, len(part)) + 1):
        byte = part[-back]
        if byte >= 0xC0:
            need = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return back if back < need else 0
        if byte < 0x80:
            return 0
    return 0


def _eight_bit(words: Counter[bytes]) -> tuple[str, tuple[str, ...], bool]:
    """``(codec, other codecs that fit as well but read differently, clearly ahead)``."""
    common = words.most_common(600)
    scores: list[tuple[float, str, str]] = []
    for codec, languages in _CODECS.items():
        texts = [(word.decode(codec, "replace"), count) for word, count in common]
        score = max(_fit(texts, set(_LANGUAGES[language])) for language in languages) + _PRIOR.get(codec, 0)
        scores.append((score, codec, "\n".join(text for text, _ in texts)))
    scores.sort(key=lambda entry: -entry[0])  # stable: the order of _CODECS breaks ties
    best, codec, text = scores[0]
    others = tuple(name for score, name, other in scores[1:] if score > best - 0.02 and other != text)
    return codec, others, scores[0][0] > 0.8


def _fit(texts: list[tuple[str, int]], letters: set[str]) -> float:
    total = points = 0.0
    for text, count in texts:
        for at, char in enumerate(text):
            if char < "\x80":
                continue
            before, after = text[at - 1 : at], text[at + 1 : at + 2]
            total += count
            points += count * _char_fit(char, before, after, letters)
    return points / total if total else 0.0


def _char_fit(char: str, before: str, after: str, letters: set[str]) -> float:
    if char == "\ufffd" or "\x80" <= char <= "\x9f":
        return -3.0
    if char == "€" and not before.isalpha():
        return 1.2
    if char in letters:
        if not (before.isalpha() or after.isalpha()):
            return 0.2  # a letter that stands alone is more likely a sign read with the wrong codec
        # a capital between small letters is the mark of a wrong codec
        return 0.2 if char.isupper() and before.islower() else 1.0
    inside = before.isalpha() and after.isalpha()
    if char in _NEUTRAL:
        return -1.0 if inside and char not in "’\xad" else (-0.5 if char in "¤¦¨¸¯¬" else 0.9)
    if char.isalpha():
        return 0.1 if not (char.isupper() and before.islower()) else -0.5
    return -1.0
