# The front door. `make` alone lists what there is.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

PYTHON ?= python3
PORT ?= 8888
IP ?= 127.0.0.1
BROWSER ?=

VENV := .venv
BIN := $(VENV)/bin
DONE := $(VENV)/done
BUNDLE := hexwidgets/board/static/board.js
JS_SOURCES := $(shell find js/src -type f 2>/dev/null) $(wildcard js/*.mjs js/package.json js/tsconfig.json) $(wildcard hexwidgets/board/*.json)
KERNELS := ipykernel-6.31 ipykernel-7.2

.PHONY: help setup bundle kernels hosts chromium lab test unit browser pictures wheel bench solution notebooks words lock format clean

help: ## this list
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 16

setup: $(DONE)/editable $(BUNDLE) ## everything to work here: .venv, locked packages, the board's bundle
	@:

bundle: $(BUNDLE) ## the board's JavaScript, js/ -> hexwidgets/board/static/
	@:

lab: setup ## JupyterLab on the Monster Hex notebook; PORT=8888 IP=127.0.0.1 BROWSER=...
	@echo "lab: JupyterLab on port $(PORT); Ctrl-C ends it"
	@exec $(BIN)/python -m jupyterlab --ServerApp.ip=$(IP) --ServerApp.port=$(PORT) \
	    $$([ "$$(id -u)" != 0 ] || echo --allow-root) \
	    $(if $(BROWSER),--ServerApp.browser="$(BROWSER)") notebooks/monster-hex.ipynb

test: setup chromium kernels hosts ## every check and every test
	@bash scripts/test.sh

unit: setup ## the fast tests: no browser, nothing built or installed
	@$(BIN)/python -m pytest -m "not browser and not slow"

browser: setup chromium kernels hosts ## the tests in real hosts: JupyterLab, Notebook, Voila, marimo ...
	@$(BIN)/python -m pytest tests/browser

pictures: setup chromium ## the pictures of docs/, taken anew from the real boards
	@HEXWIDGETS_PICTURES=1 $(BIN)/python -m pytest tests/browser/test_gallery.py

wheel: setup ## dist/: sdist and wheel
	@echo "wheel: building dist/"
	@rm -rf dist && $(BIN)/python -m build --no-isolation

bench: setup chromium .bench/done ## measurements, as one table
	@$(BIN)/python -m benchmarks

solution: setup ## solve Arena Duel anew, for the table that is shipped
	@$(BIN)/python scripts/solution.py

words: $(DONE)/python ## bring the texts of all languages up to date; language=fr begins another
	@PYTHONPATH=. $(BIN)/python scripts/words.py $(language)

notebooks: $(DONE)/python ## write the notebooks in two languages from notebooks/sources/
	@$(BIN)/python scripts/notebooks.py

lock: $(DONE)/uv ## newest versions of everything into requirements/*.lock
	@bash scripts/lock.sh

format: $(DONE)/python ## ruff's formatting and its safe fixes
	@$(BIN)/ruff check --fix --quiet && $(BIN)/ruff format

clean: ## remove what was built and installed here
	@echo "clean: removing environments, bundles and caches"
	@rm -rf $(VENV) .kernels .hosts .bench build dist js/node_modules hexwidgets/board/static test-results \
	    .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- what the above stands on; each file in $(DONE) says that a step is done ---

kernels: $(KERNELS:%=.kernels/%/done)
	@:

hosts: .hosts/done
	@:

chromium:
	@bash scripts/chromium.sh

$(DONE)/uv: requirements/bootstrap.lock
	@bash scripts/need.sh python "$(PYTHON)"
	@echo "setup: making $(VENV) with uv in it"
	@[ -x $(BIN)/python ] || "$(PYTHON)" -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements/bootstrap.lock
	@mkdir -p $(DONE) && touch $@

$(DONE)/python: requirements/dev.lock $(DONE)/uv
	@echo "setup: installing the locked Python packages"
	@source scripts/uv.sh && uv pip sync --quiet --require-hashes --python $(BIN)/python requirements/dev.lock
	@touch $@

$(DONE)/editable: pyproject.toml hatch_build.py $(DONE)/python
	@echo "setup: installing hexwidgets from this folder"
	@source scripts/uv.sh && \
	    uv pip install --quiet --no-deps --no-build-isolation --python $(BIN)/python --editable .
	@touch $@

js/node_modules/.done: js/package-lock.json
	@bash scripts/need.sh node
	@echo "setup: installing the locked npm packages"
	@npm --prefix js ci --no-audit --no-fund --loglevel=error
	@touch $@

$(BUNDLE): $(JS_SOURCES) js/node_modules/.done
	@bash scripts/need.sh node
	@echo "bundle: building the board's JavaScript"
	@npm --prefix js run --silent build
	@touch $@

.kernels/%/done: requirements/%.lock $(DONE)/uv
	@echo "kernels: installing $*"
	@source scripts/uv.sh && \
	    uv venv --quiet --clear --python $(BIN)/python .kernels/$* && \
	    uv pip sync --quiet --require-hashes --python .kernels/$*/bin/python requirements/$*.lock
	@touch $@

.hosts/done: requirements/hosts.lock requirements/hosts-lite.lock requirements/hosts-npm.txt scripts/hosts.sh $(DONE)/uv
	@bash scripts/hosts.sh
	@touch $@

.bench/done: requirements/bench.lock $(DONE)/uv
	@echo "bench: installing what is measured beside"
	@source scripts/uv.sh && \
	    uv venv --quiet --clear --python $(BIN)/python .bench && \
	    uv pip sync --quiet --require-hashes --python .bench/bin/python requirements/bench.lock
	@touch $@
