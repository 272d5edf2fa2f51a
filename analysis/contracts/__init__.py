"""
Contracts of functions: the contents of buffers that a function needs on entry and leaves at exit.
"""
