"""
Symbolic execution of each operation that runs on the host; a module for each group of operations.
"""
