#!/usr/bin/env bash
# Format, warnings and import checks; everything that a compiler can hold against the sources.
set -euo pipefail

swift format lint --strict -r Package.swift Sources Tests
flags=(-Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error)
swift build --build-tests "${flags[@]}" "$@"
echo "lint: clean"
