"""The command line of pad-opt, in mlir-opt's spelling."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Collection, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple, NoReturn

from .mlir_opt_options import ANSWERS

_LONG = re.compile(r"--?(?P<name>[A-Za-z][\w-]+)(?:=(?P<value>.*))?", re.DOTALL)
_BOOLEANS = {"true": True, "false": False, "1": True, "0": False}
_VERIFY_EACH = "verify-each"
_EPILOG = """\
Each pass is an option as well, as in mlir-opt: --cse --pad-simplify='function=f'. Long options may
have one dash. docs/pad-opt.md shows them at work."""


class Option(NamedTuple):
    """One option; without a `metavar` it is a flag."""

    names: tuple[str, ...]
    help: str
    metavar: str | None = None
    choices: tuple[str, ...] | None = None
    default: str | None = None
    is_repeated: bool = False


_PIPELINE = Option(
    ("-p", "--pass-pipeline", "--passes"), "passes: 'pad-a{x=1 y=\"a b\"}, pad-b'", "PIPELINE"
)
GROUPS: dict[str, tuple[Option, ...]] = {
    "input and output": (
        Option(("-o", "--output-file"), "write the result there; '-' is stdout", "FILE"),
        Option(("--split-input-file",), "'// -----' separates modules"),
        Option(
            ("--import",),
            "the input is linalg, stablehlo or torch (text), or an ONNX file; make loops of it",
            "FORMAT", ("linalg", "stablehlo", "torch", "onnx"),
        ),
        Option(
            ("--math",),
            "what passes may do to floats: flags on all operations, and for fast fp=relaxed too "
            "(default with --import: exact for linalg, otherwise reassociate)",
            "FREEDOM",
            ("exact", "reassociate", "fast"),
        ),
        Option(("--allow-unregistered-dialect",), "take operations of unknown dialects"),
        Option(("--mlir-print-op-generic",), "print operations in the generic form"),
        Option(("--mlir-print-debuginfo",), "print locations"),
        Option(("--mlir-print-local-scope",), "no effect: what is printed has no aliases"),
        Option(("--mlir-print-assume-verified",), "no effect: what is printed was verified"),
        Option(("--contracts",), "print what functions ask of their buffers and leave, as JSON"),
        Option(
            ("--emit",),
            "what to write in place of MLIR: llvm-ir, asm, obj (code), shared (a linked library), "
            "header (for C)", "KIND",
            ("llvm-ir", "asm", "obj", "shared", "header"),
        ),
        Option(
            ("--target-cpu",), "for --emit: the processor, by LLVM's name", "CPU", None, "native"
        ),
    ),
    "passes": (
        _PIPELINE,
        Option(("--list-passes",), "name and purpose of each pass"),
        Option(("--help-pass",), "what a pass does, and its options", "NAME"),
        Option(("--show-dialects",), "the names of the dialects"),
        Option(("--dump-pass-pipeline",), "print the pipeline that is run"),
        Option(("--mlir-disable-threading",), "no effect: there is one thread"),
        Option(("--check-assumes",), "test what functions assume of their arguments (cf.assert)"),
    ),
    "what passes do": (
        Option(
            ("--mlir-print-ir-before",), "print the IR before these passes", "PASS,..",
            is_repeated=True,
        ),
        Option(("--mlir-print-ir-before-all",), "print the IR before each pass"),
        Option(
            ("--mlir-print-ir-after",), "print the IR after these passes", "PASS,..",
            is_repeated=True,
        ),
        Option(("--mlir-print-ir-after-all",), "print the IR after each pass"),
        Option(("--mlir-print-ir-after-change",), "of these, only where the pass changed it"),
        Option(("--mlir-print-ir-after-failure",), "print the IR after a pass that failed, only"),
        Option(("--mlir-print-ir-module-scope",), "no effect: it is printed whole"),
        Option(("--timing", "--mlir-timing"), "how long each part took"),
        Option(("--mlir-timing-display",), "the order of --timing", "FORM", ("tree",), "tree"),
        Option(
            ("--mlir-output-format",), "the form of --timing", "FORM", ("text", "json"), "text"
        ),
        Option(("--remarks",), "the form of remarks", "FORM", ("text", "json", "yaml"), "text"),
        Option(("--remarks-all",), "also remarks on loops that need nothing"),
        Option(("--remarks-filter",), "only remarks whose '[pass] text' has this", "REGEX"),
        Option(("--remarks-output-file",), "write remarks there, not to stderr", "FILE"),
    ),
    "checks": (
        Option(
            ("--verify-each",), "verify after each pass: true, the default, or false", "BOOL",
            ("true", "false"), "true",
        ),
        Option(("--verify-roundtrip",), "test that the input is the same, printed and read again"),
        Option(("--verify-diagnostics",), "match '// expected-error@+1 {{..}}' comments"),
        Option(
            ("--validate-each",), "show that each pass leaves the meaning as it is, or stop there"
        ),
        Option(
            ("--size",),
            "for --validate-each: a size, by an index argument or as A.0; others are sampled",
            "n=13", is_repeated=True,
        ),
        Option(
            ("--all-sizes",),
            "for --validate-each: look for a proof for all sizes too, and tell what there is",
        ),
        Option(
            ("--term-budget",),
            "for --validate-each: operations and terms for one proof (default: 2000000)", "N",
        ),
        Option(
            ("--run-budget",),
            "for --validate-each: steps of all passes, 0 for no limit (default: 200000000)", "N",
        ),
    ),
    "when something fails": (
        Option(
            ("--mlir-pass-pipeline-crash-reproducer",),
            "what writes the input and the pipeline there if a pass fails; after an internal "
            "error it is done anyway", "FILE",
        ),
        Option(("--run-reproducer",), "run the pipeline that the input file holds"),
        Option(("--python-traceback",), "show where in Python an error arose"),
    ),
    "for the shell": (
        Option(("--version",), "print the versions of pad-mlir and xDSL"),
        Option(("--completion",), "a script that completes options and passes", "SHELL", ("bash",)),
    ),
}  # fmt: skip


def options() -> list[Option]:
    """All of them, in the order of the help."""
    return [option for group in GROUPS.values() for option in group]


class _Once(argparse.Action):
    """Takes an option's value; a second one would drop the first without a word."""

    _is_given = False

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        if self._is_given:
            remedy = "; one pipeline holds all passes, -p 'a, b'" if self.dest == "passes" else ""
            raise argparse.ArgumentError(self, f"given twice{remedy}")
        self._is_given = True
        setattr(namespace, self.dest, values)


