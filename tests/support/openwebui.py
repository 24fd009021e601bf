"""A real Open WebUI on loopback, with people and every switch that a test wants.

with OpenWebUI(tree, python, data_dir) as server:
    server.everything_on(model.url, sink)
    server.admin, server.user        # Person: .token and HTTP calls
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from tests.support.ports import free_port

if TYPE_CHECKING:
    from tests.support.sink import Sink

PASSWORD = "correct horse battery"
_CAPABILITIES = ("file_context", "file_upload", "web_search", "image_generation", "code_interpreter") + (
    "citations",
    "builtin_tools",
    "vision",
)
_SHARED = {"principal_type": "user", "principal_id": "*", "permission": "read"}


class Person:
    """A signed-in person's HTTP calls. `call` raises RuntimeError with the text of an error."""

    def __init__(self, url: str, account: dict[str, Any]) -> None:
        self.id, self.email, self.role = account["id"], account["email"], account["role"]
        self.token: str = account["token"]
        heads = {"Authorization": f"Bearer {self.token}"}
        self.http = httpx.Client(base_url=url, headers=heads, timeout=120, trust_env=False)

    def call(self, method: str, path: str, body: Any = None, **arguments: Any) -> Any:
        if body is not None:
            arguments["json"] = body
        answer = self.http.request(method, path, **arguments)
        if answer.status_code >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text[:500]}")
        return answer.json() if answer.content else None

    def change(self, path: str, update: str | None = None, **values: Any) -> Any:
        """Read a settings object, change some values, send the whole back."""
        return self.call("POST", update or path, {**self.call("GET", path), **values})

    def upload(self, name: str, data: bytes, mime: str) -> dict[str, Any]:
        """Upload and wait for the end of processing; the stored file with its status in `data`."""
        file = self.call("POST", "/api/v1/files/", files={"file": (name, data, mime)})
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            stored = self.call("GET", f"/api/v1/files/{file['id']}")
            if (stored.get("data") or {}).get("status") in ("completed", "failed"):
                return dict(stored)
            time.sleep(0.1)
        raise RuntimeError(f"{name} was never processed: {stored['data']}")


