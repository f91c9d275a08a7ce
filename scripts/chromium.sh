#!/usr/bin/env bash
# Makes sure that the browser tests have Chromium and fonts for Japanese and emoji; installs what is missing.
# CHROMIUM=/path/to/browser uses another Chromium or Chrome.
set -euo pipefail

missing=()
command -v "${CHROMIUM:-chromium}" >/dev/null || missing+=(chromium)
# Elsewhere than on Debian and its kin the desktop has its own fonts.
if command -v apt-get >/dev/null; then
    fonts=$(fc-list 2>/dev/null || true)
    [[ $fonts == *"Noto Sans CJK"* ]] || missing+=(fontconfig fonts-noto-cjk)
    [[ $fonts == *"Noto Color Emoji"* ]] || missing+=(fonts-noto-color-emoji)
fi
[ ${#missing[@]} -gt 0 ] || exit 0

sorry() {
    echo "The browser tests need ${missing[*]}, and $1: install it yourself (any Chromium or Chrome will do: name it with CHROMIUM=/path/to/it), or run 'make unit', which needs no browser." >&2
    exit 1
}

command -v apt-get >/dev/null || sorry "there is no apt-get here to install it with"
as_root=()
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || sorry "installing takes root or sudo"
    as_root=(sudo)
fi

echo "chromium: installing ${missing[*]}"
# One source of many that cannot be reached does not matter yet: the install tells.
"${as_root[@]}" apt-get update -qq </dev/null || true
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null >/dev/null ||
    sorry "apt-get could not install it"
