"""Verification that knows which operation is wrong, and checks dominance."""

from collections.abc import Iterator
from functools import cache

from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import (
    AffineMapAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    ModuleOp,
    UnregisteredOp,
)
from xdsl.ir import Attribute, Block, ErasedSSAValue, Operation, Region, SSAValue
from xdsl.irdl.dominance import DominanceInfo
from xdsl.utils.exceptions import VerifyException

from .affine_checks import verify_affine
from .dialects import repaired_class
from .traversal import is_a, operation_name, operations_in

_BY_TYPES = frozenset({"arith", "math", "vector"})
"""Dialects whose operations are right or wrong by their types and attributes alone."""
_AFFINE = "affine"
"""To xDSL so are these, with the arguments of their blocks; the rest is for verify_affine."""
_ENDS = (affine.YieldOp,)
_NUMBERS = (IntegerAttr, FloatAttr, DenseIntOrFPElementsAttr)
_BY_VALUE, _MAP = (IntegerAttr, DenseArrayBase), (AffineMapAttr,)


class OperationError(VerifyException):
    """An operation that does not verify; `op` is the operation."""

    def __init__(self, op: Operation, message: str):
        super().__init__(message)
        self.op = op


_FOR, _UNSIGNED = "scf.for", "unsignedCmp"
"""Of upstream's `scf.for`; xDSL has no such property, and as an attribute nobody would see it."""


def verify_operations(module: Operation) -> None:
    """As `module.verify()` with more rules; raises an OperationError that knows the operation."""
    right, types = set[tuple[object, ...]](), _Numbers()
    for op in operations_in(module):
        key = _what_decides(op, types)
        is_known, dialect = key is not None and key in right, _dialect(type(op))
        if is_known and dialect in _BY_TYPES:
            continue
        try:
            if not is_known:
                _verify_alone(op)
            if dialect == _AFFINE:
                verify_affine(op)
            if op.name == _FOR and _UNSIGNED in op.attributes:
                raise VerifyException(
                    f"compares its iterator as an unsigned number ({_UNSIGNED}), which is not "
                    "supported; compare signed numbers"
                )
            for block in _blocks(op) if op.regions else ():
                if block.is_empty:
                    block.verify()
        except RecursionError:
            raise
        except Exception as error:
            # Some of xDSL's verifiers raise plain exceptions, or assert.
            text = " ".join(str(error).split()).removeprefix(f"Operation {op.name} ")
            raise OperationError(op, f"'{operation_name(op)}' op {text}") from error
        if key is not None:
            right.add(key)


class _Numbers:
    """Gives equal types one number; each object is compared with others once."""

    def __init__(self) -> None:
        self._by_identity: dict[int, int] = {}
        self._by_value: dict[Attribute, int] = {}

    def of(self, type: Attribute) -> int:
        number = self._by_identity.get(id(type))
        if number is None:
            number = self._by_value.setdefault(type, len(self._by_value))
            self._by_identity[id(type)] = number
        return number


def _what_decides(op: Operation, types: _Numbers) -> tuple[object, ...] | None:
    """
    All that xDSL verifies an operation by, where that is little: unrolled code, and what loops are
    split to, has the same many times. None of others.

    Without it, the slowest benchmark kernel's compile takes 4.0 % more instructions.
    """
    kind = type(op)
    dialect = _dialect(kind)
    if dialect not in _BY_TYPES and dialect != _AFFINE:
        return None
    ends = op.parent is not None and op is op.parent.last_op
    if ends != is_a(op, _ENDS) or op.successors:
        return None
    values = (*op.operands, *op.results)
    if ErasedSSAValue in map(type, values):
        return None
    key: list[object] = [kind, len(op.results), *[types.of(value.type) for value in values]]
    if dialect == _AFFINE:
        for name, attribute in op.properties.items():
            counts = _counts(attribute) if is_a(attribute, _MAP) else _number(attribute, types)
            key += name, counts
    else:
        numbered = _kind_of_number if kind is arith.ConstantOp else _number
        for name, attribute in (*op.properties.items(), *op.attributes.items()):
            key += name, numbered(attribute, types)
    for region in op.regions:
        first = region.first_block
        arguments = () if first is None else first.args
        given = [types.of(argument.type) for argument in arguments]
        key.append((first is None, first is region.last_block, *given))
    return tuple(key)