def add_arguments(parser: argparse.ArgumentParser, passes: Collection[str]) -> None:
    """The options, and the input file; what is wrong with them is said in one line."""

    def fail(message: str) -> NoReturn:
        print(f"pad-opt: error: {_explained(message, passes)}", file=sys.stderr)
        sys.exit(2)

    parser.error = fail
    parser.epilog = _EPILOG
    add = parser.add_argument
    add("input_file", nargs="?", default="-", help="MLIR text; '-', the default, is stdin")
    add("--individual-passes", default="", help=argparse.SUPPRESS)
    for title, group in GROUPS.items():
        section = parser.add_argument_group(title)
        for option in group:
            _add(section.add_argument, option)
    parser.set_defaults(passes="")


def _explained(message: str, passes: Collection[str]) -> str:
    """argparse's message; where it is about an option that there is not, with those that are."""
    unknown = re.match(r"unrecognized arguments: ([^\s=]+)", message)
    if unknown is None:
        return f"{message.replace('ignored explicit argument', 'takes no value, got')} (--help)"
    if (answer := ANSWERS.get(unknown[1])) is not None:
        return f"{unknown[1]} is of mlir-opt only: {answer}"
    close = " or ".join(_close(unknown[1], passes))
    return f"{message}{f', did you mean {close}?' if close else ''} (--help)"


def _close(option: str, passes: Collection[str], likeness: float = 0.6) -> list[str]:
    names = {name.lstrip("-"): name for option in options() for name in option.names}
    names |= {name: f"--{name}" for name in passes}
    # The dashes are alike in all.
    found = get_close_matches(option.lstrip("-"), names, 3, likeness)
    return [names[name] for name in found]


def _is_value_of_short(word: str, passes: Collection[str]) -> bool:
    """Whether a word after one dash is `-p` or `-o` with a value, and no long option misspelt."""
    if word[0] == "p" and len(word) > 1:
        return word[1:] in passes
    option = f"--{word}"
    return word[0] == "o" and option not in ANSWERS and not _close(option, passes, 0.8)


def _add(add_argument: Callable[..., object], option: Option) -> None:
    if option.metavar is None:
        add_argument(*option.names, action="store_true", help=option.help)
        return
    add_argument(
        *option.names,
        dest="passes" if option is _PIPELINE else None,
        action="append" if option.is_repeated else _Once,
        metavar=option.metavar,
        choices=option.choices,
        default=[] if option.is_repeated else option.default,
        help=option.help,
    )


def in_our_spelling(arguments: Sequence[str], passes: Collection[str]) -> list[str]:
    """
    The arguments as argparse takes them.

    Long options get their second dash, a bare `--verify-each` its value, flags lose theirs, and
    options that are names of passes become one pipeline.
    """
    known = {name.lstrip("-") for option in options() for name in option.names}
    flags = {name[2:] for option in options() if option.metavar is None for name in option.names}
    result: list[str] = []
    pipeline: list[str] = []
    for number, argument in enumerate(arguments):
        if argument == "--":
            result += arguments[number:]
            break
        match = _LONG.fullmatch(argument)
        if match is None:
            result.append(argument)
        elif match["name"] in passes and match["name"] not in known:
            value = match["value"]
            pipeline.append(match["name"] if value is None else f"{match['name']}{{{value}}}")
        elif match["name"] == _VERIFY_EACH and match["value"] in (None, *_BOOLEANS):
            is_on = _BOOLEANS[match["value"] or "true"]
            result.append(f"--{_VERIFY_EACH}={'true' if is_on else 'false'}")
        elif match["name"] in flags and match["value"] in _BOOLEANS:
            result += [f"--{match['name']}"] if _BOOLEANS[match["value"]] else []
        else:
            is_long = argument.startswith("--") or _is_value_of_short(match["name"], passes)
            result.append(argument if is_long else f"-{argument}")
    if pipeline:
        result.insert(0, f"--individual-passes={','.join(pipeline)}")
    return result
