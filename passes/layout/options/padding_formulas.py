"""Functions that compute a padding value from the physical index and other cells of the buffer."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import arith, func, vector
from xdsl.dialects.builtin import AnyFloat, IndexType, ModuleOp, StringAttr, VectorType, i64
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import InsertPoint
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from ....dialect.ir.operations import are_equal
from ....dialect.pad_values import constant_attr, scalar_type
from ....index.expr import Expr
from ...common.diagnostics import OptionError
from ...common.index_codegen import Emitter
from .formula_text import Formula, Loaded, Operation, Term, loads_of

_FLOAT_OPS = {"+": arith.AddfOp, "-": arith.SubfOp, "*": arith.MulfOp, "/": arith.DivfOp}
_INT_OPS = {"+": arith.AddiOp, "-": arith.SubiOp, "*": arith.MuliOp}


def add_formula(module: ModuleOp, name: str, formula: Formula, type: Attribute) -> str:
    """
    Add a private function of the indices and of what is loaded that gives the value.

    Returns its name, which differs from that wanted where that is taken by another function.
    Raises OptionError for an operation that the elements do not have.
    """
    loads = dict.fromkeys(loads_of(formula.value))
    block = Block(arg_types=[*[IndexType()] * len(formula.names), *[type] * len(loads)])
    hints = [*formula.names, *("cell" for _ in loads)]
    for argument, hint in zip(block.args, hints, strict=True):
        argument.name_hint = hint
    indices = dict(zip(formula.names, block.args, strict=False))
    loaded = dict(zip(loads, block.args[len(formula.names) :], strict=True))
    writer = _Writer(Emitter(InsertPoint.at_end(block), module), indices, loaded, type)
    writer.emitter.insert(func.ReturnOp(writer.value(formula.value)))
    signature = (list(block.arg_types), [type])
    function = func.FuncOp(name, signature, Region(block), visibility="private")
    function.location = module.location
    taken = {op.sym_name.data: op for op in module.ops if isinstance(op, func.FuncOp)}
    number = 0
    while (other := taken.get(function.sym_name.data)) is not None:
        if are_equal(function, other):
            return other.sym_name.data
        number += 1
        function.sym_name = StringAttr(f"{name}_{number}")
    module.body.block.add_op(function)
    return function.sym_name.data


class _Writer:
    """The terms of one formula as operations."""

    def __init__(
        self,
        emitter: Emitter,
        indices: Mapping[str, SSAValue],
        loaded: Mapping[Loaded, SSAValue],
        type: Attribute,
    ):
        self.emitter = emitter
        self._indices = indices
        self._loaded = loaded
        self._type = type
        self._is_float = isinstance(scalar_type(type), AnyFloat)

    def value(self, term: Term, *, inside: bool = False) -> SSAValue:
        """The value of a term as an element; `inside` an operation."""
        match term:
            case Expr() if inside and term.constant is not None:
                return self._constant(term.constant)
            case Expr():
                return self._as_element(self.emitter.index(term, self._indices), self._type)
            case Loaded():
                return self._loaded[term]
            case Operation():
                return self._operation(term)
            case _:
                return self._constant(term)

    def _operation(self, term: Operation) -> SSAValue:
        operands = [self.value(operand, inside=True) for operand in term.operands]
        if not self._is_float and term.sign not in _INT_OPS:
            raise OptionError(
                "pad", f"{term} divides elements, but {self._type} has no division by /"
            )
        if len(operands) == 1:
            if self._is_float:
                return self.emitter.insert(arith.NegfOp(operands[0])).results[0]
            operands.insert(0, self._constant(0))
        left, right = operands
        if self._is_float:
            return self.emitter.insert(_FLOAT_OPS[term.sign](left, right)).results[0]
        return self.emitter.insert(_INT_OPS[term.sign](left, right)).results[0]

    def _constant(self, number: float) -> SSAValue:
        try:
            attribute = constant_attr(number, self._type)
        except VerifyException as error:
            raise OptionError("pad", str(error)) from error
        return self._broadcast(self.emitter.insert(arith.ConstantOp(attribute)).results[0])

    def _as_element(self, value: SSAValue, type: Attribute) -> SSAValue:
        scalar = scalar_type(type)
        if isinstance(scalar, AnyFloat):
            value = self.emitter.insert(arith.IndexCastOp(value, i64)).results[0]
            value = self.emitter.insert(arith.SIToFPOp(value, scalar)).results[0]
        elif not isinstance(scalar, IndexType):
            value = self.emitter.insert(arith.IndexCastOp(value, scalar)).results[0]
        return self._broadcast(value)

    def _broadcast(self, value: SSAValue) -> SSAValue:
        if not isa(self._type, VectorType):
            return value
        return self.emitter.insert(vector.BroadcastOp(value, self._type)).results[0]