def _counts(attribute: AffineMapAttr) -> tuple[int, int, int]:
    """The relevant numbers of a map: how many operands and results it has."""
    return attribute.data.num_dims, attribute.data.num_symbols, len(attribute.data.results)


def _number(attribute: Attribute, types: _Numbers) -> int:
    """By identity, integers apart: 0.0 equals -0.0. All attributes of a module are alive."""
    return types.of(attribute) if is_a(attribute, _BY_VALUE) else -id(attribute)


def _kind_of_number(attribute: Attribute, types: _Numbers) -> object:
    """A constant is verified by the kind of number that it is, of which a formula has many."""
    if is_a(attribute, _NUMBERS):
        return type(attribute), types.of(attribute.get_type())
    return _number(attribute, types)


@cache
def _dialect(kind: type[Operation]) -> str:
    return kind.dialect_name()


def _last(op: Operation) -> Operation | None:
    return None if op.parent is None else op.parent.last_op


def _verify_alone(op: Operation) -> None:
    # A pass may build a stock operation, but it is the repaired one's rules that count.
    repaired = repaired_class(type(op))
    if repaired is None or op.parent is None or op is _last(op):
        op.verify(verify_nested_ops=False)
        return
    # Not the stock rules first: where they fail, xDSL prints the whole module for its message.
    if any(isinstance(operand, ErasedSSAValue) for operand in op.operands):
        raise VerifyException("has an operand that is erased")
    repaired.verify_(op)


def verify_dominance(module: Operation) -> None:
    """
    Every operand is defined on every path to its operation; xDSL 0.74 doesn't check that.

    Raises an OperationError at the first operation that breaks the rule. The order in the body of a
    module and of an unregistered operation is free, as it is in MLIR.
    """
    for region in module.regions:
        _verify_region(region, set())


def _blocks(op: Operation) -> Iterator[Block]:
    return (block for region in op.regions for block in region.blocks)


def _verify_region(region: Region, visible: set[SSAValue]) -> None:
    """`visible` are the values of the regions around; it is the same again afterwards."""
    if len(region.blocks) > 1:
        _verify_graph(region, visible)
        return
    for block in region.blocks:
        added = _verify_block(block, visible)
        visible.difference_update(added)


def _verify_graph(region: Region, visible: set[SSAValue]) -> None:
    dominance = DominanceInfo(region)
    defined = {
        block: [*block.args, *(r for op in block.ops for r in op.results)]
        for block in region.blocks
    }
    for block in region.blocks:
        outer = [
            v for b in region.blocks if dominance.strictly_dominates(b, block) for v in defined[b]
        ]
        visible.update(outer)
        added = _verify_block(block, visible)
        visible.difference_update(outer, added)


def _verify_block(block: Block, visible: set[SSAValue]) -> list[SSAValue]:
    """Gives the values the block adds to `visible`."""
    added: list[SSAValue] = list(block.args)
    visible.update(added)
    if _is_unordered(block.parent_op()):
        results = [r for op in block.ops for r in op.results]
        added += results
        visible.update(results)
    for op in block.ops:
        for number, operand in enumerate(op.operands):
            if operand not in visible:
                raise OperationError(
                    op, f"'{operation_name(op)}' op operand #{number} does not dominate this use"
                )
        for region in op.regions:
            _verify_region(region, visible)
        added += op.results
        visible.update(op.results)
    return added


def _is_unordered(op: Operation | None) -> bool:
    return isinstance(op, ModuleOp | UnregisteredOp)
