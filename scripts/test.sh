#!/usr/bin/env bash
# Every check and every test. A failing stage does not hide the next one; pytest comes last, so its summary closes the run.
# It runs as two processes that take whole files in the order collected, for browser tests go last in each (tests/conftest.py).
set -uo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/.venv/bin:$PATH"
failed=()

stage() {
    echo "== $1"
    shift
    "$@" || failed+=("$*")
}

stage "Python: lint" ruff check
stage "Python: format" ruff format --check
stage "JavaScript: types" npm --prefix js run --silent check
stage "JavaScript: lint and format" npm --prefix js run --silent lint
stage "JavaScript: tests" npm --prefix js run --silent test
stage "Python: types, walls, rules, notebooks, packages, browser" python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

if [ ${#failed[@]} -gt 0 ]; then
    printf 'failed: %s\n' "${failed[@]}" >&2
    exit 1
fi
