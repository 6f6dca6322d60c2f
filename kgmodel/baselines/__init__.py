"""The systems that KG-MRC was compared with, each in a file of its own (``registry`` lists them).

All read the same words, mentions and candidate locations (``text``), one document at a time, and
answer with the same decisions (``decisions``). Their docstrings give the equations and say where
they differ from their papers.
"""

__all__ = ["BASELINES"]

# here, so that a command can name them without loading torch
BASELINES = ("entnet", "qrn", "prolocal", "proglobal", "prostruct", "ncet")
