"""One call of pad-opt: it takes the modules of its input through the pipeline to its output."""

from __future__ import annotations

import argparse
import os
import re
import sys
import traceback
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xdsl.context import Context
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import DiagnosticException

from ...dialect.text import print_module
from ...passes.common.diagnostics import OptionError, collect_remarks
from ...passes.pipeline.float_freedom import with_fp_of
from ...passes.pipeline.internal_errors import BrokenByPass, Bug, InternalError
from ...passes.pipeline.messages import (
    CommandError,
    Message,
    message_of,
    message_of_remark,
    reason_of,
    report,
)
from ...passes.pipeline.pipeline_text import (
    Registry,
    checking_assumes,
    parse_pipeline,
    pipeline_dump,
    refused,
    unknown_pass_text,
)
from ..report.expected_diagnostics import AnnotationsError, expected_messages, mismatches
from ..report.ir_dumps import IRDumps, chosen
from ..report.progress import Progress
from ..report.remark_output import RemarkOutput
from ..report.reproducer import Reproducer, read_reproducer, temporary_path
from ..report.timing import Timing
from .child_process import in_child
from .compilation import REPORTED, Compilation
from .input_text import decoded, split_modules

if TYPE_CHECKING:
    from .validation import Validation  # whose import takes as long as many a run

_THIS_MACHINE = "native"
_INTERNAL_ERROR = ("--internal-error",)
_UPSTREAM_ENDED = "upstream MLIR ends its process on this input: leave out what it cannot take"
_BINARY, _ANY_BYTES = "onnx", "latin-1"
"""The format of which a file is no text, and the encoding that keeps each of its bytes."""
_PRINTED_BEFORE, _PRINTED_AFTER = "--mlir-print-ir-before", "--mlir-print-ir-after"


