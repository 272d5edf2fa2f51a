"""Errors that stop an execution or a validation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from xdsl.ir import Operation


@dataclass
class Stopped(Exception):
    """
    The end of an execution, at an operation.

    `op` and `loops` (name and index of the loops around it, outermost first) are filled in while
    the exception leaves the program.
    """

    reason: str
    op: Operation | None = None
    loops: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])

    def __str__(self) -> str:
        return self.reason


class Undefined(Stopped):
    """Undefined behaviour (design, "Meaning")."""


class NotValidated(Stopped):
    """The validator cannot judge this program."""


@dataclass
class DependsOnData(NotValidated):
    """What is executed, or which cell is accessed, is decided by values that are not known."""

    values: tuple[Any, ...] = ()


@dataclass
class Undecided(Exception):
    """Threads of a block meet only if a condition holds that depends on the data."""

    condition: Any


class TooLarge(NotValidated):
    """The term budget is spent."""


class BadInput(Exception):
    """The two programs, or the command line, do not make a question; the text says why."""
