# Everything a developer types. Variables: PORT (8080), RUN=local|docker, DATA_DIR (.data), ENV_FILE (.env).
SHELL := bash
BUN := tools/installer/bin/bun
STACK := $(BUN) tools/commands/src/cli.ts
SUITES ?= check unit integration e2e
INSTALLED := node_modules/.installed
MANIFESTS := package.json bun.lock $(wildcard packages/*/package.json tools/*/package.json deploy/*/package.json services/*/package.json web/package.json tests/package.json)

.DEFAULT_GOAL := help
.PHONY: help up down logs urls backup restore secrets swarm-stack rotate-keys dev test test-repeat e2e quality fuzz bench bench-scale bench-edge test-compose test-scaling test-faults soak-faults check

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

up: $(INSTALLED) ## Start the whole product in the background and print where it is
	@$(STACK) up

down: $(INSTALLED) ## End everything; the data stays
	@$(STACK) down

logs: $(INSTALLED) ## Follow the logs of all parts
	@$(STACK) logs

urls: $(INSTALLED) ## Print the addresses as name=url lines
	@$(STACK) urls

backup: $(INSTALLED) ## Write everything stored to one file (FILE=, - for the standard output)
	@$(STACK) backup

restore: $(INSTALLED) ## Put an archive back (FILE=, FORCE=1 over what is there, WITHOUT="sessions")
	@$(STACK) restore

secrets: $(INSTALLED) ## Write the secrets that docker compose needs, without starting anything
	@$(STACK) secrets

swarm-stack: $(INSTALLED) ## Print docker-compose.yml as docker stack deploy takes it
	@$(STACK) swarm-stack

rotate-keys: $(INSTALLED) ## Sign sessions with a new key; nobody is logged out
	@$(STACK) rotate-keys

dev: $(INSTALLED) ## Start it in the foreground, reloading when code changes
	@$(STACK) dev

test: $(INSTALLED) ## Run the tests; CI adds: slow faults quality compose (SUITES="check unit integration e2e")
	@$(BUN) tests/run.ts $(SUITES)

test-repeat: $(INSTALLED) ## Run the tests REPEAT times (5) and list how often each one failed (SUITES=)
	@REPEAT=$${REPEAT:-5} $(BUN) tests/run.ts $(SUITES)

e2e: $(INSTALLED) ## Run the journeys in a real browser
	@$(BUN) tests/run.ts e2e

quality: $(INSTALLED) ## Measure the home page: Lighthouse, bytes, markup
	@$(BUN) tests/run.ts quality

test-compose: $(INSTALLED) ## Run the journey against Docker Compose
	@$(BUN) tests/run.ts compose

test-scaling: $(INSTALLED) ## Lose none of 10,000 requests while replicas come, go and are replaced (SCALING_REQUESTS=)
	@SCALING_REQUESTS=$${SCALING_REQUESTS:-10000} $(BUN) tests/run.ts scaling

test-faults: $(INSTALLED) ## Lose nothing of 2,000 inquiries with a fault every second (SEED=)
	@$(BUN) tests/run.ts faults

soak-faults: $(INSTALLED) ## The same with 100,000, and what takes minutes to happen
	@$(BUN) tests/run.ts soak

fuzz: $(INSTALLED) ## Feed parsers and product with hostile inputs (SEED=, RUNS=, REQUESTS=, ONLY=)
	@$(BUN) tests/run.ts fuzz

bench: $(INSTALLED) ## Measure speed against the bare limit
	@$(BUN) tests/load/bench.ts
	@$(BUN) tests/load/inquiry-pipeline.ts

bench-scale: $(INSTALLED) ## Measure tables of ROWS records (a million) on the server in MONGODB_URI
	@$(BUN) tests/load/tables-scale.ts $(or $(ROWS),1000000)

bench-edge: $(INSTALLED) ## Measure slow clients and a crowd three times too large
	@$(BUN) tests/load/slow-clients.ts
	@$(BUN) tests/load/overload.ts

check: $(INSTALLED) ## Check format, types and unused code
	@$(BUN) run check

# Dependencies, again only after a manifest or the lock file has changed.
$(INSTALLED): $(MANIFESTS)
	@$(BUN) install --frozen-lockfile >&2
	@touch $@
