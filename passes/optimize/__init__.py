"""Runs passes to a fixpoint, and chooses layouts by their cost."""
