#!/bin/sh
# Records etcd from Debian three times and compares. Usage: run.sh SCRATCH (assay is on PATH)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
scratch=${1:?a scratch folder}
mkdir -p "$scratch"
if ! command -v etcd >/dev/null; then
  if ! command -v apt-get >/dev/null || ! command -v dpkg >/dev/null; then
    echo "skipped: etcd is not installed, and there is no apt to get it from"
    exit 0
  fi
  (cd "$scratch" && apt-get download etcd-server && dpkg -x etcd-server_*.deb etcd) || {
    echo "skipped: apt could not download etcd-server"
    exit 0
  }
  PATH="$scratch/etcd/usr/bin:$PATH"
fi
"$here/../record-twice.sh" "$here" "$scratch"
