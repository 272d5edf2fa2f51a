"""The validator's verdicts on each pass in the pipelines of lit files, beside their output."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from pad_mlir.dialect.repairs import print_module
from pad_mlir.passes.common.diagnostics import Remark
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.tools.driver.validation import Refuted, Validation
from pad_mlir.tools.tv import FunctionVerdict

_LIT_TESTS = Path(__file__).parents[1] / "lit_tests"
FOLDERS = tuple(_LIT_TESTS / name for name in ("passes", "posts", "rfc77_sizes", "tvm_questions"))
"""Of files whose pipelines are judged."""
BUDGET = 60_000
BUDGETS = {
    "discussion-matmul": 120_000,
    "pad-flatten-loops": 120_000,
    "pad-map-to-gpu": 300_000,
    "pad-optimize-row-blocks": 1_000_000,
    "pad-optimize-row-blocks-declines": 120_000,
    "pad-map-to-gpu-tiles": 20_000,
    "pad-remove-branching-through-overcompute-matmul": 20_000,
    "pad-to-gpu": 5_000,
}
_VERDICT = re.compile(
    r"@(?P<function>\w+): (?P<verdict>not validated.*|valid under.*|sampled.*)", re.DOTALL
)

_ALIAS = "pad.may_alias is on the function"
_DATA_INDEX = "an index depends on the data"
_BUFFER_RESULT = "a function without a body returns a buffer"
_ATOMIC = "the operation memref.atomic_rmw is not understood"
_RECURSION = "calls are nested more than 50 deep"
_UNDEFINED = "the original is undefined"
_VECTOR = "values of type vector.* are not understood"
_BLOCKS = "control flow between blocks is not understood"
_LARGE_EXTENT = "a layout of more than .* cells"
_LAUNCH = "the operation gpu.launch is not understood"
_NO_INPUT = "not validated.*no input was found"
_LARGE = "more than .* steps"

# What the validator cannot judge, or need not: functions by file, and what it says.
NOT_VALIDATED: dict[str, dict[str, str]] = {
    "pad-apply-layouts-affine": {
        "axes_swapped": _UNDEFINED,
        "axes_in_one": _UNDEFINED,
        "symbols": "result 0 is .* before, .* after",  # pad-to-host drops its contract
        "either": _BLOCKS,
        "two": _BLOCKS,
    },
    "pad-apply-layouts-calls": {"result": _BUFFER_RESULT, "recurs": _RECURSION},
    "pad-apply-layouts-globals": {"f": "@scratch has \\[6\\] before, \\[2, 4\\] after"},
    "pad-apply-layouts-results": {"regions": _ATOMIC},
    "pad-apply-layouts-roles": {"may_alias": _ALIAS},
    "pad-apply-layouts-vector-elements": {"computed": "padding of vectors that @number computes"},
    "pad-apply-layouts-vectors": {"pitch": "the alignment of an access to A through a layout"},
    "pad-apply-layouts-writes-declines": {"may_alias": _ALIAS},
    "pad-flatten-buffers": {
        "nchwc": _LARGE_EXTENT,
        "texture": _LARGE_EXTENT,
        "atomic": "the operation memref.atomic_rmw is not understood",
    },
    "pad-hoist-expression-launches": {"of_a_thread": _LAUNCH},
    "hoist-expression-launches": {"of_a_thread": _LAUNCH, "stays_in_the_launch": _LAUNCH},
    "pad-check-assumes": {"user": "a cf.assert of the original may end the program"},
    # Terms do not show that a formula is a function: numbers are compared.
    "pad-expand-math": dict.fromkeys(
        ("lanes", "free", "narrow", "large", "large_f64", "two_in_a_row", "poison", "of_memory"),
        "sampled: ",
    ),
    "pad-expand-math-processors": dict.fromkeys(("full", "half", "quarter", "others"), "sampled: "),
    "pad-flatten-buffers-elide": {"may_alias": _ALIAS},
    "pad-optimize-panels": {"product": _LARGE},
    "pad-optimize-panels-declines": dict.fromkeys(("few_rows", "window"), _LARGE),
    "pad-optimize-row-blocks-declines": {"short_rows": _LARGE},
    "pad-raise-loops-declines": {
        "counted": "how often a loop runs depends on the data",
        "whiles": _LARGE,
    },
    # Too large for terms; on random numbers its assumes are false.
    "pad-map-to-gpu-assumes": {"brighten": "the original is undefined: a false assume"},
    "pad-map-to-gpu-declines": {"one_buffer": _ALIAS},
    "pad-map-to-gpu-host": {"several_blocks": _BLOCKS},
    "pad-map-to-gpu-options": {
        "matvecs": f"{_LARGE}; . runs on random numbers found no difference"
    },
    "pad-map-to-gpu-tiles": {"matmul": _LARGE},
    "pad-remove-branching-through-overcompute-data-of-padding": {
        "two_indices": _DATA_INDEX,
        "permuted": _DATA_INDEX,
    },
    "pad-remove-branching-through-overcompute-matmul": {
        "matmul": _LARGE,
        "accumulated": f"{_LARGE}; 3 runs on random numbers found no difference",
    },
    "pad-remove-branching-through-overcompute-layouts": {"two_kinds": _LARGE},
    # It grants nothing to what a select gives.
    "pad-remove-branching-through-overcompute-relaxed": {
        "selected": "not validated: could not show that S",
    },
    "pad-remove-branching-through-overcompute-size-facts": {
        "tiles": "valid under 1 user assume",
    },
    "pad-remove-branching-through-overcompute-trust": {
        "sum": "valid under 1 user assume",
        "maximum": "valid under 1 user assume",
        "dot": "valid under 2 user assumes: .* \\(2 of them\\)",  # by the place of their stage
        "written_before": "valid under 1 user assume",
    },
    "pad-remove-branching-through-overcompute-trust-sizes": {
        "sized": "valid under 1 user assume",
    },
    # At each sampled index, but not at 3, it reads what nobody wrote.
    "pad-remove-branching-through-overcompute-known-data": dict.fromkeys(
        ("loaded", "tile_sum"), "not validated.*no input was found"
    ),
    # No input was found on which they differ; what is said of integers it cannot follow.
    "pad-simplify-conditions": dict.fromkeys(
        ("own_block", "conjunction", "meets", "prepare", "clip_rows"),
        "not validated.*no input was found",
    ),
    "pad-simplify-integers-declines": {
        **dict.fromkeys(("countdown", "elsewhere"), _NO_INPUT),
    },
    "pad-simplify-conditions-declines": {"never": _UNDEFINED, "extent_of_undef": _UNDEFINED},
    "pad-simplify-integers": dict.fromkeys(
        ("of_remainders", "loaded", "loaded_floats", "stored", "gather_weights", "tile_sum"),
        "not validated.*no input was found",
    ),
    "pad-remove-undef-store-declines": {
        "read": _UNDEFINED,
        "branched": _BLOCKS,
    },
    # No input was found on which they differ; integers that are arguments are terms.
    "simplify-contents": dict.fromkeys(("altered", "altered_with_else"), _NO_INPUT),
    "simplify-logic": dict.fromkeys(
        (
            *(f"parts_{k}" for k in range(4)),
            *("implied_across_a_part", "implied_disjunction", "implied_last_part"),
            *("implying_within_or", "without_an_option"),
        ),
        _NO_INPUT,
    ),
    "simplify-nested-ifs": {
        "guarded_twice": _LAUNCH,
        "thread_extents": _LAUNCH,
    },
    # A logarithm is a term: which number it is, is not looked at.
    "simplify-ranges": dict.fromkeys(("bits_of_a_constant", "bits_of_a_range"), _NO_INPUT),
    "simplify-sharper": dict.fromkeys(
        ("sharper_0", "sharper_2", "sharper_4", "sharper_6"), _NO_INPUT
    ),
    "simplify-transitive-greater": dict.fromkeys(("set_16", "set_24", "set_30"), _NO_INPUT),
    "simplify-transitive-less": dict.fromkeys(("set_0", "set_2", "set_10"), _NO_INPUT),
    # A sum is one term in any order; a choice between two of them is not.
    "pad-transform-layout-formulas": {"lanes": "padding of vectors that @V_pad computes"},
    "pad-vectorize-reductions": {
        "selected": "not validated: could not show that result 0.*no input was found",
    },
    "pad-transform-layout-passed-on": {"chosen": _BLOCKS, "caller": _BLOCKS},
    "pad-to-gpu": {"f": _LARGE},
    "pad-to-gpu-arguments": {
        "conditions": "A is .* of i1 before, .* of i8 after",
        "may_alias": _ALIAS,
    },
    "pad-to-host-affine": {"may_alias": _ALIAS},
    "pad-to-host-exact": {"constants": _VECTOR},
    "pad-to-host-nontemporal": {"may_alias": _ALIAS},
    # A function that calls itself counts as one that may write what it is given.
    "pad-transform-layout-calls": {"calls_recursive": "B is only read before"},
}
_BELOW_SCF = re.compile(f"{_VECTOR}|{_BLOCKS}|there is no @\\w+ with a body after")
_BELOW_GPU = re.compile(f"the kernel .* is unknown|of i1 before, .* of i8 after|{_ALIAS}")


@dataclass(frozen=True)
class Verdicts(Validation):
    """As `--validate-each`, but what is not proven is kept here, and nobody told."""

    of: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Functions that are not proven to be right after a pass, and what is said of them."""

    def check(
        self,
        step: ModulePass,
        before: ModuleOp,
        after: ModuleOp,
        number: str = "",
        remarks: Sequence[Remark] = (),
    ) -> None:
        with collect_remarks() as said:
            try:
                super().check(step, before, after, number, remarks)
            except Refuted as refutation:
                self.of.append((refutation.verdict.function, str(refutation)))
        for remark in said:
            if found := _VERDICT.fullmatch(remark.message):
                self.of.append((found["function"], found["verdict"]))

    def verdict(
        self,
        before: ModuleOp,
        after: ModuleOp,
        function: str,
        fp: Literal["strict", "relaxed"],
        suggested: Sequence[Mapping[str, int]],
    ) -> FunctionVerdict:
        """
        The validator's answer, which is asked once of the same texts.

        Pipelines with other options, or that go on from a shorter one, do the same to many
        functions.
        """
        texts = _text(before, function), _text(after, function)
        asked = (function, fp, repr(suggested), repr(self.sizes), self.budget, self.all_sizes)
        key = (*asked, *(hashlib.sha256(text.encode()).digest() for text in texts))
        if (answer := _ANSWERS.get(key)) is None:
            answer = super().verdict(before, after, function, fp, suggested)
            if not answer.user_assumes:  # which are operations of these modules
                _ANSWERS[key] = answer
        return answer


