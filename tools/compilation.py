"""One module from text to text: parse, verify, run the passes, print."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import DiagnosticException, ParseError

from ..analysis.contracts import contracts_of
from ..dialect.annotations import AnnotationError, verify_annotations, verify_call
from ..dialect.repairs import (
    OperationError,
    RepairedParser,
    print_module,
    verify_dominance,
    verify_operations,
)
from .contract_json import to_json
from .validation import Validation


class InternalError(Exception):
    """A bug of ours or of xDSL's, with what was being done."""


REPORTED = (DiagnosticException, ParseError, RecursionError, InternalError)
"""What `Compilation.run` raises: it all comes from the input, but for InternalError."""


@dataclass(frozen=True)
class Compilation:
    """What is done to each module."""

    context: Context
    passes: Sequence[ModulePass]
    filename: str
    validation: Validation | None = None
    """How each pass is validated; None for not at all."""
    generic: bool = False
    debuginfo: bool = False
    contracts: bool = False
    """Whether the contracts of the resulting module are wanted, as JSON, in place of its text."""

    def run(self, text: str) -> str:
        """The resulting module's text, or its contracts; raises one of `REPORTED`."""
        with _reported("the parser"):
            module = RepairedParser(self.context, text, self.filename).parse_module()
        _verify(module)
        if self.validation is not None:
            self.validation.check_sizes(module)
        for step in self.passes:
            self._apply(step, module)
        if self.contracts:
            with _reported("the contracts"):
                return json.dumps(to_json(contracts_of(module)), indent=2) + "\n"
        with _reported("the printer"):
            return print_module(module, generic=self.generic, debuginfo=self.debuginfo)

    def _apply(self, step: ModulePass, module: ModuleOp) -> None:
        before = None if self.validation is None else module.clone()
        with _reported(f"pass {step.name}"):
            step.apply(self.context, module)
        try:
            _verify(module)
        except (OperationError, AnnotationError) as error:
            # The input was right, so the pass made the mistake.
            raise OperationError(error.op, f"{error} (after pass {step.name})") from error
        if self.validation is not None and before is not None:
            with _reported(f"the validation of pass {step.name}"):
                self.validation.check(step, before, module)


def _verify(module: ModuleOp) -> None:
    with _reported("the verifier"):
        try:
            verify_operations(module)
        except OperationError as error:
            verify_call(error.op)  # names the layouts that differ, and a remedy
            raise
        verify_dominance(module)
        verify_annotations(module)


@contextmanager
def _reported(where: str) -> Generator[None]:
    """Makes an InternalError of what should not have been raised."""
    try:
        yield
    except REPORTED:
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise InternalError(f"internal error in {where}: {what}; please report") from error
