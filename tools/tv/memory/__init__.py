"""Buffers and views of them: what their cells hold, where they are, and how they are accessed."""
