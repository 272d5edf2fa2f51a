"""Short readable forms of expressions, conditions and sets that are equal where a context holds."""
