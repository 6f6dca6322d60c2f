"""Pages of HTML that show a document: self-contained, and with all text of documents escaped."""

from pipeline.pages.view import view_page

__all__ = ["view_page"]
