"""Spreads stages over the blocks and threads of a GPU."""
