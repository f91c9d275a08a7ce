#!/usr/bin/env bash
# Installs into .hosts what the tests of other hosts stand on: programs, wheels for JupyterLite's Python, and scripts.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/uv.sh
bash scripts/need.sh node
rm -rf .hosts

echo "hosts: installing Voila, marimo and JupyterLite"
uv venv --quiet --python .venv/bin/python .hosts/python
uv pip sync --quiet --require-hashes --python .hosts/python/bin/python requirements/hosts.lock

echo "hosts: fetching wheels and scripts for pages without a server"
.venv/bin/python -m pip download --quiet --quiet --require-hashes --no-deps --only-binary=:all: \
    --python-version 3.14 --implementation py --abi none --platform any \
    --dest .hosts/wheels --requirement requirements/hosts-lite.lock

while read -r folder package integrity; do
    mkdir -p ".hosts/npm/$folder"
    IFS=$'\t' read -r file got < <(
        npm pack --silent --json --pack-destination ".hosts/npm/$folder" "$package" </dev/null |
            node -p 'const [{ filename, integrity }] = JSON.parse(fs.readFileSync(0)); `${filename}\t${integrity}`'
    )
    if [ "$got" != "$integrity" ]; then
        echo "$package: expected $integrity, got $got" >&2
        exit 1
    fi
    tar -xzf ".hosts/npm/$folder/$file" -C ".hosts/npm/$folder" --strip-components=1
    rm ".hosts/npm/$folder/$file"
done < <(grep -v '^#' requirements/hosts-npm.txt)
