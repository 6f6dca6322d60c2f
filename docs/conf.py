"""Settings of the documentation site; ``make docs`` builds it, without a network."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

from pygments.lexer import inherit
from pygments.lexers.graph import CypherLexer
from pygments.token import Name, Operator
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS), str(DOCS.parent)]

project = "Stepgraph"
author = "the Stepgraph maintainers"
copyright = "2026, the Stepgraph maintainers"
version = release = installed_version("stepgraph")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build", "results/templates"]
language = "en"

nitpicky = True
# Of other projects, whose manuals are on the network, and of the code below the public interface
nitpick_ignore_regex = [
    ("py:class", r"(.*\.)?(Path|datetime|MultiDiGraph|HeteroData|Store|Row|Token)"),
    ("py:class", r"(.*\.)?(FailedDocument|Format|FrameLibrary)"),
    ("py:class", r"collections\.abc\..*"),
]

myst_heading_anchors = 4
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "Stepgraph"
html_static_path = ["static"]
html_css_files = ["tables.css"]
html_copy_source = False
html_show_sphinx = False


class CypherWithParameters(CypherLexer):
    """Cypher with ``$parameters`` and arithmetic, which the lexer of Pygments takes for errors."""

    tokens = {"root": [(r"\$\w+", Name.Variable), inherit, (r"[-+*/%]", Operator)]}


def setup(app: Sphinx) -> None:
    """Fill in generated parts before a page is parsed, and resolve names that are annotations."""
    app.add_lexer("cypher", CypherWithParameters)
    app.connect("env-get-outdated", generated_pages)
    app.connect("source-read", fill_in)
    app.connect("missing-reference", find_class)


def generated_pages(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the pages to read again though their own files have not changed."""
    from pages.generated import is_generated

    return [
        name
        for name in env.found_docs
        if is_generated(Path(env.doc2path(name)).read_text(encoding="utf-8"))
    ]


def fill_in(app: Sphinx, name: str, source: list[str]) -> None:
    """Replace the placeholders of a page by what they stand for."""
    from pages.generated import expand

    source[0] = expand(source[0])


def find_class(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: object) -> object:
    """Return the reference to a class that an annotation names without its module."""
    ending = f".{node.get('reftarget')}"
    domain = env.domains.python_domain
    for name, entry in domain.objects.items():
        if node.get("reftype") == "class" and name.endswith(ending) and entry.objtype == "class":
            return domain.resolve_xref(
                env, node["refdoc"], app.builder, "class", name, node, content
            )
    return None
