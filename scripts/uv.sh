# Sourced: puts .venv's uv on PATH and hands it what pip has been told about indexes and certificates.
export PATH="$PWD/.venv/bin:$PATH"
if [ -z "${UV_DEFAULT_INDEX:-}" ]; then
    index=${PIP_INDEX_URL:-$(.venv/bin/python -m pip config get global.index-url 2>/dev/null || true)}
    [ -z "$index" ] || export UV_DEFAULT_INDEX="$index"
fi
[ -z "${PIP_EXTRA_INDEX_URL:-}" ] || export UV_INDEX="${UV_INDEX:-$PIP_EXTRA_INDEX_URL}"
[ -z "${PIP_FIND_LINKS:-}" ] || export UV_FIND_LINKS="${UV_FIND_LINKS:-${PIP_FIND_LINKS// /,}}"
[ -z "${PIP_CERT:-}" ] || export SSL_CERT_FILE="${SSL_CERT_FILE:-$PIP_CERT}"
export UV_HTTP_TIMEOUT="${UV_HTTP_TIMEOUT:-${PIP_DEFAULT_TIMEOUT:-120}}"
# A cache on another disk cannot be linked from; copying without a warning is right there.
export UV_LINK_MODE="${UV_LINK_MODE:-$([ "$(stat -c %d "${UV_CACHE_DIR:-$HOME/.cache}" 2>/dev/null)" = "$(stat -c %d .)" ] && echo hardlink || echo copy)}"
