from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from werkbank.private_tables.content import is_office_document, judge
from werkbank.private_tables.entries import extension, named_as_table, read_entry
from werkbank.private_tables.settings import Settings
from werkbank.tables.profile import TableProfile

EXTENSIONS = Settings().extension_set


@pytest.mark.parametrize(
    ("raw", "shape", "ident"),
    [
        ({"type": "file", "id": "a", "name": "x.csv"}, "stored", "a"),
        ({"type": "file", "url": "a"}, "stored", "a"),
        ({"type": "file", "file": {"id": "a", "filename": "x.csv"}}, "stored", "a"),
        ({"type": "pyodide", "id": "a"}, "stored", "a"),
        ({"id": "a"}, "stored", "a"),
        ({"type": "doc", "collection_name": "file-a"}, "stored", "a"),
        ({"type": "text", "content": "x", "id": "t"}, "inline", "t"),
        ({"type": "text", "file": {"data": {"content": "x"}}}, "inline", None),
        (
            {"type": "text", "collection_name": "web-1", "name": "https://x.test", "content": "x"},
            "inline",
            None,
        ),
        ({"type": "collection", "id": "k"}, "knowledge", "k"),
        ({"type": "collection", "collection_names": ["k"], "legacy": True}, "knowledge", None),
        ({"collection_name": "k", "name": "old"}, "knowledge", "k"),
        ({"type": "folder", "id": "f"}, "knowledge", "f"),
        ({"type": "note", "id": "n"}, "note", "n"),
        ({"type": "chat", "id": "c"}, "chat", "c"),
        ({"type": "url", "url": "https://x.test/a.csv"}, "url", None),
        ({"type": "web_search", "docs": []}, "web", None),
        ({"type": "image", "url": "data:image/png;base64,"}, "image", None),
        ({"type": "file", "id": "a", "content_type": "image/png"}, "image", "a"),
        ({"type": "image", "id": "a", "name": "x.csv", "content_type": "image/png"}, "broken", "a"),
        ({"type": "file", "url": "https://x.test/a"}, "broken", None),
        ({"type": "collection"}, "broken", None),
        ({"type": "brand-new", "id": "a"}, "broken", "a"),
        ({"type": "file", "id": 5}, "broken", None),
        ({}, "broken", None),
        (None, "broken", None),
        ("text", "broken", None),
    ],
)
def test_shapes(raw: Any, shape: str, ident: str | None) -> None:
    entry = read_entry(raw)
    assert (entry.shape, entry.id) == (shape, ident)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.CSV", "csv"),
        ("archive.csv.zip", "zip"),
        ("noext", ""),
        (None, ""),
        ("https://x.test/a.csv?b=1", "csv"),
    ],
)
def test_extension(name: str | None, expected: str) -> None:
    assert extension(name) == expected


def profile(kind: str, rejected: str | None = None) -> TableProfile:
    return TableProfile(size=1, kind=kind, rejected=rejected)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "kind", "rejected", "private", "table"),
    [
        ("konto.csv", "csv", None, True, True),
        ("report.pdf", "xlsx", None, True, True),
        ("konto.csv", "pdf", "a PDF", True, False),
        ("report.pdf", "pdf", "a PDF", False, False),
        ("notes.txt", "csv", None, True, True),
        ("notes.txt", "text", "prose", False, False),
        ("noext", "text", "prose", False, False),
        ("export.xls", "html", None, True, True),
        ("page.html", "html", "a page", False, False),
        ("archive.csv.zip", "zip", "an archive", True, False),
        ("data.gz", "gzip", "compressed", True, False),
        ("letter.docx", "zip", "an archive", True, False),
        ("secret.docx", "encrypted", "password", True, False),
        ("song.mp3", "binary", "binary", False, False),
        ("what.bin", "binary", "binary", True, False),
        ("empty.csv", "empty", "empty", True, False),
        ("empty.txt", "empty", "empty", False, False),
    ],
)
def test_bytes_win_only_towards_privacy(
    name: str, kind: str, rejected: str | None, private: bool, table: bool
) -> None:
    verdict = judge(name, None, profile(kind, rejected), extensions=EXTENSIONS)
    assert (verdict.private, verdict.table) == (private, table)


def test_unread_bytes() -> None:
    assert judge("x.pdf", None, None, extensions=EXTENSIONS, readable=True).private is False
    assert judge("x.pdf", None, None, extensions=EXTENSIONS, readable=False).private is True
    assert judge("x", "text/csv", None, extensions=EXTENSIONS, readable=True).private is True
    assert judge(None, None, None, extensions=EXTENSIONS, readable=True).private is True


def archive(**parts: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as out:
        for name, text in parts.items():
            out.writestr(name.replace("__", "/"), text)
    return stream.getvalue()


def test_office_documents_are_known_by_their_parts() -> None:
    assert is_office_document(archive(word__document="x"), "letter.docx")
    assert not is_office_document(archive(xl__workbook="x"), "letter.docx")
    assert not is_office_document(archive(word__document="x", xl__workbook="x"), "letter.docx")
    assert not is_office_document(archive(word__document="x"), "letter.zip")
    assert not is_office_document(b"PK\x03\x04 broken", "letter.docx")
    assert (
        judge("letter.docx", None, profile("zip", "zip"), extensions=EXTENSIONS, office=True).private is False
    )


def test_which_extensions_count_is_a_setting() -> None:
    mine = Settings(extensions=".dat, *.txt").extension_set
    assert mine == {"dat", "txt"}
    assert named_as_table("x.dat", None, mine) and not named_as_table("x.csv", None, mine)
    assert judge("x.csv", None, profile("csv"), extensions=mine).private is True
