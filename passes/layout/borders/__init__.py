"""Copies into larger, filled buffers, as layouts of the buffers that are copied."""
