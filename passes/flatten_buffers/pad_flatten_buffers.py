"""pad-flatten-buffers: one axis for each group of a buffer's axes, row-major."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from ...dialect.annotations import (
    LAYOUTS,
    attached_global_layouts,
    attached_layouts,
    buffer_name,
    buffers,
    verify_annotations,
)
from ...dialect.attributes import layout_of
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import operations_of
from ...dialect.ir.reasons import Reason
from ...index.sets.engine import own_engine
from ..common.diagnostics import OptionError, RemarkForm, remark
from ..common.stages import find_buffer, find_functions
from ..layout.accesses.root_accesses import buffer_of, root_of_window
from .buffer_equivalence import Node, Web, type_of, webs_of
from .flat_plans import Plan, elided_plan, is_padded, name_of, plan_of, separators_of
from .flat_rewrites import flatten

_NOT_FLATTENED = RemarkForm("buffer-not-flattened", "buffer '{buffer}' not flattened: {reason}")
_PADDING_KEPT = RemarkForm("padding-not-elided", "padding of '{buffer}' not elided: {reason}")

Accesses: TypeAlias = Mapping[SSAValue, Sequence[Operation]]


@dataclass(frozen=True)
class PadFlattenBuffers(ModulePass):
    """
    Makes one axis of each group of a buffer's axes, row-major (RFC 39, FlattenBuffer).

    A buffer is its groups in memory already, so that no cell moves: its type becomes that of the
    flat one, and each access is at the index there. The groups are those between the `separators`
    of its layout; one without any. `pad.logical` gets the map as one more step, and a separator
    between any two flat axes, so that a second application changes nothing. Accesses of views
    become accesses of what they are views of. What is one buffer is flattened as one: through
    calls of functions with a body, results, loops, ifs, selects, copies and globals.

    Before:

    ```mlir
    #tiles = #pad.layout<[affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>], [0.0 : f32],
        {separators = [1]}>
    func.func @read(%A: memref<8x4x4xf32> {pad.logical = memref<8x14xf32, #tiles>},
                    %B: memref<8x14xf32>) {
      affine.for %i = 0 to 8 {
        affine.for %j = 0 to 14 {
          %a = affine.load %A[%i, %j floordiv 4, %j mod 4] : memref<8x4x4xf32>
          affine.store %a, %B[%i, %j] : memref<8x14xf32>
        }
      }
      func.return
    }
    ```

    After:

    ```mlir
    #flat = #pad.layout<[affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>,
                         affine_map<(d0, d1, d2) -> (d0, d1 * 4 + d2)>],
                        [0.0 : f32, "forbidden"], {separators = [1]}>
    #one = #pad.layout<[affine_map<(d0, d1) -> (d0 * 14 + d1)>], ["forbidden"], {}>
    func.func @read(%A: memref<8x16xf32> {pad.logical = memref<8x14xf32, #flat>},
                    %B: memref<112xf32> {pad.logical = memref<8x14xf32, #one>}) {
      affine.for %i = 0 to 8 {
        affine.for %j = 0 to 14 {
          %a = affine.load %A[%i, %j] : memref<8x16xf32>
          affine.store %a, %B[%i * 14 + %j] : memref<112xf32>
        }
      }
      func.return
    }
    ```

    `elide` leaves out forbidden padding with no element after it (RFC 77, "Should it be legal for
    transformation padding to be elided?"), where each access is shown to stay in what is left.

    Before:

    ```mlir
    #tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>
    func.func @fill(%x: f32) {
      %A = memref.alloc() {pad.logical = memref<14xf32, #tiles>} : memref<4x4xf32>
      affine.for %i = 0 to 14 {
        affine.store %x, %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
      }
      func.return
    }
    ```

    After (`elide=true`):

    ```mlir
    #row = #pad.layout<[affine_map<(d0) -> (d0)>], ["forbidden"], {}>
    func.func @fill(%x: f32) {
      %A = memref.alloc() {pad.logical = memref<14xf32, #row>} : memref<14xf32>
      affine.for %i = 0 to 14 {
        affine.store %x, %A[%i] : memref<14xf32>
      }
      func.return
    }
    ```

    Options: `function`, `buffer` (all when unset; what is the same buffer in other functions is
    flattened with it), `elide`, and `max-rank`: an error where a buffer would have more axes.

    Declines, with a remark: a size known only at run time of an axis that is not the first one of
    its group, or to which `pad.size` ties no argument; a buffer that is not row-major, one that a
    function without a body gets or gives, an operation that is not understood, a view of a part
    that is passed on, a vector that is not a piece of a row, one buffer with different separators.
    With `elide`: padding that may be read or has elements after it, an access that may be beyond
    the rest, the same buffer without a layout. Errors: an unknown name, a layout that is not
    applied, `max-rank`.
    """

    name = "pad-flatten-buffers"

    function: str | None = None
    buffer: str | None = None
    elide: bool = False
    max_rank: int | None = None

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        verify_annotations(op)
        if self.max_rank is not None and self.max_rank < 1:
            message = f"max-rank is {self.max_rank}, but a flat buffer has an axis"
            raise OptionError("max-rank", message, op)
        chosen = self._chosen(op)
        accesses, waiting = _accesses(op), _waiting(op)
        plans = list[Plan]()
        for web in webs_of(op):
            if chosen.isdisjoint(web.values):
                continue
            _check_applied(web, waiting)
            plan = self._plan(web, accesses)
            self._check_rank(web, plan)
            if isinstance(plan, Plan) and plan.changes():
                plans.append(plan)
        for plan in plans:
            flatten(plan, accesses)

    def _chosen(self, module: ModuleOp) -> set[SSAValue]:
        """The buffers of the function, or all, that have the name, or any."""
        functions = find_functions(module, self.function, self._concerns)
        if self.buffer is None:
            return {value for function in functions for value in buffers(function)}
        return {root_of_window(find_buffer(function, self.buffer)) for function in functions}

    def _concerns(self, function: func.FuncOp) -> bool:
        names = (buffer_name(value) for value in buffers(function))
        return self.buffer is None or self.buffer in names

    def _plan(self, web: Web, accesses: Accesses) -> Plan | None:
        """None where it stays as it is, of which a remark tells unless nothing is to be done."""
        if web.obstacle is not None:
            if _ranks(web) != {len(s) + 1 for s in separators_of(web)} or (
                self.elide and is_padded(web)
            ):
                op, reason = web.obstacle
                remark(self.name, op, _NOT_FLATTENED, reason=reason, buffer=name_of(web))
            return None
        plan = plan_of(web)
        if isinstance(plan, Reason):
            remark(self.name, _origin(web), _NOT_FLATTENED, reason=plan, buffer=name_of(web))
            return None
        if not self.elide or not is_padded(web):
            return plan
        elided = elided_plan(plan, accesses)
        if isinstance(elided, Reason):
            remark(self.name, _origin(web), _PADDING_KEPT, reason=elided, buffer=name_of(web))
            return plan
        return elided

    def _check_rank(self, web: Web, plan: Plan | None) -> None:
        rank = max(_ranks(web)) if plan is None else len(plan.shape)
        if self.max_rank is None or rank <= self.max_rank:
            return
        why = "it cannot be flattened" if plan is None else "its layout has separators"
        raise PadError(
            f"{name_of(web)} would have {rank} axes, but at most {self.max_rank} are allowed: "
            f"{why}",
            _origin(web),
        )


def _waiting(module: ModuleOp) -> set[Node]:
    """The buffers that get a layout by `pad.layouts`."""
    functions = operations_of(module, func.FuncOp)
    return {
        node
        for function in functions
        for node in (*attached_layouts(function), *attached_global_layouts(function))
    }


def _check_applied(web: Web, waiting: set[Node]) -> None:
    for node in web.nodes:
        if layout_of(type_of(node)) is None and node not in waiting:
            continue
        has = (
            f"gets a layout by '{LAYOUTS}'" if node in waiting else f"is {type_of(node)}, a layout"
        )
        raise PadError(
            f"{name_of(web)} {has} that is not applied: run pad-apply-layouts first", _origin(web)
        )


def _ranks(web: Web) -> set[int]:
    types = map(type_of, web.nodes)
    return {len(type.get_shape()) for type in types if isinstance(type, MemRefType)}


def _origin(web: Web) -> Operation:
    """The operation that messages of a web point at."""
    owner = web.values[0].owner
    origin = owner if isinstance(owner, Operation) else owner.parent_op()
    assert origin is not None
    return origin


def _accesses(module: ModuleOp) -> Accesses:
    """The accesses of each buffer, those through subviews included."""
    found: dict[SSAValue, list[Operation]] = {}
    for op in module.walk():
        if (buffer := buffer_of(op)) is not None:
            found.setdefault(root_of_window(buffer), []).append(op)
    return found
