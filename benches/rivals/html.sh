#!/usr/bin/env bash
# Links in HTML documents: linkspan against linkify-html (npm) and bleach (PyPI), on the same documents.
# Prints a table of speed ratios and a table of differences; html.md explains them.
#
# Needs node, npm and python3. Everything that is installed goes to a scratch folder: the first argument,
# or a new one that is removed in the end.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
if [ $# -gt 0 ]; then
    scratch=$(mkdir -p "$1" && cd "$1" && pwd)
else
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
fi

[ -d "$scratch/node_modules/linkify-html" ] ||
    npm install --silent --no-audit --no-fund --prefix "$scratch" linkify-html@4 linkifyjs@4
[ -x "$scratch/venv/bin/python" ] || python3 -m venv "$scratch/venv"
"$scratch/venv/bin/python" -c 'import bleach' 2>/dev/null ||
    "$scratch/venv/bin/pip" install --quiet bleach
cargo build --quiet --release --locked --manifest-path "$root/Cargo.toml" -p linkspan-cli
target=$(cargo metadata --format-version 1 --no-deps --manifest-path "$root/Cargo.toml" |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')

cp "$here/html.mjs" "$scratch/html.mjs" # where node finds its modules
python3 "$here/html_documents.py" "$root" "$scratch/documents"
exec "$scratch/venv/bin/python" "$here/html_compare.py" \
    "$scratch/documents" "$target/release/linkspan" "$scratch/html.mjs"