class OpenWebUI:
    """See the module's text. `env` is added to the few settings that every test needs."""

    def __init__(
        self,
        tree: Path,
        python: Path,
        data_dir: Path,
        *,
        port: int | None = None,
        env: dict[str, str] | None = None,
    ) -> None:
        self.tree, self.python, self.data = tree, python, data_dir
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = data_dir / "server.log"
        self.admin: Person
        self.user: Person
        self._env = env or {}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def admin_token(self) -> str:
        return self.admin.token

    @property
    def api(self) -> Person:
        return self.admin

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def __enter__(self) -> OpenWebUI:
        self.start()
        try:
            self._people()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, seconds: float = 240) -> None:
        """Start and wait for /health. Raises RuntimeError with the end of the log."""
        self.data.mkdir(parents=True, exist_ok=True)
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.data),
            "PYTHONPATH": str(self.tree),
            "PYTHONDONTWRITEBYTECODE": "1",
            "DATA_DIR": str(self.data),
            "WEBUI_SECRET_KEY": "not-a-secret",
            "RAG_EMBEDDING_ENGINE": "openai",
            "OFFLINE_MODE": "true",
            "FROM_INIT_PY": "true",
            "ENABLE_OLLAMA_API": "false",
            "ENABLE_VERSION_UPDATE_CHECK": "false",
            "ENABLE_SUBAGENTS": "true",
            "ENABLE_CHANNELS": "true",
            "SCARF_NO_ANALYTICS": "true",
            "DO_NOT_TRACK": "true",
            "ANONYMIZED_TELEMETRY": "false",
            **self._env,
        }
        command = [str(self.python), "-m", "uvicorn", "open_webui.main:app", "--host", "127.0.0.1"]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--port", str(self.port)], stdout=log, stderr=log, env=environment, cwd=self.data
            )
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self._process.poll() is None:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/health", timeout=2, trust_env=False).status_code == 200:
                    return
            time.sleep(0.2)
        self.stop()
        raise RuntimeError(f"Open WebUI did not start:\n{self.log_text()[-4000:]}")

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is None or process.poll() is not None:
            return
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(5)

    def log_text(self) -> str:
        return self.log.read_text("utf-8", "replace") if self.log.is_file() else ""

    def _people(self) -> None:
        """Sign the admin up (the first account) and let the admin add an ordinary user: no sign-in is used,
        because Open WebUI allows only 15 of those in 3 minutes."""
        account = {"email": "admin@test.local", "password": PASSWORD, "profile_image_url": ""}
        answer = httpx.post(
            f"{self.url}/api/v1/auths/signup",
            json={"name": "Anna Admin", **account},
            timeout=60,
            trust_env=False,
        )
        if answer.status_code != 200:
            answer = httpx.post(f"{self.url}/api/v1/auths/signin", json=account, timeout=60, trust_env=False)
        answer.raise_for_status()
        self.admin = Person(self.url, answer.json())
        self.user = self.add_person("Uwe User")

    def add_person(self, name: str, role: str = "user") -> Person:
        """One more account; a known name signs in again."""
        email = f"{name.split()[0].lower()}@test.local"
        body = {"name": name, "email": email, "password": PASSWORD, "role": role, "profile_image_url": ""}
        try:
            return Person(self.url, self.admin.call("POST", "/api/v1/auths/add", body))
        except RuntimeError:
            answer = self.admin.call("POST", "/api/v1/auths/signin", {"email": email, "password": PASSWORD})
            return Person(self.url, answer)

    def connect(self, *urls: str) -> None:
        """The OpenAI-compatible connections, and their models refreshed."""
        self.admin.call(
            "POST",
            "/openai/config/update",
            {
                "ENABLE_OPENAI_API": True,
                "OPENAI_API_BASE_URLS": list(urls),
                "OPENAI_API_KEYS": ["none"] * len(urls),
                "OPENAI_API_CONFIGS": {str(at): {"enable": True} for at, _ in enumerate(urls)},
            },
        )
        self.admin.call("GET", "/api/models?refresh=true")

    def embed_with(self, url: str) -> None:
        body = {
            "RAG_EMBEDDING_ENGINE": "openai",
            "RAG_EMBEDDING_MODEL": "embedder",
            "RAG_EMBEDDING_BATCH_SIZE": 32,
            "openai_config": {"url": url, "key": "none"},
        }
        self.admin.call("POST", "/api/v1/retrieval/embedding/update", body)

    def search_with(self, url: str) -> None:
        """Web search by a SearXNG at `url`."""
        settings = self.admin.call("GET", "/api/v1/retrieval/config")
        settings["web"] |= {
            "ENABLE_WEB_SEARCH": True,
            "WEB_SEARCH_ENGINE": "searxng",
            "SEARXNG_QUERY_URL": url,
            "WEB_SEARCH_RESULT_COUNT": 2,
        }
        self.admin.call("POST", "/api/v1/retrieval/config/update", settings)

    def tool_servers(self, *, mcp: str | None = None, openapi: str | None = None) -> None:
        """Tool servers that everyone may use."""
        known: list[dict[str, Any]] = []
        if mcp:
            known.append(_tool_server(mcp, "mcp", "crm", path=""))
        if openapi:
            known.append(_tool_server(openapi, "openapi", "lookup", path="openapi.json"))
        self.admin.call("POST", "/api/v1/configs/tool_servers", {"TOOL_SERVER_CONNECTIONS": known})

    def interpreter(self, **values: Any) -> None:
        """Code interpreter on, in the browser unless `values` say otherwise."""
        wanted = {"ENABLE_CODE_INTERPRETER": True, "CODE_INTERPRETER_ENGINE": "pyodide", **values}
        self.admin.change("/api/v1/configs/code_execution", **wanted)

    def tasks_on(self, **values: Any) -> None:
        names = ("TITLE", "AUTOCOMPLETE", "FOLLOW_UP", "TAGS", "SEARCH_QUERY", "RETRIEVAL_QUERY")
        switches = {f"ENABLE_{name}_GENERATION": True for name in names}
        self.admin.change("/api/v1/tasks/config", "/api/v1/tasks/config/update", **switches, **values)

    def permit_everything(self) -> None:
        """Ordinary users get every feature."""
        path = "/api/v1/users/default/permissions"
        permissions = self.admin.call("GET", path)
        for group in ("workspace", "chat", "features", "sharing"):
            permissions[group] = {name: name != "temporary_enforced" for name in permissions[group]}
        self.admin.call("POST", path, permissions)

    def images_on(self, url: str) -> None:
        """Picture generation by an OpenAI-compatible address."""
        wanted = {
            "ENABLE_IMAGE_GENERATION": True,
            "ENABLE_IMAGE_EDIT": True,
            "IMAGE_GENERATION_ENGINE": "openai",
            "IMAGES_OPENAI_API_BASE_URL": url,
            "IMAGES_OPENAI_API_KEY": "none",
            "IMAGE_SIZE": "512x512",
        }
        self.admin.change("/api/v1/images/config", "/api/v1/images/config/update", **wanted)

    def models_default(self, model: str, **params: Any) -> None:
        """The model that the page preselects, and parameters for all models."""
        params = {"function_calling": "native", **params}
        self.admin.change("/api/v1/configs/models", DEFAULT_MODELS=model, DEFAULT_MODEL_PARAMS=params)

    def share_models(self, *idents: str) -> None:
        """Let ordinary users see base models; every new chat of theirs has all switches and tools on."""
        for ident in idents:
            body = {
                "id": ident,
                "base_model_id": None,
                "name": ident,
                "params": {},
                "meta": {
                    "capabilities": dict.fromkeys(_CAPABILITIES, True),
                    "defaultFeatureIds": ["web_search", "image_generation", "code_interpreter"],
                    "toolIds": ["server:mcp:crm", "server:lookup"],
                },
                "access_grants": [_SHARED],
                "is_active": True,
            }
            self.admin.call("POST", "/api/v1/models/create", body)
        self.admin.call("GET", "/api/models?refresh=true")

    def everything_on(self, model_url: str, sink: Sink, *, models: tuple[str, ...] = ("scripted",)) -> None:
        """Every switch that could carry content out of the chat, for admin and users."""
        self.connect(model_url)
        self.embed_with(f"{sink.origin}/v1")
        self.search_with(f"{sink.origin}/search")
        self.tool_servers(mcp=sink.mcp_url, openapi=sink.origin)
        self.interpreter()
        self.tasks_on()
        self.permit_everything()
        self.images_on(f"{sink.origin}/v1")
        self.models_default(models[0])
        self.share_models(*models)
        for person in (self.admin, self.user):
            person.call(
                "POST",
                "/api/v1/users/user/settings/update",
                {"ui": {"memory": True, "showChangelog": False, "version": "0.11.0"}},
            )

    def add_function(self, ident: str, source: str, *, valves: dict[str, Any] | None = None) -> None:
        """Create a function from its source and switch it on for everyone."""
        body = {"id": ident, "name": ident, "content": source, "meta": {"description": ident}}
        made = self.admin.call("POST", "/api/v1/functions/create", body)
        if valves:
            self.admin.call("POST", f"/api/v1/functions/id/{ident}/valves/update", valves)
        if not made.get("is_active"):
            self.admin.call("POST", f"/api/v1/functions/id/{ident}/toggle")
        self.admin.call("POST", f"/api/v1/functions/id/{ident}/toggle/global")

    def remove_function(self, ident: str) -> None:
        self.admin.call("DELETE", f"/api/v1/functions/id/{ident}/delete")

    def chats_of(self, person: Person) -> list[dict[str, Any]]:
        """All saved chats, whole."""
        found = person.call("GET", "/api/v1/chats/")
        return [person.call("GET", f"/api/v1/chats/{item['id']}") for item in found]


def _tool_server(url: str, kind: str, ident: str, *, path: str) -> dict[str, Any]:
    return {
        "url": url,
        "path": path,
        "type": kind,
        "auth_type": "none",
        "key": "",
        "headers": None,
        "config": {"enable": True, "access_grants": [_SHARED]},
        "info": {"id": ident, "name": ident.upper(), "description": "a tool server"},
    }


def dump(value: Any) -> str:
    """JSON text for messages of failed assertions."""
    return json.dumps(value, ensure_ascii=False, indent=1, default=str)
