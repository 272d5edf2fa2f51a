"""Brings kernel modules into a form that every target takes."""
