#!/usr/bin/env bash
# need.sh python COMMAND | need.sh node: ends with a sentence when what the build stands on is missing or too old.
set -euo pipefail

sorry() {
    echo "$1" >&2
    exit 1
}

case $1 in
python)
    command -v "$2" >/dev/null ||
        sorry "hexwidgets needs Python 3.11 or newer, and there is no '$2' here: install one, or name it with 'make PYTHON=/path/to/python3 ...'."
    "$2" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        sorry "hexwidgets needs Python 3.11 or newer, and '$2' is $("$2" --version 2>&1): name a newer one with 'make PYTHON=/path/to/python3 ...'."
    "$2" -c 'import venv, ensurepip' 2>/dev/null ||
        sorry "'$2' cannot make virtual environments: install its venv and pip modules (on Debian and Ubuntu: apt-get install python3-venv python3-pip)."
    ;;
node)
    command -v node >/dev/null ||
        sorry "The board's JavaScript is built with Node 20 or newer, and there is no 'node' here: install Node.js and run make again."
    [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] ||
        sorry "The board's JavaScript is built with Node 20 or newer, and this is Node $(node --version): install a newer Node.js and run make again."
    command -v npm >/dev/null ||
        sorry "The board's JavaScript is built with npm, and there is no 'npm' here: install the npm that comes with Node.js and run make again."
    ;;
esac
