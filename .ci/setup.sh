#!/usr/bin/env bash
# Installs the system libraries that the build links, or says which command to run.
set -euo pipefail

debian=(libcurl4-openssl-dev libmicrohttpd-dev libsqlite3-dev libyaml-dev libcrypt-dev pkg-config)
homebrew=(curl libmicrohttpd sqlite libyaml pkg-config)

if ! command -v swift >/dev/null 2>&1; then
  if [ -x /opt/swift/usr/bin/swift ]; then
    echo "setup: Swift is in /opt/swift/usr/bin; the Makefile adds it to PATH"
  else
    echo "setup: Swift 6.2 or later is not on PATH; install it from https://www.swift.org/install" >&2
    exit 1
  fi
fi

if [ "$(uname -s)" = Darwin ]; then
  missing=()
  for formula in "${homebrew[@]}"; do
    brew list --formula "$formula" >/dev/null 2>&1 || missing+=("$formula")
  done
  [ ${#missing[@]} -eq 0 ] && exit 0
  echo "setup: brew install ${missing[*]}"
  exec brew install "${missing[@]}"
fi

missing=()
if command -v dpkg-query >/dev/null 2>&1; then
  for package in "${debian[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
else
  # Another distribution: ask the compiler's own search path for the headers.
  for header in curl/curl.h microhttpd.h sqlite3.h yaml.h crypt.h; do
    [ -e "/usr/include/$header" ] || ls /usr/include/*/"$header" >/dev/null 2>&1 || missing+=("$header")
  done
  [ ${#missing[@]} -eq 0 ] && exit 0
  echo "setup: install the development packages that hold: ${missing[*]}" >&2
  exit 1
fi
[ ${#missing[@]} -eq 0 ] && exit 0

install="apt-get install -y --no-install-recommends ${missing[*]}"
if [ "$(id -u)" = 0 ]; then
  prefix=()
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
  prefix=(sudo)
else
  echo "setup: system libraries are missing; run this, then make again:" >&2
  echo "  sudo apt-get update && sudo $install" >&2
  exit 1
fi
echo "setup: $install"
export DEBIAN_FRONTEND=noninteractive
"${prefix[@]}" apt-get update -qq
"${prefix[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
