"""A dialect as IRDL, which teaches it to an mlir-opt that was built without it."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from xdsl.builder import Builder
from xdsl.dialects.builtin import (
    ArrayAttr,
    ArrayOfConstraint,
    Builtin,
    ModuleOp,
    StringAttr,
)
from xdsl.dialects.irdl import (
    AnyOp,
    AttributeOp,
    BaseOp,
    DialectOp,
    IsOp,
    OperandsOp,
    OperationOp,
    ParametersOp,
    ResultsOp,
    VariadicityArrayAttr,
    VariadicityAttr,
)
from xdsl.ir import (
    Attribute,
    Block,
    Dialect,
    Operation,
    ParametrizedAttribute,
    Region,
    SSAValue,
    TypeAttribute,
)
from xdsl.irdl import (
    AttrConstraint,
    BaseAttr,
    EqAttrConstraint,
    IRDLOperation,
    OperandDef,
    OptAttributeDef,
    RangeLengthConstraint,
    RangeOf,
    ResultDef,
    VariadicDef,
)
from xdsl.printer import Printer
from xdsl.rewriter import InsertPoint

from .pad import Pad

IRDL_FILE = Path(__file__).with_name("pad.irdl.mlir")
"""The `pad` dialect for `mlir-opt --irdl-file`, made from its definition."""

_HEADING = "// For mlir-opt --irdl-file; from python -m pad_mlir.dialect.irdl.\n"


def irdl_text(dialect: Dialect) -> str:
    """
    The IRDL module of a dialect; what IRDL has no constraint for may be anything there.

    Raises ValueError for what an IRDL dialect of MLIR 22 can't hold, or this does not know how to
    write: properties, regions, successors, variadic operands and results, attributes that an
    operation needs, types, attributes that are not a tuple of parameters, an operation named as an
    attribute.
    """
    body = Block()
    builder = Builder(InsertPoint.at_end(body))
    for attribute in dialect.attributes:
        builder.insert(_attribute(attribute))
    for operation in dialect.operations:
        if operation.name in (attribute.name for attribute in dialect.attributes):
            raise ValueError(f"{operation.name} is an operation and an attribute")
        builder.insert(_operation(operation))
    stream = StringIO()
    Printer(stream).print_op(ModuleOp([DialectOp(dialect.name, Region(body))]))
    return f"{stream.getvalue()}\n"


def pad_irdl() -> str:
    """The text that `IRDL_FILE` has to hold."""
    return _HEADING + irdl_text(Pad)


def _attribute(attribute: type[Attribute]) -> AttributeOp:
    if not issubclass(attribute, ParametrizedAttribute) or issubclass(attribute, TypeAttribute):
        raise ValueError(f"{attribute.name} is not an attribute with parameters")
    parameters = attribute.get_irdl_definition().parameters
    body = Block()
    builder = Builder(InsertPoint.at_end(body))
    values = [_constraint(builder, parameter.constr) for _, parameter in parameters]
    builder.insert(ParametersOp(values, _strings([name for name, _ in parameters])))
    return AttributeOp(Dialect.split_name(attribute.name)[1], Region(body))


def _operation(operation: type[Operation]) -> OperationOp:
    if not issubclass(operation, IRDLOperation):
        raise ValueError(f"{operation.name} has no definition to read")
    definition = operation.get_irdl_definition()
    if definition.properties or definition.regions or definition.successors:
        raise ValueError(f"{operation.name} has properties, regions or successors")
    if not all(isinstance(value, OptAttributeDef) for value in definition.attributes.values()):
        raise ValueError(f"{operation.name} needs an attribute")
    body = Block()
    builder = Builder(InsertPoint.at_end(body))
    if definition.operands:
        builder.insert(OperandsOp(*_values(builder, definition.operands)))
    if definition.results:
        builder.insert(ResultsOp(*_values(builder, definition.results)))
    return OperationOp(Dialect.split_name(operation.name)[1], Region(body))


def _values(
    builder: Builder, definitions: Sequence[tuple[str, OperandDef | ResultDef]]
) -> tuple[list[SSAValue], VariadicityArrayAttr, ArrayAttr[StringAttr]]:
    """The constraints of operands or results, how many each of them is, and their names."""
    constraints = [_constraint(builder, _one(name, value)) for name, value in definitions]
    variadicity = VariadicityArrayAttr(ArrayAttr([VariadicityAttr.SINGLE] * len(definitions)))
    return constraints, variadicity, _strings([name for name, _ in definitions])


def _one(name: str, value: OperandDef | ResultDef) -> AttrConstraint:
    constraint = value.constr
    if isinstance(constraint, RangeLengthConstraint):
        constraint = constraint.constraint
    if isinstance(value, VariadicDef) or not isinstance(constraint, RangeOf):
        raise ValueError(f"'{name}' is not one value")
    return constraint.constr


def _constraint(builder: Builder, constraint: AttrConstraint) -> SSAValue:
    match constraint:
        case EqAttrConstraint(attr):
            return builder.insert(IsOp(attr)).output
        case BaseAttr(attr) if attr in Builtin.attributes:
            return builder.insert(BaseOp(_upstream_name(attr))).output
        case ArrayOfConstraint():
            return builder.insert(BaseOp(_upstream_name(ArrayAttr))).output
        case _:
            return builder.insert(AnyOp()).output


def _upstream_name(attribute: type[Attribute]) -> str:
    sigil = "!" if issubclass(attribute, TypeAttribute) else "#"
    return f"{sigil}builtin.{attribute.name}"


def _strings(names: Sequence[str]) -> ArrayAttr[StringAttr]:
    return ArrayAttr([StringAttr(name) for name in names])


if __name__ == "__main__":
    print(pad_irdl(), end="")