class Job:
    """
    A call of pad-opt, or of a `program` made of it; raises PipelineError and CommandError where it
    can't begin.
    """

    def __init__(
        self, args: argparse.Namespace, context: Context, registry: Registry, program: str
    ):
        self._args, self._context, self._registry = args, context, registry
        self._program = program
        self._filename = "<stdin>" if args.input_file == "-" else str(args.input_file)
        self._timing = Timing(with_phases=args.timing)
        self._pipeline = self._given_pipeline()
        self._passes = self._parsed(self._pipeline)
        self._validation = self._given_validation()
        self._dumps = self._given_dumps()
        self._remarks = self._given_remarks()
        self._check_processor()
        self._check_cache()
        self._import = getattr(args, "import")  # a word of Python
        if args.run_reproducer and self._import is not None:
            raise CommandError("--import", "is not for --run-reproducer: the file holds loops")
        if args.split_input_file and self._import == _BINARY:
            raise CommandError("--import=onnx", "takes one model, so no --split-input-file")
        if args.emit is not None and args.split_input_file:
            raise CommandError("--emit", "takes one module, so no --split-input-file")
        if args.emit is not None and args.contracts:
            raise CommandError("--contracts", "prints JSON in place of the module, so no --emit")

    def run(self, content: bytes) -> int:
        """Prints the resulting modules, or what is wrong with them; returns the exit code."""
        if self._import == _BINARY:
            source, wrong = content.decode(_ANY_BYTES), None
        else:
            source, wrong = decoded(content, self._filename)
        if wrong is not None:
            return report([wrong], source, self._filename)
        modules = split_modules(source) if self._args.split_input_file else [source]
        expecting = self._args.verify_diagnostics
        run = self._run_expecting if expecting else self._run
        try:
            with nullcontext() if expecting else self._remarks.shown():
                outcomes = [run(module) for module in modules]
        except OSError as error:
            raise CommandError("--remarks-output-file", reason_of(error)) from error
        if self._args.timing:
            is_json = self._args.mlir_output_format == "json"
            print(self._timing.json() if is_json else self._timing.text(), file=sys.stderr)
        if messages := [message for _, said in outcomes for message in said]:
            return report(messages, source, self._filename)
        made = [result for result, _ in outcomes if result is not None]
        code = b"".join(result for result in made if isinstance(result, bytes))
        return self._write(code or "// -----\n".join(r for r in made if isinstance(r, str)))

    def _run(self, text: str) -> tuple[str | bytes | None, list[Message]]:
        if self._import is not None:
            with self._timing.part("Import"):
                answer = in_child(partial(self._imported, text))
            if not isinstance(answer, str):
                wrong: dict[str, Any] = {"text": _UPSTREAM_ENDED, "filename": self._filename}
                return None, [Message("error", **(wrong if answer is None else answer))]
            text = answer
        recorded = self._recorded(text)
        asked = self._args.mlir_pass_pipeline_crash_reproducer
        reproduced: list[Message] = []
        failed: list[ModulePass] = []

        def reproduce(path: Path, wrong: Sequence[str] = _INTERNAL_ERROR) -> None:
            reproduced[:] = self._reproduce(recorded, text, path, wrong)

        def before_passes() -> None:
            # Already now: a pass that takes the process with it leaves the file behind.
            if asked is not None:
                reproduce(Path(asked))

        is_given = recorded.pipeline == self._pipeline
        passes = self._passes if is_given else self._parsed(recorded.pipeline)
        compilation = Compilation(
            self._context,
            [with_fp_of(step, self._args.math) for step in self._with_checks(passes)],
            self._filename,
            self._validation,
            generic=self._args.mlir_print_op_generic,
            debuginfo=self._args.mlir_print_debuginfo,
            contracts=self._args.contracts,
            verify_each=recorded.verify_each,
            verify_roundtrip=self._args.verify_roundtrip,
            dumps=self._dumps,
            timing=self._timing,
            math=None if self._import is not None else self._args.math,
            before_passes=before_passes,
            on_failure=failed.append,
        )
        if self._args.dump_pass_pipeline:
            print(pipeline_dump(compilation.passes), file=sys.stderr)
        try:
            if (kind := self._args.emit) is None:
                result = compilation.run(text)
            else:
                args = self._args
                result = compilation.emit(text, kind, args.target_cpu, args.check_assumes)
        except REPORTED as error:
            if self._args.python_traceback:
                traceback.print_exception(error)
            if asked is None and isinstance(error, Bug) and not self._args.verify_diagnostics:
                reproduce(temporary_path(), _what_is_wrong(error))
            elif asked is not None and reproduced:
                reproduce(Path(asked), _what_is_wrong(error))
            message = message_of(error, self._filename)
            if failed and not self._args.verify_diagnostics and _is_of_options(error, message):
                refusal = refused(recorded.pipeline, passes, failed[0], error)
                message = message if refusal is None else refusal.message()
            return None, [message, *reproduced]
        if asked is not None:
            Path(asked).unlink(missing_ok=True)
        return result, []

    def _imported(self, text: str) -> str | dict[str, Any]:
        """
        The text of the loops: what is read, dumped and reproduced from here on; or what is wrong,
        and where.
        """
        from ...frontends.formats import import_from  # whose import takes as long as many a run

        content = text.encode(_ANY_BYTES if self._import == _BINARY else "utf-8")
        try:
            module = import_from(str(self._import), content, self._args.math, self._filename)
        except REPORTED as error:
            wrong = message_of(error, self._filename)
            return {key: getattr(wrong, key) for key in ("text", "filename", "line", "column")}
        return print_module(module, debuginfo=True)

    def _run_expecting(self, text: str) -> tuple[str | bytes | None, list[Message]]:
        try:
            expected = expected_messages(text.split("\n"), self._filename)
        except AnnotationsError as error:
            return None, error.messages
        with collect_remarks() as remarks:
            result, messages = self._run(text)
        messages = [m for m in messages if m.severity != "note"]
        messages = [*(message_of_remark(r, self._filename) for r in remarks), *messages]
        return result, mismatches(expected, messages, self._filename)

    def _recorded(self, text: str) -> Reproducer:
        if not self._args.run_reproducer:
            return Reproducer(self._pipeline, self._args.verify_each == "true")
        if (recorded := read_reproducer(text)) is None:
            raise CommandError(
                self._filename,
                "--run-reproducer wants a pipeline in the file, "
                '{-# external_resources: { mlir_reproducer: { pipeline: ".." } } #-}',
            )
        return recorded

    def _reproduce(
        self, recorded: Reproducer, text: str, path: Path, wrong: Sequence[str]
    ) -> list[Message]:
        """Writes a reproducer, with the commands that replay it and make it smaller."""
        options: list[str] = []
        if self._args.allow_unregistered_dialect:
            options.append("--allow-unregistered-dialect")
        if self._args.verify_roundtrip:
            options.append("--verify-roundtrip")
        if self._args.check_assumes:
            options.append("--check-assumes")
        if self._validation is not None:
            options += ["--validate-each", *(f"--size={size}" for size in self._args.size)]
        commands = [[self._program, str(path), "--run-reproducer", *options]]
        if self._program == "pad-opt":  # another driver's passes are not known to pad-reduce
            passed_on = ["--", *options] if options else []
            commands.append(["pad-reduce", str(path), *wrong, *passed_on])
        try:
            shown = recorded.write(text, path, commands)
        except OSError as error:
            reason = f"no reproducer could be written: {reason_of(error)}"
            return [Message("note", reason, str(path))]
        said = ("reproducer generated; replay it with", "make it smaller with")
        return [
            Message("note", f"{what}: {command}", str(path))
            for what, command in zip(said, shown, strict=False)
        ]

    def _given_pipeline(self) -> str:
        given, individual = self._args.passes, self._args.individual_passes
        if given and individual:
            raise CommandError(
                "--pass-pipeline", f"can't be used with individual passes (--{individual})"
            )
        if (given or individual) and self._args.run_reproducer:
            raise CommandError("--run-reproducer", "the pipeline is the file's: give no passes")
        return given or individual

    def _parsed(self, pipeline: str) -> list[ModulePass]:
        return parse_pipeline(pipeline, self._registry)

    def _with_checks(self, passes: list[ModulePass]) -> list[ModulePass]:
        if not self._args.check_assumes:
            return passes
        # Where code is made, layouts that are left are applied first.
        at_end = self._args.emit is None
        return checking_assumes(passes, self._registry, at_end=at_end)

    def _given_validation(self) -> Validation | None:
        if not self._args.validate_each:
            for option, given in (
                ("--size", self._args.size),
                ("--all-sizes", self._args.all_sizes),
                ("--term-budget", self._args.term_budget),
                ("--run-budget", self._args.run_budget),
            ):
                if given:
                    raise CommandError(option, "is for --validate-each, which is not given")
            return None
        from ..tv import DEFAULT_BUDGET, DEFAULT_RUN_BUDGET, BadInput, Run, parse_sizes
        from .validation import Validation

        try:
            sizes = parse_sizes(self._args.size)
        except BadInput as error:
            raise CommandError("--size", str(error)) from error
        budget = self._number("--term-budget", self._args.term_budget, DEFAULT_BUDGET)
        whole = self._number("--run-budget", self._args.run_budget, DEFAULT_RUN_BUDGET) or None
        progress = Progress(self._program, whole, sys.stderr)
        run = Run(whole, progress.tell)
        return Validation(sizes, budget, run, progress, self._args.all_sizes)

    def _number(self, option: str, given: str | None, default: int) -> int:
        try:
            return default if given is None else int(given)
        except ValueError:
            raise CommandError(option, f"wants a number, got '{given}'") from None

    def _given_dumps(self) -> IRDumps:
        args = self._args
        listed = (
            (_PRINTED_BEFORE, args.mlir_print_ir_before),
            (_PRINTED_AFTER, args.mlir_print_ir_after),
        )
        for option, lists in listed:
            for name in sorted(chosen(lists, False, ()) - self._registry.keys()):
                raise CommandError(option, unknown_pass_text(name, self._registry))
        every = args.mlir_print_ir_after_all
        if args.mlir_print_ir_after_change or args.mlir_print_ir_after_failure:
            every = every or not args.mlir_print_ir_after
        return IRDumps(
            chosen(args.mlir_print_ir_before, args.mlir_print_ir_before_all, self._registry),
            chosen(args.mlir_print_ir_after, every, self._registry),
            only_changes=args.mlir_print_ir_after_change,
            only_failures=args.mlir_print_ir_after_failure,
            generic=args.mlir_print_op_generic,
            debuginfo=args.mlir_print_debuginfo,
        )

    def _check_processor(self) -> None:
        name = self._args.target_cpu
        if self._args.emit is None or name == _THIS_MACHINE:
            return
        from ...upstream.llvm_library import LLVMError
        from ...upstream.processors import processor

        try:
            processor(name)
        except LLVMError as error:
            raise CommandError("--target-cpu", str(error)) from error

    def _check_cache(self) -> None:
        """No line of the source is to blame for a variable of the environment."""
        if self._args.emit not in ("obj", "shared"):
            return
        from ...runtime.object_code.object_cache import FOLDER, LIMIT, cache_limit

        try:
            if os.environ.get(FOLDER):
                cache_limit()
        except ValueError as error:
            raise CommandError(LIMIT, str(error)) from error

    def _given_remarks(self) -> RemarkOutput:
        path = self._args.remarks_output_file
        try:
            pattern = re.compile(self._args.remarks_filter or "")
        except re.error as error:
            raise CommandError("--remarks-filter", f"no regular expression: {error}") from error
        return RemarkOutput(
            self._filename,
            self._args.remarks,
            pattern,
            None if path is None else Path(path),
            with_idle=self._args.remarks_all,
        )

    def _write(self, result: str | bytes) -> int:
        path = self._args.output_file
        if path not in (None, "-"):
            content = result if isinstance(result, bytes) else result.encode()
            try:
                Path(path).write_bytes(content)
            except OSError as error:
                raise CommandError(path, reason_of(error)) from error
        elif isinstance(result, str):
            sys.stdout.write(result)
            sys.stdout.flush()
        elif sys.stdout.isatty():
            raise CommandError("--emit", f"{self._args.emit} is not text: name a file with -o")
        else:
            sys.stdout.buffer.write(result)
            sys.stdout.buffer.flush()
        return 0


def _what_is_wrong(error: Exception) -> Sequence[str]:
    """As pad-reduce is told."""
    if not isinstance(error, Bug):
        return ("--exit-code", "1")
    is_refuted = not isinstance(error, InternalError | BrokenByPass)
    return ("--tv-refutes-step",) if is_refuted else _INTERNAL_ERROR


def _is_of_options(error: Exception, message: Message) -> bool:
    """Whether a pass's error is about what it was told, and not about a place in the input."""
    if isinstance(error, OptionError):
        return True
    is_refusal = isinstance(error, DiagnosticException) and not isinstance(error, Bug)
    return is_refusal and message.line == 0
