"""The command-line tools, and the entry point for xDSL's."""
