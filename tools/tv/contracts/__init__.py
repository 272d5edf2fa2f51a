"""Declarations of functions about arguments and results: types, layouts, padding and sizes."""
