# Two commands do everything: `make run` starts the product, `make test` runs every test.
PYTHON ?= $(firstword $(foreach p,python3.11 python3.12 python3,$(shell command -v $(p) 2>/dev/null)) python3.11)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.werkbank-setup

.PHONY: help setup run test test-fast lint bench clean
help:
	@echo "make run        start the patched Open WebUI with the pack (first start: a few minutes)"
	@echo "make test       every test, from a clean machine"
	@echo "make test-fast  the tests that need no server (under a minute)"
	@echo "make setup      only create .venv, so that .venv/bin/werkbank exists"
	@echo "make bench      benchmarks, ratios against what a user would pick instead"

setup: $(STAMP)

$(STAMP): requirements/bootstrap.txt requirements/dev.txt pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Werkbank needs Python 3.11 ('$(PYTHON)' was not found). Install it or call make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 12)))' || { echo "Werkbank needs Python 3.11 or 3.12, but '$(PYTHON)' is $$($(PYTHON) -V 2>&1). Call make PYTHON=/path/to/python3.11"; exit 1; }
	@echo "setup: creating $(VENV) from the hash-pinned lock"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements/bootstrap.txt
	@$(BIN)/uv pip sync -q --python $(VENV) --require-hashes requirements/bootstrap.txt requirements/dev.txt
	@$(BIN)/uv pip install -q --python $(VENV) --no-deps --no-build-isolation -e .
	@touch $(STAMP)

run: setup
	@$(BIN)/werkbank run

test: setup lint test-fast
	@$(BIN)/python -m pytest tests/contract tests/browser

test-fast: setup
	@$(BIN)/python -m pytest -q -n 2 tests/unit

lint: setup
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

bench: setup
	@$(BIN)/uv pip sync -q --python $(VENV) --require-hashes requirements/bootstrap.txt requirements/benchmarks.txt
	@$(BIN)/uv pip install -q --python $(VENV) --no-deps --no-build-isolation -e .
	@$(BIN)/python -m benchmarks.tables

clean:
	rm -rf $(VENV) .werkbank dist
