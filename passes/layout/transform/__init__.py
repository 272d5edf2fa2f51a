"""Gives a named buffer a layout, inside its function or across its interface."""
