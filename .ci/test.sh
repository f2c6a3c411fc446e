#!/usr/bin/env bash
# Runs every test and fails when none ran: `swift test` itself is content with an empty run.
set -euo pipefail

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
# The flags of `make lint`, so that CI compiles once.
flags=()
[ -z "${CI:-}" ] || flags=(-Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error)
swift test ${flags[@]+"${flags[@]}"} "$@" 2>&1 | tee "$log" || status=$?

# Swift Testing's closing line: `Test run with 412 tests in 38 suites passed after 9.1 seconds.`
closing=$(grep -E 'Test run with [0-9]+ tests?' "$log" | tail -n 1 || true)
count=$(printf '%s' "$closing" | sed -nE 's/.*Test run with ([0-9]+) tests?.*/\1/p')
if [ "$status" -ne 0 ]; then
  echo "test: failed" >&2
elif [ -z "$count" ] || [ "$count" -eq 0 ]; then
  echo "test: no test ran" >&2
  status=1
fi
exit "$status"
