"""Errors of the runtime."""


class KernelError(Exception):
    """A module, target or argument that cannot be run; raised before anything has run."""
