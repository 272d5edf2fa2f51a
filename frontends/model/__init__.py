"""Whole models as functions: compiled, with weights bound, timed by stage, kept in files."""
