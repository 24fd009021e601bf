"""The model connections of a running server: ours first, the person's own kept."""

from __future__ import annotations

from typing import Any

from werkbank.host.api import Api

DEMO_KEY = "werkbank-demo-model"
"""The key of the demo model's connection: by it an earlier one is found and replaced."""


def connect(api: Api, urls: list[str], keys: list[str]) -> bool:
    """Make `urls` the first connections; True when something had to be changed.

    Connections that the person added in the page stay, except the demo model's of an earlier start.
    """
    before = api.call("GET", "/openai/config")
    wanted = arranged(before, urls, keys)
    if all(before.get(name) == value for name, value in wanted.items()):
        return False
    api.call("POST", "/openai/config/update", wanted)
    return True


def arranged(before: dict[str, Any], urls: list[str], keys: list[str]) -> dict[str, Any]:
    """The new settings. Open WebUI keeps three lists that belong together by position."""
    old_urls = list(before.get("OPENAI_API_BASE_URLS") or [])
    old_keys = list(before.get("OPENAI_API_KEYS") or [])
    old_keys += [""] * (len(old_urls) - len(old_keys))
    configs = before.get("OPENAI_API_CONFIGS") or {}
    known = {
        url: (key, configs.get(str(at), configs.get(url, {})))
        for at, (url, key) in enumerate(zip(old_urls, old_keys, strict=False))
    }
    rows = [
        (url, key, known.get(url, ("", {}))[1] or {"enable": True})
        for url, key in zip(urls, keys, strict=True)
    ]
    rows += [
        (url, key, config)
        for url, (key, config) in known.items()
        if url not in urls and key != DEMO_KEY and not url.startswith("http://127.0.0.1:9/")
    ]
    return {
        "ENABLE_OPENAI_API": bool(rows),
        "OPENAI_API_BASE_URLS": [row[0] for row in rows],
        "OPENAI_API_KEYS": [row[1] for row in rows],
        "OPENAI_API_CONFIGS": {str(at): row[2] for at, row in enumerate(rows)},
    }
