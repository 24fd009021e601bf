# ruff: noqa: E501
"""Every codemod of `patches/backend` on a small source that looks like its place: before, after, and not there."""

from __future__ import annotations

import textwrap

import pytest

from patches.anchors import InFunction, Insert, Prologue
from patches.backend import (
    file_text_retrieval,
    interpreter_legacy,
    interpreter_tool,
    jupyter_legacy,
    jupyter_run_button,
    jupyter_tool,
    task_placeholders,
    tool_citation,
    tool_terminal_event,
)
from patches.engine import PatchError, apply_codemods, backend_codemods

CODEMODS = {codemod.name(): codemod for codemod in backend_codemods()}
INSERTS = sorted(name for name, codemod in CODEMODS.items() if issubclass(codemod, Insert))
PROLOGUES = sorted(name for name, codemod in CODEMODS.items() if issubclass(codemod, Prologue))


def text(source: str) -> str:
    return textwrap.dedent(source).strip("\n") + "\n"


def patched(name: str, source: str) -> str:
    """The patched source without the two lines of marker and import."""
    result = apply_codemods(source, [CODEMODS[name]], file="f.py")
    head, line, rest = result.split("\n", 2)
    assert head == f"# werkbank-patch 1: {name}"
    assert line == "from werkbank.host import hooks as werkbank_hooks"
    return rest


@pytest.mark.parametrize("name", INSERTS)
def test_insertion(name: str) -> None:
    codemod = CODEMODS[name]
    assert issubclass(codemod, Insert)
    anchor = text(codemod.ANCHOR) + ("    pass\n" if codemod.ANCHOR.strip().endswith(":") else "")
    inserted = f"# werkbank: {name}\n" + text(codemod.INSERT)
    both = anchor + inserted if codemod.AFTER else inserted + anchor
    if codemod.FUNCTION:
        # 'continue' and 'await' need their surroundings
        frame = f"async def {codemod.FUNCTION}(files):\n    for _ in files:\n{{}}        other()\n"
        indent = " " * 8
    else:
        frame, indent = "{}other()\n", ""
    before = frame.format(textwrap.indent(anchor, indent))
    assert patched(name, before) == frame.format(textwrap.indent(both, indent))


@pytest.mark.parametrize("name", PROLOGUES)
def test_prologue(name: str) -> None:
    codemod = CODEMODS[name]
    assert issubclass(codemod, Prologue)
    inserted = f"# werkbank: {name}\n" + text(codemod.INSERT)
    head = text(codemod.ANCHOR).rstrip("\n") + ":\n    '''What it does.'''\n"
    assert patched(name, head + "    other()\n") == head + textwrap.indent(inserted, "    ") + "    other()\n"


@pytest.mark.parametrize("name", PROLOGUES)
def test_another_signature_is_not_the_anchor(name: str) -> None:
    head = (
        text(CODEMODS[name].ANCHOR)
        .rstrip("\n")
        .replace("(", "(added, ", 1)
        .replace("(added, *", "(added, *", 1)
    )
    with pytest.raises(PatchError, match=rf"codemod {name} expects its anchor 1x, found 0x"):
        apply_codemods(head + ":\n    other()\n", [CODEMODS[name]], file="f.py")


@pytest.mark.parametrize("name", sorted(CODEMODS))
def test_missing_anchor_is_named(name: str) -> None:
    codemod = CODEMODS[name]
    function = codemod.FUNCTION if issubclass(codemod, InFunction) and codemod.FUNCTION else "other"
    with pytest.raises(PatchError, match=rf"codemod {name} expects its anchor {codemod.SITES}x, found 0x"):
        apply_codemods(f"async def {function}():\n    pass\n", [codemod], file="f.py")


