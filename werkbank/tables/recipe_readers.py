"""Code that reads one sheet into ``rows`` (lists of values, sheet row 0 first), one text per container.

Each text is complete with its imports, runs in CPython 3.11 and in Pyodide without network, and leaves error
cells such as #REF! as None. Names from the file enter as Python literals only.
"""

from __future__ import annotations

from .literal import literal
from .profile import TableProfile, WorkbookDetails

GAP = 5000
"""Reading ends after this many empty rows in a row: sheets formatted to the last of a million rows exist."""

_OPENPYXL = """import openpyxl
sheet = openpyxl.load_workbook(open(path, "rb"), read_only=True, data_only=True)[{sheet}]
sheet.reset_dimensions()  # a wrong stored size would cut rows off
ERRORS = {{"#REF!", "#N/A", "#DIV/0!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"}}
rows, empty = [], 0
for line in sheet.iter_rows(values_only=True):
    rows.append([None if v in ERRORS else v for v in line])
    empty = 0 if any(v is not None for v in line) else empty + 1
    if empty > {gap}:  # formatted but empty down to the end of the sheet
        break
"""

_XLSX = """import zipfile
import xml.etree.ElementTree as ET
book = zipfile.ZipFile(path)
def elements(part, name):
    for _, e in ET.iterparse(book.open(part)):
        if e.tag.endswith(name):
            yield e
            e.clear()
def inner(e):  # text and rich text, without phonetic guides
    runs = [r for r in e if not r.tag.endswith("rPh")]
    return "".join(t.text or "" for r in runs for t in r.iter() if t.tag.endswith("}}t"))
strings = {strings}
def value(c):
    kind, v = c.get("t", "n"), None
    for x in c:
        if x.tag.endswith("}}is"):
            return inner(x)
        v = x.text if x.tag.endswith("}}v") else v
    if v is None or kind == "e":
        return None
    if kind in ("s", "str", "b"):
        return strings[int(v)] if kind == "s" else v if kind == "str" else v == "1"
    if kind == "d":
        return dt.datetime.fromisoformat(v)
    n = float(v)
    if c.get("s") in DATES and 0 <= n < 2_958_466:
        day = dt.datetime({epoch}) + dt.timedelta(milliseconds=round(n * 86_400_000))
        return day.time() if n < 1 else day
    return n
DATES = {dates}  # cell styles that show a date
rows, at, number = [], -1, {{"": 0}}
for r in elements({part}, "}}row"):
    at = int(r.get("r", at + 2)) - 1
    if at > len(rows) + {gap}:  # formatted but empty down to the end of the sheet
        break
    line = []
    for c in r:
        name = c.get("r", "").rstrip("0123456789")
        if name not in number:
            number[name] = sum((ord(k) - 64) * 26**i for i, k in enumerate(reversed(name)))
        line += [None] * (number[name] - 1 - len(line))
        line.append(value(c))
    if any(v is not None for v in line):
        rows += [[] for _ in range(at - len(rows))] + [line]
"""

_ODS = """import zipfile
import xml.etree.ElementTree as ET
NS = "{{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}}"
O, X = NS % "office", NS % "text"
T = NS % "table"
def inner(e):  # the text of a paragraph; repeated blanks are elements
    blanks = {{X + "s": " " * int(e.get(X + "c", 1)), X + "tab": "\\t", X + "line-break": "\\n"}}
    return blanks.get(e.tag, "") + (e.text or "") + "".join(inner(k) + (k.tail or "") for k in e)
def value(c):
    kind, text = c.get(O + "value-type"), "\\n".join(inner(p) for p in c if p.tag == X + "p")
    if any(v == "error" for k, v in c.items() if k.endswith("}}value-type")):
        return None
    if kind in ("float", "percentage", "currency"):
        return float(c.get(O + "value"))
    if kind == "date":
        return dt.datetime.fromisoformat(c.get(O + "date-value"))
    if kind == "boolean":
        return c.get(O + "boolean-value") == "true"
    if kind == "time" and (m := re.match(r"PT([01]\\d|2[0-3])H(\\d+)M(\\d+)", c.get(O + "time-value"))):
        return dt.time(*map(int, m.groups()))
    return c.get(O + "string-value") or text or None
rows, inside, empty = [], False, 0
for event, e in ET.iterparse(zipfile.ZipFile(path).open("content.xml"), ("start", "end")):
    if e.tag == T + "table":
        inside = event == "start" and e.get(T + "name") == {sheet}
    elif event == "end" and e.tag == T + "table-row":
        line, count = [], int(e.get(T + "number-rows-repeated", 1))
        for c in e if inside else ():
            if c.tag in (T + "table-cell", T + "covered-table-cell"):
                line += [value(c)] * min(int(c.get(T + "number-columns-repeated", 1)), 16_384 - len(line))
        empty = 0 if any(v is not None for v in line) else empty + count
        if inside and empty <= {gap}:
            rows += [line] * min(count, {gap})
        e.clear()
"""

