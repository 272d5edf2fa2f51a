"""Layouts as alternatives: proposed or given, tried on copies, and chosen by what they cost."""
