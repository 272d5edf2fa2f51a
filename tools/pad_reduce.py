"""`pad-reduce`: the smallest module and shortest pipeline that still show what is wrong."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from ..dialect.text import new_context
from ..passes.pipeline.messages import CommandError, Message, message_of, reason_of, report
from ..passes.pipeline.pipeline_text import PipelineError, split_pipeline
from . import reduce_server
from .driver.compilation import REPORTED, Compilation
from .driver.input_text import decoded
from .reduce import NotInteresting, Reduced, Reduction
from .reduce.calls import Server
from .reduce.questions import (
    CommandRuns,
    Outcome,
    PadOptRuns,
    exit_code,
    refutes_a_step,
    same_internal_error,
    says,
)
from .reduce.search import BUDGET
from .report.reproducer import Reproducer, read_reproducer, without_reproducer

_DESCRIPTION = """\
Makes a module smaller and its pipeline shorter, as long as they show what is wrong. The result can
be run again: pad-opt FILE --run-reproducer."""
_EXAMPLES = """\
examples:
  pad-reduce crash.mlir --internal-error        of a reproducer that pad-opt wrote
  pad-reduce a.mlir -p 'cse,pad-simplify' --tv-refutes -o small.mlir
  pad-reduce a.mlir -p pad-to-host --exit-code 134
  pad-reduce a.mlir -p pad-to-host --text 'no LLVM type' -- --emit=obj -o /dev/null
  pad-reduce a.mlir --command 'pad-opt --run-reproducer {} | grep -q affine.if'

