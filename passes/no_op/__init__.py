"""Erases what does nothing: stores, calls, local buffers, loops and ifs."""
