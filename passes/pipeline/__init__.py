"""Pipelines of passes: their text and options, and the messages and errors of running them."""