Options of pad-opt come after '--'. exit codes: 0 reduced, 1 not, 130 interrupted (what was found
until then is written)."""
_INTERRUPTED = 130
_OPTIONS_OF_PAD_OPT = "--"

_Question = tuple[Callable[[str, str], Outcome], Callable[[Outcome], bool]]


def main(args: Sequence[str] | None = None) -> int:
    """The console script; returns the exit code."""
    given = [*(sys.argv[1:] if args is None else args)]
    end = given.index(_OPTIONS_OF_PAD_OPT) if _OPTIONS_OF_PAD_OPT in given else len(given)
    try:
        options = _parser().parse_args(given[:end])
        options.pad_opt_options = given[end + 1 :]
        with TemporaryDirectory(prefix="pad-reduce-") as folder:
            job = _Job(options, Path(folder))
            try:
                return job.run()
            finally:
                job.server.close()
    except SystemExit as end:
        return 1 if end.code else 0
    except CommandError as error:
        return report([Message("error", str(error), error.where)])
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED


class _Job:
    """One call."""

    def __init__(self, options: argparse.Namespace, folder: Path):
        self._options = options
        self._file = "<stdin>" if options.input_file == "-" else str(options.input_file)
        self._folder = folder
        self._last = Outcome(0, "")
        self.server = Server(reduce_server.__name__)

    def run(self) -> int:
        """Reduces what the command line says; returns the exit code."""
        content, wrong = decoded(self._read(), self._file)
        if wrong is not None:
            return report([wrong], content, self._file)
        try:
            recorded = self._recorded(content)
            split_pipeline(recorded.pipeline)
            allow = "--allow-unregistered-dialect" in self._options.pad_opt_options
            context = new_context(allow_unregistered=allow)
            text = Compilation(context, [], self._file).run(without_reproducer(content))
        except PipelineError as error:
            return report([error.message()])
        except REPORTED as error:
            return report([message_of(error, self._file)], content, self._file)
        if not recorded.verify_each:
            self._options.pad_opt_options.append("--verify-each=false")
        reduction = Reduction(
            text,
            recorded.pipeline,
            self._question(text, recorded.pipeline),
            self._options.budget,
            allow,
            self._shown if sys.stderr.isatty() else lambda _: None,
        )
        code = self._reduce(reduction)
        if code == 1:
            return 1
        self._write(reduction.found, recorded.verify_each)
        return code

    def _reduce(self, reduction: Reduction) -> int:
        try:
            reduction.run()
        except NotInteresting:
            said = self._last.text.strip().split("\n")[:3]
            lines = "".join(f"\n  {line}" for line in said if line)
            message = (
                f"nothing to reduce: this is not so of the input ({self._asked()}); the command "
                f"ended with {self._last.code}{', and said:' if lines else ''}{lines}"
            )
            raise CommandError(self._file, message) from None
        except KeyboardInterrupt:
            return _INTERRUPTED
        finally:
            if sys.stderr.isatty():
                print("\r\x1b[K", end="", file=sys.stderr)
        return 0

    def _read(self) -> bytes:
        try:
            if self._options.input_file == "-":
                return sys.stdin.buffer.read()
            return Path(self._options.input_file).read_bytes()
        except OSError as error:
            raise CommandError(self._file, reason_of(error)) from error

    def _recorded(self, content: str) -> Reproducer:
        recorded = read_reproducer(content)
        if self._options.pipeline is not None:
            return Reproducer(self._options.pipeline)
        if recorded is not None:
            return recorded
        if self._options.command is None:
            raise CommandError("-p", "no pipeline is given, and the file holds none")
        return Reproducer("")

    def _question(self, text: str, pipeline: str) -> Callable[[str, str], bool]:
        run, is_so = self._run_and_test(text, pipeline)

        def interesting(module: str, pipeline: str) -> bool:
            self._last = run(module, pipeline)
            return is_so(self._last)

        return interesting

    def _run_and_test(self, text: str, pipeline: str) -> _Question:
        options = self._options
        if options.command is not None:
            return CommandRuns(self._folder, options.command), exit_code(0)
        words, seconds = options.pad_opt_options, options.seconds
        run = PadOptRuns(self.server, self._folder, words, seconds)
        if options.tv_refutes:
            return PadOptRuns(self.server, self._folder, words, seconds, "refuted"), exit_code(1)
        if options.tv_refutes_step:
            validating = ["--validate-each", *(w for w in words if w != "--validate-each")]
            return PadOptRuns(self.server, self._folder, validating, seconds), refutes_a_step
        if options.internal_error:
            return run, same_internal_error(run(text, pipeline).internal_error)
        return run, says(options.text) if options.code is None else exit_code(options.code)

    def _asked(self) -> str:
        """The option that says what is wrong."""
        options = self._options
        for name, value in (("--command", options.command), ("--text", options.text)):
            if value is not None:
                return f"{name} {shlex.quote(value)}"
        if options.code is not None:
            return f"--exit-code {options.code}"
        flags = ("tv_refutes", "tv_refutes_step", "internal_error")
        return next(f"--{f.replace('_', '-')}" for f in flags if getattr(options, f))

    def _shown(self, found: Reduced) -> None:
        text = f"{found.operations} operations, {found.passes} passes, {found.asked} candidates"
        print(f"\r\x1b[Kpad-reduce: {text}", end="", file=sys.stderr, flush=True)

    def _write(self, found: Reduced, verify_each: bool) -> None:
        path = self._options.output_file
        name = "FILE" if path == "-" else path
        command = shlex.join(["pad-opt", name, "--run-reproducer", *self._options.pad_opt_options])
        recorded = Reproducer(found.pipeline, verify_each)
        text = recorded.text(found.module, command) if found.pipeline else found.module
        if path == "-":
            sys.stdout.write(text)
            sys.stdout.flush()
        else:
            try:
                Path(path).write_text(text, encoding="utf-8")
            except OSError as error:
                raise CommandError(path, reason_of(error)) from error
        more = "" if found.is_complete else "; more may go, with a larger --budget"
        print(
            f"pad-reduce: {_counted(found.operations, 'operation')} and "
            f"{_counted(found.passes, 'pass', 'passes')} are left, after "
            f"{_counted(found.asked, 'candidate')}{more}",
            file=sys.stderr,
        )


def _counted(number: int, one: str, several: str | None = None) -> str:
    return f"{number} {one if number == 1 else several or f'{one}s'}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "pad-reduce",
        usage="pad-reduce [options] FILE [-- options of pad-opt]",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )

    def fail(message: str) -> NoReturn:
        print(f"pad-reduce: error: {message} (--help)", file=sys.stderr)
        sys.exit(2)

    parser.error = fail
    add = parser.add_argument
    add("input_file", metavar="FILE", help="MLIR text; '-' is stdin")
    add("-p", "--pass-pipeline", dest="pipeline", metavar="PIPELINE", help="default: the file's")
    add("-o", "--output-file", default="-", metavar="FILE", help="where the result goes")
    add(
        "--budget",
        type=_positive,
        default=BUDGET,
        metavar="N",
        help="candidates to ask about, at most (default: %(default)s)",
    )
    add(
        "--seconds",
        type=_positive,
        default=60,
        metavar="N",
        help="of the processor, after which a call of pad-opt is ended (default: %(default)s)",
    )
    group = parser.add_argument_group("what is wrong").add_mutually_exclusive_group(required=True)
    add = group.add_argument
    add("--tv-refutes", action="store_true", help="pad-tv refutes the result against the input")
    add("--tv-refutes-step", action="store_true", help="pad-tv refutes one of the passes")
    add(
        "--internal-error",
        action="store_true",
        help="pad-opt has the internal error, or dies of the signal, that the input leads to",
    )
    add(
        "--exit-code",
        dest="code",
        type=int,
        metavar="N",
        help="pad-opt ends with this code; with 128 + S after signal S",
    )
    add("--text", help="pad-opt prints this, on stdout or stderr")
    add("--command", help="a shell command ends with 0; it is given a file, in place of {} or last")
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"wants a number from 1, got '{text}'")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
