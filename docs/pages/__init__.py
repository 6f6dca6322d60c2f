"""Parts of the documentation that are generated from the code, and the examples that are run."""
