"""Compiles a function in this process: machine code, kept in a cache, as a callable."""
