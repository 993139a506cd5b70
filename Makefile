# Python 3.11 or newer is enough to begin with: every target installs what it needs, Python packages into .venv.

PYTHON ?= python3
BIN := .venv/bin
QUICK := --quiet --disable-pip-version-check --no-compile
GENERIC := $(addprefix tests/test_,$(addsuffix .py,random_play match texts fields positions foresight golden arena batch pure bad_input))

# Python may write bytecode files: without them, every server that a test starts would compile all sources again
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play help page test warm lint chromium browser proxy lighthouse bench strength soak golden pictures clean

play: .venv/server page  ## start the server and open the page in the browser
	@$(BIN)/townwright serve --open

help:  ## list these commands
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1 \2/p' Makefile | while read -r name what; do printf 'make %-11s %s\n' "$$name" "$$what"; done

page:  ## build the page, if its sources have changed
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(PYTHON) hatch_build.py

test:  ## check the sources, then run every test; GAME=copenhagen compiles and tests one game
	@$(MAKE) --no-print-directory -j 4 .venv/dev proxy
	@$(MAKE) --no-print-directory -j 4 page lint browser warm
	$(if $(GAME),GAME=$(GAME) $(BIN)/python -m pytest tests/games/$(subst -,_,$(GAME)) $(GENERIC),$(BIN)/python -m pytest -n auto --dist loadgroup)

warm: .venv/dev  ## compile the games
	@$(BIN)/townwright warm $(GAME)

lint: .venv/dev page  ## style, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent check

bench: .venv/research .venv/peers/ready  ## speed, compared with OpenSpiel, Pgx, PettingZoo and catanatron in the same run
	$(BIN)/python benchmarks/playouts.py
	.venv/peers/bin/python benchmarks/envs.py
	$(BIN)/python benchmarks/simulations.py
	$(BIN)/python benchmarks/startup.py

strength: .venv/dev  ## how strong the bots are, for docs/bots.md; resumable, takes hours
	$(BIN)/python benchmarks/strength.py

soak: browser page .venv/cluster  ## random play fifty times as long, whole games by hand in the browser, a Ray cluster
	TOWNWRIGHT_SOAK=50 $(BIN)/python -m pytest -n auto --timeout 0 --dist loadgroup tests/test_random_play.py tests/test_match.py tests/test_positions.py tests/test_envs.py tests/test_open_spiel.py tests/browser/test_plain_table.py $(wildcard tests/browser/test_*_by_hand.py)
	$(BIN)/python -m pytest --timeout 0 tests/test_cluster.py

golden: .venv/dev  ## rewrite the golden games, after a deliberate change of rules
	$(BIN)/python -m pytest tests/test_golden.py --update-golden

chromium:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	    export DEBIAN_FRONTEND=noninteractive && \
	    { apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium; } >/dev/null 2>&1; } || \
	  { echo "The browser tests need Chromium: install the package 'chromium' of your system"; exit 1; }

browser: chromium .venv/dev  ## install the browser and the packages of the browser tests
	@[ -d tests/browser/node_modules ] || \
	  { cd tests/browser && PATH="$(CURDIR)/$(BIN):$$PATH" npm install --silent --no-audit --no-fund --omit=optional; }

# after chromium, because two runs of apt-get at the same time block each other
proxy: chromium  ## install nginx, for the test of a proxy; without nginx that test is skipped
	@command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq nginx-light >/dev/null 2>&1; } || true

lighthouse: .venv/dev page browser  ## Lighthouse's scores for the home page and a table; best on an idle machine
	TOWNWRIGHT_LIGHTHOUSE=1 $(BIN)/python -m pytest tests/browser/test_weight.py -s

pictures: .venv/dev page browser  ## make the pictures of the README again
	$(BIN)/python docs/pictures/make.py

clean:
	rm -rf .venv

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Townwright needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv || { echo "Python's venv is missing: on Debian and Ubuntu, apt-get install python3-venv"; exit 1; }

.venv/server: pyproject.toml | .venv/bin/python
	@echo "Setting up Townwright (first time only)..."
	@$(BIN)/python -m pip install $(QUICK) --editable '.[server]'
	@touch $@

.venv/dev: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install $(QUICK) --editable '.[server,dev,research,learning]'
	@touch $@ .venv/server

.venv/cluster: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install $(QUICK) --editable '.[server,cluster]'
	@touch $@ .venv/server

.venv/research: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install $(QUICK) --editable '.[server,research]'
	@touch $@ .venv/server

# an environment of its own, because Pgx installs a package named tests, which would hide ours
.venv/peers/ready: pyproject.toml | .venv/bin/python
	$(PYTHON) -m venv .venv/peers
	.venv/peers/bin/python -m pip install $(QUICK) --editable '.[research,learning,peers]'
	@touch $@
