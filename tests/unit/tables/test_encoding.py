"""Encodings told from bytes."""

from __future__ import annotations

import pytest

from werkbank.tables.encoding import decode, find_encoding
from werkbank.tables.sample import Sample

GERMAN = "Empfänger;Währung;Straße;Überweisung;Größe\nJörg Müller;500 €;Öl;Ärger;süß\n"
FRENCH = "Libellé;Débit;Crédit;Opération\nœuvre;sœur;été;à bientôt, François\n"
POLISH = "Data operacji;Opis;Kwota\n01.02.2024;Płatność kartą, Śląsk, żółć;1,50\n"
CZECH = "Datum;Částka;Měna;Protiúčet\n01.02.2024;Příchozí platba, Žižkov, výběr, úhrada;1,50;CZK\n"


def roundtrip(text: str, codec: str) -> str:
    data = text.encode(codec)
    sample = Sample(len(data), data)
    return decode(data, find_encoding(sample))


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (GERMAN, "utf-8"),
        (GERMAN, "utf-8-sig"),
        (GERMAN, "utf-16"),
        (GERMAN, "utf-16-le"),
        (GERMAN, "utf-16-be"),
        (GERMAN, "cp1252"),
        (GERMAN, "iso-8859-15"),
        (GERMAN.replace("€", "EUR"), "cp850"),
        (GERMAN, "mac_roman"),
        (FRENCH, "cp1252"),
        (FRENCH, "iso-8859-15"),
        (POLISH, "cp1250"),
        (POLISH, "iso-8859-2"),
        (CZECH, "cp1250"),
        ("Дата;Сумма\n01.02.2024;Перевод 5\n", "cp1251"),
        ("日付,内容\n2024/01/03,カード支払い\n", "cp932"),
        ("Datum;Betrag\n", "ascii"),
    ],
)
def test_the_text_comes_back(text: str, codec: str) -> None:
    assert roundtrip(text, codec) == text


def test_bytes_of_another_encoding_in_a_utf8_file_are_read_with_the_fallback() -> None:
    data = ("Müller;süß\n" * 20).encode() + "Jürgen\n".encode("cp1252") + "Öl\n".encode()
    encoding = find_encoding(Sample(len(data), data))
    assert (encoding.name, encoding.fallback) == ("utf-8", "cp1252")
    assert decode(data, encoding).endswith("Jürgen\nÖl\n")


def test_a_torn_character_at_the_end_of_a_stretch_is_no_other_encoding() -> None:
    head = "Müller;".encode() + "ü".encode()[:1]
    sample = Sample(10_000_000, head, tail="ü".encode()[1:] + b";x\n")
    assert find_encoding(sample).name == "utf-8"
