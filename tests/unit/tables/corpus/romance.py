"""French, Italian, Spanish and Portuguese banks."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator

from .case import Case
from .money import GERMAN, PLAIN, Money
from .texttable import heads, text_table
from .words import bookings

NBSP = Money(",", "\u00a0")
SPACE = Money(",", " ")


def cases() -> Iterator[Case]:
    yield bnp()
    yield lcl()
    yield boursorama()
    yield credit_agricole()
    yield cic()
    yield societe_generale()
    yield fortuneo()
    yield unicredit()
    yield fineco_text()
    yield poste_italiane()
    yield caixabank()
    yield bbva_text()
    yield santander_es()
    yield caixa_geral()
    yield activobank()


def bnp() -> Case:
    rows = [[b.day, "PRELEVEMENT", "SEPA", f"{b.purpose} {b.name}".upper(), b.amount]
            for b in bookings(401, 14, "fr", country="FR", newest_first=True)]
    return text_table(
        "fr_bnp_ohne_kopf.csv", "eu_bank", None, rows, encoding="cp1252", eol="\r\n", money=SPACE,
        dates="%d/%m/%Y", meta=["Compte de chèques;Compte de chèques;****4711;30/04/2024;;1 234,56"],
        note="a metadata line, then rows without a header",
    )


def lcl() -> Case:
    rows = [[b.day, b.amount, "Carte", "", b.name, "", "0", "Divers"]
            for b in bookings(402, 13, "fr", country="FR")]
    return text_table("fr_lcl_ohne_kopf.csv", "eu_bank", None, rows, encoding="iso-8859-15", money=PLAIN,
                      dates="%d/%m/%Y", sums=[1])


def boursorama() -> Case:
    header = heads(
        "dateOp;dateVal;label;category;categoryParent;supplierFound;amount;comment;accountNum;"
        "accountLabel;accountbalance"
    )
    rows = [[b.day, b.value_day, f"CARTE {b.name}", "Alimentation", "Vie quotidienne", b.name.lower(),
             b.amount,
             "", "00047110000", "BoursoBank", "1234.56"]
            for b in bookings(403, 14, "fr", country="FR", newest_first=True)]
    return text_table("fr_boursorama.csv", "eu_bank", header, rows, bom=True, quoting="text", money=SPACE,
                      dates="%Y-%m-%d", sums=[6], note="amounts with a space, the balance with a dot")


def credit_agricole() -> Case:
    header = heads("Date;Libellé;Débit euros;Crédit euros;")
    rows = [[b.day, f"PRELEVEMENT\n{b.name}      \n{b.purpose}\n", b.out, b.credit]
            for b in bookings(404, 12, "fr", country="FR", newest_first=True)]
    return text_table(
        "fr_credit_agricole.csv", "eu_bank", header[:4], rows, encoding="iso-8859-1", eol="\r\n", money=NBSP,
        dates="%d/%m/%Y", header_tail=";", row_tail=";", sign="debit_credit",
        meta=["Téléchargement du 30/04/2024;", "", "MME NOËLLE THIBAULT",
              "Compte Chèque carte n° 00047110000;",
              "Solde au 30/04/2024 1\u00a0234,56 €".replace("€", "EUR"), "",
              "Liste des opérations du compte entre le 01/01/2024 et le 30/04/2024;", ""],
        after=lambda data: data.replace(b"      \r\n", b"      \n"),
        note="bare LF inside cells, CRLF between rows; unsigned debit",
    )


def cic() -> Case:
    header = heads("Date;Date de valeur;Débit;Crédit;Libellé;Solde")
    rows = [[b.day, b.value_day, b.debit, b.credit, f"VIR {b.name}", b.balance]
            for b in bookings(405, 13, "fr", country="FR")]
    return text_table("fr_cic.csv", "eu_bank", header, rows, encoding="cp1252", money=PLAIN,
                      dates="%d/%m/%Y", sign="debit_credit")


def societe_generale() -> Case:
    header = heads("Date de l'opération;Libellé;Détail de l'écriture;Montant de l'opération;Devise")
    rows = [[b.day, b.name[:12], f"{b.purpose} {b.name}", b.amount, "EUR"]
            for b in bookings(406, 12, "fr", country="FR", newest_first=True)]
    return text_table(
        "fr_societe_generale.csv", "eu_bank", header, rows, encoding="cp1252", eol="\r\n", money=PLAIN,
        dates="%d/%m/%Y",
        meta=['="0000000000004711";01/01/2024;30/04/2024;12;30/04/2024;1234,56 EUR', ""],
        note="apostrophes in the header, ='...' in the metadata",
    )


def fortuneo() -> Case:
    header = heads("Date opération;Date valeur;libellé;Débit;Crédit;")
    rows = [[b.day, b.value_day, b.name, b.debit, b.credit]
            for b in bookings(407, 12, "fr", country="FR")]
    return text_table("fr_fortuneo.csv", "eu_bank", header[:5], rows, encoding="iso-8859-15", money=PLAIN,
                      dates="%d/%m/%Y", header_tail=";", sign="debit_credit",
                      note="a delimiter ends the header but not the rows")


def unicredit() -> Case:
    header = ["Data Registrazione", "Data valuta", "Descrizione", "Importo (EUR)"]
    rows = [[b.day, b.value_day, f"{b.purpose} {b.name}".upper(), b.amount]
            for b in bookings(408, 13, "it", country="IT")]
    return text_table("it_unicredit.csv", "eu_bank", header, rows, encoding="cp1252", eol="\r\n",
                      header_tail=";", row_tail=";")


def fineco_text() -> Case:
    header = heads("Data_Operazione;Data_Valuta;Entrate;Uscite;Descrizione;Descrizione_Completa;Stato")
    rows = [[b.day, b.value_day, b.credit, b.debit, b.name, b.purpose, "Contabilizzato"]
            for b in bookings(409, 13, "it", country="IT")]
    return text_table(
        "it_fineco.csv", "eu_bank", header, rows, encoding="cp1252", dates="%d/%m/%Y", sign="debit_credit",
        meta=["Conto Corrente: 0000004711", "Intestazione Conto Corrente: ORTENSIA CANTAGALLO",
              "Periodo Dal: 01/01/2024 Al: 30/04/2024", "", "Risultati Ricerca Movimenti", ""],
        footer=["", "Saldo Iniziale: 1.000,00", "Saldo Finale: 1.234,56"],
    )


def poste_italiane() -> Case:
    header = heads("Data Contabile;Data Valuta;Addebiti (euro);Accrediti (euro);Descrizione operazioni")
    rows = [[b.day, b.value_day, b.out, b.credit, f"{b.purpose} {b.name}"]
            for b in bookings(410, 12, "it", country="IT")]
    return text_table(
        "it_poste.csv", "eu_bank", header, rows, dates="%d/%m/%y", sign="debit_credit",
        date_format="%d/%m/%y",
        meta=["BancoPosta - Lista Movimenti;;;;", ";;;;", "Saldo contabile;;;1.234,56;",
              "Saldo disponibile;;;1.234,56;", ";;;;"],
        footer=["TOTALE;;5.000,00;4.000,00;"], note="metadata and total padded to the width",
    )


def caixabank() -> Case:
    header = ["Concepto", "Fecha", "Importe", "Saldo"]
    rows = [[b.name, b.day, b.amount, b.balance] for b in bookings(411, 14, "es", newest_first=True)]
    return text_table("es_caixabank.csv", "eu_bank", header, rows, encoding="iso-8859-1", eol="\r\n",
                      dates="%d/%m/%Y", date_column=1, money=Money(",", ".", after="EUR"),
                      note="EUR sticks to the digits")


def bbva_text() -> Case:
    header = heads("F.Valor;Fecha;Concepto;Movimiento;Importe;Divisa;Disponible;Divisa;Observaciones")
    rows = [[b.value_day, b.day, b.name, b.purpose, b.amount, "EUR", b.balance, "EUR", ""]
            for b in bookings(412, 12, "es")]
    return text_table(
        "es_bbva.tsv", "eu_bank", header, rows, delimiter="\t", encoding="cp1252", dates="%d/%m/%Y",
        date_column=1, meta=["Últimos movimientos\t\t\t\t\t\t\t\t", "\t\t\t\t\t\t\t\t"],
        note="a column 'Divisa' twice",
    )


def santander_es() -> Case:
    header = heads("Fecha Operación;Fecha Valor;Concepto;Importe;Divisa;Saldo;Divisa;Código;Referencia 1")
    rows = [[b.day, b.value_day, f"{b.purpose}, {b.name}", b.amount, "EUR", b.balance, "EUR", "00",
             f"{i:012d}"]
            for i, b in enumerate(bookings(413, 13, "es", newest_first=True))]
    return text_table(
        "es_santander.csv", "eu_bank", header, rows, encoding="iso-8859-15", dates="%d/%m/%Y",
        money=GERMAN,
        meta=["Cuenta:;ES00 0000 0000 00 0000004711;;;;;;;", "Saldo:;1.234,56 EUR;;;;;;;", ";;;;;;;;"],
    )


def caixa_geral() -> Case:
    header = "Data mov.;Data valor;Descrição;Débito;Crédito;Saldo contabilístico;Saldo disponível;Categoria"
    rows = [[b.day, b.value_day, b.name, b.out, b.credit, b.balance, b.balance, "Diversos"]
            for b in bookings(414, 12, "pt")]
    return text_table(
        "pt_caixa_geral.csv", "eu_bank", header.split(";"), rows, encoding="iso-8859-1", dates="%d-%m-%Y",
        header_tail=";", row_tail=";", sign="debit_credit",
        meta=["Consultar saldos e movimentos à ordem - 30-04-2024", "",
              "Conta ;0000004711 - EUR - Conta Extracto",
              "Data de início ;01-01-2024", "Data de fim ;30-04-2024", ""],
        footer=["; ; ; ;Saldo contabilístico;1.234,56 ; ; ;"],
    )


def activobank() -> Case:
    header = heads("Data Lanc.;Data Valor;Descrição;Valor;Saldo")
    rows = [[b.day, b.value_day, b.name, b.amount, b.balance] for b in bookings(415, 11, "pt")]
    return text_table("pt_activobank.txt", "eu_bank", header, rows, delimiter="\t", encoding="utf-16",
                      codec="utf-16-le", bom=True, eol="\r\n", dates="%d/%m/%Y", money=Money(".", ","))
