"""Settings of the documentation site; ``make docs`` builds it, without a network."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

from sphinx.application import Sphinx

DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS), str(DOCS.parent)]

project = "Stepgraph"
author = "the Stepgraph maintainers"
copyright = "2026, the Stepgraph maintainers"
version = release = installed_version("stepgraph")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
language = "en"
nitpicky = True
# Types of other projects, whose manuals are on the network
nitpick_ignore_regex = [("py:.*", r"(collections|datetime|networkx|pathlib|Path|datetime\.).*")]

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "Stepgraph"
html_copy_source = False
html_show_sphinx = False


def setup(app: Sphinx) -> None:
    """Fill in generated parts before a page is parsed."""
    from pages.generated import expand

    def fill_in(app: Sphinx, name: str, source: list[str]) -> None:
        source[0] = expand(source[0])

    app.connect("source-read", fill_in)
