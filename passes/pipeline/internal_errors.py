"""Errors that are ours, and not the input's: worth a report, and a reproducer."""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ...dialect.xdsl_compat import OperationError


class Bug(Exception):
    """An error of pad-opt, of a pass, or of xDSL."""


class InternalError(Bug):
    """
    An error that should not have been raised, with what was being done; `op` is the operation
    concerned.
    """

    def __init__(self, message: str, op: Operation | None = None):
        super().__init__(message)
        self.op = op


class BrokenByPass(OperationError, Bug):
    """An error in a module that was valid until a pass changed it."""


def whose(step: ModulePass) -> str:
    """The pass's name, and its class where it is not one of ours."""
    cls = type(step)
    return step.name if is_ours(step) else f"{step.name} ({cls.__module__}.{cls.__qualname__})"


def is_ours(step: ModulePass) -> bool:
    """Whether a mistake of the pass is for us to mend."""
    return package_of(step) == __name__.split(".")[0]


def package_of(step: ModulePass) -> str:
    """The top-level package, or the module, that the pass comes from."""
    return type(step).__module__.split(".")[0]
