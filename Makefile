# make demo: the print-and-play demo. make test: everything that must hold. make: all that prints.
# Everything is installed into .venv; nothing else on the machine is touched. As of any package that is installed, the
# modules are compiled, so that no command has to.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PRODUCT := $(VENV)/.product
TOOLS := $(VENV)/.tools

.PHONY: all demo release check test lint types tests test-long golden bench clean

all: $(PRODUCT)
	$(BIN)/cardpress build

demo: $(PRODUCT)
	$(BIN)/cardpress demo

release: $(PRODUCT)
	$(BIN)/cardpress release --keep

check: $(PRODUCT)
	$(BIN)/cardpress check

test: lint types tests

lint: $(TOOLS)
	$(BIN)/ruff check .

types: $(TOOLS)
	$(BIN)/mypy

tests: $(TOOLS)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not long"

test-long: $(TOOLS)
	$(BIN)/python -m pytest -n 2 -m long

golden: $(TOOLS)
	PYTHONPATH=.:tests $(BIN)/python -m rules.test_golden

bench: $(TOOLS)
	@for each in benchmarks/bench_*.py; do echo "== $$each"; $(BIN)/python $$each || exit 1; done

clean:
	rm -rf output/* output/.cache $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Cardpress needs Python 3.11 or newer as $(PYTHON): Debian: sudo apt-get install python3; macOS: brew install python"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
	  echo "Python's venv module is missing: sudo apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(PRODUCT): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python -m compileall -q pipeline
	@touch $@

$(TOOLS): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/python -m compileall -q pipeline
	@touch $@ $(PRODUCT)
