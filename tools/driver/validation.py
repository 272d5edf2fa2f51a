"""`--validate-each`: what each pass made of a module, judged by translation validation."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from xdsl.dialects import func, gpu
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, SymbolRefAttr
from xdsl.ir import Attribute, IRNode, Operation, SSAValue
from xdsl.passes import ModulePass

from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import are_equal
from ...dialect.ir.reasons import because
from ...passes.common.diagnostics import Remark, RemarkForm, remark
from ...passes.pipeline.internal_errors import Bug, is_ours, whose
from ..report.progress import Progress
from ..tv import DEFAULT_BUDGET, BadInput, FunctionVerdict, Run, Status, size_names, validate

_NOT_JUDGED = RemarkForm("not-judged", "@{of}: not validated: {reason}")
_NOT_VALIDATED = RemarkForm("not-validated", "{verdict}")
_UNDER_ASSUMES = RemarkForm("valid-under-assumes", "{verdict}")
_FOR_SAMPLES = RemarkForm("valid-for-samples", "{verdict}")
_FOR_ALL_SIZES = RemarkForm("valid-for-all-sizes", "{verdict}")
_FOR_SAMPLED_SIZES = RemarkForm("valid-for-sampled-sizes", "{verdict}")
_WITNESSES = 4


class Refuted(PadError, Bug):
    """A pass that changed what a function means."""

    def __init__(self, step: ModulePass, function: func.FuncOp, verdict: FunctionVerdict):
        request = "; please report" if is_ours(step) else ""
        text = f"pass {whose(step)} changes what the function means{request}: {verdict}"
        super().__init__(text, function)
        self.verdict = verdict


@dataclass(frozen=True)
class Validation:
    """How the passes of a pipeline are judged."""

    sizes: Mapping[str, int] = field(default_factory=dict[str, int])
    """By the name of an index argument, or of a buffer and axis (`A.0`); others are sampled."""
    budget: int = DEFAULT_BUDGET
    """Of steps, for one function at one choice of sizes."""
    run: Run = field(default_factory=Run)
    """The steps of all passes together."""
    progress: Progress = field(default_factory=lambda: Progress("pad-opt", None, sys.stderr))
    all_sizes: bool = False
    """Whether to look for a proof for all sizes too, where a function has sizes."""

    def check_sizes(self, module: ModuleOp) -> None:
        """Raises PadError for a name that is not a size of any function."""
        known = {name for function in _functions(module).values() for name in _sizes(function)}
        for name in sorted(self.sizes.keys() - known):
            listed = ", ".join(sorted(known)) or "none"
            raise PadError(f"--size {name}: the sizes here are: {listed}", module)

    def check(
        self,
        step: ModulePass,
        before: ModuleOp,
        after: ModuleOp,
        number: str = "",
        remarks: Sequence[Remark] = (),
    ) -> None:
        """
        Raises Refuted where the pass changed what a function means; what could not be shown, rests
        on assumes of the user, or was shown for samples of the data only, is told in a remark at
        the function, and with `all_sizes` whether there is a proof for all. Progress calls the pass
        by its name and this number. The witnesses in the remarks of the pass suggest sizes.
        """
        self.run.what = f"{step.name}{number}: "
        try:
            self._check(step, before, after, remarks)
        finally:
            self.progress.clear()

    def _check(
        self, step: ModulePass, before: ModuleOp, after: ModuleOp, remarks: Sequence[Remark]
    ) -> None:
        after = with_contracts_of(before, after)
        fp: Literal["strict", "relaxed"] = getattr(step, "fp", "strict")
        for name in _changed(before, after):
            function = _functions(before)[name]
            try:
                verdict = self.verdict(before, after, name, fp, _witnesses(name, remarks))
            except BadInput as error:
                why = because(str(error), "bad-input")
                remark(step.name, function, _NOT_JUDGED, reason=why, of=name)
                continue
            _report(step, function, verdict)

    def verdict(
        self,
        before: ModuleOp,
        after: ModuleOp,
        function: str,
        fp: Literal["strict", "relaxed"],
        suggested: Sequence[Mapping[str, int]],
    ) -> FunctionVerdict:
        """The validator's answer about a function that has changed; raises BadInput."""
        known = _sizes(_functions(before)[function])
        verdict = validate(
            before,
            after,
            function=function,
            fp=fp,
            sizes={k: v for k, v in self.sizes.items() if k in known},
            suggested=suggested,
            budget=self.budget,
            run=self.run,
            all_sizes=self.all_sizes and bool(known),
        )
        return verdict.functions[0]


def _witnesses(function: str, remarks: Sequence[Remark]) -> list[dict[str, int]]:
    """The first few points at which a proof about a function failed, by the names in them."""
    points = [
        {name: value for name, value in said.reason.witness if isinstance(value, int)}
        for said in remarks
        if said.function == function and said.reason is not None and said.reason.witness
    ]
    return [point for k, point in enumerate(points) if point not in points[:k]][:_WITNESSES]


