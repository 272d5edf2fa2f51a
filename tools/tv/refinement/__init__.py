"""Whether each value that one term gives is one that another may give, else a witness."""
