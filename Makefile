# Everything runs in .venv, made on first use from constraints that pin every package by hash.
.DELETE_ON_ERROR:
.PHONY: demo serve test test-deps lint types layers bench lock clean

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
MYPY_PATHS := app graph ingestion eval ui

demo: .venv/.runtime
	$(BIN)/folio demo

serve: .venv/.runtime
	$(BIN)/folio serve

test: .venv/.dev test-deps
	$(BIN)/python -m pytest

# Real parts for the tests: a browser and a database. Without root they are left as they are, and the tests that
# need a missing one skip and say so.
test-deps:
	@./.ci/test-deps

lint: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/.dev
	$(BIN)/mypy

layers: .venv/.dev
	$(BIN)/lint-imports

bench: .venv/.runtime
	$(BIN)/python -m eval.bench

# Pins every package with hashes, naming no index. Run after changing dependencies in pyproject.toml.
lock:
	$(PYTHON) -m pip install --quiet uv
	$(PYTHON) -m uv pip compile $(LOCK) --extra build -o constraints.txt
	$(PYTHON) -m uv pip compile $(LOCK) --extra dev -c constraints.txt -o constraints-dev.txt
LOCK := pyproject.toml --upgrade --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-annotate --no-emit-index-url

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Folio needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv

.venv/.runtime: .venv/bin/python constraints.txt pyproject.toml
	@echo "Installing pinned packages into .venv (about a minute, once)"
	$(PIP) --require-hashes -r constraints.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.dev: .venv/.runtime constraints-dev.txt
	$(PIP) --require-hashes -r constraints-dev.txt
	@touch $@

clean:
	rm -rf .venv data runs
