"""The passes, each in a room by its subject, and their registry."""
