"""Expressions over the values that an execution starts from, simplified by what is known."""