_ANSWERS: dict[Hashable, FunctionVerdict] = {}


def _text(module: ModuleOp, function: str) -> str:
    """All of a module that a verdict on a function may depend on."""
    for op in module.ops:
        if isinstance(op, func.FuncOp) and op.sym_name.data == function:
            text = print_module(op, generic=True)
            if "@" not in text:  # it names nothing else
                return text
    return print_module(module, generic=True)


@dataclass
class Judge:
    """The validator of the pipelines in a lit file."""

    file: Path
    runs: dict[tuple[str, ...], Verdicts] = field(default_factory=dict[tuple[str, ...], Verdicts])
    """By the file that is read, the pipeline, and how it is read."""

    def validation(self, args: Sequence[str]) -> Validation | None:
        """
        How a call of pad-opt is validated; None if that is done already.

        One pipeline is often run twice, its result and its remarks read by two lines. What an
        earlier line has made is seen by pad-tv in the file itself.
        """
        if "-p" not in args or Path(args[0]).parent not in FOLDERS:
            return None
        pipeline = args[args.index("-p") + 1]
        options = ("--split-input-file", "--allow-unregistered-dialect")
        run = (Path(args[0]).stem, pipeline, *(option for option in options if option in args))
        if run in self.runs:
            return None
        self.runs[run] = Verdicts(budget=BUDGETS.get(run[0], BUDGET))
        return self.runs[run]

    def wrong(self) -> Iterator[str]:
        """
        The passes that are neither proven nor expected to be unproven, and those that are both.
        """
        met: set[str] = set()
        for (name, pipeline, *_), verdicts in self.runs.items():
            for function, verdict in verdicts.of:
                expected = _expected(name, pipeline, function)
                if expected is None or not expected.search(verdict):
                    yield f"@{function} in {pipeline}: {verdict}"
                if name == self.file.stem:
                    met.add(function)
        for function in NOT_VALIDATED.get(self.file.stem, {}).keys() - met:
            yield f"@{function}: the table lists what is validated"


def _expected(name: str, pipeline: str, function: str) -> re.Pattern[str] | None:
    if "pad-to-host" in pipeline and "stop=affine" not in pipeline:
        return _BELOW_SCF
    if "pad-to-gpu" in pipeline and "stop=gpu" not in pipeline:
        return _BELOW_GPU
    text = NOT_VALIDATED.get(name, {}).get(function)
    return None if text is None else re.compile(text, re.DOTALL)
