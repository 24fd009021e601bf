"""Recognise stored or inline bytes once, in a thread, and remember the result for the chat's next turns."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from werkbank.private_tables.content import Verdict, is_office_document, judge
from werkbank.tables.profile import TableProfile

log = logging.getLogger(__name__)
_MAX_REMEMBERED = 128
_remembered: OrderedDict[str, tuple[TableProfile | None, bool]] = OrderedDict()


@dataclass(frozen=True)
class Recognised:
    """``profile`` is None when the bytes could not be read."""

    verdict: Verdict
    profile: TableProfile | None


async def recognise_source(
    source: Path | bytes | None,
    *,
    name: str | None,
    mime: str | None,
    extensions: frozenset[str],
    key: str | None = None,
    readable: bool = True,
) -> Recognised:
    """Never raises: what cannot be read is private. ``key`` names these bytes for the memory."""
    if source is None:
        return Recognised(judge(name, mime, None, extensions=extensions, readable=readable), None)
    if key is not None and key in _remembered:
        profile, office = _remembered[key]
    else:
        try:
            profile, office = await asyncio.to_thread(_look, source, name, mime)
        except Exception:
            log.exception("a file could not be recognised and counts as private")
            return Recognised(judge(name, mime, None, extensions=extensions, readable=False), None)
        if key is not None:
            _remembered[key] = (profile, office)
            while len(_remembered) > _MAX_REMEMBERED:
                _remembered.popitem(last=False)
    return Recognised(judge(name, mime, profile, extensions=extensions, office=office), profile)


def _look(source: Path | bytes, name: str | None, mime: str | None) -> tuple[TableProfile, bool]:
    from werkbank.tables.recognise import recognise

    profile = recognise(source, name=name, mime=mime)
    return profile, profile.kind in {"zip", "binary", "encrypted"} and is_office_document(source, name)


def write_recipe(profile: TableProfile, path: str, *, openpyxl: bool) -> str | None:
    """The loading code, or None when there is none for this file."""
    if profile.rejected:
        return None
    from werkbank.tables.recipe import recipe

    try:
        return recipe(profile, path, openpyxl=openpyxl)
    except Exception:
        log.exception("no recipe for a table of kind %s", profile.kind)
        return None
