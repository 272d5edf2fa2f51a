"""Integer algebra on index expressions and conditions, free of IR."""
