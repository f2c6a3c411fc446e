#!/bin/sh
# Records a Jupyter server from PyPI three times and compares. Usage: run.sh SCRATCH (assay is on PATH)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
scratch=${1:?a scratch folder}
mkdir -p "$scratch"
if ! command -v jupyter-server >/dev/null; then
  if ! command -v python3 >/dev/null; then
    echo "skipped: jupyter-server is not installed, and there is no python3 to install it with"
    exit 0
  fi
  { python3 -m venv "$scratch/venv" && "$scratch/venv/bin/pip" install -q 'jupyter-server>=2,<3' ipykernel; } || {
    echo "skipped: pip could not install jupyter-server"
    exit 0
  }
  PATH="$scratch/venv/bin:$PATH"
fi
"$here/../record-twice.sh" "$here" "$scratch"
