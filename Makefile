# `make demo` shows the whole; `make test` proves it. `make help` lists the rest.

SHELL := bash
.DEFAULT_GOAL := help
ifneq ($(wildcard /opt/swift/usr/bin/swift),)
  export PATH := $(PATH):/opt/swift/usr/bin
endif

ifeq ($(shell uname -s),Linux)
  release := -c release --static-swift-stdlib
else
  release := -c release
endif
# The scenarios start the dev server by name and take its accounts' password from the environment.
assay := PATH="$$PWD/.build/release:$$PATH" ASSAY_DEV_PASSWORD=$${ASSAY_DEV_PASSWORD:-correct-horse-battery} assay

.PHONY: help setup build demo test record gate lint bench judge

help: ## list the targets
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 16

setup: ## install missing system libraries, or say which
	@.ci/setup.sh

build: setup ## release executables in .build/release/
	swift build $(release)

demo: build ## the main job, from a fresh server to a found drift
	@.ci/demo.sh

test: setup ## every test
	@.ci/test.sh

record: build ## record fixtures/ from the dev server
	$(assay) record

gate: build ## what a pull request must pass
	$(assay) gate

lint: setup ## format, warnings, imports
	@.ci/lint.sh

judge: build ## hold checker and decoder against TypeScript (needs deno) and Zod (ZOD_PATH)
	@python3 .ci/judge

bench: build ## figures of the README, in paired runs with the peers
	.build/release/assay-bench
