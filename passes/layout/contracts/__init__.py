"""Contracts of calls about padded buffers, and their form after a module is lowered."""
