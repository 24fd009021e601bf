"""Open WebUI's environment: defaults that contact nobody; what the person has set always wins."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from werkbank.run import Options

_LOOPBACK = ("127.0.0.1", "::1", "localhost")

# Names are Open WebUI's own. No embedding server is assumed: documents other than tables are read whole.
DEFAULTS: Mapping[str, str] = {
    "ENV": "prod",
    "OFFLINE_MODE": "true",
    "ENABLE_VERSION_UPDATE_CHECK": "false",
    "ANONYMIZED_TELEMETRY": "false",
    "DO_NOT_TRACK": "true",
    "SCARF_NO_ANALYTICS": "true",
    "ENABLE_COMMUNITY_SHARING": "false",
    "ENABLE_OLLAMA_API": "false",
    "ENABLE_EVALUATION_ARENA_MODELS": "false",
    "RAG_EMBEDDING_ENGINE": "openai",
    "BYPASS_EMBEDDING_AND_RETRIEVAL": "true",
    "ENABLE_CODE_INTERPRETER": "true",
    "CODE_INTERPRETER_ENGINE": "pyodide",
    "ENABLE_TITLE_GENERATION": "true",
    "ENABLE_TAGS_GENERATION": "true",
    "ENABLE_FOLLOW_UP_GENERATION": "true",
    "ENABLE_WEB_SEARCH": "false",
    "ENABLE_AUTOCOMPLETE_GENERATION": "false",
    "WEBUI_NAME": "Open WebUI",
}


def server_environment(
    given: Mapping[str, str],
    options: Options,
    *,
    tree: Path,
    key: str,
    account: tuple[str, str] | None,
    model_urls: list[str],
    model_keys: list[str],
) -> dict[str, str]:
    """The environment of the server process. `given` is our own; `account` the first administrator."""
    ours = {**DEFAULTS, "WEBUI_SECRET_KEY": key, "DATA_DIR": str(options.data_dir)}
    if given.get("OLLAMA_BASE_URL") or given.get("OLLAMA_BASE_URLS"):
        ours["ENABLE_OLLAMA_API"] = "true"
    if account is not None:
        ours |= {
            "WEBUI_ADMIN_EMAIL": account[0],
            "WEBUI_ADMIN_PASSWORD": account[1],
            "WEBUI_ADMIN_NAME": "Admin",
        }
    if options.host in _LOOPBACK:
        origins = [f"http://{name}:{options.port}" for name in ("127.0.0.1", "localhost", "[::1]")]
        ours["CORS_ALLOW_ORIGIN"] = ";".join(origins)
    if model_urls:
        # Never the vendor's public address, which Open WebUI would take for an unset value.
        ours["RAG_OPENAI_API_BASE_URL"] = model_urls[0]
    merged = {**ours, **given}
    merged["OPENAI_API_BASE_URLS"] = ";".join(model_urls) if model_urls else "http://127.0.0.1:9/v1"
    merged["OPENAI_API_KEYS"] = ";".join(model_keys) if model_keys else "none"
    merged["ENABLE_OPENAI_API"] = given.get("ENABLE_OPENAI_API", "true" if model_urls else "false")
    # Not the person's: where the code lies and how it is started.
    merged |= {"PYTHONPATH": str(tree), "FROM_INIT_PY": "true", "DATA_DIR": str(options.data_dir)}
    merged.pop("VIRTUAL_ENV", None)
    merged.pop("PYTHONHOME", None)
    return merged
