"""What header names and marginal words mean, in the languages of European and American exports.

Names are compared after :func:`fold`: small letters, no accents, everything but letters and digits a blank.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_OTHERS = re.compile("[^0-9a-z]+")


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """``'Gegenkonto (ohne BU-Schlüssel)'`` -> ``'gegenkonto ohne bu schlussel'``; ``ł`` -> ``l``."""
    plain = text.lower()
    if not text.isascii():
        plain = unicodedata.normalize("NFKD", text.replace("ł", "l").replace("Ł", "L").replace("ø", "o"))
        plain = "".join(char for char in plain if not unicodedata.combining(char)).lower()
    latin = _OTHERS.sub(" ", plain.replace("ß", "ss")).strip()
    return latin or plain.strip()  # other scripts stay as they are


def _words(*stems: str) -> re.Pattern[str]:
    return re.compile(r"(?:^| )(?:" + "|".join(stems) + r")")


DATE = _words(
    "dat(?:um|e|a|o|es?)?(?: |$)", r"\w*datum", r"\w*tag(?: |$)", "buchung(?: |$)", "valuta",
    "wertstellung", "wert(?: |$)",
    "fecha", "f (?:oper|valor|contab)", "dzien", "jour", "dag(?: |$)", "posted", "posting", "booked",
    "completed",
    "started", "timestamp", "zeitpunkt", "zeit(?: |$)", "when", r"\w*date(?: |$)", "dia(?: |$)", "giorno",
    "den(?: |$)",
    "created", "updated", "period", "zeitraum", "von(?: |$)", "bis(?: |$)",
)  # fmt: skip
VALUE_DATE = _words(
    "valuta", "wertstellung", "wert(?: |$)", "value", "valeur", r"\w* ?valor", "data waluty", "val(?: |$)",
    "rentedatum",
    r"wertstellungs\w*", "valutadatum", "datum valut", "due", "fallig", "settle", "completed", "gueltig",
    "gultig",
    "updated", "bis(?: |$)", "interest", "echeance", "scadenza", "vencimiento", "compensation",
    "abschlusszeit",
)  # fmt: skip
AMOUNT = _words(
    r"\w*betrag", "umsatz(?: |$)", r"umsatz (?:in|ohne|eur)", r"\w*amount", "bedrag", "importe(?: |$)",
    "importo", "montant",
    "kwota", "castka", "suma(?: |$)", "belob", "belopp", "summe(?: |$)", "brutto", "netto", "gross",
    "net(?: |$)", "monto",
    "valor(?: |$)", "wert(?: |$)", "value(?: |$)", "objem", "osszeg", "iznos", "quantia", "preis", "price",
    "prix", "prezzo",
    "total", "steuer", "tax", "fee", "gebuhr", "kosten", "cost", "entgelt", "bemessung", "eur(?: |$)",
    "chf(?: |$)", "usd(?: |$)",
    "anzahl(?: |$)", "menge", "quantity", "stuck", "shares", "units(?: |$)", "erlos", "gewinn", "provision",
    "commission",
    "zinsen", "rate(?: |$)", "kurs(?: |$)", "buchungsbetrag",
)  # fmt: skip
MAIN_AMOUNT = _words(
    "betrag", r"\w*betrag(?: |$)", "umsatz(?: |$)", "umsatz (?:in|ohne|eur)", "amount", "bedrag",
    "importe(?: |$)", "importo",
    "montant", "kwota", "castka", "belob", "belopp", "transaction amount", "netto", "net(?: |$)", "brutto",
    "value(?: |$)", "iznos",
    "objem", "osszeg", "summe", "monto", "total",
)  # fmt: skip
DEBIT = _words(
    "ut(?: |$)", "ut fra", "utbetal", "udbetal", "isplat", "outflow", "saida", "lahtev",
    "soll(?: |$)", "lastschrift(?: |$)", r"lastschrift in", "belastung", "debit", "debet", "debe(?: |$)",
    r"debito", "ausgang",
    "ausgabe", "money out", "paid out", "withdraw", "uscit", "dare(?: |$)", "addebit", "cargo", "adeudo",
    "obciazeni",
    "wydatk", "vydaj", "vydej", "af(?: |$)", "out(?: |$)", "depense", "wn(?: |$)", "auszahlung", "odchoz",
    "gasto", "pagos",
    "spent", "debits", "outgoing", "rozchod", "odepsano", "terhel",
)  # fmt: skip
CREDIT = _words(
    "inn(?: |$)", "inn pa", "innbetal", "indbetal", "inbetal", "uplat", "inflow", "entrada",
    "haben(?: |$)", "gutschrift", "credit(?! card)", "kredit", "credito", "eingang", "einnahme", "money in",
    "paid in", "deposit",
    "entrat", "avere", "accredit", "abono", "haber(?: |$)", "uznani", "wplyw", "prijem", "bij(?: |$)",
    "in(?: |$)", "recette",
    "ma(?: |$)", "einzahlung", "prichoz", "ingreso", "received", "credits", "incoming", "przychod",
    "pripsano", "jovair",
)  # fmt: skip
BALANCE = _words(
    r"\w*bestand(?: |$)",
    r"\w*saldo", "kontostand", "balance", "solde", "running bal", "zustatek", "guthaben", "zwischensumme",
    "stand(?: |$)",
    "egyenleg", "stanje",
)  # fmt: skip
IDENTITY = _words(
    "iban", r"\w*konto(?: |$)", r"\w*konto ?n", "kontonummer", "account", "blz", "plz", "postleitzahl",
    "zip", "post ?code", "tel",
    "phone", "mobil", "handy", "fax", r"\w*nummer", r"\w+nr(?: |$)", "nr(?: |$)", "no(?: |$)", "number",
    "id(?: |$)", r"\w*id(?: |$)",
    r"\w*referen[czs]", "ref(?: |$)", r"\w*karte", "card", "beleg(?!datum)", "rechnung", "invoice", "code",
    "bic", "swift",
    r"bu schl", r"gegenkonto", "compte", "cuenta", "conto(?: |$)", "rachun", "ucet", "mandat", "isin",
    "wkn", "kost\\d?(?: |$)",
    "kostenstelle", "sort code", "check", "cheque", "slip", "order", "symbol", "vs(?: |$)", "ks(?: |$)",
    "ss(?: |$)", "auftrag",
    "primanota", "serial", "schluessel", "schlussel", "kennz", "rekening", "tegenrekening", "numero",
    "cislo", "matric", "key",
    "personal", "bankleitzahl", "transaktions nr", "hash", "reihe",
)  # fmt: skip
TOTALS = re.compile(
    r"(?:^| )(?:\w*summen?|gesamt\w*|insgesamt|\w*total(?:s|e|en|es)?|totaal|suma|razem|celkem|somme|"
    r"\w*saldo|"
    r"kontostand|"
    r"(?:opening|closing|beginning|ending|current|new|old|neuer|alter)(?: \w+)? balance|balance (?:as|"
    r"brought|carried|b f|c f)|"
    r"nouveau solde|ancien solde|solde (?:au|initial|final|precedent)|zwischensumme|subtotal|sub total|"
    r"ubertrag|endbestand|"
    r"anfangsbestand|grand total|umsatzsumme|anzahl|balance|solde|osszesen|ukupno|subtotale|sous total|"
    r"report)(?: |$)"
)
"""Words of totals, subtotals and balance rows."""
WHOLE_TOTAL = re.compile(
    r"(?:zwischen|gesamt|end|anfangs|schluss)?(?:summen?|saldo|bestand)|s a l d o|kontostand|gesamt|"
    r"insgesamt|(?:grand |sub ?)?totals?|"
    r"totale|totaal|suma|razem|celkem|somme|(?:opening|closing|beginning|ending) balance|subtotale|sous "
    r"total|gesamtbetrag|"
    r"(?:neuer|alter|letzter) (?:kontostand|saldo)|osszesen|ukupno|sum|totales|total general|totale generale"
)
"""The whole text of a cell that names a total."""

# marks of a direction column: (negative, positive), folded and exact alike
DIRECTIONS: list[tuple[frozenset[str], frozenset[str]]] = [
    (frozenset(negative.split()), frozenset(positive.split()))
    for negative, positive in [
        ("s soll", "h haben"),
        (
            "d dr db debit dbit debet debito debits w withdrawal",
            "c cr crdt credit credito kredit credits deposit",
        ),
        ("af", "bij"),
        ("-", "+"),
        ("belastung lastschrift soll", "gutschrift haben"),
        ("ausgang ausgabe auszahlung", "eingang einnahme einzahlung"),
        ("out outgoing sent spend", "in incoming received"),
        ("dare uscita addebito d", "avere entrata accredito a"),
        ("cargo debe gasto", "abono haber ingreso"),
        ("debit debiteur d", "credit crediteur c"),
        ("wn obciazenie obciazenia wydatek", "ma uznanie uznania wplyw"),
        ("odchozi vydaj debet", "prichozi prijem kredit"),
    ]
]
UNITS = re.compile(
    r"[(\[].{0,24}[)\]]|%|[€$£]|(?:[A-Z]{3}|[Tt]ext|[Tt]ag|[Dd]atum|[Dd]ate|[Ss]tring|[Nn]umber|[Zz]ahl|[Ss]tk\.?|[Ss]tück|kg|g|l|h|"
    r"[Dd]ecimal|[Ii]nt(?:eger)?|[Cc]har|[Tt]T\.[Mm]M\.[Jj]+|[Dd]{2}[./-][Mm]{2}[./-][Yy]{2,4}|[Yy]{4}-[Mm]{2}-[Dd]{2}|"
    r"[Mm]{2}/[Dd]{2}/[Yy]{2,4}|[Jj]{4}-[Mm]{2}-[Tt]{2}|[Ee]uro|ISO(?: ?\d+)?|-+)"
)
"""A cell of a unit row: ``(EUR)``, ``[TT.MM.JJJJ]``, ``%``."""
