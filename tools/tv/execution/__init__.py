"""One side executed: from which arguments and globals, and what its caller can observe."""
