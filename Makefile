# Two commands: `make run` starts Trackside, `make test` checks everything.
# Needs Python 3.11 or newer and make. The rest, Node.js included, comes from locked packages.
# Paths are relative and quoted, so the checkout may live in a folder with spaces in its name.

PY := .venv/bin/python
RUN_READY := .venv/.run-ready
DEV_READY := .venv/.dev-ready
NODE_READY := frontend/node_modules/.ready
DIST_READY := static/dist/.ready

# The front end's inputs. Templates count: Tailwind reads the class names in them.
FRONT := $(shell find frontend templates -name node_modules -prune -o -type f \
	! -name '*.tsbuildinfo' ! -name '*.test.ts' ! -name '*.test.tsx' -print 2>/dev/null)

# npm with the venv's node, in frontend/.
NPM = cd frontend && PATH="$(VENV_BIN):$$PATH" npm
VENV_BIN = $$(cd .. && pwd)/.venv/bin

.PHONY: help run test lint bench format types docs lock clean chromium
help:
	@echo 'make run      start Trackside here (PORT=8000, TRACKSIDE_DATA=var)'
	@echo 'make test     linters, types, unit, integration and end-to-end tests'
	@echo 'make lint     linters and type checks only'
	@echo 'make bench    measure this machine against the bars'
	@echo 'make format   put all code in its one format'
	@echo 'make types    regenerate the OpenAPI snapshot and the TypeScript types made from it'
	@echo 'make docs     write docs/reference anew from the code'
	@echo 'make lock     pin the dependencies anew, with hashes'
	@echo 'make clean    remove what was built or installed; var/ stays'

run: $(RUN_READY) $(DIST_READY)
	@exec $(PY) manage.py serve

test: $(DEV_READY) $(DIST_READY) chromium
	@exec $(PY) tests/run_everything.py

lint: $(DEV_READY) $(DIST_READY)
	@exec $(PY) tests/run_everything.py lint

format: $(DEV_READY) $(NODE_READY)
	@$(PY) -m ruff check --fix --quiet . || true
	@$(PY) -m ruff format --quiet .
	@$(NPM) exec -- biome check --write .

types: $(DEV_READY) $(NODE_READY)
	@$(PY) manage.py spectacular --validate --fail-on-warn --file tests/snapshots/openapi.yaml
	@$(NPM) run --silent types

bench: $(DEV_READY) $(DIST_READY) chromium
	@$(PY) manage.py bench graph
	@$(PY) manage.py bench editor
	@$(PY) manage.py bench browser

docs: $(RUN_READY)
	@$(PY) manage.py reference_docs

# Lock files hold versions and hashes, and no host names.
UV_COMPILE = $(PY) -m uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header --no-emit-index-url --no-emit-find-links
lock: $(RUN_READY)
	@$(UV_COMPILE) --group build --output-file requirements/run.txt
	@$(UV_COMPILE) --group scaled --constraint requirements/run.txt --output-file requirements/scaled.txt
	@$(UV_COMPILE) --group build --group scaled --group dev --constraint requirements/run.txt \
		--constraint requirements/scaled.txt --output-file requirements/dev.txt
	@$(NPM) install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund

clean:
	rm -rf .venv frontend/node_modules static/dist test-results
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# ── what the commands above need ────────────────────────────────────────────────────────────
# Each step leaves a stamp when it is done, and runs again only when its inputs are newer.

.venv/.made:
	@for python in python3 python3.14 python3.13 python3.12 python3.11; do \
		"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
		"$$python" -c 'import ensurepip, venv' 2>/dev/null || { bare="$$python"; continue; }; \
		"$$python" -m venv --clear .venv && touch $@ && exit 0; exit 1; \
	done; \
	if [ -n "$$bare" ]; then echo "$$bare has no venv module; on Debian: apt install python3-venv" >&2; \
	else echo 'Trackside needs Python 3.11 or newer, and found none as python3 or python3.11 to python3.14.' >&2; fi; \
	exit 1

$(RUN_READY): requirements/run.txt .venv/.made
	@echo 'Installing the Python packages (after a change of the lock only) …'
	@$(PY) -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/run.txt
	@touch $@

# The development lock holds everything that the run lock holds.
$(DEV_READY): requirements/dev.txt requirements/run.txt .venv/.made
	@echo 'Installing the development packages (after a change of the lock only) …'
	@$(PY) -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@ $(RUN_READY)

$(NODE_READY): frontend/package.json frontend/package-lock.json | $(RUN_READY)
	@echo 'Installing the front-end packages (after a change of the lock only) …'
	@($(NPM) ci --loglevel=error --no-audit --no-fund) >/dev/null
	@touch $@

$(DIST_READY): $(NODE_READY) $(FRONT)
	@echo 'Building the front end (after a change of its sources only) …'
	@($(NPM) run build) >.venv/build.log 2>&1 || { cat .venv/build.log >&2; exit 1; }
	@$(PY) -m servestatic.compress --quiet static/dist
	@touch $@

chromium: $(DEV_READY)
	@$(PY) tests/e2e/chromium.py
