"""`pad-opt`: reads MLIR, runs passes, prints MLIR."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

from xdsl.universe import Universe
from xdsl.xdsl_opt_main import xDSLOptMain

from ..dialect.xdsl_compat import repaired_dialects
from ..passes.pipeline.messages import CommandError, Message, reason_of, report
from ..passes.pipeline.pipeline_text import PipelineError, unknown_pass_text
from ..passes.pipeline.tracebacks import loading_error
from .cli.command_line import add_arguments, in_our_spelling
from .universe import PAD_UNIVERSE


class PadOptMain(xDSLOptMain):
    """xDSL's driver with the `pad` dialect and passes, and the manners of mlir-opt."""

    def __init__(self, description: str, args: Sequence[str] | None = None):
        given = sys.argv[1:] if args is None else args
        passes = self._universe.all_passes.keys() | PAD_UNIVERSE.all_passes.keys()
        super().__init__(description, in_our_spelling(given, passes))

    @cached_property
    def _universe(self) -> Universe:
        try:
            return Universe.get_multiverse()
        except Exception as error:  # what a plug-in's module does is anything
            message = f"an installed plug-in can't be loaded: {loading_error(error)}"
            report([Message("error", message, "xdsl.universe")])
            sys.exit(1)

    def register_all_dialects(self) -> None:
        """Register the dialects of xDSL and its plug-ins, repaired, and `pad`."""
        stock, pad = self._universe.all_dialects, PAD_UNIVERSE.all_dialects
        for name, factory in {**stock, **pad, **repaired_dialects()}.items():
            self.ctx.register_dialect(name, factory)

    def register_all_passes(self) -> None:
        """Register the passes of xDSL and its plug-ins, and ours."""
        self.available_passes.update(self._universe.all_passes | PAD_UNIVERSE.all_passes)

    def register_all_targets(self) -> None:
        """MLIR text only; for other targets there is xdsl-opt."""
        self.available_targets["mlir"] = self._universe.all_targets["mlir"]

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        """The command line, without the options of xDSL's driver that mean nothing here."""
        arg_parser.set_defaults(target="mlir", disable_verify=False, syntax_highlight=False)
        add_arguments(arg_parser, self.available_passes)

    def setup_pipeline(self) -> None:
        """Left to `execute`, which can report what is wrong with it."""

    def run(self) -> None:
        """As `execute`; ends the process where that fails."""
        if (code := self.execute()) != 0:
            sys.exit(code)

    def execute(self) -> int:
        """Does what the command line says; returns the exit code."""
        try:
            answer = self._answer()
            if answer is not None:
                print(answer)
                return 0
            from .driver.job import Job  # which imports what proves, and that isl

            # Another driver may know passes that pad-opt does not.
            program = "pad-opt" if type(self) is PadOptMain else Path(sys.argv[0]).name
            return Job(self.args, self.ctx, self.available_passes, program).run(self._read())
        except PipelineError as error:
            if self.args.python_traceback:
                traceback.print_exception(error)
            return report([error.message()])
        except CommandError as error:
            return report([Message("error", str(error), error.where)])

    def _answer(self) -> str | None:
        """Return the text for an option about pad-opt itself, such as --version; else None."""
        if self.args.version:
            return f"pad-opt {version('pad-mlir')} on xDSL {version('xdsl')}"
        if self.args.list_passes:
            from .cli.pass_help import list_passes

            return list_passes(self.available_passes, PAD_UNIVERSE.all_passes)
        if self.args.help_pass is not None:
            return self._help_pass(self.args.help_pass)
        if self.args.show_dialects:
            return f"Available Dialects: {','.join(sorted(self.ctx.registered_dialect_names))}"
        if self.args.completion is not None:
            from .cli.completion import bash_completion

            return bash_completion(self.available_passes)
        return None

    def _read(self) -> bytes:
        try:
            if self.args.input_file == "-":
                return sys.stdin.buffer.read()
            return Path(self.args.input_file).read_bytes()
        except OSError as error:
            raise CommandError(self.args.input_file, reason_of(error)) from error

    def _help_pass(self, name: str) -> str:
        from .cli.pass_help import help_pass

        if name not in self.available_passes:
            raise CommandError("--help-pass", unknown_pass_text(name, self.available_passes))
        try:
            cls = self.available_passes[name]()
        except Exception as error:  # what a plug-in's module does is anything
            message = f"pass '{name}' can't be loaded: {loading_error(error)}"
            raise CommandError("--help-pass", message) from error
        return help_pass(name, cls)


def main(args: Sequence[str] | None = None) -> int:
    """The console script; returns the exit code."""
    try:
        return PadOptMain("Reads MLIR, runs passes, prints MLIR.", args).execute()
    except SystemExit as end:
        # argparse ends with 2 where it can't read the command line.
        return 1 if end.code else 0
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        return 130  # as a shell tells of SIGINT
