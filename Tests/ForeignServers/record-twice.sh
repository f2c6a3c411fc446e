#!/bin/sh
# Records the set-up of a folder from scratch in two copies, and again in one of them: three sets that must be one.
# Usage: record-twice.sh SETUP SCRATCH (assay and the server's program are on PATH)
set -eu
setup=$1 scratch=$2
export FOREIGN_PASSWORD="${FOREIGN_PASSWORD:-correct-horse-battery}"
FOREIGN_BASIC=$(printf 'admin:%s' "$FOREIGN_PASSWORD" | base64)
export FOREIGN_BASIC
for copy in first second; do
  rm -rf "${scratch:?}/$copy"
  cp -r "$setup" "$scratch/$copy"
  (cd "$scratch/$copy" && assay record --config assay.json)
done
(cd "$scratch/second" && assay record --config assay.json --check)
diff -r "$scratch/first/fixtures" "$scratch/second/fixtures"
echo "$(basename "$setup"): $(find "$scratch/first/fixtures" -type f | wc -l) files, the same in each of three recordings"
