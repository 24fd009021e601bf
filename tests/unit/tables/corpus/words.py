"""Invented people, shops and purposes per language; IBANs whose checksum is always wrong."""

# fmt: off
from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

NAMES = {
    "de": ["Wäscherei Schäumling", "Gärtnerei Löwenmaul", "Rolf Überzwerg", "Süßwaren Kröselmann GmbH",
           "Metzgerei Öhrlein & Söhne", "Stadtwerke Nebelfurt", "Fußpflege Zehenglück", "Jette Knöterich"],
    "en": ["Quillfeather Books Ltd", "Mossy Kettle Cafe", "Barnaby Thistlewick", "Gingham & Sons",
           "Puddlecombe Council", "Ottoline Vane", "Saltmarsh Ferries", "Pepperpot Energy"],
    "fr": ["Boulangerie Trépied", "Énergie du Moulinet", "Zoé Chènevière", "Épicerie Brindille",
           "Garage Crémaillère", "Thibault Noëlle", "Librairie Façonnet", "Mairie de Sousbois"],
    "it": ["Panificio Grissinello", "Società Lunaquieta S.p.A.", "Caffè Perùgino", "Ferramenta Vitalbà",
           "Ortensia Cantagallo", "Comune di Nuvolera", "Farmacia Papavero", "Libreria Pagliuzza"],
    "es": ["Panadería Molinillo", "Compañía del Norteño", "Íñigo Zarzamora", "Ferretería Candil",
           "Librería Añil", "Ayuntamiento de Peñaseca", "Begoña Tordesal", "Café Jilguero"],
    "nl": ["Bakkerij Kruimelaar", "Fietsenwinkel Spaakje", "Joëlle van Drempel", "Energie Waaigat BV",
           "Gemeente Slootdorp", "Ruben Kattestaart", "Boekhandel Ezelsoor", "Café De Natte Jas"],
    "pl": ["Piekarnia Źdźbło", "Księgarnia Łopian", "Żaneta Gąsiorek", "Sklep Ćwikła sp. z o.o.",
           "Zakład Śrubka", "Urząd Gminy Mętów", "Bożydar Pąkowski", "Kawiarnia Świerszcz"],
    "cs": ["Pekařství Rohlíček", "Železářství Šroubek", "Květa Ďábelská", "Knihkupectví Žížala",
           "Obec Třebíčka", "Řeznictví Ouško", "Kavárna Ťuhýk", "Ondřej Mlýnek"],
    "hu": ["Pékség Kőművesné", "Űrhajó Könyvesbolt", "Bögöly Örzse", "Tűzifa Kft.",
           "Kávéház Őszirózsa", "Csűr Önkormányzat", "Fűszer és Társa", "Gombóc Ödön"],
    "sv": ["Bageri Kåldolmen", "Åkesängs El AB", "Östen Mårdhund", "Café Blåsippan",
           "Bokhandel Räven", "Kommunen Sörträsk", "Märta Ekorre", "Cykelverkstad Ängen"],
    "da": ["Bageri Kringlegård", "Smørblomst ApS", "Søren Ærtebjerg", "Café Blåregn",
           "Boghandel Rævehøj", "Kommunen Gåsevig", "Åse Tornskade", "Cykelsmed Østerlund"],
    "pt": ["Padaria Pãozinho", "Livraria Maçaneta", "João Sabiá", "Açougue Coração",
           "Prefeitura de Além-Rio", "Farmácia Jaboticaba", "Conceição Araçá", "Café Periquito"],
    "ru": ["Булочная Калачик", "Книги Ёжика", "Матрёна Щукина", "Цветы Ромашка"],
}
PURPOSES = {
    "de": ["Rechnung {n} vom Jänner", "Miete für Wohnung {n}", "Beitrag März, Kd-Nr. {n}", "Übertrag {n}"],
    "en": ["Invoice {n}", "Card payment, ref {n}", "Standing order {n}", "Refund {n}"],
    "fr": ["Facture n° {n}", "Virement reçu {n}", "Prélèvement, réf {n}", "Retrait {n}"],
    "it": ["Fattura n. {n}", "Bonifico {n}", "Pagamento, rif {n}", "Attività {n}"],
    "es": ["Factura {n}", "Transferencia, ref {n}", "Recibo número {n}", "Devolución {n}"],
    "nl": ["Factuur {n}", "Overschrijving, kenmerk {n}", "Huur woning {n}", "Terugbetaling {n}"],
    "pl": ["Faktura nr {n}", "Opłata, numer {n}", "Czynsz za mieszkanie {n}", "Zwrot środków {n}"],
    "cs": ["Faktura č. {n}", "Platba, č. {n}", "Nájemné bytu {n}", "Vrácení peněz {n}"],
    "hu": ["Számla {n}", "Utalás, hiv. {n}", "Lakbér {n}", "Visszatérítés {n}"],
    "sv": ["Faktura {n}", "Överföring, ref {n}", "Hyra lägenhet {n}", "Återbetalning {n}"],
    "da": ["Faktura {n}", "Overførsel, ref {n}", "Husleje {n}", "Tilbagebetaling {n}"],
    "pt": ["Fatura {n}", "Transferência, ref {n}", "Aluguel {n}", "Devolução {n}"],
    "ru": ["Счёт {n}", "Перевод {n}", "Аренда {n}", "Возврат {n}"],
}


