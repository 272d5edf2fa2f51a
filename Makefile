PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed

.DEFAULT_GOAL := help
.PHONY: help venv demo test lint format

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

venv: $(INSTALLED) ## make .venv with the project (editable) and all that it uses

$(INSTALLED): pyproject.toml setup.py
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[mlir,test,dev]'
	@touch $@

demo: $(INSTALLED) ## lay out, lower, run and check the row sum of examples/
	$(BIN)/python examples/row_sum.py

test: $(INSTALLED) ## run all tests, the lit suite included
	$(BIN)/pytest -q

lint: $(INSTALLED) ## ruff and pyright strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright

format: $(INSTALLED) ## rewrite the sources in the project's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
