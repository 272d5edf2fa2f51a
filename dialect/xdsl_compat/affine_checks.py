"""MLIR's rules for affine operations that xDSL 0.74 doesn't verify."""

from collections.abc import Callable, Sequence

from xdsl.dialects import affine, func, memref
from xdsl.dialects.builtin import AffineMapAttr, AffineSetAttr, MemRefType
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, Region, SSAValue
from xdsl.traits import is_side_effect_free, is_speculatable
from xdsl.utils.exceptions import VerifyException

from .operations.affine_maps import MaxOp
from .traversal import is_a

_SYMBOL_SCOPES = (func.FuncOp, memref.AllocaScopeOp)
_ACCESSES = (affine.LoadOp, affine.StoreOp, affine.VectorLoadOp, affine.VectorStoreOp)
_APPLY, _EXTREMA = (affine.ApplyOp,), (affine.MinOp, MaxOp)
_FOR, _PARALLEL, _IF = (affine.ForOp,), (affine.ParallelOp,), (affine.IfOp,)


def verify_affine(op: Operation) -> None:
    """Raises VerifyException if the operation breaks one of the rules; other dialects pass."""
    if is_a(op, _ACCESSES):
        _verify_rank(op.map, op.memref.type)
        _verify_operands(op, op.map, op.indices)
    elif is_a(op, _APPLY):
        # As upstream, these take any index; their results may not be dimensions then.
        _verify_count(op.map, op.mapOperands)
        _verify_symbols_of_apply(op)
    elif is_a(op, _EXTREMA):
        _verify_count(op.map, op.arguments)
    elif is_a(op, _FOR):
        _verify_operands(op, op.lowerBoundMap, op.lowerBoundOperands)
        _verify_operands(op, op.upperBoundMap, op.upperBoundOperands)
        _verify_steps([op.step.value.data])
        _verify_yield(op.body, op.result_types)
    elif is_a(op, _PARALLEL):
        lower = op.lowerBoundsMap.data
        split = lower.num_dims + lower.num_symbols
        _verify_operands(op, op.lowerBoundsMap, op.map_operands[:split])
        _verify_operands(op, op.upperBoundsMap, op.map_operands[split:])
        _verify_steps([step.value.data for step in op.steps])
    elif is_a(op, _IF):
        _verify_operands(op, op.condition, op.args)
        _verify_if(op)


def _verify_rank(affine_map: AffineMapAttr, memref_type: Attribute) -> None:
    if not isinstance(memref_type, MemRefType):
        raise VerifyException(f"expected a memref, got {memref_type}")
    indices, rank = len(affine_map.data.results), memref_type.get_num_dims()
    if indices != rank:
        raise VerifyException(f"expected {rank} indices for {memref_type}, got {indices}")


def _verify_steps(steps: Sequence[int]) -> None:
    if any(step <= 0 for step in steps):
        raise VerifyException(f"expected positive steps, got {', '.join(map(str, steps))}")


def _verify_if(op: affine.IfOp) -> None:
    if op.results and not op.else_region.blocks:
        raise VerifyException("expected an else region, as it has results")
    for region in op.regions:
        if region.blocks:
            _verify_yield(region, op.result_types)


def _verify_yield(region: Region, types: Sequence[Attribute]) -> None:
    last = region.block.last_op
    if not isinstance(last, affine.YieldOp):
        raise VerifyException("expected affine.yield at the end of the region")
    if last.operand_types != tuple(types):
        wanted, got = (", ".join(map(str, t)) or "nothing" for t in (types, last.operand_types))
        raise VerifyException(f"expected the region to yield {wanted}, got {got}")


def _verify_count(attribute: AffineMapAttr | AffineSetAttr, operands: Sequence[SSAValue]) -> None:
    data = attribute.data
    if len(operands) != data.num_dims + data.num_symbols:
        raise VerifyException(
            f"expected {data.num_dims} dimensions and {data.num_symbols} symbols, "
            f"got {len(operands)} operands"
        )


def _verify_operands(
    op: Operation, attribute: AffineMapAttr | AffineSetAttr, operands: Sequence[SSAValue]
) -> None:
    _verify_count(attribute, operands)
    data, scope = attribute.data, _scope(op)
    if scope is None:
        return
    for value in operands[: data.num_dims]:
        if not _is_dimension(value, scope):
            accesses = isinstance(op, affine.LoadOp | affine.StoreOp)
            raise VerifyException(
                f"{_name(value)} cannot be a dimension: it is not an affine loop index, "
                "affine.apply of such, or symbol"
                + ("; use memref.load or memref.store for it" if accesses else "")
            )
    for value in operands[data.num_dims :]:
        if not _is_symbol(value, scope):
            raise VerifyException(
                f"{_name(value)} cannot be a symbol: it is not computed from constants and "
                "values at the top of the function only"
            )


def _verify_symbols_of_apply(op: affine.ApplyOp) -> None:
    # As upstream: an index that is neither may be one, a dimension no symbol.
    scope = _scope(op)
    if scope is None:
        return
    for value in op.mapOperands[op.map.data.num_dims :]:
        if _is_dimension(value, scope) and not _is_symbol(value, scope):
            raise VerifyException(f"{_name(value)} cannot be a symbol: it is a dimension")


def _name(value: SSAValue) -> str:
    return f"%{value.name_hint}" if value.name_hint else "an operand"


def _scope(op: Operation) -> Region | None:
    """The body of the function around, where all values at the top are symbols."""
    block = op.parent
    while block is not None and (region := block.parent) is not None:
        if region.parent is None or is_a(region.parent, _SYMBOL_SCOPES):
            return None if region.parent is None else region
        block = region.parent.parent
    return None


def _is_dimension(value: SSAValue, scope: Region) -> bool:
    def step(value: SSAValue) -> Sequence[SSAValue] | None:
        if _is_loop_index(value) or _is_symbol(value, scope):
            return ()
        if isinstance(value, OpResult) and isinstance(value.op, affine.ApplyOp):
            return value.op.operands
        return None

    return _all_reach(value, step)


def _is_symbol(value: SSAValue, scope: Region) -> bool:
    def step(value: SSAValue) -> Sequence[SSAValue] | None:
        if _is_top_level(value, scope):
            return ()
        if not isinstance(value, OpResult):
            return None
        if isinstance(value.op, memref.DimOp) and _is_top_level(value.op.source, scope):
            return ()
        return value.op.operands if _is_pure(value.op) else None

    return _all_reach(value, step)


def _all_reach(value: SSAValue, step: Callable[[SSAValue], Sequence[SSAValue] | None]) -> bool:
    """`step` gives the values that all have to hold for one to hold; None if it doesn't."""
    seen, pending = {value}, [value]
    while pending:
        needed = step(pending.pop())
        if needed is None:
            return False
        pending += set(needed) - seen
        seen.update(needed)
    return True


def _is_loop_index(value: SSAValue) -> bool:
    if not isinstance(value, BlockArgument):
        return False
    loop = value.owner.parent_op()
    return is_a(loop, _PARALLEL) or (is_a(loop, _FOR) and value.index == 0)


def _is_pure(op: Operation) -> bool:
    """
    Return whether upstream's traits call an operation and all nested operations pure.

    Not `effects.is_pure`, on purpose: upstream verifies by its traits, where divisions that may
    trap, such as arith.remsi, are pure. xDSL gives affine.min none.
    """
    return isinstance(op, affine.MinOp) or (is_side_effect_free(op) and is_speculatable(op))


def _is_top_level(value: SSAValue, scope: Region) -> bool:
    block = value.owner if isinstance(value, BlockArgument) else value.owner.parent
    return block is not None and block.parent is scope
