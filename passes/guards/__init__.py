"""Removes guards by computing padding too, and inserts guards around what need not be computed."""
