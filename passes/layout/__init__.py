"""Layouts of buffers: given by name, checked, made physical with their padding."""
