"""pad-hoist-stage: makes a stage a function of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    MemRefType,
    ModuleOp,
    StringAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint

from ...analysis.accesses.accesses import touched
from ...analysis.accesses.aliasing import is_tracked
from ...analysis.contracts.applied_layouts import cells_of_contract, forbidden_cells
from ...analysis.instances.reader import InstanceReader
from ...analysis.memory.facts import BlockFacts
from ...dialect.annotations import (
    LOGICAL,
    MAY_ALIAS,
    NAME,
    argument_attributes,
    buffer_name,
    verify_annotations,
)
from ...dialect.attributes import LaidOutType, LayoutAttr, layout_of, place
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.reasons import Reason, because
from ...dialect.ir.symbols import lookup_symbol
from ...index.expr import FALSE, any_of
from ...index.sets.cells import union
from ...index.sets.engine import GaveUp, NotAffine, engine, own_engine
from ..common.diagnostics import RemarkForm, remark
from ..common.index_codegen import Emitter
from ..common.stages import find_functions, find_stages, several_stages, stages_of
from .exposed_facts import ExposedFacts, read_exposed_facts
from .stage_facts import Boundary

_KEPT = RemarkForm("stage-not-hoisted", "stage '{stage}' not hoisted: {reason}")

_CLONED = (arith.ConstantOp, memref.GetGlobalOp)


@dataclass(frozen=True)
class PadHoistStage(ModulePass):
    """
    Moves a stage into a private function of its own, and calls that (RFC 77, "Points of
    Communication").

    What the stage knows of a buffer when it begins is assumed at the head of the new function, and
    what is known when it has run after the call. Cells that it leaves without a known value and
    that nothing looks at afterwards are undef at its end: it may leave anything there.

    Before:

    ```mlir
    func.func @sum(%A: memref<14xi32>, %C: memref<1xi32>) {
      %zero = arith.constant 0 : i32
      %B = memref.alloc() : memref<16xi32>
      affine.for %i = 0 to 14 {
        %a = affine.load %A[%i] : memref<14xi32>
        affine.store %a, %B[%i] : memref<16xi32>
      } {pad.stage = "transform"}
      affine.store %zero, %C[0] : memref<1xi32>
      affine.for %i = 0 to 14 {
        %s = affine.load %C[0] : memref<1xi32>
        %b = affine.load %B[%i] : memref<16xi32>
        %t = arith.addi %s, %b : i32
        affine.store %t, %C[0] : memref<1xi32>
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After `pad-hoist-stage{stage=transform}`:

    ```mlir
    func.func @sum(%A: memref<14xi32>, %C: memref<1xi32>) {
      %zero = arith.constant 0 : i32
      %B = memref.alloc() : memref<16xi32>
      func.call @sum_transform(%A, %B) : (memref<14xi32>, memref<16xi32>) -> ()
      affine.for %i0 = 0 to 16 {
        %0 = arith.constant 14 : index
        %1 = arith.cmpi slt, %i0, %0 : index
        %2 = affine.load %B[%i0] : memref<16xi32>
        %3 = pad.undef : i32
        %4 = arith.cmpi eq, %2, %3 : i32
        %5 = arith.ori %1, %4 : i1
        pad.assume %5 : i1
      } {pad.loop = "i0", pad.of_padding, pad.stage = "B_assume"}
      affine.store %zero, %C[0] : memref<1xi32>
      affine.for %i = 0 to 14 {
        %s = affine.load %C[0] : memref<1xi32>
        %b = affine.load %B[%i] : memref<16xi32>
        %t = arith.addi %s, %b : i32
        affine.store %t, %C[0] : memref<1xi32>
      } {pad.stage = "compute"}
      func.return
    }
    func.func private @sum_transform(
        %A: memref<14xi32> {pad.name = "A"}, %B: memref<16xi32> {pad.name = "B"}) {
      affine.for %i = 0 to 14 {
        %a = affine.load %A[%i] : memref<14xi32>
        affine.store %a, %B[%i] : memref<16xi32>
      } {pad.stage = "transform"}
      affine.for %i0 = 0 to 16 {
        affine.if affine_set<(d0) : (d0 - 14 >= 0)>(%i0) {
          %0 = pad.undef : i32
          affine.store %0, %B[%i0] : memref<16xi32>
        }
      } {pad.loop = "i0", pad.of_padding, pad.stage = "B_undef"}
      func.return
    }
    ```

    Sizes that are known at run time only, and what is known of them, are assumed of the new
    function's arguments: `memref.dim` of its buffers, bounds and divisors.

    `facts` says how much of that is exposed: `all`; `access`, that cells may be read, and which may
    be left at anything, but no value; `none`: the new function gets no assume and no undef, and
    of a buffer with a layout it may not touch the padding, unless the stage does.
    `facts="B:access,C:none"` says it of these buffers, all of others; `none,B:all` none of others.

    Options: `stage`, an operation in the body of the function itself; `function` (all that have the
    stage, when unset); `new-name` of the new one, else `<function>_<stage>`; `facts` (`all`).

    Errors, and nothing is done: an unknown name, a name that is taken, several stages of the name.
    Declines: the stage is inside of another operation, or the end of the function; it gives a
    buffer from its stack, frees one that is made elsewhere, or uses two that may be one, of which
    it writes one.
    """

    name = "pad-hoist-stage"

    stage: str
    function: str | None = None
    new_name: str | None = None
    facts: str = "all"

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        verify_annotations(op)
        for function in find_functions(op, self.function, self._concerns):
            free = list[Operation]()
            for stage in find_stages(function, self.stage):
                why = _obstacle(stage, function)
                if why is not None:
                    remark(self.name, stage, _KEPT, reason=why, stage=self.stage)
                else:
                    free.append(stage)
            if len(free) > 1:
                raise several_stages(free, "and a function is made of one")
            for stage in free:
                name = self.new_name or f"{function.sym_name.data}_{self.stage}"
                hoist(stage, function, op, name, read_exposed_facts(self.facts, stage))

    def _concerns(self, function: func.FuncOp) -> bool:
        return bool(stages_of(function, self.stage))


def hoist(
    stage: Operation, function: func.FuncOp, module: ModuleOp, name: str, exposed: ExposedFacts
) -> func.FuncOp:
    """
    The new function that the stage moves to; raises PadError if its name is taken, or a choice is
    of no buffer of the stage.
    """
    if (taken := lookup_symbol(module, name)) is not None:
        what = "function" if isinstance(taken, func.FuncOp) else taken.name
        raise PadError(f"there is a {what} @{name} already; give another `new-name`", stage)
    captured = _captured(stage)
    given = [value for value in captured if not isinstance(value.owner, _CLONED)]
    buffers = [value for value in given if isinstance(value.type, MemRefType)]
    exposed.check_names({n for b in buffers if (n := buffer_name(b)) is not None}, stage)
    boundary = Boundary.of(stage, buffers, exposed)
    given = list(dict.fromkeys((*given, *boundary.values.values())))
    attributes = [_attributes(value, stage, exposed) for value in given]
    block = Block(arg_types=[value.type for value in given])
    new = func.FuncOp(
        name,
        FunctionType.from_lists([v.type for v in given], stage.result_types),
        Region(block),
        visibility="private",
    )
    new.location = stage.location
    call = func.CallOp(name, given, list(stage.result_types))
    Emitter(InsertPoint.before(stage), stage).insert(call)
    for old, result in zip(stage.results, call.results, strict=True):
        result.name_hint = old.name_hint
        old.replace_all_uses_with(result)
    stage.detach()
    parameters = dict(zip(given, block.args, strict=True))
    inside = Emitter(InsertPoint.at_end(block), stage)
    replacements: dict[SSAValue, SSAValue] = {**parameters}
    for value in captured:
        if value not in parameters and isinstance(value.owner, Operation):
            copy = value.owner.clone()
            inside.move(copy)
            replacements[value] = copy.results[0]
    for value, replacement in replacements.items():
        replacement.name_hint = value.name_hint
        value.replace_uses_with_if(replacement, lambda use: stage.is_ancestor(use.operation))
    inside.move(stage)
    boundary.assume_at_entry(inside.at(InsertPoint.before(stage)), parameters)
    boundary.undefine_at_exit(inside, parameters)
    inside.insert(func.ReturnOp(*stage.results))
    boundary.assume_after(Emitter(InsertPoint.after(call), stage))
    module.body.block.insert_op_after(new, function)
    new.arg_attrs = ArrayAttr([DictionaryAttr(each) for each in attributes])
    if MAY_ALIAS in function.attributes:
        new.attributes[MAY_ALIAS] = UnitAttr()
    return new


def _captured(stage: Operation) -> list[SSAValue]:
    """The values from outside that the stage uses, in order of appearance."""
    made = {result for op in stage.walk() for result in op.results}
    made |= {
        a for op in stage.walk() for region in op.regions for b in region.blocks for a in b.args
    }
    used = (operand for op in stage.walk() for operand in op.operands)
    return list(dict.fromkeys(value for value in used if value not in made))


def _obstacle(stage: Operation, function: func.FuncOp) -> Reason | None:
    """Why a stage cannot be hoisted; None if it can."""
    if stage.parent is not function.body.first_block:
        return because("it is inside of another operation", "nested-stage")
    if stage.next_op is None:
        return because("it is the end of the function", "function-end")
    gives_buffer = any(isinstance(type, MemRefType) for type in stage.result_types)
    if gives_buffer and any(isinstance(op, memref.AllocaOp) for op in stage.walk()):
        text = "a buffer that it returns may be on its stack, which ends with its function"
        return because(text, "stack")
    buffers = [v for v in _captured(stage) if isinstance(v.type, MemRefType)]
    for op in stage.walk():
        if isinstance(op, memref.DeallocOp) and op.memref in buffers:
            name = buffer_name(op.memref) or "a buffer"
            return because(
                f"it deallocates {name}, which is allocated outside of it", "freed", buffer=name
            )
    vague = [b for b in buffers if not is_tracked(b) and not isinstance(b.owner, _CLONED)]
    if vague and len(buffers) > 1 and MAY_ALIAS not in function.attributes:
        name = buffer_name(vague[0]) or "a buffer"
        text = f"{name} may be one with another buffer that it uses, and arguments are distinct"
        return because(text, "alias", buffer=name)
    return None


def _attributes(value: SSAValue, stage: Operation, exposed: ExposedFacts) -> dict[str, Attribute]:
    """
    A buffer keeps its name, and which of its padding may not be touched; what the rest of it holds,
    if that is known, is assumed. Where nothing is exposed, all of the padding may not be touched.
    """
    if not isinstance(value.type, MemRefType):
        return {}
    name = buffer_name(value)
    attributes: dict[str, Attribute] = {} if name is None else {NAME: StringAttr(name)}
    owner = value.owner
    given = argument_attributes(value) if isinstance(owner, Block) else owner.attributes
    contract = given.get(LOGICAL)
    if contract is None:
        return attributes
    type = cast("LaidOutType", contract)
    is_hidden = exposed.of(name) == "none" and _misses_padding(value, type, stage)
    scope = stage.parent
    assert scope is not None
    forbidden_where = forbidden_cells(value, InstanceReader(scope))
    may_read_all = forbidden_where is not None and any_of(forbidden_where) == FALSE
    if may_read_all and not is_hidden:
        return attributes
    layout = layout_of(type)
    assert layout is not None
    forbidden = StringAttr("forbidden")
    kinds = [
        forbidden if is_hidden or pad == forbidden else StringAttr("undef") for pad in layout.pads
    ]
    weaker = LayoutAttr(layout.maps, ArrayAttr(kinds), layout.options)
    new = MemRefType(type.element_type, type.shape, weaker, type.memory_space)
    return {**attributes, LOGICAL: new}


def _misses_padding(buffer: SSAValue, contract: LaidOutType, stage: Operation) -> bool:
    """Whether a stage accesses logical cells of a buffer only."""
    scope = stage.parent
    if scope is None or not is_tracked(buffer):
        return False
    placed, facts = place(contract), BlockFacts(scope)
    if (names := cells_of_contract(buffer, contract, facts.reader)) is None:
        return False
    found = [each.access for each in facts.accesses_in(buffer, stage)]
    try:
        with engine().budget():
            padding = engine().set((~placed.valid).substitute(names))
            touched_cells = union(map(touched, found)).union(facts.assumed_cells(buffer, stage))
            return touched_cells.intersect(padding).is_empty()
    except (GaveUp, NotAffine):
        return False
