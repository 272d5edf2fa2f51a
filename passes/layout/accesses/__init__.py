"""Reads and rewrites accesses of laid-out buffers: which cell an index, view or vector means."""
