"""Prepares the interpreter of one chat: local packages only, charts as pictures, clear words."""

# ruff: noqa: F821 (the worker sets _available and _load beforehand)

import os
import sys
import types

os.environ["MPLBACKEND"] = "AGG"  # the default backend needs a document, a worker has none


def _canonical(name):
    return name.strip().lower().replace("_", "-").replace(".", "-")


def _not_available(name):
    return f"package {name} is not available in this interpreter; available: {', '.join(sorted(_available))}"


class _MissingPackage(ModuleNotFoundError, ValueError):
    pass


async def _install(requirements, *args, **kwargs):
    """The only package source is what Open WebUI ships; addresses and other indexes are refused."""
    wanted = [requirements] if isinstance(requirements, str) else list(requirements)
    names = []
    for requirement in wanted:
        bare = requirement
        for mark in "[=<>!~; @":
            bare = bare.split(mark)[0]
        name = _canonical(bare)
        if "://" in requirement or name not in _available:
            raise _MissingPackage(_not_available(requirement if "://" in requirement else bare))
        names.append(name)
    await _load(names)


def _refuse(*args, **kwargs):
    raise NotImplementedError("only the packages that this interpreter brings can be used")


def _list():
    return {name: name for name in sorted(_available)}


_micropip = types.ModuleType("micropip", "Stand-in: installs the bundled packages, reaches no index.")
_micropip.install = _install
_micropip.list = _list
_micropip.freeze = _micropip.uninstall = _micropip.add_mock_package = _refuse
_micropip.set_index_urls = _micropip.remove_mock_package = _refuse
sys.modules["micropip"] = _micropip


def _show(*args, **kwargs):
    import base64
    import io

    from matplotlib import pyplot

    for number in pyplot.get_fignums():
        buffer = io.BytesIO()
        pyplot.figure(number).savefig(buffer, format="png")
        print("data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode("ascii"))
    pyplot.close("all")


def _before_run(charts, html):
    """Called before every run. Charts: `plt.show()` prints the picture, which the chat then shows."""
    if charts:
        from matplotlib import pyplot

        pyplot.show = _show
    if html:
        import functools

        import pandas

        # pandas asks for lxml first and gives up without it, although the bundled parser does the same.
        if not isinstance(pandas.read_html, functools.partial):
            pandas.read_html = functools.partial(pandas.read_html, flavor="bs4")


def _explain(name):
    """One line for a module that nothing here provides, or None."""
    top = name.split(".")[0]
    if top in sys.stdlib_module_names or top in sys.modules:
        return None
    return _not_available(top)
