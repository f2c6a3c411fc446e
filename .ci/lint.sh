#!/usr/bin/env bash
# Format, warnings and import checks; everything that a compiler can hold against the sources.
set -euo pipefail

swift format lint --strict -r Package.swift Sources Tests
swift build --build-tests -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error "$@"
echo "lint: clean"