@dataclass(frozen=True)
class Booking:
    day: date
    value_day: date
    name: str
    purpose: str
    iban: str
    amount: Decimal
    balance: Decimal

    @property
    def debit(self) -> Decimal | None:
        return self.amount if self.amount < 0 else None

    @property
    def credit(self) -> Decimal | None:
        return self.amount if self.amount >= 0 else None

    @property
    def out(self) -> Decimal | None:
        return -self.amount if self.amount < 0 else None


def bad_iban(rng: random.Random, country: str = "DE") -> str:
    """Right length, wrong check digits."""
    lengths = {"DE": 18, "AT": 16, "CH": 17, "NL": 14, "BE": 12, "FR": 23, "IT": 23, "ES": 20, "PL": 24,
               "CZ": 20, "HU": 24, "GB": 18, "SE": 20, "DK": 14, "NO": 11}
    bban = "".join(str(rng.randrange(10)) for _ in range(lengths[country]))
    letters = "".join(str(ord(c) - 55) for c in country)
    right = 98 - int(bban + letters + "00") % 97
    return f"{country}{(right + 13) % 97 + 1:02d}{bban}"


def bookings(
    seed: int, count: int = 14, lang: str = "de", *, country: str = "DE", start: date = date(2024, 1, 3),
    newest_first: bool = False, top: int = 4_000, step: int = 4,
) -> list[Booking]:
    """Deterministic transactions: mixed signs, some four-digit amounts, the third always below ten."""
    rng = random.Random(seed)
    day, balance, rows = start, Decimal(rng.randrange(100_000, 900_000)) / 100, []
    for index in range(count):
        cents = rng.randrange(150, 990) if index % 5 == 2 else rng.randrange(1_000, 99_999)
        if index % 4 == 1:
            cents = rng.randrange(100_000, top * 100)
        amount = Decimal(cents if rng.random() < 0.4 else -cents) / 100
        if index == 0:
            amount = -abs(amount)
        if index == 1:
            amount = abs(amount)
        balance += amount
        rows.append(Booking(
            day, day + timedelta(days=rng.randrange(3)), rng.choice(NAMES[lang]),
            rng.choice(PURPOSES[lang]).format(n=rng.randrange(1000, 99999)), bad_iban(rng, country),
            amount, balance,
        ))
        day += timedelta(days=rng.randrange(step))
    return rows[::-1] if newest_first else rows
