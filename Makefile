# Everything sets itself up in .venv from Python 3.11+ alone.

PYTHON ?= python3
GAME ?= copenhagen
BIN := .venv/bin

.PHONY: play test lint bench soak golden pictures clean

play: .venv/core  ## start a game in the terminal
	@$(BIN)/townwright play $(GAME)

test: lint  ## check the sources, then run every test
	$(BIN)/python -m pytest -n auto

lint: .venv/dev  ## style, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/research  ## speed, beside OpenSpiel in the same run
	$(BIN)/python benchmarks/playouts.py
	$(BIN)/python benchmarks/startup.py

soak: .venv/dev  ## the random play of the tests, fifty times as long
	TOWNWRIGHT_SOAK=50 $(BIN)/python -m pytest -n auto tests/test_random_play.py

golden: .venv/dev  ## write the golden games anew, after a deliberate change of rules
	$(BIN)/python -m pytest tests/test_golden.py --update-golden

pictures: .venv/core  ## the pictures of the README
	$(BIN)/python docs/pictures/make.py

clean:
	rm -rf .venv

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Townwright needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv || { echo "Python's venv is missing: on Debian and Ubuntu, apt-get install python3-venv"; exit 1; }

.venv/core: pyproject.toml | .venv/bin/python
	@echo "Setting up Townwright (first time only)..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . 
	@touch $@

.venv/dev: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/core

.venv/research: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[research]'
	@touch $@ .venv/core
