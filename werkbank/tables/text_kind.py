"""Readable text that is no delimited table (XML, bank formats, JSON …), told from its first lines."""

from __future__ import annotations

import re

from .profile import FileKind

CONTROL = re.compile(r"[\x01-\x08\x0e-\x19\x1c-\x1f\x7f]")
SPREADSHEETML = "urn:schemas-microsoft-com:office:spreadsheet"

_HTML_START = re.compile(
    r"<(?:!doctype\s+html|html|head|meta|body|table|style|title|link|script|div|center|font|span|br|p|h[1-6]|"
    r"form|thead|tbody|tr)\b",
    re.I,
)
_PROLOG = re.compile(r"\s*(?:<\?.*?\?>|<!--.*?-->|<!doctype[^>\[]*(?:\[.*?\])?\s*>)", re.I | re.S)
_ROOT = re.compile(r"\s*<([A-Za-z_][\w.\-]*:)?([A-Za-z_][\w.\-]*)([^>]*)")
_MT940 = re.compile(r"^:(?:20|25|28C?|60[FM]|61|86):", re.M)
_JSON = re.compile(r'(?:\{\s*"[^"\n]{0,200}"\s*:|\[\s*\{\s*"|\[\s*\[)')
_SYLK = re.compile(r"ID;P[^\n]*\r?\n(?:[PFBO];|C;[YX]\d)")


def decode_head(head: bytes) -> tuple[str, str | None]:
    """``(text, codec when it is a UTF-16/32 one)``; every byte decodes somehow, NUL padding is dropped."""
    for mark, codec in (
        (b"\xff\xfe\x00\x00", "utf-32-le"),
        (b"\x00\x00\xfe\xff", "utf-32-be"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
    ):
        if head.startswith(mark):
            return head[len(mark) :].decode(codec, "replace"), codec
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = max(1, len(head) // 2)
    # UTF-16 without a mark: digits, separators and line ends alone leave a quarter of one half at zero.
    if odd > half * 0.25 and even < half * 0.02:
        return head.decode("utf-16-le", "replace"), "utf-16-le"
    if even > half * 0.25 and odd < half * 0.02:
        return head.decode("utf-16-be", "replace"), "utf-16-be"
    plain = head.replace(b"\0", b"").removeprefix(b"\xef\xbb\xbf")
    try:
        return plain.decode("utf-8"), None
    except UnicodeDecodeError:
        return plain.decode("latin-1"), None


def is_binary(text: str) -> bool:
    """True when control characters other than tab, line ends, form feed, Ctrl-Z and escape are frequent."""
    return len(CONTROL.findall(text)) > max(3, len(text) // 200)


def text_kind(text: str) -> tuple[FileKind, str | None, str]:
    """``(kind, rejected, why)`` for the decoded head; ``html`` still needs a look for a table."""
    start = text.lstrip("\ufeff \t\r\n\f\x0b\x1a")
    if start.startswith("<"):
        return _markup(start)
    if start[:200].upper().startswith("OFXHEADER:"):
        return "text", "an OFX bank statement, not a table; ask the bank for CSV or Excel", "OFX header"
    if re.match(r"!(?:Type|Account|Option|Clear)\b", start):
        return "text", "a QIF (Quicken) file, not a table; ask the bank for CSV or Excel", "QIF header"
    if start.startswith("{1:F") or (start.startswith(":20:") and len(_MT940.findall(start)) >= 3):
        return (
            "text",
            "an MT940/MT942 (SWIFT) statement, not a table; ask the bank for CSV or Excel",
            "SWIFT tags",
        )
    if (
        re.match(r"(?:MIME-Version|Content-Type|X-Document-Type):", start, re.I)
        and "multipart/" in start[:4000]
    ):
        return "text", "a web archive (MHTML); open it in Excel and save it as .xlsx", "MIME header"
    if _JSON.match(start):
        return "text", "JSON, not a table; export CSV or Excel instead", "starts as JSON"
    if _SYLK.match(start):
        return "text", "a SYLK (.slk) sheet; open it in Excel and save it as .xlsx", "SYLK records"
    if start.startswith("{\\rtf"):
        return "text", "a rich text document (RTF), not a table", "RTF header"
    if re.match(r"BEGIN:V(?:CALENDAR|CARD)", start):
        return "text", "a calendar or address card, not a table", "vCard/iCalendar header"
    return "csv", None, "readable text without any other format's mark"


def _markup(start: str) -> tuple[FileKind, str | None, str]:
    rest = start
    while match := _PROLOG.match(rest):
        if re.match(r"\s*<!doctype\s+html", match.group(), re.I):
            return "html", None, "HTML doctype"
        if re.match(r"\s*<\?OFX\b", match.group(), re.I):
            return (
                "xml",
                "an OFX bank statement, not a table; ask the bank for CSV or Excel",
                "OFX declaration",
            )
        rest = rest[match.end() :]
    rest = rest.lstrip()
    if _HTML_START.match(rest):
        return "html", None, "HTML start tag"
    root = _ROOT.match(rest)
    if root is None:
        if start.startswith(("<?xml", "<!--", "<!DOCTYPE")):
            return "xml", "XML that cannot be followed; export CSV or Excel instead", "XML declaration"
        return "csv", None, "a '<' without a tag"
    name, attributes = root.group(2), root.group(3)
    if name == "Workbook" and SPREADSHEETML in attributes:
        return "xml", None, "Excel 2003 XML (SpreadsheetML) by its root element"
    if name == "OFX":
        return "xml", "an OFX bank statement, not a table; ask the bank for CSV or Excel", "OFX root element"
    if "iso:20022" in attributes or re.search(r"camt\.05\d|pain\.00\d", attributes):
        return (
            "xml",
            "an ISO 20022 (CAMT/PAIN) XML statement, not a table; ask the bank for CSV or Excel",
            "its namespace",
        )
    if "opendocument" in attributes:
        return "xml", "a flat OpenDocument file; save it as .ods or .xlsx", "its namespace"
    if (
        start.startswith("<?xml")
        or attributes.strip().startswith("xmlns")
        or f"</{root.group(1) or ''}{name}" in start
    ):
        return "xml", "an XML document, not a table; export CSV or Excel instead", "XML root element"
    return "csv", None, "a '<' that opens no known document"
