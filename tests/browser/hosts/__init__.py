"""Programs that show notebooks, each behind the same few words: open cells, find the board, run Python, set the theme.

One module per family of hosts. What all of them can do is written once in tests/browser/test_hosts.py.
"""

from tests.browser.hosts.exported import ExportedFile, ExportedSite
from tests.browser.hosts.host import Host, Theme
from tests.browser.hosts.imitated import Colab, PlainPage, VSCode
from tests.browser.hosts.jupyter import JupyterLab, Notebook7
from tests.browser.hosts.lite import JupyterLite
from tests.browser.hosts.marimo import MarimoEdit, MarimoRun
from tests.browser.hosts.voila import Voila

__all__ = ["HOSTS", "Host", "Theme"]

HOSTS: tuple[type[Host], ...] = (
    JupyterLab,
    Notebook7,
    JupyterLite,
    Voila,
    MarimoEdit,
    MarimoRun,
    ExportedFile,
    ExportedSite,
    VSCode,
    Colab,
    PlainPage,
)
