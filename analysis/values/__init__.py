"""
Facts about computed values: constants, special floats, poison, and values that a loop does not
change.
"""
