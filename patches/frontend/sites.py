"""The places of the compiled page (Open WebUI 0.11.0) that are changed, and why."""

from __future__ import annotations

from patches.frontend.engine import Replacement

CODE = "_app/immutable"
ASSETS = "werkbank"
"""Folder of our own modules below the compiled code."""

STORES = f"{CODE}/chunks/fMcnVBmO.js"
"""Not changed, but our module imports two stores from it by their compiled names, so its hash is pinned
too."""


def replacements() -> list[Replacement]:
    """Every replacement except those that carry the build's own name (see `apply`)."""
    return [
        # Code that a model runs: our module answers the event, in the interpreter of that chat.
        Replacement(
            name="interpreter_event",
            file=f"{CODE}/nodes/0.CIJiqus6.js",
            anchor='if(y==="execute:python"){Ye(c.id,c.code,o,c.files||[]);return}',
            new='if(y==="execute:python"){werkbankInterpreter.run(c,e.chat_id,o);return}',
            prepend=f'import*as werkbankInterpreter from"../{ASSETS}/interpreter.js";',
        ),
        # Code that a person runs in an answer, the file panel and the formatter: same kind of interpreter.
        # The stock ones share files between chats (IndexedDB) or run in a document, which has more ways out
        # than a worker.
        Replacement(
            name="interpreter_create",
            file=f"{CODE}/chunks/cf2xxIev.js",
            anchor="(e=(r=l(u))==null?void 0:r.features)!=null&&e.enable_pyodide_file_persistence"
            "?new y:new m",
            new="(werkbankInterpreter.create())",
            prepend=f'import*as werkbankInterpreter from"../{ASSETS}/interpreter.js";',
        ),
        # Temporary chats send a file as text that the page decoded as UTF-8: a workbook or a table in another
        # encoding is destroyed by that. The bytes travel beside it; the server hands them to the interpreter.
        Replacement(
            name="temporary_table",
            file=f"{CODE}/chunks/ci5FwYEI.js",
            anchor='kt.type="text",kt.content=br,kt.id=',
            new='kt.type="text",kt.content=br,'
            "kt.content_base64=await werkbankInterpreter.tableBytes(_e),kt.id=",
            prepend=f'import*as werkbankInterpreter from"../{ASSETS}/interpreter.js";',
        ),
        # Chromium connects to the host of a frame before it looks at the policy: a foreign frame of an answer
        # must not be made at all.
        Replacement(
            name="answer_frame",
            file=f"{CODE}/chunks/BiRapR3q.js",
            anchor='X(()=>Ye(H,"src",n(D))),$e("load",H,',
            new='X(()=>Ye(H,"src",werkbankPrivacy.local(n(D)))),$e("load",H,',
        ),
        # Previews run scripts of the model. No policy of the browser covers peer connections and `preconnect`
        # (measured), so a chat with a private table shows a note instead.
        Replacement(
            name="preview",
            file=f"{CODE}/chunks/BiRapR3q.js",
            anchor="function ld(r,e){if(!e)return r;const a=`<meta http-equiv=",
            new="function ld(r,e){r=werkbankPrivacy.preview(r);if(!e)return r;const a=`<meta http-equiv=",
            prepend=f'import*as werkbankPrivacy from"../{ASSETS}/privacy.js";',
        ),
        # The icon beside a cited address: the address goes into the fragment of a local picture, which is
        # never sent.
        Replacement(
            name="local_favicon",
            file=f"{CODE}/chunks/Bd1cmSN4.js",
            anchor="`https://www.google.com/s2/favicons?sz=32&domain=${",
            new="`/favicon.png#${",
            times=3,
        ),
    ]


def release_replacements(release: str) -> list[Replacement]:
    """Let an open page of another build notice that the server has a new one, and load it."""
    return [
        Replacement(
            name="build_name",
            file=f"{CODE}/chunks/BkKnHbTk.js",
            anchor='="0.11.0",vt="sveltekit:snapshot"',
            new=f'="{release}",vt="sveltekit:snapshot"',
        ),
        Replacement(
            name="build_name",
            file="_app/version.json",
            anchor='"version":"0.11.0"',
            new=f'"version":"{release}"',
        ),
    ]


def index_replacements(code: str) -> list[Replacement]:
    """The compiled code moves to a folder of its own name.

    Browsers keep these files for months without asking (no Cache-Control, and the files of the wheel are
    dated 2020). A changed file under its old name would therefore meet old neighbours; a new folder makes
    the build one piece.
    """
    return [
        Replacement(
            name="code_folder", file="index.html", anchor="/_app/immutable/", new=f"/_app/{code}/", times=49
        )
    ]
