"""`pad-opt`: reads MLIR, runs passes, prints MLIR that stock mlir-opt takes."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from xdsl.universe import Universe
from xdsl.xdsl_opt_main import VersionAction, xDSLOptMain

from ..dialect.repairs import repaired_dialects
from ..passes.diagnostics import collect_remarks
from .compilation import REPORTED, Compilation
from .expected import expected_messages, mismatches
from .pass_help import help_pass, list_passes
from .pipeline import PipelineError, checking_assumes, parse_pipeline, unknown_pass_text
from .reporting import Message, message_of, message_of_remark
from .source import split_modules
from .tv import DEFAULT_BUDGET, BadInput, parse_sizes
from .universe import PAD_UNIVERSE
from .validation import Validation


class PadOptMain(xDSLOptMain):
    """xDSL's driver with the `pad` dialect and passes, and the manners of mlir-opt."""

    version_format = "pad-opt on xDSL {xdsl_version}"

    @cached_property
    def _universe(self) -> Universe:
        return Universe.get_multiverse()

    def register_all_dialects(self) -> None:
        """Those of xDSL and its plug-ins, repaired, and `pad`."""
        stock, pad = self._universe.all_dialects, PAD_UNIVERSE.all_dialects
        for name, factory in {**stock, **pad, **repaired_dialects()}.items():
            self.ctx.register_dialect(name, factory)

    def register_all_passes(self) -> None:
        """Those of xDSL and its plug-ins, and ours."""
        self.available_passes.update(self._universe.all_passes | PAD_UNIVERSE.all_passes)

    def register_all_targets(self) -> None:
        """MLIR text only; for other targets there is xdsl-opt."""
        self.available_targets["mlir"] = self._universe.all_targets["mlir"]

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        """The command line, without the options of xDSL's driver that mean nothing here."""
        arg_parser.set_defaults(target="mlir", disable_verify=False, syntax_highlight=False)
        add = arg_parser.add_argument

        def flag(name: str, meaning: str) -> None:
            add(name, action="store_true", help=meaning)

        add("input_file", nargs="?", default="-", help="MLIR text; '-', the default, is stdin")
        add("-o", "--output-file", metavar="FILE", help="write the result there, not to stdout")
        example = "'pad-a{x=1 y=\"a b\"}, pad-b'"
        options = ("-p", "--pass-pipeline", "--passes")
        add(*options, dest="passes", metavar="PIPELINE", default="", help=f"passes: {example}")
        flag("--list-passes", "name and purpose of each pass")
        add("--help-pass", metavar="NAME", help="what a pass does, and its options")
        flag("--split-input-file", "'// -----' separates modules")
        flag("--verify-diagnostics", "match '// expected-error@+1 {{..}}' comments")
        flag("--validate-each", "show that each pass leaves the meaning as it is, or stop there")
        add(
            "--size",
            action="append",
            default=[],
            metavar="n=13",
            help="for --validate-each: a size, by an index argument or as A.0; others are sampled",
        )
        add(
            "--term-budget",
            type=int,
            metavar="N",
            default=DEFAULT_BUDGET,
            help="for --validate-each: operations and terms for one proof (default: %(default)s)",
        )
        flag("--contracts", "print what functions ask of their buffers and leave in them, as JSON")
        flag("--check-assumes", "test what functions assume of their arguments (cf.assert)")
        flag("--mlir-print-op-generic", "print operations in the generic form")
        flag("--mlir-print-debuginfo", "print locations")
        flag("--allow-unregistered-dialect", "take operations of unknown dialects")
        flag("--python-traceback", "show where in Python an error arose")
        add("--version", action=VersionAction, version_format=self.version_format)

    def setup_pipeline(self) -> None:
        """Left to `execute`, which can report what is wrong with it."""

    def run(self) -> None:
        """As `execute`; ends the process where that fails."""
        if (code := self.execute()) != 0:
            sys.exit(code)

    def execute(self) -> int:
        """Does what the command line says; gives the exit code."""
        if self.args.list_passes:
            print(list_passes(self.available_passes, PAD_UNIVERSE.all_passes))
            return 0
        if self.args.help_pass is not None:
            return self._help_pass(self.args.help_pass)
        filename = "<stdin>" if self.args.input_file == "-" else str(self.args.input_file)
        try:
            passes = parse_pipeline(self.args.passes, self.available_passes)
            if self.args.check_assumes:
                passes = checking_assumes(passes, self.available_passes)
            source = self._read()
            validation = self._validation()
        except PipelineError as error:
            place = Message("error", str(error), "<pass-pipeline>", 1, error.position + 1)
            return _report([place], self.args.passes)
        except (OSError, UnicodeDecodeError) as error:
            return _report([Message("error", _reason(error), filename)], "")
        except BadInput as error:
            return _report([Message("error", str(error), "--size")], "")
        compilation = Compilation(
            self.ctx,
            passes,
            filename,
            validation,
            generic=self.args.mlir_print_op_generic,
            debuginfo=self.args.mlir_print_debuginfo,
            contracts=self.args.contracts,
        )
        run = self._run_expecting if self.args.verify_diagnostics else self._run
        modules = split_modules(source) if self.args.split_input_file else [source]
        outcomes = [run(compilation, module) for module in modules]
        errors = [message for _, messages in outcomes for message in messages]
        if errors:
            return _report(errors, source)
        return self._write("// -----\n".join(text for text, _ in outcomes if text is not None))

    def _validation(self) -> Validation | None:
        if not self.args.validate_each:
            return None
        return Validation(parse_sizes(self.args.size), self.args.term_budget)

    def _run(self, compilation: Compilation, text: str) -> tuple[str | None, list[Message]]:
        try:
            return compilation.run(text), []
        except REPORTED as error:
            if self.args.python_traceback:
                traceback.print_exception(error)
            return None, [message_of(error, compilation.filename)]

    def _run_expecting(
        self, compilation: Compilation, text: str
    ) -> tuple[str | None, list[Message]]:
        with collect_remarks() as remarks:
            result, messages = self._run(compilation, text)
        filename = compilation.filename
        messages = [*(message_of_remark(r, filename) for r in remarks), *messages]
        return result, mismatches(expected_messages(text.split("\n")), messages, filename)

    def _read(self) -> str:
        if self.args.input_file == "-":
            return sys.stdin.buffer.read().decode()
        return Path(self.args.input_file).read_bytes().decode()

    def _write(self, text: str) -> int:
        if self.args.output_file is None:
            sys.stdout.write(text)
            sys.stdout.flush()
            return 0
        try:
            Path(self.args.output_file).write_text(text)
        except OSError as error:
            return _report([Message("error", _reason(error), self.args.output_file)], "")
        return 0

    def _help_pass(self, name: str) -> int:
        if name not in self.available_passes:
            message = unknown_pass_text(name, self.available_passes)
            return _report([Message("error", message, "--help-pass")], "")
        print(help_pass(name, self.available_passes[name]()))
        return 0


def _reason(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"not UTF-8 text (byte {error.start})"
    return error.strerror or str(error)


def _report(errors: Sequence[Message], source: str) -> int:
    lines = source.split("\n")
    for error in errors:
        print(error.show(lines), file=sys.stderr)
    return 1


def main(args: Sequence[str] | None = None) -> int:
    """The console script; gives the exit code."""
    try:
        return PadOptMain("Reads MLIR, runs passes, prints MLIR.", args).execute()
    except SystemExit as end:
        # argparse ends with 2 where it can't read the command line.
        return 1 if end.code else 0
    except BrokenPipeError:
        return 1
