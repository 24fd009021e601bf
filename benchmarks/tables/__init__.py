"""Recognising table files: accuracy and time against csv.Sniffer, clevercsv, DuckDB and pandas."""
