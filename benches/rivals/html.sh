#!/usr/bin/env bash
# Compares the linking of HTML documents by linkspan, linkify-html (npm) and bleach (PyPI).
# Prints a table of ratios of times and a table of differences; html.md explains them.
#
# Needs node, npm and python3. The libraries are installed in a scratch directory: the first argument, or by default a
# temporary directory that is removed at the end.
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

cp "$here/html.mjs" "$scratch/html.mjs" # node looks for modules beside the script
python3 "$here/html_documents.py" "$root" "$scratch/documents"
exec "$scratch/venv/bin/python" "$here/html_compare.py" \
    "$scratch/documents" "$target/release/linkspan" "$scratch/html.mjs"
