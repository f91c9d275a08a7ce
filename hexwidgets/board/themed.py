"""Pictures in HTML that is put out by a cell: light or dark as the page around them is, without any script."""

from __future__ import annotations

from collections.abc import Callable

from .look import Theme

__all__ = ["themed"]

# JupyterLab and Notebook say on their page whether they are dark, VS Code on its own.
_STYLE = (
    "<style>.hexwidgets-dark{display:none}"
    '[data-jp-theme-light="false"] .hexwidgets-dark,.vscode-dark .hexwidgets-dark{display:block}'
    '[data-jp-theme-light="false"] .hexwidgets-light,.vscode-dark .hexwidgets-light{display:none}'
    ".hexwidgets-light svg,.hexwidgets-dark svg{max-width:100%;height:auto}</style>"
)


def themed(draw: Callable[[Theme], str], theme: str = "auto") -> str:
    """What ``draw`` gives for a theme; for "auto" both, of which the page shows the one that fits.

    >>> themed(lambda theme: f"<i>{theme}</i>", "dark")
    '<div class="hexwidgets-picture"><i>dark</i></div>'
    """
    both: tuple[Theme, ...] = ("light", "dark")
    for name in both:
        if name == theme:
            return f'<div class="hexwidgets-picture">{draw(name)}</div>'
    return _STYLE + "".join(f'<div class="hexwidgets-{name}">{draw(name)}</div>' for name in both)
