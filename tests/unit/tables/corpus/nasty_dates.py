"""Ways to write a date."""

# fmt: off
from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from .base import base_rows, bent
from .case import Case
from .money import DOT
from .texttable import As, heads, text_table
from .words import bookings

MONTHS = heads("Januar;Februar;März;April;Mai;Juni;Juli;August;September;Oktober;November;Dezember")


def cases() -> Iterator[Case]:
    yield bent("d_ambiguous_010203.csv", 1051, rows=base_rows(1051, 9, start=date(2003, 2, 1), step=2),
               dates="%d.%m.%y",
               note="01.02.03 everywhere: German text, so day first, and the other reading is named")
    yield bent("d_two_digit_dots.csv", 1052, dates="%d.%m.%y")
    yield bent("d_two_digit_us.csv", 1053, rows=base_rows(1053, 14, step=6), dates="%m/%d/%y", delimiter=",",
               money=DOT)
    yield bent("d_dmy_slash.csv", 1054, rows=base_rows(1054, 14, step=6), dates="%d/%m/%Y", delimiter=",",
               money=DOT,
               note="a day above 12 stands only in later rows")
    yield late_proof_of_month_first()
    yield bent("d_unpadded.csv", 1056, dates=lambda d: f"{d.day}.{d.month}.{d.year}", date_format="%d.%m.%Y")
    yield bent("d_unpadded_us.csv", 1057, rows=base_rows(1057, 16, step=6), delimiter=",", money=DOT,
               dates=lambda d: f"{d.month}/{d.day}/{d.year % 100:02d}", date_format="%m/%d/%y")
    yield bent("d_iso_t_z.csv", 1058, dates="%Y-%m-%dT08:12:44Z", delimiter=",", money=DOT,
               date_format="%Y-%m-%dT%H:%M:%SZ")
    yield bent("d_iso_offset.csv", 1059, dates="%Y-%m-%dT08:12:44+01:00", delimiter=",", money=DOT,
               date_format="%Y-%m-%dT%H:%M:%S%z")
    yield bent("d_iso_millis.csv", 1060, dates="%Y-%m-%dT08:12:44.123Z", delimiter=",", money=DOT,
               date_format="%Y-%m-%dT%H:%M:%S.%fZ")
    yield bent("d_datetime_minutes.csv", 1061, dates="%d.%m.%Y 08:12", date_format="%d.%m.%Y %H:%M")
    yield am_pm()
    yield bent("d_month_name_en.csv", 1063, dates="%d %B %Y", delimiter=",", money=DOT)
    yield bent("d_month_name_us.csv", 1064, rows=base_rows(1064, 14, step=6), dates="%b %d, %Y",
               delimiter=",",
               money=DOT, quoting="minimal")
    yield bent("d_month_name_de.csv", 1065, rows=base_rows(1065, 24, step=8),
               dates=lambda d: f"{d.day}. {MONTHS[d.month - 1]} {d.year}", date_format="%d. %B %Y")
    yield bent("d_weekday.csv", 1066,
               dates=lambda d: f"{['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'][d.weekday()]}, {d:%d.%m.%Y}",
               date_format=None, note="'Mi, 03.01.2024'")
    yield bent("d_compact.csv", 1067, dates="%Y%m%d")
    yield bent("d_compact_dmy.csv", 1068, dates="%d%m%Y", note="03012024 keeps its zero")
    yield bent("d_dashes.csv", 1069, dates="%d-%m-%Y")
    yield bent("d_year_slash.csv", 1070, dates="%Y/%m/%d", delimiter="\t")
    yield bent("d_year_dots.csv", 1071, dates="%Y.%m.%d")
    yield mixed_padding()
    yield empty_dates()
    yield bent("d_far_past_and_future.csv", 1074, rows=base_rows(1074, 14, start=date(1969, 12, 20),
                                                                 step=900))
    yield excel_serials()
    yield epoch_seconds()
    yield date_and_time_columns()
    yield month_only()


def late_proof_of_month_first() -> Case:
    days = [date(2024, 1 + i % 11, 1 + i % 12) for i in range(40)] + [date(2024, 11, 25), date(2024, 12, 31)]
    rows = [[day, b.name, b.amount] for day, b in zip(days, bookings(1055, len(days), "en"), strict=True)]
    return text_table("d_month_first_proved_late.csv", "nasty", heads("Date;Name;Amount"), rows,
                      delimiter=",",
                      money=DOT, dates="%m/%d/%Y", note="forty ambiguous dates, then 11/25 and 12/31")


def am_pm() -> Case:
    rows = [[datetime.combine(b.day, time((5 * i) % 24, 12, 44)), b.name, b.amount]
            for i, b in enumerate(bookings(1062, 14, "en", step=6))]
    return text_table("d_am_pm.csv", "nasty", heads("When;Who;Amount"), rows, delimiter=",", money=DOT,
                      dates="%m/%d/%Y %I:%M:%S %p")


def mixed_padding() -> Case:
    found = bookings(1072, 20)
    rows = [[As(f"{b.day:%d.%m.%Y}" if i % 2 else f"{b.day.day}.{b.day.month}.{b.day:%y}", b.day), b.name,
             b.amount]
            for i, b in enumerate(found)]
    return text_table("d_two_shapes.csv", "nasty", heads("Datum;Text;Betrag"), rows, date_format=None,
                      note="03.01.2024 and 5.1.24 in turn")


def empty_dates() -> Case:
    rows = [[None if i in (3, 8) else b.day, b.name, b.amount] for i, b in enumerate(bookings(1073, 15))]
    return text_table("d_some_empty.csv", "nasty", heads("Datum;Text;Betrag"), rows)


def excel_serials() -> Case:
    rows = [[str((b.day - date(1899, 12, 30)).days), b.name, b.amount] for b in bookings(1075)]
    return text_table("d_excel_serials.csv", "nasty", heads("Datum;Text;Betrag"), rows, date_column=None,
                      note="day numbers: integers are an honest reading")


def epoch_seconds() -> Case:
    start = datetime(2024, 1, 1)
    rows = [[str(int((datetime.combine(b.day, time(8)) - start) / timedelta(seconds=1)) + 1_704_067_200),
             b.name,
             b.amount] for b in bookings(1076, 14, "en")]
    return text_table("d_epoch.csv", "nasty", heads("timestamp;name;amount"), rows, delimiter=",", money=DOT,
                      date_column=None)


def date_and_time_columns() -> Case:
    rows = [[b.day, f"{i % 24:02d}:{i:02d}", b.name, b.amount] for i, b in enumerate(bookings(1077))]
    return text_table("d_time_column.csv", "nasty", heads("Datum;Uhrzeit;Text;Betrag"), rows)


def month_only() -> Case:
    rows = [[f"{1 + i % 12:02d}/{2022 + i // 12}", b.amount, abs(b.amount)] for i,
            b in enumerate(bookings(1078, 18))]
    return text_table("d_month_year.csv", "nasty", heads("Monat;Ergebnis;Umsatz"), rows, date_column=None)
