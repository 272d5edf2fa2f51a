"""`pad-tv`: whether one MLIR file refines another."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import DiagnosticException, ParseError

from ..dialect.text import new_context
from ..dialect.xdsl_compat import RepairedParser, verify_dominance, verify_operations
from .driver.upstream_reading import read_by_upstream
from .report.progress import Progress
from .tv import (
    BAD_INPUT,
    DEFAULT_BUDGET,
    DEFAULT_RUN_BUDGET,
    BadInput,
    Run,
    Status,
    parse_sizes,
    validate,
)
from .tv.verdict.show import place_of

_ALLOWING = "--allow-unregistered-dialect"
_STDIN = "-"
_DESCRIPTION = """\
Executes each public function of both files on terms, at concrete sizes, and compares all that a
caller can observe: after has to be what before is, or one of the things that before may be."""

_SHOWN = (Status.VALID, Status.SAMPLED)
_EXIT_CODES = """\
exit codes: 0 valid (for samples of the data where it says so), 1 refuted, 2 not validated, 3 bad
input, 4 too large to be proven, and a numeric run found no difference, 5 sampled: proven, but for
formulas that take the place of mathematical functions, which were compared at some numbers"""


def main(args: Sequence[str] | None = None) -> int:
    """Run the console script; return the exit code."""
    try:
        options = _parser().parse_args(args)
    except SystemExit as end:
        return BAD_INPUT if end.code else 0
    whole = options.run_budget or None
    progress = Progress("pad-tv", whole, sys.stderr)
    try:
        if options.before == options.after == _STDIN:
            raise BadInput("stdin holds one module: name a file for the other one")
        allow = options.allow_unregistered_dialect
        before, after = (_read(file, allow) for file in (options.before, options.after))
        verdict = validate(
            before,
            after,
            function=options.function,
            fp=options.fp,
            sizes=parse_sizes(options.size),
            budget=options.term_budget,
            run=Run(whole, progress.tell),
            all_sizes=options.all_sizes,
        )
    except BadInput as error:
        print(f"pad-tv: error: {error}", file=sys.stderr)
        return BAD_INPUT
    except Exception as error:
        # Python's own exit code for it would read as a refutation.
        what = f"{type(error).__name__}: {error}"
        print(f"pad-tv: internal error: {what}; please report", file=sys.stderr)
        return Status.NOT_VALIDATED.value
    finally:
        progress.clear()
    print(verdict, file=sys.stdout if verdict.status in _SHOWN else sys.stderr)
    return verdict.exit_code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("pad-tv", description=_DESCRIPTION, epilog=_EXIT_CODES)
    parser.add_argument("before", help="a file of MLIR text; '-' is stdin")
    parser.add_argument("after", help="a file of MLIR text that is to do the same")
    parser.add_argument("--function", help="only this function, be it public or private")
    parser.add_argument(
        _ALLOWING,
        action="store_true",
        help="take operations of unknown dialects; what has one is not validated",
    )
    parser.add_argument("--fp", choices=("strict", "relaxed"), default="strict")
    parser.add_argument(
        "--size",
        action="append",
        default=[],
        metavar="n=13",
        help="a size, by an index argument or as A.0; the others are sampled",
    )
    parser.add_argument(
        "--all-sizes",
        action="store_true",
        help="where it is valid at the sampled sizes, look for a proof for all others too",
    )
    parser.add_argument(
        "--term-budget",
        type=int,
        default=DEFAULT_BUDGET,
        metavar="N",
        help="operations and terms after which a proof is given up (default: %(default)s)",
    )
    parser.add_argument(
        "--run-budget",
        type=int,
        default=DEFAULT_RUN_BUDGET,
        metavar="N",
        help="steps of all proofs and numeric runs after which no more is compared, 0 for no limit "
        "(default: %(default)s)",
    )
    return parser


def _read(given: str, allow_unregistered: bool) -> ModuleOp:
    context = new_context(allow_unregistered=allow_unregistered)
    file = "<stdin>" if given == _STDIN else given
    try:
        content = sys.stdin.buffer.read() if given == _STDIN else Path(given).read_bytes()
        text = content.decode()
        try:
            module = RepairedParser(context, text, file, allowing=_ALLOWING).parse_module()
        except ParseError as refusal:
            module = read_by_upstream(context, text, file, refusal)
        verify_operations(module)
        verify_dominance(module)
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{file}: not UTF-8 text (byte {error.start})") from error
    except ParseError as error:
        place = error.span.get_location()
        raise BadInput(f"{place.file}:{place.line}:{place.col}: {error.msg}") from error
    except DiagnosticException as error:
        place = place_of(getattr(error, "op", None))
        raise BadInput(f"{place or file}: {error}") from error
    except RecursionError as error:
        raise BadInput(f"{file}: operations or expressions are nested too deeply") from error
    return module


if __name__ == "__main__":
    sys.exit(main())
