"""The messages that passes can give, as their sources have them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from .lit_in_process import MESSAGE

ROOT = Path(__file__).parents[1]
LIT_TESTS = ROOT / "lit_tests"
FOLDERS = ("passes", "errors", "rfc77", "tvm_lessons")
_ANY = ".*?"
_FIELD = re.compile(r"\{[a-z]+\}")
"""The placeholder of a field in the text of a `RemarkForm`."""
_PROSE = re.compile(r" [a-z]{2,}|[a-z]{2,} ")

# Texts of which no pass tells, and why.
_NOT_TOLD = {
    "it takes a function of thousands of operations; tests/scheduling/test_optimize.py has it": [
        (
            "passes/optimize/layouts/layout_choice.py",
            "@{of}: {left} of {count} layouts not tried: "
            "the function is too large for as many trials",
        ),
    ],
    "no other machine is told of; tests/scheduling/test_processors.py has it": [
        ("passes/vectorize/vector_unit.py", ", or twice as many of half the width"),
    ],
    "only a schedule tells of this machine unasked; tests/scheduling/test_processors.py has it": [
        (
            "passes/optimize/without_processor.py",
            "no processor is given, so that loops get no vectors: estimated cycles: {before}; with "
            "{cpu}, this machine: {after}",
        ),
    ],
    "where the search for facts about sizes ends, none is named": [
        ("passes/sizes/missing_sizes.py", "too many proofs"),
    ],
    "an assume that is not decided is left as it is": [
        ("analysis/memory/assume_verdicts.py", "it is in no stage of the function"),
        ("analysis/memory/assume_verdicts.py", "what it speaks of is not known"),
    ],
    "where products of names are too much for lemmas, z3 is asked": [
        ("index/nonlinear/lemmas.py", "products of names under facts with many cases"),
        ("index/nonlinear/polynomials.py", "a product of sums has too many terms"),
        ("index/nonlinear/algebra.py", "division by zero in an index expression"),
    ],
    "the remark size-not-tested says so of an access": [
        (
            "analysis/contracts/corners.py",
            "iterators are not in ranges, or more than signs tells where a sum is least",
        ),
    ],
    "of products of names, passes ask what is proven, and not why the rest is unknown": [
        ("index/nonlinear/decision.py", "it divides by what may be 0"),
        ("index/nonlinear/decision.py", "products of names are beyond the rules"),
        ("index/nonlinear/smt.py", "the question is too large for z3"),
        ("index/nonlinear/smt.py", "z3's step limit ran out"),
    ],
    "what is read of a program is quasi-affine, and divides by positive constants": [
        ("index/expr.py", "division by zero in an index expression"),
        ("index/sets/engine.py", "`{expr}` is not quasi-affine"),
    ],
    "isl is checked, and would have to be wrong": [
        ("index/sets/engine.py", "no formula was found for `{name}`"),
        ("index/sets/engine.py", "isl has no right form of the answer"),
    ],
    "a cell of padding was found in all that was tried": [
        ("passes/flatten_buffers/flat_shapes.py", "it is not shown to be at its end"),
    ],
    "isl has found bounds, that hold, of the values of new iterators in all that was tried": [
        ("index/maps/reindex.py", "{name} has no bounds that can be found"),
    ],
    "of all that was tried, a number of either sign is found": [
        (
            "passes/index_arithmetic/rewritten_operations.py",
            "the sign of the {which} {shown} is not known",
        ),
    ],
    "LLVM is installed here, see test_vector_unit.py": [
        ("passes/vectorize/vector_unit.py", "pip install 'pad-mlir[mlir]'"),
        (
            "passes/vectorize/vector_unit.py",
            "target-cpu: the vectors of '{cpu}' are LLVM's to tell; install it: {_INSTALLED}",
        ),
    ],
    "whether a product of sizes is negative takes z3 more steps than it gets": [
        (
            "passes/index_arithmetic/rewritten_operations.py",
            "the sign of the {which} {shown} is not known",
        ),
    ],
    "index maps of Python say it, see test_expr.py": [
        (
            "index/expr.py",
            "an index takes +, -, *, // and %, no operations on bits: write i % 4 for i & 3, and "
            "i // 4 for i >> 2; & and | combine predicates, such as i < 4",
        ),
    ],
    "it takes the steps of overcompute/test_padding_written_behind.py to get there": [
        ("analysis/speculation/legality.py", "its padding is written after this stage"),
        (
            "analysis/speculation/legality.py",
            "pad-sequential-buffer-access{stage={before[0]} buffer={name}}",
        ),
        (
            "analysis/speculation/legality.py",
            "{message}; let {before[0]} write it before, by {step}, and drop the guard there first",
        ),
    ],
    "where wide accesses cannot be, narrow ones are": [
        ("passes/gpu/mapping/wide_accesses.py", "some lanes of an access would be masked off"),
        ("passes/gpu/mapping/wide_accesses.py", "a vector is not known to be aligned"),
    ],
    "pad-opt --contracts prints it, see tests/test_contracts.py and lit_tests/tools": [
        ("analysis/contracts/contracts.py", "the contract of {name} cannot be told: {error}"),
        ("analysis/contracts/padding_contracts.py", " on entry {self._says(self.on_entry)},"),
        (
            "analysis/contracts/padding_contracts.py",
            "padding {self.cells}:{entry} at exit {self._says(self.at_exit)}",
        ),
        ("analysis/contracts/padding_contracts.py", "{text}, accepts {self.accepts}"),
        ("analysis/contracts/padding_contracts.py", "never read"),
    ],
    "pad-opt --emit tells it, see lit_tests/tools/emit-scalable-vectors.mlir": [
        (
            "passes/lowering/accepted_by_upstream.py",
            "'{operation_name(op)}' has {type}, of which no code is made: its size is known to the "
            "processor only; use vectors of a fixed size",
        ),
    ],
    "remarks give it as a field, see docs/reference/remarks.md": [
        ("passes/guards/removal_search.py", "a greater max-waste"),
    ],
    "it is said to who writes a pass": [
        ("passes/common/diagnostics.py", "there are two remarks with the id {self.id}"),
    ],
    "operations of other dialects have it, see test_other_dialect.py": [
        ("passes/guards/bounded_reads.py", "'{access.name}' gets no other index by it"),
        ("passes/layout/accesses/logical_accesses.py", "'{op.name}' takes no such index"),
        ("passes/layout/accesses/physical_accesses.py", "'{op.name}' takes no such index"),
        ("passes/layout/accesses/root_accesses.py", "the index of '{op.name}' is its own"),
    ],
    "compiled code tells it, see test_check_assumes*.py": [
        ("passes/assumes/assume_texts.py", "the assumed condition does not hold"),
        ("passes/assumes/assume_texts.py", "{name} is assumed to hold {equation[1]}"),
        ("passes/assumes/assume_texts.py", ": its padding must be written before the call"),
    ],
}
_LIMITED = "passes/pad-remove-branching-through-overcompute.mlir"
# Exhausts the budget of each proof.
_WITH_FEW_STEPS = """
import sys
import pad_mlir.index.sets.engine as isl_engine
from pad_mlir.tools.pad_opt import main
isl_engine.OPERATIONS = 10
sys.exit(main(sys.argv[1:]))
"""


@dataclass(frozen=True)
class Template:
    """A message of the sources, or a part of one, as it stands there and with any values in it."""

    file: str
    line: int
    text: str
    pattern: re.Pattern[str]


def templates() -> Iterator[Template]:
    folders = ("index", "analysis", "passes")
    pipelines = ROOT / "passes" / "pipeline"  # what these say, tests/driver has
    files = (path for name in folders for path in (ROOT / name).rglob("*.py"))
    for path in sorted(path for path in files if path.parent != pipelines):
        yield from _templates_of(str(path.relative_to(ROOT)), ast.parse(path.read_text()))


def _templates_of(file: str, tree: ast.AST) -> Iterator[Template]:
    """
    The texts of two words or more, but for those that are not messages.

    That is documentation, names of types, what an assertion says, what a text is compared with,
    names for what has none, and programs, which begin with an empty line.
    """
    match tree:
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.BoolOp(op=ast.Or()):
            return
        case ast.Call(func=ast.Name(id="cast" | "TypeError")) | ast.Compare():
            return
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return
        case ast.Constant(value=str()) | ast.JoinedStr():
            text = _shown(tree, "\0")
            if _PROSE.search(text) and not text.startswith("\n"):
                pattern = _pattern(tree).removeprefix(_ANY).removesuffix(_ANY)
                yield Template(file, tree.lineno, _shown(tree), re.compile(pattern))
            return
        case _:
            for child in ast.iter_child_nodes(tree):
                yield from _templates_of(file, child)


def _shown(node: ast.AST, instead: str | None = None) -> str:
    """A text, with expressions for values, or this instead of each of them."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_shown(part, instead) for part in parts)
        case ast.FormattedValue(value=value) if instead is None:
            return f"{{{ast.unparse(value)}}}"
        case _:
            return instead or ""


