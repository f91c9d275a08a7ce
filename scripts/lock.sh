#!/usr/bin/env bash
# Resolves requirements/*.in again into requirements/*.lock: exact versions with hashes, and no address of any index.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/uv.sh

compile() {
    uv pip compile --quiet --upgrade --python-version 3.11 --python-platform linux \
        --generate-hashes --no-emit-index-url --no-header --no-annotate "$@"
}

echo "lock: requirements/dev.lock"
compile requirements/dev.in --output-file requirements/dev.lock

held=$(mktemp)
trap 'rm -f "$held"' EXIT
sed -nE 's/^((uv|anywidget|ipywidgets|jupyterlab-widgets|widgetsnbextension|ipycanvas|traitlets|psygnal)==[^ ]+).*/\1/p' \
    requirements/dev.lock >"$held"
for name in bootstrap ipykernel-6.31 ipykernel-7.2; do
    echo "lock: requirements/$name.lock"
    compile "requirements/$name.in" --constraints "$held" --output-file "requirements/$name.lock"
done

echo "lock: requirements/bench.lock"
compile requirements/bench.in --no-deps --output-file requirements/bench.lock
