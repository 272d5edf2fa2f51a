"""A module as code, on poisoned buffers between pages that may not be touched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, cast

import numpy as np
from xdsl.dialects import func, memref
from xdsl.dialects.builtin import MemRefType, ModuleOp, VectorType
from xdsl.ir import Attribute

from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.runtime import KernelError, compile
from pad_mlir.runtime.element_types import element_of

from .applying import Failure
from .evaluator import Outcome
from .guarded import Died, Guarded, Say, guarded, in_child
from .judging import Physical, Silent, Subject, Trial, argument_names, different, poison
from .placements import WrongContract
from .values import Special, Unsupported

SECONDS = 60


def run(
    module: ModuleOp, subject: Subject, seed: int, *, is_relaxed: bool
) -> Failure | Silent | None:
    """Whether the code gives what the original gave; a signal or no end is a failure."""
    physical = Physical.of(module, subject.entry)
    if isinstance(physical, Failure):
        return physical

    def work(say: Say) -> Failure | Silent | None:
        return _run(physical, subject, seed, is_relaxed, say)

    found = in_child(work, SECONDS)
    if not isinstance(found, Died):
        return found
    return Failure("crash of code", f"{found.reason}, at {found.stage}")


def _run(
    physical: Physical, subject: Subject, seed: int, is_relaxed: bool, say: Say
) -> Failure | Silent | None:
    say("compiling")
    try:
        with collect_remarks():
            kernel = compile(physical.module, function=subject.entry, packed=True)
    except KernelError as error:
        return Silent(f"not compiled: {str(error)[:80]}")
    physical = replace(physical, contract=kernel.contracts)
    lenient = subject.is_lenient or subject.has_functions or is_relaxed
    tied = {tie.argument for b in physical.contract.buffers for tie in b.sizes}
    names = argument_names(physical.function)
    calls = [(trial, at_end) for trial in subject.trials for at_end in (True, False)]
    if any(isinstance(op, memref.GlobalOp) and op.constant is None for op in physical.module.ops):
        calls = [calls[seed % 2]]  # a second call would find what the first one left
    for number, (trial, at_end) in enumerate(calls):
        say(f"call {number}, buffers at the {'end' if at_end else 'start'} of their pages")
        rng = Random(seed + number)
        try:
            given = physical.given(trial, rng, finite=is_relaxed, accepted=False)
            arrays = [_native(physical, k, value, rng, at_end) for k, value in enumerate(given)]
        except WrongContract as error:
            return Failure("contracts", str(error))
        except Unsupported as error:
            return Silent(f"unsupported: {error}")
        before = [_shown(a.array) if isinstance(a, Guarded) else a for a in arrays]
        taken = [a.array if isinstance(a, Guarded) else a for a in arrays]
        try:
            # A physical array need not tell its size.
            by_name = {name: a for name, a in zip(names, taken, strict=True) if name in tied}
            arguments = [a for name, a in zip(names, taken, strict=True) if name not in tied]
            got = kernel(*arguments, **by_name)
        except KernelError as error:
            return Failure("refused call", str(error))
        for k, array in enumerate(arrays):
            if isinstance(array, Guarded) and not array.is_slack_kept:
                return Failure("wrong code", f"argument {k}: it writes beside the array")
        outcome = _outcome(physical.function, trial, taken, got)
        if outcome is None:
            return Silent("results of another number")
        if differs := different(trial.expected, physical.logical(outcome, trial), lenient=lenient):
            return Failure("wrong code", differs)
        if broken := physical.broken_promises(before, outcome, trial, lenient=lenient):
            return Failure("wrong code", broken)
    return None


def _native(physical: Physical, k: int, value: Any, rng: Random, at_end: bool) -> Any:
    type = physical.function.function_type.inputs.data[k]
    if not isinstance(type, MemRefType):
        return poison(type, rng) if isinstance(value, Special) else value
    element, lanes = _element(cast("MemRefType[Attribute]", type))
    cells = np.asarray(value, object).copy()
    for index in np.ndindex(cells.shape):
        if isinstance(cells[index], Special):
            cells[index] = poison(lanes, rng)
    contract = physical.arguments[k]
    alignment = max(contract.alignment, element.itemsize)
    if isinstance(cast("MemRefType[Attribute]", type).element_type, VectorType):
        alignment = max(alignment, element.itemsize * cells.shape[-1])
    return guarded(_typed(cells, element), at_end=at_end, alignment=alignment)


def _element(type: MemRefType[Attribute]) -> tuple[np.dtype[Any], Attribute]:
    element = type.element_type
    if isinstance(element, VectorType):
        element = cast("VectorType[Attribute]", element).element_type
    return element_of(element).dtype, element


def _typed(cells: Any, dtype: np.dtype[Any]) -> Any:
    if dtype.kind in "iub":
        return cells.astype(np.int64).astype(dtype)
    return cells.astype(np.float64).astype(dtype)


def _shown(array: Any) -> Any:
    """The numbers of an array as the evaluator has them."""
    if array.dtype.kind in "iu":
        return array.astype(object)
    if array.dtype.kind == "b":
        return array.astype(np.int64).astype(object)
    return array.astype(np.float64).astype(object)


def _outcome(function: func.FuncOp, trial: Trial, taken: Sequence[Any], got: Any) -> Outcome | None:
    count = len(function.function_type.outputs)
    results = () if count == 0 else (got,) if count == 1 else tuple(got)
    if len(results) != count:
        return None
    shown = [_shown(r) if isinstance(r, np.ndarray) else _number(r) for r in results]
    # Numbers are as they were, and as the evaluator has rounded them.
    after = [
        _shown(a) if isinstance(a, np.ndarray) else x
        for a, x in zip(taken, (*trial.expected.arguments_after, *taken), strict=False)
    ]
    return replace(
        trial.expected, results=tuple(shown), arguments_after=tuple(after), globals_after={}
    )


def _number(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else value
