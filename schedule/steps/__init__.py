"""The passes as methods of a `Schedule`."""