_XLS = """import xlrd
book = xlrd.open_workbook(path, on_demand=True)
sheet = book.sheet_by_name({sheet})
def value(c):
    if c.ctype == xlrd.XL_CELL_DATE:
        day = xlrd.xldate_as_datetime(c.value, book.datemode)
        return day.time() if c.value < 1 else day
    if c.ctype == xlrd.XL_CELL_BOOLEAN:
        return bool(c.value)
    return c.value if c.ctype in (xlrd.XL_CELL_TEXT, xlrd.XL_CELL_NUMBER) else None
rows = [[value(c) for c in sheet.row(i)] for i in range(sheet.nrows)]
"""

_HTML = """import re
from html.parser import HTMLParser
class Tables(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tables, self.open = [], []
    def handle_starttag(self, tag, attrs):
        if tag == "table":
            self.open.append(dict(rows=[], spans={{}}, cell=None))
            self.tables.append(self.open[-1])
        elif self.open and tag in ("tr", "td", "th"):
            t = self.open[-1]
            self.close_cell(t)
            if tag == "tr" or not t["rows"]:
                t["rows"].append([])
                t["spans"] = {{c: n - 1 for c, n in t["spans"].items() if n > 1}}
            if tag != "tr":
                row = t["rows"][-1]
                span = {{k: int(v) for k, v in attrs if k.endswith("span") and (v or "").isdigit()}}
                while t["spans"].get(len(row)):
                    row.append(None)
                t["wide"], t["cell"] = span.get("colspan", 1), []
                if span.get("rowspan", 1) > 1:
                    t["spans"].update({{len(row) + i: span["rowspan"] for i in range(t["wide"])}})
        elif self.open and self.open[-1]["cell"]:
            self.open[-1]["cell"].append(" " if tag in ("br", "p", "div", "li") else "")
    def close_cell(self, t):
        if t["cell"] is not None:
            text = re.sub(r"\\s+", " ", "".join(t["cell"])).strip()
            t["rows"][-1] += [text or None] + [None] * (t["wide"] - 1)
            t["cell"] = None
    def handle_endtag(self, tag):
        if self.open and tag in ("td", "th", "tr", "table"):
            self.close_cell(self.open[-1])
            if tag == "table":
                self.open.pop()
    def handle_data(self, data):
        if self.open and self.open[-1]["cell"] is not None:
            self.open[-1]["cell"].append(data)
page = Tables()
page.feed(open(path, "rb").read().decode({encoding}, "replace"))
page.close()
rows = page.tables[{table}]["rows"]
"""

_XML = """import datetime as dt
import xml.etree.ElementTree as ET
S = "{{urn:schemas-microsoft-com:office:spreadsheet}}"
def value(data):
    kind, text = data.get(S + "Type"), "".join(data.itertext())
    if kind == "Number":
        return float(text)
    if kind == "DateTime":
        return dt.datetime.fromisoformat(text.rstrip("Z"))
    return None if kind == "Error" else text == "1" if kind == "Boolean" else text
root = ET.fromstring(open(path, "rb").read().strip())
table = next(s for s in root.iter(S + "Worksheet") if s.get(S + "Name") == {sheet}).find(S + "Table")
rows = []
for r in table.findall(S + "Row"):
    rows += [[] for _ in range(int(r.get(S + "Index", len(rows) + 1)) - 1 - len(rows))]
    line = []
    for c in r.findall(S + "Cell"):
        line += [None] * (int(c.get(S + "Index", len(line) + 1)) - 1 - len(line))
        data = c.find(S + "Data")
        line += [None if data is None else value(data)] + [None] * int(c.get(S + "MergeAcross", 0))
    rows.append(line)
"""


def reader_code(profile: TableProfile, *, openpyxl: bool) -> str:
    """The reading half of the recipe. Raises :class:`ValueError` for a kind without reader."""
    details = profile.workbook or WorkbookDetails()
    kind = profile.kind
    if kind in ("xlsx", "xlsm"):
        if openpyxl and details.openpyxl:
            return _OPENPYXL.format(sheet=literal(profile.sheet or ""), gap=GAP)
        strings = (
            f'[inner(e) for e in elements({literal(details.strings_part)}, "}}si")]'
            if details.strings_part
            else "[]"
        )
        epoch = "1904, 1, 1" if details.epoch_1904 else "1899, 12, 30"
        dates = repr([str(style) for style in details.date_styles])
        return _XLSX.format(strings=strings, epoch=epoch, dates=dates, part=literal(details.part), gap=GAP)
    if kind == "ods":
        return _ODS.format(sheet=literal(profile.sheet or ""), gap=GAP)
    if kind == "xls":
        return _XLS.format(sheet=literal(profile.sheet or ""))
    if kind == "html":
        return _HTML.format(encoding=repr(profile.encoding or "utf-8-sig"), table=details.table or 0)
    if kind == "xml":
        return _XML.format(sheet=literal(profile.sheet or ""))
    raise ValueError(f"a {kind} file has no workbook recipe")
