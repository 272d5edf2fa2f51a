"""The results of a program before the passes, compared with those of modules that passes made."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite
from random import Random
from typing import Any, cast

import numpy as np
from xdsl.dialects import func, memref
from xdsl.dialects.builtin import MemRefType, ModuleOp, VectorType
from xdsl.ir import Attribute, Operation, SSAValue

from pad_mlir.analysis.contracts.contracts import BufferContract, FunctionContract, contracts_of
from pad_mlir.analysis.contracts.padding_contracts import PaddingContract
from pad_mlir.dialect.attributes import layout_of
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context
from pad_mlir.dialect.xdsl_compat.cloning import cloned
from pad_mlir.passes.assumes.pad_remove_assume import PadRemoveAssume

from .applying import Failure
from .evaluator import Outcome, OverBudget, Undefined, Unsupported, evaluate
from .physical import LaidOut, unpacked
from .placements import Contracted, WrongContract
from .scalar_kinds import IntegerKind, kind_of, same_number
from .values import FORBIDDEN, Special

BUDGET = 400_000
_LENIENT = (
    "nsz",
    "reassoc",
    "contract",
    "fastmath<fast>",
    "arcp",
    "afn",
    "fp-contract=on",
    "relaxed",
)


@dataclass(frozen=True)
class Trial:
    """One set of logical arguments, and what the original gives for it."""

    given: tuple[Any, ...]
    expected: Outcome


@dataclass(frozen=True)
class Subject:
    """A program as it was, run on its inputs."""

    entry: str
    trials: tuple[Trial, ...]
    is_lenient: bool
    """Whether flags of the program allow floats to be rounded otherwise."""
    has_functions: bool
    """Whether it calls functions of libm, of which the code has others."""


@dataclass(frozen=True)
class Silent:
    """Why an oracle says nothing: a word to count it by."""

    reason: str


def subject_of(
    text: str, entry: str, module: ModuleOp, inputs: Sequence[Sequence[Any]]
) -> Subject | Silent:
    """The program with those inputs for which it is defined."""
    trials: list[Trial] = []
    for given in inputs:
        try:
            trials.append(Trial(tuple(given), evaluate(module, entry, given, budget=BUDGET)))
        except Undefined:
            continue
        except Unsupported as error:
            return Silent(f"unsupported: {str(error)[:60]}")
        except OverBudget:
            return Silent("over budget")
        except Exception:
            return Silent("crash of the evaluator")
    if not trials:
        return Silent("undefined")
    lenient = any(word in text for word in _LENIENT)
    return Subject(entry, tuple(trials), lenient, "math." in text)


@dataclass(frozen=True)
class Physical:
    """The function of a module by its contract."""

    module: ModuleOp
    function: func.FuncOp
    contract: FunctionContract

    @staticmethod
    def of(module: ModuleOp, entry: str) -> Physical | Failure:
        """A failure where the contracts cannot be told."""
        try:
            contracts = contracts_of(module)
        except Exception as error:
            return Failure("contracts", f"{type(error).__name__}: {error}")
        function = next(
            op for op in module.ops if isinstance(op, func.FuncOp) and op.sym_name.data == entry
        )
        return Physical(module, function, {c.name: c for c in contracts}[entry])

    @property
    def is_between(self) -> bool:
        """
        Whether a buffer is physical by one step of its layout, and not yet by another: what its
        accesses say is not a contract of their own.
        """
        function, types = self.function, self.function.function_type
        waiting = "pad.layouts" in function.attributes
        sides = ((types.inputs, function.arg_attrs), (types.outputs, function.res_attrs))
        return any(
            "pad.logical" in given.data and (waiting or layout_of(type) is not None)
            for side, attributes in sides
            if attributes is not None
            for type, given in zip(side.data, attributes, strict=True)
        )

    @property
    def arguments(self) -> dict[int, BufferContract]:
        """The contracts of memref arguments by their position."""
        return {b.position: b for b in self.contract.buffers if b.role != "result"}

    @property
    def results(self) -> dict[int, BufferContract]:
        """The contracts of memref results."""
        return {b.position: b for b in self.contract.buffers if b.role == "result"}

    def given(self, trial: Trial, rng: Random, *, finite: bool, accepted: bool) -> list[Any]:
        """
        The arguments in physical memory: value padding as promised, what is never read forbidden,
        and all else poisoned; with `accepted`, what the contract says would do as well.
        """
        types = self.function.function_type.inputs.data
        found: list[Any] = []
        for k, type in enumerate(types):
            if k >= len(trial.given):
                found.append(self._size(k, trial))
                continue
            value, contract = trial.given[k], self.arguments.get(k)
            shape = np.shape(value)
            contracted = None if contract is None else Contracted.of(contract, shape)
            if contracted is None:
                found.append(value)
                continue
            element = cast("MemRefType[Attribute]", type).element_type

            def fill(piece: PaddingContract, element: Attribute = element) -> Any:
                if (piece.accepts == "any") if accepted else (piece.on_entry == "never read"):
                    return FORBIDDEN
                return poison(element, rng, finite=finite)

            chosen = _accepted(contracted) if accepted else contracted
            found.append(chosen.filled(value, fill, self._computed))
        return found

    def logical(self, outcome: Outcome, trial: Trial) -> Outcome:
        """The outcome in logical indices."""
        after: list[Any] = []
        for k, value in enumerate(outcome.arguments_after[: len(trial.given)]):
            shape = np.shape(trial.given[k])
            after.append(_unpacked(value, self.arguments.get(k), shape))
        results = [_unpacked(v, self.results.get(k), None) for k, v in enumerate(outcome.results)]
        return replace(
            outcome,
            results=tuple(results),
            arguments_after=tuple(after),
            globals_after=self._globals(outcome.globals_after, trial.expected.globals_after),
        )

    def broken_promises(
        self, given: Sequence[Any], outcome: Outcome, trial: Trial, *, lenient: bool
    ) -> str | None:
        """The first cell of padding that is not at exit what the contract says."""
        for k, contract in (*self.arguments.items(), *((~k, c) for k, c in self.results.items())):
            shape = np.shape(trial.given[k]) if k >= 0 else None
            if (contracted := Contracted.of(contract, shape)) is None:
                continue
            after = outcome.arguments_after[k] if k >= 0 else outcome.results[~k]
            for point, value in contracted.promised(after, self._computed):
                if not _same(value, after[point], zeros_differ=not lenient):
                    found = f"padding {list(point)} is {after[point]!r}, promised {value!r}"
                    return f"{contract.name}: {found}"
            for point in contracted.unchanged() if k >= 0 else ():
                before = given[k][point]
                if not _same(before, after[point], zeros_differ=True):
                    found = f"padding {list(point)} is {after[point]!r}, was {before!r}, may not"
                    return f"{contract.name}: {found} change"
        return None

    def _size(self, k: int, trial: Trial) -> int:
        """The argument that a pass has added: the size of an axis."""
        names = [_argument_name(self.function, j) for j in range(len(self.function.args))]
        for position, contract in self.arguments.items():
            for tie in contract.sizes:
                if tie.argument == names[k]:
                    return np.shape(trial.given[position])[tie.axis]
        raise WrongContract(f"nothing tells what argument {k} is")

    def _computed(self, name: str, index: tuple[int, ...]) -> Any:
        (value,) = evaluate(self.module, name, list(index), budget=BUDGET).results
        return value

    def _globals(self, after: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
        """Their logical cells; none of a padded one that was lowered: no contract tells which."""
        found = dict(after)
        for op in self.module.ops:
            if not isinstance(op, memref.GlobalOp) or op.sym_name.data not in after:
                continue
            name = op.sym_name.data
            if (type := op.attributes.get("pad.logical")) is not None:
                found[name] = unpacked(cast("LaidOut", type), after[name])
            elif np.size(after[name]) != np.size(expected.get(name, after[name])):
                del found[name]
        return found


def argument_names(function: func.FuncOp) -> list[str]:
    """As contracts and kernels call them."""
    return [_argument_name(function, k) for k in range(len(function.args))]


def _argument_name(function: func.FuncOp, k: int) -> str:
    given = None if function.arg_attrs is None else function.arg_attrs.data[k].data.get("pad.name")
    hint = cast("SSAValue", function.args[k]).name_hint
    return given.data if given is not None else (hint or f"arg{k}")  # pyright: ignore


def judged(
    module: ModuleOp,
    subject: Subject,
    rng: Random,
    *,
    is_relaxed: bool = False,
    is_trusting: bool = False,
    contract_of: ModuleOp | None = None,
    trial: int | None = None,
) -> Failure | Silent | None:
    """
    Whether the module gives what the original gave, on poisoned buffers, and keeps its contract.

    `contract_of` has the contract where lowering has dropped it; `trial` is the only one asked.
    """
    lenient = subject.is_lenient or is_relaxed
    physical = Physical.of(module, subject.entry)
    if isinstance(physical, Failure):
        return physical
    if contract_of is not None:
        before = Physical.of(contract_of, subject.entry)
        if isinstance(before, Failure):
            return before
        physical = replace(physical, contract=before.contract)
    if physical.is_between:
        return Silent("between two layouts")
    chosen = subject.trials if trial is None else [subject.trials[trial % len(subject.trials)]]
    for each in chosen:
        seed = rng.randrange(1 << 30)
        try:
            given = physical.given(each, Random(seed), finite=is_relaxed, accepted=False)
            outcome = evaluate(module, subject.entry, given, budget=8 * BUDGET, undefs=seed)
            broken = physical.broken_promises(given, outcome, each, lenient=lenient)
            differs = different(each.expected, physical.logical(outcome, each), lenient=lenient)
        except Undefined as error:
            if is_trusting and _is_users(error.op):
                return Silent("trusted")
            return Failure("undefined", f"new undefined behaviour: {error}")
        except Unsupported as error:
            return Silent(f"unsupported: {str(error)[:60]}")
        except OverBudget:
            return Silent("over budget")
        except WrongContract as error:
            return Failure("contracts", str(error))
        except Exception:
            return Failure("crash of the evaluator", traceback.format_exc(limit=-4))
        if differs is not None:
            return Failure("wrong value", differs)
        if broken is not None:
            return Failure("broken contract", broken)
    return None


def judged_without_promises(
    module: ModuleOp, subject: Subject, rng: Random
) -> Failure | Silent | None:
    """
    Whether what a contract says it would accept is enough: other padding poisoned, or not there.
    """
    contract = Physical.of(module, subject.entry)
    if isinstance(contract, Failure):
        return contract
    if contract.is_between:
        return Silent("between two layouts")
    pieces = [p for b in contract.contract.buffers for p in b.padding if b.role != "result"]
    if not any(piece.accepts not in (None, "declared") for piece in pieces):
        return Silent("nothing accepted")
    # An assume is not an access: what is accepted is so without them.
    without = cloned(module)
    try:
        PadRemoveAssume().apply(new_context(), without)
    except PadError:
        return Silent("assumes stay")
    physical = Physical.of(without, subject.entry)
    if isinstance(physical, Failure):
        return physical
    physical = replace(physical, contract=contract.contract)
    for trial in subject.trials[:1]:
        seed = rng.randrange(1 << 30)
        try:
            given = physical.given(trial, Random(seed), finite=False, accepted=True)
            outcome = evaluate(without, subject.entry, given, budget=8 * BUDGET, undefs=seed)
            logical = physical.logical(outcome, trial)
        except Undefined as error:
            return Failure("accepted padding", f"new undefined behaviour: {error}")
        except Unsupported as error:
            return Silent(f"unsupported: {str(error)[:60]}")
        except OverBudget:
            return Silent("over budget")
        except WrongContract as error:
            return Failure("contracts", str(error))
        except Exception:
            return Failure("crash of the evaluator", traceback.format_exc(limit=-4))
        if differs := different(trial.expected, logical, lenient=subject.is_lenient):
            return Failure("accepted padding", differs)
    return None


def _accepted(contracted: Contracted) -> Contracted:
    """As if only what is not accepted otherwise were promised on entry."""
    pieces = tuple(
        piece if piece.accepts == "declared" else replace(piece, on_entry="arbitrary")
        for piece in contracted.contract.padding
    )
    return replace(contracted, contract=replace(contracted.contract, padding=pieces))


def different(expected: Outcome, actual: Outcome, *, lenient: bool) -> str | None:
    """
    The first place where an outcome is not what was expected; undef may be anything.

    With `lenient` floats may be rounded otherwise, and what is not a finite number on one side be
    anything.
    """
    if expected.freed != actual.freed:
        return f"freed arguments are {actual.freed}, expected {expected.freed}"
    if expected.aliases != actual.aliases:
        return f"results are the buffers {actual.aliases}, expected {expected.aliases}"
    named: list[tuple[str, Any, Any]] = []
    for k, (x, y) in enumerate(zip(expected.results, actual.results, strict=True)):
        named.append((f"result {k}", x, y))
    for k, (x, y) in enumerate(zip(expected.arguments_after, actual.arguments_after, strict=True)):
        named.append((f"argument {k}", x, y))
    for name, cells in expected.globals_after.items():
        if name in actual.globals_after:
            named.append((f"@{name}", cells, actual.globals_after[name]))
    for name, before, after in named:
        if found := _difference(name, before, after, lenient=lenient):
            return found
    return None


def _difference(name: str, before: Any, after: Any, *, lenient: bool) -> str | None:
    left: Any = np.asarray(before, object)
    right: Any = np.asarray(after, object)
    if name.startswith("@") and left.size == right.size:
        right = right.reshape(left.shape)  # no caller has its type; row-major is all there is
    if left.shape != right.shape:
        return f"{name} has the shape {list(right.shape)}, expected {list(left.shape)}"
    scale = None
    for index in np.ndindex(left.shape):
        one, other = left[index], right[index]
        if isinstance(one, Special):
            continue
        if not isinstance(other, Special) and same_number(one, other):
            continue
        if lenient and isinstance(one, float) and isinstance(other, float):
            if scale is None:
                scale = _scale(left)
            if not isfinite(one) or not isfinite(other) or abs(one - other) <= 0.02 * scale:
                continue
        return f"{name}{list(index) if index else ''} is {other!r}, expected {one!r}"
    return None


def _scale(cells: Any) -> float:
    numbers = [abs(x) for x in cells.ravel() if isinstance(x, float) and isfinite(x)]
    return max([1.0, *numbers])


def _same(wanted: Any, got: Any, *, zeros_differ: bool) -> bool:
    """Whether cells are the same; lanes one by one."""
    one: Any = np.asarray(wanted, object)
    other: Any = np.asarray(got, object)
    if one.shape != other.shape:
        return False
    for x, y in zip(one.ravel(), other.ravel(), strict=True):
        if x is y or isinstance(x, Special) or y is None:
            continue
        if isinstance(y, Special):
            return False
        if not same_number(x, y) and (zeros_differ or not x == y == 0):
            return False
    return True


def poison(element: Attribute, rng: Random, *, finite: bool = False) -> Any:
    """NaN, huge or random: what padding that need hold nothing may hold."""
    if isinstance(element, VectorType):
        lanes = np.empty(cast("VectorType[Attribute]", element).get_shape(), object)
        for index in np.ndindex(lanes.shape):
            inside = cast("VectorType[Attribute]", element).element_type
            lanes[index] = poison(inside, rng, finite=finite)
        return lanes
    kind = kind_of(element)
    if isinstance(kind, IntegerKind):
        if kind.width == 1:
            return rng.randrange(2)
        return rng.choice((kind.low, kind.high, rng.randint(kind.low, kind.high)))
    odd = (kind.largest, -kind.largest) if finite else (float("nan"), float("inf"), kind.largest)
    return kind.round(rng.choice((*odd, rng.uniform(-1e3, 1e3))))


def _unpacked(value: Any, contract: BufferContract | None, shape: tuple[int, ...] | None) -> Any:
    contracted = None if contract is None else Contracted.of(contract, shape)
    return value if contracted is None else contracted.logical(value)


def _is_users(op: Operation | None) -> bool:
    return op is not None and op.name == "pad.assume" and "pad.user" in op.attributes
