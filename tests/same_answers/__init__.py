"""The same input gives the same output, whatever the process did before, in any thread."""
