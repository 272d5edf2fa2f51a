"""pad-infer-pad-value: lists the pad values with which guards may go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialect.annotations import buffer_name, buffers
from ...dialect.ir.locations import location_of, show_location
from ...dialect.ir.reasons import Reason, because
from ...index.sets.engine import own_engine
from ..assumes.assume_checks import check_assumes
from ..common.diagnostics import RemarkForm, remark
from ..common.stages import find_buffer, find_functions, find_stages, stage_name, stages_of
from ..guards.pad_remove_branching_through_overcompute import read_limit
from ..guards.removal_search import Allowed
from .choices import Choice, Found, find_choices
from .value_trials import PadValue, Scope, Trials

_LISTED = RemarkForm(
    "pad-value",
    "@{of}: {values} frees {freed} of {guards} guards{where}: {inserted} instances are added, "
    "{cells} cells of padding hold a value",
    "analysis",
)
_NONE = RemarkForm("no-pad-value", "@{of}: no pad value is found: {reason}")
_NOT_ALL = RemarkForm(
    "pad-values-not-all-tried",
    "@{of}: not all pad values are tried, as there are too many; name fewer buffers, or a stage",
    "analysis",
)


@dataclass(frozen=True)
class InferredPadding:
    """
    Pad values with which guards of a function go that stay without them.

    - `values`: by buffer, a number or "undef", of what may be written too;
    - `freed`: the guards that go, as `stage`, and `file:line:col: ` where it is known; `guards` is
      how many there are that do not go without;
    - `inserted`: the instances that are added; `cells`: of padding that has to hold a value; None
      where they cannot be counted, as they depend on a size.
    """

    function: str
    values: dict[str, float | int | str]
    freed: tuple[tuple[str | None, str], ...]
    guards: int
    inserted: int | None
    cells: int | None

    def __str__(self) -> str:
        stages = dict.fromkeys(stage for stage, _ in self.freed)
        return _LISTED.text.format(
            of=self.function,
            values=shown(self.values),
            freed=len(self.freed),
            guards=self.guards,
            where="".join(f" in '{stage}'" for stage in stages if stage),
            inserted="uncounted" if self.inserted is None else self.inserted,
            cells="uncounted" if self.cells is None else self.cells,
        )


@dataclass(frozen=True)
class PadInferPadValue(ModulePass):
    """
    Lists the pad values with which guards of a stage would go (RFC 77: "Automatically determine
    options for pad_value that would provide useful simplifications for an individual operator").

    Candidates come from the operations that use what is loaded: neutral and absorbing elements, and
    what has to be loaded for the operations in between to give these. Each is tried, alone and
    together with values of other buffers, by what `pad-remove-branching-through-overcompute` would
    drop where the padding held it: what is listed is certain. A buffer that is not named in a
    choice may hold anything in its padding. The program stays as it is; each choice is a remark,
    the best first: here `@top: A=-inf frees 1 of 1 guards in 'compute': 2 instances are added, 2
    cells of padding hold a value`.

    Before:

    ```mlir
    func.func @top(%A: memref<4x4xf32>, %M: memref<1xf32>) {
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
            %m = affine.load %M[0] : memref<1xf32>
            %a = affine.load %A[%io, %ii] : memref<4x4xf32>
            %n = arith.maximumf %m, %a : f32
            affine.store %n, %M[0] : memref<1xf32>
          }
        }
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After:

    ```mlir
    func.func @top(%A: memref<4x4xf32>, %M: memref<1xf32>) {
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
            %m = affine.load %M[0] : memref<1xf32>
            %a = affine.load %A[%io, %ii] : memref<4x4xf32>
            %n = arith.maximumf %m, %a : f32
            affine.store %n, %M[0] : memref<1xf32>
          }
        }
      } {pad.stage = "compute"}
      func.return
    }
    ```

    Options: `function`; `stage` (when unset, all but stages of padding); `buffer`, one or several
    (all that have a name, when unset); `max-waste`, and `fp=strict|relaxed`, as
    `pad-remove-branching-through-overcompute` takes them.

    Errors: an unknown function, stage or buffer, an assume that is false. Declines, with a remark:
    no guard is left without a value, no candidate frees one, or padding is not known, as the size
    of a buffer or an index is not.
    """

    name = "pad-infer-pad-value"

    function: str | None = None
    stage: str | None = None
    buffer: tuple[str, ...] = ()
    max_waste: float | int | str = 1.0
    fp: Literal["strict", "relaxed"] = "strict"

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        self.run(op)

    def run(self, module: ModuleOp) -> list[InferredPadding]:
        """The choices of all functions, with a remark for each."""
        allowed = Allowed(read_limit(self.max_waste), self.fp == "relaxed")
        check_assumes(module)
        inferred: list[InferredPadding] = []
        for function in find_functions(module, self.function, self._concerns):
            for name in self.buffer:
                find_buffer(function, name)
            scope = Scope(function, find_stages(function, self.stage), self.buffer)
            found = find_choices(Trials(module, [scope], allowed))
            self._tell(function, scope, found)
            inferred += [_inferred(function, choice, found) for choice in found.choices]
        return inferred

    def _concerns(self, function: func.FuncOp) -> bool:
        names = {buffer_name(buffer) for buffer in buffers(function)}
        return bool(stages_of(function, self.stage)) and names >= {*self.buffer}

    def _tell(self, function: func.FuncOp, scope: Scope, found: Found) -> None:
        name = function.sym_name.data
        for choice in found.choices:
            stages = dict.fromkeys(stage_name(one.guard) for one in choice.freed)
            inserted = "uncounted" if choice.inserted is None else choice.inserted
            remark(
                self.name,
                choice.freed[0].guard,
                _LISTED,
                of=name,
                values=shown(as_numbers(choice.values)),
                freed=len(choice.freed),
                guards=found.guards,
                where="".join(f" in '{stage}'" for stage in stages if stage),
                inserted=inserted,
                cells="uncounted" if choice.cells is None else choice.cells,
            )
        if not found.is_complete:
            remark(self.name, function, _NOT_ALL, of=name)
        if not found.choices:
            remark(self.name, function, _NONE, of=name, reason=_why_none(scope, found))


def _why_none(scope: Scope, found: Found) -> Reason:
    if not scope.guards:
        return because("its stages have no guard", "no-guard")
    if not found.guards:
        return because("no guard needs one to be removed", "not-needed")
    if not scope.paddings:
        return because(
            "without their guards, the stages would read and write no cells of a buffer that are "
            "not read and written already",
            "no-padding",
        )
    return because(
        f"none that follows from the operations frees one of {found.guards} guards", "none-frees"
    )


def _inferred(function: func.FuncOp, choice: Choice, found: Found) -> InferredPadding:
    return InferredPadding(
        function.sym_name.data,
        as_numbers(choice.values),
        tuple((stage_name(f.guard), show_location(location_of(f.guard))) for f in choice.freed),
        found.guards,
        choice.inserted,
        choice.cells,
    )


def as_numbers(values: dict[str, PadValue]) -> dict[str, float | int | str]:
    """Pad values as the option `pad` takes them."""
    return {name: "undef" if v is None else v.value.data for name, v in values.items()}


def shown(values: dict[str, float | int | str]) -> str:
    """Pad values by buffer, as a text."""
    return " and ".join(f"{name}={value}" for name, value in values.items())
