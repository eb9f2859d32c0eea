# Every command of a developer. Variables: PORT (8080), RUN=local|docker, DATA_DIR (.data), ENV_FILE (.env), INSTALL=no.
SHELL := bash
BUN := tools/installer/bin/bun
STACK := $(BUN) tools/commands/src/cli.ts
SUITES ?= check unit store integration e2e
INSTALLED := node_modules/.installed
# TOOLS=image, here or in .env: the commands of an operator from an image, so that a server needs no npm.
ifeq ($(or $(TOOLS),$(shell sed -n 's/^TOOLS=//p' .env 2>/dev/null)),image)
STACK := deploy/tools.sh
INSTALLED :=
endif
MANIFESTS := package.json bun.lock $(wildcard packages/*/package.json tools/*/package.json services/*/package.json web/package.json tests/package.json)

.DEFAULT_GOAL := help
.PHONY: unit store integration help help-all up down logs status urls backup follow-backup move-files restore verify-audit secrets update roll-back staging rotate-keys check-production check-mail hooks dev test test-changed test-failed nightly test-repeat e2e quality fuzz bench bench-scale bench-edge test-compose test-scaling test-faults soak-faults check

# What a school needs; the rest is for developers and for rare days.
DAILY := secrets check-production up status backup restore update roll-back
ROW := { printf "  make %-17s %s\n", $$1, $$2 }

help: ## Show the eight commands of an operator
	@for name in $(DAILY); do awk -F ':.*## ' -v name="$$name" '$$1 == name $(ROW)' Makefile; done
	@echo '  make help-all          All commands, also those of developers'

help-all: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / $(ROW)' Makefile

up: $(INSTALLED) ## Start the whole product in the background and print its addresses
	@$(STACK) up

down: $(INSTALLED) ## Stop everything; the data stays
	@$(STACK) down

logs: $(INSTALLED) ## Follow the logs of all processes
	@$(STACK) logs

status: $(INSTALLED) ## One screen: version, replicas, mail, certificate, backup, disk, alerts
	@$(STACK) status

urls: $(INSTALLED) ## Print the addresses as name=url lines
	@$(STACK) urls

backup: $(INSTALLED) ## Write all stored data to one archive (FILE=, - for standard output)
	@$(STACK) backup

follow-backup: $(INSTALLED) ## Write every change to JOURNAL_DIR within seconds, until it is interrupted (ACCEPT=1: believe a database that lost most)
	@$(STACK) follow-backup

move-files: $(INSTALLED) ## Move files to the object storage of FILES_S3 (TO=database moves them back)
	@$(STACK) move-files

restore: $(INSTALLED) ## Restore an archive, or a journal until UNTIL= (FILE=, FORCE=1 to replace what is stored, WITHOUT="sessions", UNSIGNED=1)
	@$(STACK) restore

verify-audit: $(INSTALLED) ## Say whether the audit is as it was written (HEADS= a mail or log with signed heads, FILE= an archive)
	@$(STACK) verify-audit

secrets: $(INSTALLED) ## Write the secrets and settings of production in containers to .env
	@$(STACK) secrets

update: $(INSTALLED) ## Update production to VERSION (the newest): backup, canary, rolling update, verification; undone when a step fails
	@$(STACK) update

roll-back: $(INSTALLED) ## Return to the version before the last update, or undo an unfinished one (FORCE=1)
	@$(STACK) roll-back

staging: $(INSTALLED) ## Start a copy of production beside it: masked data, mails caught (FILE=, STAGING_PORT=)
	@$(STACK) staging

check-production: $(INSTALLED) ## Say everything that keeps .env from being fit for production (TO= also sends a mail)
	@$(STACK) check-production

check-mail: $(INSTALLED) ## Send one mail and read SPF, DKIM and DMARC from DNS (TO=, SELECTOR=)
	@$(STACK) check-mail

rotate-keys: $(INSTALLED) ## Replace the key that signs sessions; sessions stay valid
	@$(STACK) rotate-keys

dev: $(INSTALLED) ## Run in the foreground, reloading when code changes
	@$(STACK) dev

test: $(INSTALLED) ## Run the tests; CI adds: proofs slow faults quality compose (SUITES="check unit store integration e2e")
	@$(BUN) tests/run.ts $(SUITES)

test-changed: $(INSTALLED) ## Run the tests of what differs from the last commit (SINCE= another one), pure, store and browser
	@$(BUN) --bun x vitest run --project unit --project screens --project store --passWithNoTests --changed $(or $(SINCE),HEAD)
	@cd tests && ../$(BUN) --bun x playwright test --config e2e/playwright.config.ts --pass-with-no-tests --only-changed=$(or $(SINCE),HEAD)

test-failed: $(INSTALLED) ## Run again what failed the last time (SUITE=unit|store|integration|e2e)
ifeq ($(SUITE),e2e)
	@cd tests && ../$(BUN) --bun x playwright test --config e2e/playwright.config.ts --last-failed
else
	@$(BUN) --bun x vitest run --project $(or $(SUITE),unit) $(if $(filter-out unit,$(or $(SUITE),unit)),,--project screens) --lastFailed
endif

nightly: $(INSTALLED) ## Run what lasts; names the commits since the last green night (SUITES=)
	@$(BUN) tests/nightly.ts $(if $(filter command environment,$(origin SUITES)),$(SUITES))

test-repeat: $(INSTALLED) ## Run the tests REPEAT times (5) and list how often each one failed (SUITES=)
	@REPEAT=$${REPEAT:-5} $(BUN) tests/run.ts $(SUITES)

unit: $(INSTALLED) ## Run the tests of functions, routes and screens
	@$(BUN) tests/run.ts unit

store: $(INSTALLED) ## Run the tests of stores and routes on a real MongoDB and Redis
	@$(BUN) tests/run.ts store

integration: $(INSTALLED) ## Run the tests of the running product
	@$(BUN) tests/run.ts integration

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

.PHONY: prove-security
prove-security: $(INSTALLED) ## Switch security controls off in copies; the test of each must fail (ONLY="all", or numbers of requirements)
	@$(BUN) tests/security/prove.ts $(ONLY)

.PHONY: mutations
mutations: $(INSTALLED) ## Change the most important code place by place in a copy; a pure or store test must fail (ONLY="redeem undo", ONLY_LINES=)
	@$(BUN) tests/mutations/run.ts $(ONLY)

.PHONY: soak-inbound
soak-inbound: $(INSTALLED) ## Lose nothing of 3,000 incoming mails with a fault every second (COUNT=, SEED=)
	@$(BUN) tests/run.ts inbound-mail

fuzz: $(INSTALLED) ## Feed parsers and product with hostile inputs (SEED=, RUNS=, REQUESTS=, ONLY=)
	@$(BUN) tests/run.ts fuzz

api-client: $(INSTALLED) ## Write the typed client of the API to FILE (archery-client.ts)
	@$(BUN) packages/api-reference/src/write-client.ts $(FILE)

.PHONY: request-files
request-files: $(INSTALLED) ## Print how many files of the services run between a request and its answer, or which (ONLY="list import")
	@$(BUN) tests/request-files/run.ts $(ONLY)

bench: $(INSTALLED) ## Measure speed against the bare limit
	@$(BUN) tools/installer/src/cli.ts wrk
	@$(BUN) tests/load/bench.ts
	@$(BUN) tests/load/inquiry-pipeline.ts
	@$(BUN) tests/load/import.ts
	@$(BUN) tests/load/at-rest.ts

bench-scale: $(INSTALLED) ## Measure tables of ROWS records (a million) on the server in MONGODB_URI
	@$(BUN) tests/load/tables-scale.ts $(or $(ROWS),1000000)

bench-edge: $(INSTALLED) ## Measure slow clients and a crowd three times too large
	@$(BUN) tools/installer/src/cli.ts wrk
	@$(BUN) tests/load/slow-clients.ts
	@$(BUN) tests/load/overload.ts

hooks: ## Check format and types before each commit (optional; git config --unset core.hooksPath removes it)
	@git config core.hooksPath .githooks && echo 'Installed: each commit checks format and types first.'

check: $(INSTALLED) ## Check format, types, unused code, workflows and Kubernetes objects
	@$(BUN) tests/run.ts check

ifneq ($(INSTALLED),)
# Dependencies, again only after a manifest or the lock file has changed.
$(INSTALLED): $(MANIFESTS)
	@$(BUN) install --frozen-lockfile >&2
	@touch $@
endif
