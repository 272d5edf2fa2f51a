"""Element types, operators and their results on known values, and what stops a computation."""