CASES = [
    (
        task_placeholders,
        "\n".join(
            f"async def {name}(request: Request, form_data: dict, user=Depends(get_verified_user)):\n    return 1"
            for name in task_placeholders.TaskPlaceholders.KINDS
        )
        + "\nasync def update_task_config(request: Request, form_data: Form, user=None):\n    return 2\n",
        "\n".join(
            f"async def {name}(request: Request, form_data: dict, user=Depends(get_verified_user)):\n"
            f"    # werkbank: task_placeholders\n"
            f"    werkbank_answer = await werkbank_hooks.task_placeholder('{kind}', request, form_data)\n"
            f"    if werkbank_answer is not None:\n        return werkbank_answer\n    return 1"
            for name, kind in task_placeholders.TaskPlaceholders.KINDS.items()
        )
        + "\nasync def update_task_config(request: Request, form_data: Form, user=None):\n    return 2\n",
    ),
    (
        tool_citation,
        """
        async def response_handler(response, events):
            # Extract citation sources
            if (citations_enabled and tool_function_name in ['search_web', 'fetch_url', 'view_file',
                    'view_knowledge_file', 'query_knowledge_files', 'query_chat_files'] and tool_result):
                cite()
        """,
        """
        async def response_handler(response, events):
            # Extract citation sources
            # werkbank: tool_citation
            if tool is not None and (citations_enabled and tool_function_name in ['search_web', 'fetch_url', 'view_file',
                    'view_knowledge_file', 'query_knowledge_files', 'query_chat_files'] and tool_result):
                cite()
        """,
    ),
    (
        tool_terminal_event,
        """
        async def response_handler(response, events):
            await terminal_event_handler(tool_function_name, tool_function_params, tool_result, event_emitter)
        """,
        """
        async def response_handler(response, events):
            # werkbank: tool_terminal_event
            if tool is not None:
                await terminal_event_handler(tool_function_name, tool_function_params, tool_result, event_emitter)
        """,
    ),
    (
        interpreter_legacy,
        """
        async def response_handler(response, events):
            a = await event_caller({'type': 'execute:tool', 'data': {}})
            b = await event_caller({'type': 'execute:python', 'data': {'code': code}})
        """,
        """
        async def response_handler(response, events):
            a = await event_caller({'type': 'execute:tool', 'data': {}})
            b = await event_caller(werkbank_hooks.interpreter_event({'type': 'execute:python', 'data': {'code': code}}, metadata))
        """,
    ),
    (
        interpreter_tool,
        """
        async def execute_code(code):
            return await __event_call__({'type': 'execute:python', 'data': {'code': code}})
        """,
        """
        async def execute_code(code):
            return await __event_call__(werkbank_hooks.interpreter_event({'type': 'execute:python', 'data': {'code': code}}, __metadata__))
        """,
    ),
    (
        jupyter_legacy,
        """
        async def response_handler(response, events):
            return await execute_code_jupyter(await url(), code, None)
        """,
        """
        async def response_handler(response, events):
            return await execute_code_jupyter(await url(), werkbank_hooks.jupyter_code(code, metadata), None)
        """,
    ),
    (
        jupyter_tool,
        """
        async def execute_code(code):
            return await execute_code_jupyter(await url(), code, None)
        """,
        """
        async def execute_code(code):
            return await execute_code_jupyter(await url(), werkbank_hooks.jupyter_code(code, __metadata__), None)
        """,
    ),
    (
        jupyter_run_button,
        """
        async def execute_code(request: Request, form_data: CodeForm, user=None):
            return await execute_code_jupyter(await url(), form_data.code, None)
        """,
        """
        async def execute_code(request: Request, form_data: CodeForm, user=None):
            return await execute_code_jupyter(await url(), await werkbank_hooks.page_code(form_data.code, request), None)
        """,
    ),
    (
        file_text_retrieval,
        """
        async def get_sources_from_items(items):
            a = file_object.data.get('content', '')
            b = file.data.get('content', '')
            c = item.get('file', {}).get('data', {}).get('content', '')
        """,
        """
        async def get_sources_from_items(items):
            a = werkbank_hooks.file_text(file_object)
            b = werkbank_hooks.file_text(file)
            c = item.get('file', {}).get('data', {}).get('content', '')
        """,
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("module", "before", "after"), CASES, ids=lambda value: getattr(value, "__name__", "")[17:]
)
def test_before_and_after(module: object, before: str, after: str) -> None:
    name = module.__name__.rpartition(".")[2]
    assert patched(name, text(before)) == text(after)


def test_no_codemod_is_left_out() -> None:
    special = {module.__name__.rpartition(".")[2] for module, _, _ in CASES}
    same_shape = {name for name in CODEMODS if name.startswith("file_text_")}
    assert set(INSERTS) | set(PROLOGUES) | special | same_shape == set(CODEMODS)
