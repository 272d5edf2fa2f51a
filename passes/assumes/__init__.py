"""Checks, tests at run time or drops assumes, and drops stores of undefined values."""
