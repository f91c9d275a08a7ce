"""Build hook: a package without its board would install and then show nothing, so it is not built."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLE = (
    *(
        f"hexwidgets/board/static/{name}.{kind}"
        for name in ("board", "editor", "field", "replay")
        for kind in ("js", "css")
    ),
    "hexwidgets/board/static/region.js",
)


class BoardBundle(BuildHookInterface[Any]):
    """Refuses to build a wheel or an sdist while the board's bundle is missing."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Look for the bundle; an editable install may come before it, anything else may not."""
        for name in BUNDLE:
            if (Path(self.root) / name).is_file():
                continue
            sentence = f"the board's bundle {name} is missing: run `make bundle` (needs Node 20) and build again"
            if version == "editable":
                self.app.display_warning(sentence)
            else:
                self.app.abort(sentence)
