"""What functions that take modules say to those who give them something else."""

from __future__ import annotations

import re
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

_FILE_NAME = re.compile(r"[^\n{}%]+\.mlir\s*")


def module_refusal(given: object, wanted: str) -> str | None:
    """What is wrong with what should be a module, `wanted` in words; None where it is one."""
    if isinstance(given, ModuleOp):
        return None
    if is_upstream(given):
        remedy = "; from_upstream(module) of pad_mlir.runtime.bridge makes one"
    elif isinstance(given, Path):
        remedy = "; give the file's text, path.read_text()"
    elif isinstance(given, Operation):
        return f"wanted {wanted}, got '{given.name}'; give the module that it is in"
    elif isinstance(given, str):
        remedy = "; parse_module(text) of pad_mlir.dialect.repairs makes a module of MLIR text"
    else:
        remedy = ""
    return f"wanted {wanted}, got {type_name(given)}{remedy}"


def text_refusal(text: str) -> str | None:
    """What is wrong with text that is the name of a file; None for other text."""
    if _FILE_NAME.fullmatch(text) is None:
        return None
    return f"wanted MLIR text, but '{text}' looks like a file name; give the file's text"


def is_upstream(given: object) -> bool:
    """Whether this is a module or operation of MLIR's own bindings, in whichever package."""
    return hasattr(getattr(given, "operation", None), "get_asm")


def type_name(given: object) -> str:
    """The type's name, with its module but for Python's own types."""
    cls = type(given)
    return cls.__name__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__name__}"
