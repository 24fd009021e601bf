"""The embedded demo model: a stand-in that plays the table job, so that `make run` shows something at once.

It is no language model. It reads the loading code that the private-tables filter put into the request, runs
exactly that in the code interpreter, adds a few lines for what was asked, and repeats what was printed.
"""

from __future__ import annotations

MODEL_ID = "werkbank-demo"
MODEL_NAME = "Werkbank demo (stand-in, not an AI)"
