"""The admin's switches for private tables, as they appear in Open WebUI's Valves dialog.

Open WebUI stores valves as loose JSON: numbers arrive as text, cleared fields as ``None``, and fields of
older versions stay behind. ``None`` and unknown fields fall back to the default; anything else that cannot
be read is an error that names the field and what is allowed, so that a typo never quietly weakens the
protection.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator

RUN_LAST = 1_000_000_000
"""Open WebUI sorts filters by (priority, id) ascending; this filter has the last word over all others."""

DEFAULT_EXTENSIONS = (
    "csv, tsv, tab, psv, xlsx, xlsm, xlsb, xls, xltx, xlt, ods, fods, numbers, parquet, feather"
)


class Settings(BaseModel):
    """All switches with safe defaults. ``Settings()`` is what the patched server uses without the filter.

    >>> Settings(remote_model=None, priority="5").remote_model
    'refuse'
    """

    model_config = ConfigDict(extra="ignore")

    priority: int = Field(
        default=RUN_LAST,
        description="Kept at the top on purpose: the filter must run after every other filter of a turn.",
    )
    extensions: str = Field(
        default=DEFAULT_EXTENSIONS,
        description="File extensions that always count as private tables, separated by commas. Other files "
        "count by their content: a table behind any other name is recognised, unknown content is private.",
    )
    local_models: str = Field(
        default="",
        description="Model ids that count as local although their connection does not look local (pipes, "
        "direct connections, own servers on public addresses), separated by commas; * is a wildcard.",
    )
    local_hosts: str = Field(
        default="",
        description="Host names of connections that count as local, separated by commas; * is a wildcard. "
        "Loopback, private network addresses and host.docker.internal always count as local.",
    )
    remote_model: Literal["refuse", "ask"] = Field(
        default="refuse",
        description="When the chat's model is not local: refuse the turn, or ask the person first. "
        "No answer, no open browser and a timeout mean no.",
    )
    content_could_leave: Literal["refuse", "warn"] = Field(
        default="refuse",
        description="On an unpatched Open WebUI, when table content could leave the machine by a way that a "
        "filter cannot close (embedding or text extraction at upload, task model, pipeline, webhook): "
        "refuse the turn, or only warn.",
    )
    tools_on_stock: Literal["close", "warn", "refuse"] = Field(
        default="close",
        description="On an unpatched Open WebUI: close the turn's tool list down to the interpreter (close), "
        "leave the built-in local tools on offer and list them in the status line (warn), or refuse the "
        "turn when tools stay on offer (refuse).",
    )
    language: Literal["auto", "de", "en"] = Field(
        default="auto",
        description="Language of the status line: auto follows the language chosen in Open WebUI.",
    )

    @model_validator(mode="before")
    @classmethod
    def _drop_empty(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        return {key: value for key, value in data.items() if value is not None}

    @field_validator("priority", mode="before")
    @classmethod
    def _always_last(cls, value: Any) -> int:
        """A lower number would let another filter switch tools on after this one. Junk must not move it
        either: Open WebUI reads an unreadable priority as 0."""
        try:
            return max(int(value), RUN_LAST)
        except (TypeError, ValueError):
            return RUN_LAST

    @field_validator("extensions", "local_models", "local_hosts", mode="before")
    @classmethod
    def _text_list(cls, value: Any) -> Any:
        if isinstance(value, (list, tuple, set)):
            return ", ".join(str(item) for item in value)
        return value

    @field_validator("remote_model", "content_could_leave", "tools_on_stock", "language", mode="before")
    @classmethod
    def _choice(cls, value: Any, info: ValidationInfo) -> Any:
        if not isinstance(value, str):
            return value
        return value.strip().lower() or cls.model_fields[str(info.field_name)].default

    @property
    def extension_set(self) -> frozenset[str]:
        """Lower case, without dots. An emptied field means the default, never 'no table is private'."""
        given = split_list(self.extensions) or split_list(DEFAULT_EXTENSIONS)
        return frozenset(item.lower().lstrip("*.") for item in given if item.lstrip("*."))


def split_list(text: str) -> list[str]:
    """``'a, b;c'`` → ``['a', 'b', 'c']``; commas, semicolons and white space separate."""
    return [part for part in text.replace(";", " ").replace(",", " ").split() if part]
