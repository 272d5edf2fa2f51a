"""Errors of functions that take modules and options and are given something else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import IOBase
from pathlib import Path
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import DiagnosticException
from xdsl.utils.hints import isa

_FILE_NAME = re.compile(r"[^\n{}%]+\.mlir\s*")


class WrongInput(DiagnosticException, TypeError):
    """An argument of another type; the message says what was wanted, and what to do."""


def module_refusal(given: object, wanted: str) -> str | None:
    """Say what is wrong with an argument that should be a module (`wanted`); None if it is one."""
    if isinstance(given, ModuleOp):
        return None
    if isinstance(given, Operation):
        return f"wanted {wanted}, got '{given.name}'; give the module that it is in"
    if isinstance(given, str):
        remedy = "; parse_module(text) of pad_mlir.dialect.repairs makes a module of MLIR text"
        return f"wanted {wanted}, got str{remedy}"
    return f"wanted {wanted}, got {type_name(given)}{_remedy(given)}"


def text_refusal(given: object) -> str | None:
    """Say what is wrong with an argument that should be MLIR text; None if it may be some."""
    if not isinstance(given, str):
        if isinstance(given, ModuleOp):
            return "wanted MLIR text, got a module"
        return f"wanted MLIR text, got {type_name(given)}{_remedy(given)}"
    if _FILE_NAME.fullmatch(given) is None:
        return None
    return f"wanted MLIR text, but '{given}' looks like a file name; give the file's text"


def check_module(given: object, taker: str) -> None:
    """Raise WrongInput if it is not a module; `taker` is who wants one."""
    if (refusal := module_refusal(given, "an xDSL ModuleOp")) is not None:
        raise WrongInput(f"{taker} {refusal}")


def check_module_or_text(given: object) -> None:
    """Raise WrongInput if it is neither a module nor a text."""
    if isinstance(given, str):
        return
    if (refusal := module_refusal(given, "an xDSL ModuleOp or MLIR text")) is not None:
        raise WrongInput(refusal)


def check_argument(name: str, given: object, hint: Any, wanted: str) -> None:
    """Raise WrongInput if an argument is not of its type; `wanted` is what it must be."""
    if not isa(given, hint):
        raise WrongInput(f"{name} is {shown(given)}, but must be {wanted}")


def checked_names(
    name: str, given: str | Sequence[str], wanted: str = "a name or a list of names"
) -> tuple[str, ...]:
    """One name or several as a tuple; raises WrongInput if it is neither."""
    names = (given,) if isinstance(given, str) else given
    check_argument(name, names, Sequence[str], wanted)
    return tuple(names)


def is_upstream(given: object) -> bool:
    """
    Whether `given` is a module or operation of MLIR's Python bindings, whichever package has these.
    """
    return hasattr(getattr(given, "operation", None), "get_asm")


def type_name(given: object) -> str:
    """The type's name, with its module but for Python's own types."""
    if isinstance(given, Context):
        return "an xDSL Context"
    cls = type(given)
    return cls.__name__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__name__}"


def shown(given: object) -> str:
    """A value in a message: as Python writes it, or its type where that is long."""
    text = repr(given)
    return text if len(text) <= 60 and "\n" not in text else f"of type {type_name(given)}"


def _remedy(given: object) -> str:
    if is_upstream(given):
        return "; from_upstream(module) of pad_mlir.runtime.bridge makes one"
    if isinstance(given, Path):
        return "; give the file's text, path.read_text()"
    if isinstance(given, IOBase):
        return "; give the file's text, file.read()"
    if isinstance(given, bytes):
        return "; give text, data.decode()"
    if isinstance(getattr(given, "module", None), ModuleOp):
        return "; give its module, .module"
    return ""
