"""Modules of several functions, laid out and as they were."""