def _pattern(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return _ANY.join(map(re.escape, _FIELD.split(text)))
        case ast.JoinedStr(values=parts):
            return "".join(map(_pattern, parts))
        case ast.FormattedValue(value=value):
            return _pattern(value)
        case ast.IfExp(body=yes, orelse=no):
            return f"(?:{_pattern(yes)}|{_pattern(no)})"
        case _:
            return _ANY


def given_with_few_steps() -> set[str]:
    """
    The messages of pad-opt if its budget is small.

    In a process of its own, as what was not decided is remembered.
    """
    options = ["-p", "pad-remove-branching-through-overcompute", "--split-input-file"]
    run = subprocess.run(
        [sys.executable, "-c", _WITH_FEW_STEPS, str(LIT_TESTS / _LIMITED), *options],
        capture_output=True,
        text=True,
        check=True,
    )
    return {*MESSAGE.findall(run.stderr)}


def not_given(messages: Collection[str]) -> list[str]:
    """The texts of the sources that are in none of these messages."""
    told = [t for t in templates() if (t.file, t.text) not in NOT_TOLD]
    return [f"{t.file}:{t.line}: {t.text}" for t in told if not _is_in(t.pattern, messages)]


def _is_in(pattern: re.Pattern[str], messages: Collection[str]) -> bool:
    # Most messages have not even its longest part that is no choice; to look for that is cheap.
    parts = re.split(r"\.\*\?|\(\?:.*\)", pattern.pattern, flags=re.DOTALL)
    part = re.sub(r"\\(.)", r"\1", max(parts, key=len), flags=re.DOTALL)
    return any(part in message and pattern.search(message) for message in messages)


NOT_TOLD = {text for texts in _NOT_TOLD.values() for text in texts}
