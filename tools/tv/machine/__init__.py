"""The state of one execution, and functions as steps that change it."""
