#!/usr/bin/env bash
# The main job, narrated: record a real server, prove the fixtures, find a drift. Leaves nothing running.
set -euo pipefail
cd "$(dirname "$0")/.."

# CI shows it with the executables that the tests were built with.
export PATH="${ASSAY_EXECUTABLES:-$PWD/.build/release}:$PATH"
# The password of the dev server's accounts; scenarios take it from the environment, as they would a real one.
export ASSAY_DEV_PASSWORD=${ASSAY_DEV_PASSWORD:-correct-horse-battery}
work=$(mktemp -d)
server=""

stop_server() {
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    server=""
  fi
}
finish() {
  stop_server
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

step() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] && [ -z "${NO_COLOR:-}" ] || step() { printf '\n%s\n' "$*"; }
run() { echo "\$ $*"; "$@"; }

# Runs a command that must end with a given code.
expect() {
  local wanted=$1 code=0
  shift
  echo "\$ $*"
  "$@" || code=$?
  if [ "$code" -ne "$wanted" ]; then
    echo "demo: exit code $code, $wanted was expected" >&2
    exit 1
  fi
  echo "(exit $code)"
}

# Starts a production-like server on a fresh database and a free port, which it prints; sets $server and the URL.
start_server() {
  local log=$work/server-$RANDOM.log tries=0
  assay-devserver --port 0 --database "$work/production-$RANDOM.sqlite" "$@" >"$log" 2>&1 &
  server=$!
  ASSAY_PRODUCTION_URL=""
  while [ -z "$ASSAY_PRODUCTION_URL" ]; do
    ASSAY_PRODUCTION_URL=$(grep -oE 'http://127\.0\.0\.1:[0-9]+' "$log" | head -n 1 || true)
    tries=$((tries + 1))
    if [ "$tries" -gt 100 ] || ! kill -0 "$server" 2>/dev/null; then
      cat "$log" >&2
      echo "demo: the server did not start" >&2
      exit 1
    fi
    [ -n "$ASSAY_PRODUCTION_URL" ] || sleep 0.1
  done
  export ASSAY_PRODUCTION_URL
}

step "1. Record: Assay starts the dev server on a fresh SQLite file, checks its database, signs in, seeds, saves."
run assay record

step "2. Record again from a fresh database, on another port: not one byte differs."
cp -R fixtures "$work/first"
run assay record
diff -r "$work/first" fixtures
bodies=$(find fixtures -mindepth 2 -type f | wc -l | tr -d ' ')
echo "identical: the bodies of $bodies fixtures (the others have none), and what manifest.json and volatility.json keep of all"

step "3. The generated Swift is what the contracts give."
run assay generate --check

step "4. Every fixture is what the contract says, and loses nothing."
run assay verify

step "5. The gate of a pull request: all of that and the audits."
run assay gate

step "6. Production, with other accounts and other data: no drift."
start_server --seed production
expect 0 assay diff --env production
stop_server

step "7. Production renames one field: one finding, with both places and the next step."
start_server --seed production --drift rename-field
expect 1 assay diff --env production
stop_server

step "Done. Nothing is left running; \`git diff fixtures/\` shows what a recording changed."
