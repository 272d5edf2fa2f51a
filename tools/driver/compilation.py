"""One module from text to text: parse, verify, run the passes, print."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import DiagnosticException, ParseError

from ...dialect.annotations import AnnotationError, verify_annotations, verify_call
from ...dialect.text import print_module
from ...dialect.xdsl_compat import (
    OperationError,
    RepairedParser,
    verify_dominance,
    verify_operations,
)
from ...passes.common.diagnostics import counted_remarks
from ...passes.common.nothing_to_do import apply_told
from ...passes.pipeline.float_freedom import Freedom, give_freedom
from ...passes.pipeline.internal_errors import (
    BrokenByPass,
    Bug,
    InternalError,
    is_ours,
    package_of,
    whose,
)
from ...passes.pipeline.tracebacks import operation_at_hand, raised_at
from ..report.ir_dumps import IRDumps
from ..report.timing import Timing
from .upstream_reading import read_by_upstream

if TYPE_CHECKING:
    from ...runtime.ahead_of_time.emission import Kind
    from .validation import Validation  # whose import takes as long as many a run

REPORTED = (DiagnosticException, ParseError, RecursionError, Bug)
"""The exceptions of `Compilation.run`: all are errors in the input, except for a Bug."""


@dataclass(frozen=True)
class Compilation:
    """The compilation of each module."""

    context: Context
    passes: Sequence[ModulePass]
    filename: str
    validation: Validation | None = None
    """How each pass is validated; None for not at all."""
    generic: bool = False
    debuginfo: bool = False
    contracts: bool = False
    """Whether the contracts of the resulting module are wanted, as JSON, in place of its text."""
    verify_each: bool = True
    verify_roundtrip: bool = False
    """Whether the input has to be the same when it is printed and read again."""
    dumps: IRDumps = field(default_factory=IRDumps)
    timing: Timing = field(default_factory=Timing)
    math: Freedom | None = None
    """What passes may do to floats, as flags that are added to the input."""
    before_passes: Callable[[], None] = lambda: None
    """Called when the input is read and right."""
    on_failure: Callable[[ModulePass], None] = lambda _: None
    """Called with a pass that fails, before its error is raised."""

    def run(self, text: str) -> str:
        """The resulting module's text, or its contracts; raises one of `REPORTED`."""
        module = self._transformed(text)
        with self.timing.part("Output"):
            return self._written(module)

    def emit(
        self, text: str, kind: Kind, target_cpu: str | None, check_assumes: bool
    ) -> str | bytes:
        """Code of the resulting module, or a C header; raises one of `REPORTED`."""
        module = self._transformed(text)
        with self.timing.part("Output"), _reported("the code generator"):
            from .emitted_code import emitted

            return emitted(module, kind, target_cpu, check_assumes)

    def _transformed(self, text: str) -> ModuleOp:
        with self.timing.part("Parser"):
            module = self._read(text)
        if self.verify_roundtrip:
            with self.timing.part("Round trip"):
                self._check_roundtrip(module)
        if self.validation is not None:
            self.validation.check_sizes(module)
        self.before_passes()
        for number, step in enumerate(self.passes):
            with self.timing.part(type(step).__name__, number):
                self._apply(step, module, f" ({number + 1} of {len(self.passes)})")
        return module

    def _read(self, text: str) -> ModuleOp:
        with _reported("the parser"):
            try:
                module = RepairedParser(
                    self.context, text, self.filename, allowing="--allow-unregistered-dialect"
                ).parse_module()
            except ParseError as refusal:
                module = read_by_upstream(self.context, text, self.filename, refusal)
        self._verify(module)
        if self.math is not None:
            give_freedom(module, self.math)
        return module

    def _check_roundtrip(self, module: ModuleOp) -> None:
        # As upstream: what the pretty form loses is seen in the generic one.
        with _reported("the printer"):
            text, wanted = print_module(module), print_module(module, generic=True)
        try:
            again = RepairedParser(self.context, text, "<printed>").parse_module()
        except ParseError as error:
            line = text.split("\n")[error.span.get_location().line - 1]
            message = f"the module can't be read as it is printed: {error.msg}, in\n{line}"
            raise InternalError(message) from error
        got = print_module(again, generic=True)
        for before, after in zip_longest(wanted.split("\n"), got.split("\n"), fillvalue=""):
            if before != after:
                message = "the module is another one when it is printed and read again"
                raise InternalError(f"{message}:\n-{before}\n+{after}")

    def _apply(self, step: ModulePass, module: ModuleOp, number: str) -> None:
        before = None if self.validation is None else module.clone()
        self.dumps.print_before(step, module)
        noted = self.dumps.note(step, module)
        try:
            with counted_remarks() as remarks:
                self._transform(step, module)
            if self.validation is not None and before is not None:
                with (
                    _reported(f"the validation of pass {step.name}"),
                    self.timing.part("Translation validation"),
                ):
                    self.validation.check(step, before, module, number, remarks)
        except REPORTED:
            self.dumps.print_failed(step, module)
            self.on_failure(step)
            raise
        self.dumps.print_after(step, module, noted)

    def _transform(self, step: ModulePass, module: ModuleOp) -> None:
        with _reported(f"pass {whose(step)}", step), self.timing.phases():
            apply_told(step, self.context, module)
        if not self.verify_each:
            return
        try:
            self._verify(module)
        except (OperationError, AnnotationError) as error:
            # The input was right, so the pass made the mistake.
            raise BrokenByPass(error.op, f"{error} (after pass {step.name})") from error

    def _verify(self, module: ModuleOp) -> None:
        with _reported("the verifier"), self.timing.part("Verifier"):
            try:
                verify_operations(module)
            except OperationError as error:
                verify_call(error.op)  # names the layouts that differ, and a remedy
                raise
            verify_dominance(module)
            verify_annotations(module)

    def _written(self, module: ModuleOp) -> str:
        if not self.contracts:
            with _reported("the printer"):
                return print_module(module, generic=self.generic, debuginfo=self.debuginfo)
        with _reported("the contracts"):
            from ...analysis.contracts.contracts import contracts_of
            from ..report.accepted_padding import accepted_without_guards
            from ..report.contract_json import to_json

            found = to_json(contracts_of(module), accepted_without_guards(module))
            return json.dumps(found, indent=2) + "\n"


@contextmanager
def _reported(where: str, step: ModulePass | None = None) -> Generator[None]:
    """Makes an InternalError of what should not have been raised; outside of `step` it is ours."""
    try:
        yield
    except REPORTED:
        raise
    except Exception as error:
        package = None if step is None else package_of(step)
        what = f"{type(error).__name__}: {error}, raised at {raised_at(error, package)}"
        report = "; please report" if step is None or is_ours(step) else ""
        message = f"internal error in {where}: {what}{report} (--python-traceback shows the calls)"
        raise InternalError(message, operation_at_hand(error)) from error
