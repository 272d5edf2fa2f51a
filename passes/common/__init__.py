"""
Shared parts of passes: remarks, names of stages and buffers, index expressions as IR, dead code.
"""
