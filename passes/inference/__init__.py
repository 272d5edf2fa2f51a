"""Finds pad values with which guards may go: candidates, trials of them, and what is chosen."""
