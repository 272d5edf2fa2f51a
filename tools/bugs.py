"""Errors that are ours, and not the input's: worth a report, and a reproducer."""

from __future__ import annotations

from ..dialect.repairs import OperationError


class Bug(Exception):
    """An error of pad-opt, of a pass, or of xDSL."""


class InternalError(Bug):
    """What should not have been raised, with what was being done."""


class BrokenByPass(OperationError, Bug):
    """What a pass made of a module that was right, and isn't any more."""
