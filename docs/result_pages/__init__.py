"""What the generated pages hold: a module a page, each with the values of its template."""
