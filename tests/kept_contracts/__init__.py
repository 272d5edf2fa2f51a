"""Contracts of buffers after each pass: what they ask on entry is enough, what they say is left."""
