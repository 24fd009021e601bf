"""What the interpreter of the patched page can do without any network."""

# ruff: noqa: E501 (code in one line is easier to read)

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest
from playwright.sync_api import Browser, Page

from derived_image.environment import Environment
from tests.browser.isolation import Bench, Server, chromium, signed_in

pytestmark = [pytest.mark.server, pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


@pytest.fixture(scope="module")
def bench(
    browser: Browser, patched_tree: Path, environment: Environment, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("server")
    with Server(patched_tree, environment.python, folder, {}) as server, signed_in(browser, server) as made:
        yield made


@pytest.fixture
def page(bench: Bench) -> Iterator[Page]:
    made = bench.page()
    yield made
    made.close()


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    book = openpyxl.Workbook()
    book.active.append(["Monat", "Betrag"])
    book.active.append(["Januar", 10.5])
    book.active.append(["Februar", 31.5])
    path = tmp_path / "Übersicht – Q1.xlsx"
    book.save(path)
    return path


@pytest.mark.parametrize(
    "code",
    [
        "import pandas as pd\nprint(pd.read_excel({path!r})['Betrag'].sum())",
        "import pandas\nprint(pandas.ExcelFile({path!r}).parse(0)['Betrag'].sum())",
        "from openpyxl import load_workbook\n"
        "print(sum(row[1] for row in load_workbook({path!r}).active.iter_rows(min_row=2, values_only=True)))",
    ],
    ids=["read_excel", "ExcelFile", "openpyxl"],
)
def test_reads_xlsx(bench: Bench, page: Page, workbook: Path, code: str) -> None:
    entry = bench.server.upload(workbook)
    answer = bench.run(page, code.format(path=f"/mnt/uploads/{workbook.name}"), files=[entry])
    assert answer["stdout"] == "42.0\n", answer


def test_the_path_of_an_entry_wins_over_its_name(bench: Bench, page: Page, workbook: Path) -> None:
    entry = {**bench.server.upload(workbook), "path": "/mnt/uploads/q1 (2).xlsx"}
    code = "import os; print(os.listdir('/mnt/uploads'))"
    assert bench.run(page, code, files=[entry])["stdout"] == "['q1 (2).xlsx']\n"


def test_a_path_cannot_leave_the_upload_folder(bench: Bench, page: Page, workbook: Path) -> None:
    entry = {**bench.server.upload(workbook), "path": "/mnt/uploads/../../lib/x", "name": "../../a/b.xlsx"}
    code = "import os; print(os.listdir('/mnt/uploads'), os.path.exists('/lib/x'))"
    assert bench.run(page, code, files=[entry])["stdout"] == "['b.xlsx'] False\n"


def test_inline_content_reaches_the_interpreter(bench: Bench, page: Page) -> None:
    files = [
        {"name": "a.csv", "content": "größe;1\n"},
        {"name": "b.bin", "content_base64": base64.b64encode(b"\x00\xff").decode()},
    ]
    code = (
        "print(open('/mnt/uploads/a.csv', encoding='utf-8').read(), open('/mnt/uploads/b.bin', 'rb').read())"
    )
    assert bench.run(page, code, files=files)["stdout"] == "größe;1\n b'\\x00\\xff'\n"


def test_a_file_that_is_gone_is_named(bench: Bench, page: Page) -> None:
    answer = bench.run(page, "1", files=[{"id": "no-such-id", "name": "weg.csv"}])
    assert "weg.csv could not be loaded" in answer["stderr"]


def test_writes_xlsx_and_reads_xls(bench: Bench, page: Page) -> None:
    sample = sorted((Path(__file__).parents[1] / "data").glob("*.xls"))
    code = (
        "import pandas as pd\npd.DataFrame({'a': [1, 2]}).to_excel('/tmp/x.xlsx', index=False)\n"
        "print(pd.read_excel('/tmp/x.xlsx')['a'].sum())\nimport xlrd\nprint(xlrd.__version__)"
    )
    assert bench.run(page, code)["stdout"] == "3\n2.0.2\n"
    for path in sample:
        entry = bench.server.upload(path)
        answer = bench.run(
            page, f"import pandas as pd\nprint(len(pd.read_excel('/mnt/uploads/{path.name}')))", files=[entry]
        )
        assert answer["stderr"] is None and int(answer["stdout"]) > 0, answer


def test_reads_a_html_table(bench: Bench, page: Page) -> None:
    files = [{"name": "k.xls", "content": "<table><tr><th>a</th></tr><tr><td>7</td></tr></table>"}]
    code = "import pandas as pd\nprint(pd.read_html('/mnt/uploads/k.xls')[0]['a'].sum())"
    assert bench.run(page, code, files=files)["stdout"] == "7\n"


@pytest.mark.parametrize(
    "code",
    [
        "import seaborn as sns\nimport matplotlib.pyplot as plt\nsns.barplot(x=['a', 'b'], y=[1, 2])\nplt.show()",
        "import pandas as pd\nimport matplotlib.pyplot as plt\n"
        "pd.DataFrame({'b': [1, 2]}).plot(kind='bar')\nplt.show()",
    ],
    ids=["seaborn-first", "pandas-plot"],
)
def test_a_chart_is_a_picture(bench: Bench, page: Page, code: str) -> None:
    answer = bench.run(page, code)
    lines = answer["stdout"].strip().splitlines()
    assert [line[:22] for line in lines] == ["data:image/png;base64,"], answer
    assert base64.b64decode(lines[0].partition(",")[2]).startswith(b"\x89PNG")


def test_a_missing_package_is_one_clear_line_and_the_interpreter_goes_on(bench: Bench, page: Page) -> None:
    for code in ("import polars", "import micropip\nawait micropip.install('polars')"):
        error = bench.run(page, code)["stderr"]
        line = error.strip().splitlines()[-1]
        assert "package polars is not available in this interpreter; available: " in line
        assert "openpyxl" in line
    assert (
        bench.run(page, "import micropip\nawait micropip.install('openpyxl')\nimport openpyxl\n1")["result"]
        == 1
    )


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("{'a': [1, None], 'b': (1, 2)}", {"a": [1, None], "b": [1, 2]}),
        ("[2 ** 70, 1.5, 'x']", ["1180591620717411303424", 1.5, "x"]),
        ("import pandas as pd\npd.Series([1, 2], name='s').sum()", "3"),
        ("import decimal\ndecimal.Decimal('1.10')", "1.10"),
        ("None", None),
        ("import re\nre.search('b', 'abc').start()", 1),
        ("import numpy, scipy.stats, sympy\nstr(sympy.Integer(2) ** 3)", "8"),
    ],
)
def test_values_come_back(bench: Bench, page: Page, code: str, result: object) -> None:
    answer = bench.run(page, code)
    assert (answer["result"], answer["stderr"]) == (result, None)
