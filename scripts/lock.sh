#!/usr/bin/env bash
# Resolves requirements/*.in again into requirements/*.lock: exact versions with hashes, and no address of any index.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/uv.sh

compile_for() {
    local python=$1 platform=$2
    shift 2
    uv pip compile --quiet --upgrade --python-version "$python" --python-platform "$platform" \
        --generate-hashes --no-emit-index-url --no-header --no-annotate "$@"
}

compile() {
    compile_for 3.11 linux "$@"
}

echo "lock: requirements/dev.lock"
compile requirements/dev.in --output-file requirements/dev.lock

held=$(mktemp)
trap 'rm -f "$held"' EXIT
sed -nE 's/^((uv|anywidget|ipywidgets|jupyterlab-widgets|widgetsnbextension|ipycanvas|traitlets|psygnal)==[^ ]+).*/\1/p' \
    requirements/dev.lock >"$held"
for name in bootstrap ipykernel-6.31 ipykernel-7.2 hosts; do
    echo "lock: requirements/$name.lock"
    compile "requirements/$name.in" --constraints "$held" --output-file "requirements/$name.lock"
done

# Pyodide's Python; JupyterLite brings a stand-in of its own for widgetsnbextension.
echo "lock: requirements/hosts-lite.lock"
compile_for 3.14 wasm32-pyodide2025 requirements/hosts-lite.in --constraints "$held" --only-binary :all: \
    --no-emit-package widgetsnbextension --output-file requirements/hosts-lite.lock

echo "lock: requirements/bench.lock"
compile requirements/bench.in --no-deps --output-file requirements/bench.lock
