"""The small parts of an .xlsx around its sheets: relations, sheet list, number formats, shared strings."""

from __future__ import annotations

import posixpath
import re
import zipfile
from dataclasses import dataclass, field

from .grid import WorkbookRefused
from .xml_stream import StopReading, local, stream_xml
from .zip_guard import find_entry, open_entry

MAX_PART = 16 * 2**20
MAX_STRINGS = 96 * 2**20
"""Decompressed bytes of the shared strings looked through at recognition."""
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_DATE_IDS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
_NOISE = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]', re.I)


@dataclass
class SheetPart:
    name: str
    path: str
    hidden: bool
    kind: str
    """``worksheet``, ``chartsheet``, ``dialogsheet`` or ``macrosheet``."""


@dataclass
class Parts:
    """What the sheets of one workbook share."""

    sheets: list[SheetPart] = field(default_factory=list)
    strings: str | None = None
    date_styles: set[int] = field(default_factory=set)
    """Cell styles (index into cellXfs) whose number format shows a date or time."""
    epoch_1904: bool = False
    recalculate: bool = False
    """The writer asks for a full calculation on load: stored zeros of formulas may mean nothing."""
    strict: bool = False
    """ISO strict namespaces, which openpyxl does not read."""
    openpyxl: bool = True
    """False where openpyxl cannot open the workbook."""


def is_date_format(code: str) -> bool:
    """True for formats such as ``dd.mm.yyyy`` or ``hh:mm``, False for amounts and elapsed ``[h]:mm``."""
    first = _NOISE.sub("", code).split(";")[0].lower()
    return (
        not re.search(r"\[[hms]+\]", first) and bool(re.search(r"[dmyhs]", first)) and "general" not in first
    )


def unescape(text: str) -> str:
    """``_x000D_`` and the like, as Excel writes control characters inside strings."""
    return _ESCAPE.sub(lambda m: chr(int(m.group(1), 16)), text) if "_x" in text else text


def relations(archive: zipfile.ZipFile, part: str) -> dict[str, tuple[str, str]]:
    """Relation id -> (last word of the type, path inside the archive) for one part (``""``: the package)."""
    folder, name = posixpath.split(part)
    found: dict[str, tuple[str, str]] = {}

    def start(tag: str, attributes: dict[str, str]) -> None:
        if local(tag) == "Relationship" and attributes.get("TargetMode") != "External":
            target = attributes.get("Target", "").replace("\\", "/")
            path = target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
            kind = attributes.get("Type", "").rpartition("/")[2]
            found[attributes.get("Id", "")] = (kind, posixpath.normpath(path))

    _read(archive, posixpath.join(folder, "_rels", f"{name}.rels"), start)
    return found


def read_parts(archive: zipfile.ZipFile) -> Parts:
    """Sheet list and formats. Raises :class:`WorkbookRefused` when there is no workbook part."""
    package = relations(archive, "")
    book = next((path for kind, path in package.values() if kind == "officeDocument"), "xl/workbook.xml")
    if find_entry(archive, book) is None:
        book = "xl/workbook.xml"
    if find_entry(archive, book) is None:
        raise WorkbookRefused("the workbook is damaged: its list of sheets is missing; download it again")
    related = relations(archive, book)
    parts = Parts()

    def start(tag: str, attributes: dict[str, str]) -> None:
        tag = local(tag)
        if tag == "workbook":
            parts.strict = any("purl.oclc.org" in value for value in attributes.values())
        elif tag == "workbookPr":
            parts.epoch_1904 = attributes.get("date1904") in ("1", "true")
        elif tag == "calcPr":
            parts.recalculate = attributes.get("fullCalcOnLoad") in ("1", "true")
        elif tag == "sheet":
            rid = next((value for key, value in attributes.items() if local(key) == "id"), "")
            kind, path = related.get(rid, ("", ""))
            hidden = attributes.get("state", "visible") != "visible"
            if kind.lower() in ("worksheet", "chartsheet", "dialogsheet", "macrosheet", "xlmacrosheet"):
                parts.sheets.append(SheetPart(attributes.get("name", ""), path, hidden, kind.lower()))

    _read(archive, book, start)
    named = dict(related.values())
    strings = named.get("sharedStrings", posixpath.join(posixpath.dirname(book), "sharedStrings.xml"))
    info = find_entry(archive, strings)
    parts.strings = info.filename if info else None
    parts.date_styles = _date_styles(archive, named.get("styles", "xl/styles.xml"))
    return parts


def _date_styles(archive: zipfile.ZipFile, path: str) -> set[int]:
    custom: dict[str, bool] = {}
    styles: list[str] = []
    inside = False

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal inside
        tag = local(tag)
        if tag == "numFmt" and not inside:
            custom[attributes.get("numFmtId", "")] = is_date_format(attributes.get("formatCode", ""))
        elif tag == "cellXfs":
            inside = True
        elif tag == "xf" and inside:
            styles.append(attributes.get("numFmtId", "0"))

    def end(tag: str) -> None:
        if local(tag) == "cellXfs":
            raise StopReading

    _read(archive, path, start, end)
    return {
        at
        for at, number in enumerate(styles)
        if custom.get(number, number.isdigit() and int(number) in _DATE_IDS)
    }


def shared_strings(archive: zipfile.ZipFile, path: str | None, wanted: set[int]) -> dict[int, str]:
    """The texts of the wanted indexes; reading ends behind the highest one."""
    info = find_entry(archive, path) if path else None
    if info is None or not wanted:
        return {}
    last = max(wanted)
    texts: dict[int, str] = {}
    pieces: list[str] = []
    index = -1
    collecting = phonetic = False

    def start(tag: str, _: dict[str, str]) -> None:
        nonlocal index, collecting, phonetic
        tag = local(tag)
        if tag == "si":
            index += 1
            pieces.clear()
        elif tag == "rPh":
            phonetic = True
        elif tag == "t":
            collecting = not phonetic and index in wanted

    def end(tag: str) -> None:
        nonlocal collecting, phonetic
        tag = local(tag)
        if tag == "t":
            collecting = False
        elif tag == "rPh":
            phonetic = False
        elif tag == "si":
            if index in wanted:
                texts[index] = unescape("".join(pieces))
            if index >= last:
                raise StopReading

    def text(data: str) -> None:
        if collecting:
            pieces.append(data)

    with open_entry(archive, info, MAX_STRINGS) as reader:
        stream_xml(reader, start, end, text)
    return texts


def _read(archive: zipfile.ZipFile, path: str, start: object, end: object = lambda _: None) -> None:
    info = find_entry(archive, path)
    if info is not None:
        with open_entry(archive, info, MAX_PART) as reader:
            stream_xml(reader, start, end)  # type: ignore[arg-type]
