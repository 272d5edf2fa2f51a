"""Runs iterations of a loop side by side, as lanes of vectors or as copies in one body."""