def _report(step: ModulePass, function: func.FuncOp, verdict: FunctionVerdict) -> None:
    if verdict.status is Status.REFUTED:
        raise Refuted(step, function, verdict)
    if verdict.status is not Status.VALID:
        remark(step.name, function, _NOT_VALIDATED, verdict=verdict)
    elif verdict.user_assumes:
        remark(step.name, function, _UNDER_ASSUMES, verdict=verdict)
    elif verdict.is_for_samples:
        remark(step.name, function, _FOR_SAMPLES, verdict=verdict)
    elif verdict.for_all_sizes is not None:
        form = _FOR_SAMPLED_SIZES if verdict.for_all_sizes else _FOR_ALL_SIZES
        remark(step.name, function, form, verdict=verdict)


def _changed(before: ModuleOp, after: ModuleOp) -> Iterator[str]:
    """
    The functions of `before` with a body that are not the same after, in themselves or in what they
    call or launch; without private ones that another one calls: these run with their callers.
    """
    functions, parts, others = _functions(before), _parts(before), _parts(after)
    globals_changed = not _same(_globals(before), _globals(after))
    callees = {name: _callees(op) for name, op in functions.items()}
    called = {name for caller, names in callees.items() for name in names if name != caller}
    for name, function in functions.items():
        if function.is_declaration or (_is_private(function) and name in called):
            continue
        reached = _reached(name, callees)
        if globals_changed or not all(
            n in others and _same([parts[n]], [others[n]]) for n in reached if n in parts
        ):
            yield name


def _same(ours: list[Operation], theirs: list[Operation]) -> bool:
    return len(ours) == len(theirs) and all(
        are_equal(x, y, _parents(x, y)) for x, y in zip(ours, theirs, strict=True)
    )


def _parents(ours: Operation, theirs: Operation) -> dict[IRNode | SSAValue, IRNode | SSAValue]:
    return {} if ours.parent is None or theirs.parent is None else {ours.parent: theirs.parent}


def _globals(module: ModuleOp) -> list[Operation]:
    return [op for op in module.ops if op.name == "memref.global"]


def _functions(module: ModuleOp) -> dict[str, func.FuncOp]:
    return {op.sym_name.data: op for op in module.ops if isinstance(op, func.FuncOp)}


def _parts(module: ModuleOp) -> dict[str, Operation]:
    """The functions that a function may call, and the modules of the kernels that it may launch."""
    kernels = {op.sym_name.data: op for op in module.ops if isinstance(op, gpu.ModuleOp)}
    return {**kernels, **_functions(module)}


def _is_private(function: func.FuncOp) -> bool:
    visibility = function.sym_visibility
    return visibility is not None and visibility.data == "private"


def _callees(function: func.FuncOp) -> set[str]:
    names: set[str] = set()
    for op in function.walk():
        for attribute in (*op.properties.values(), *op.attributes.values()):
            if isinstance(attribute, SymbolRefAttr):
                names.add(attribute.root_reference.data)
    return names


def _reached(name: str, callees: Mapping[str, set[str]]) -> set[str]:
    found, pending = {name}, [name]
    while pending:
        new = callees.get(pending.pop(), set()) - found
        found |= new
        pending += new
    return found


def with_contracts_of(before: ModuleOp, after: ModuleOp) -> ModuleOp:
    """`after`, with the contracts and names of arguments where a lowering dropped all of them."""
    functions = _functions(before)
    pairs = [(functions[name], op) for name, op in _functions(after).items() if name in functions]
    if not any(map(_has_contracts, functions.values())) or any(
        _has_contracts(op) for op in _functions(after).values()
    ):
        return after
    copy = after.clone()
    copies = _functions(copy)
    for ours, theirs in pairs:
        _give_contracts(ours, copies[theirs.sym_name.data])
    return copy


def _has_contracts(function: func.FuncOp) -> bool:
    return any(name.startswith("pad.") for entry in _entries(function) for name in entry)


def _entries(function: func.FuncOp) -> list[dict[str, Attribute]]:
    """The attributes of each argument."""
    types = function.function_type.inputs.data
    if function.arg_attrs is None:
        return [{} for _ in types]
    return [dict(entry.data) for entry in function.arg_attrs]


def _give_contracts(before: func.FuncOp, after: func.FuncOp) -> None:
    if before.function_type.inputs != after.function_type.inputs:
        return
    pads = [
        {name: value for name, value in entry.items() if name.startswith("pad.")}
        for entry in _entries(before)
    ]
    merged = [{**theirs, **ours} for ours, theirs in zip(pads, _entries(after), strict=True)]
    after.arg_attrs = ArrayAttr([DictionaryAttr(entry) for entry in merged])
    if not after.is_declaration:
        for ours, theirs in zip(before.args, after.args, strict=True):
            theirs.name_hint = ours.name_hint


def _sizes(function: func.FuncOp) -> set[str]:
    try:
        return size_names(function)
    except BadInput:
        return set()
