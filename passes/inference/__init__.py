"""Finds pad values with which guards may go: candidates, trials of them, and the pass that lists them."""
