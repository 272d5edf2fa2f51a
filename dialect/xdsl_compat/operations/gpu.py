"""gpu operations in upstream's pretty syntax; xDSL 0.74 has only the generic one."""

from typing import Self

from xdsl.dialects import gpu
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    SymbolRefAttr,
    i32,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.exceptions import DiagnosticException

from .rows import formatted

_BOUND = "(`upper_bound` $upper_bound^)? attr-dict"
_BOUNDED = {"upper_bound": IntegerAttr.constr(IndexType)}
_DIMENSIONS = (gpu.BlockDimOp, gpu.BlockIdOp, gpu.GlobalIdOp, gpu.GridDimOp, gpu.ThreadIdOp)
_TYPED = (gpu.NumSubgroupsOp, gpu.SubgroupIdOp, gpu.SubgroupSizeOp)
FORMATTED = (
    *(formatted(number, f"$dimension {_BOUND}", lacks=_BOUNDED) for number in _DIMENSIONS),
    *(formatted(number, f"{_BOUND} `:` type($result)", lacks=_BOUNDED) for number in _TYPED),
    formatted(gpu.LaneIdOp, _BOUND, lacks=_BOUNDED),
    formatted(gpu.BarrierOp, "attr-dict"),
    formatted(gpu.ReturnOp, "attr-dict ($args^ `:` type($args))?"),
)
_SIZES = 6
_SEGMENTS = "operandSegmentSizes"


class LaunchFuncOp(gpu.LaunchFuncOp):
    """
    `gpu.launch_func @kernels::@kernel blocks in (%x, %y, %z) threads in (%a, %b, %c)
    args(%A : memref<4xf32>)`.

    Not the form of a launch that is asynchronous, or in clusters, or of sizes that are not an
    index.
    """

    name = "gpu.launch_func"

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        kernel = parser.parse_attribute()
        if not isinstance(kernel, SymbolRefAttr):
            parser.raise_error("expected the kernel's name", position, parser.pos)
        parser.parse_keyword("blocks")
        sizes = _parse_sizes(parser)
        parser.parse_keyword("threads")
        sizes += _parse_sizes(parser)
        shared = list[UnresolvedOperand]()
        if parser.parse_optional_keyword("dynamic_shared_memory_size") is not None:
            shared.append(parser.parse_unresolved_operand())
        given = list[tuple[UnresolvedOperand, Attribute]]()
        if parser.parse_optional_keyword("args") is not None:
            given = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: _parse_argument(parser)
            )
        attributes = parser.parse_optional_attr_dict()
        types = [IndexType()] * _SIZES + [i32] * len(shared) + [type for _, type in given]
        operands = [*sizes, *shared, *(operand for operand, _ in given)]
        segments = [0, *[1] * _SIZES, 0, 0, 0, len(shared), len(given), 0]
        return cls.create(
            operands=parser.resolve_operands(operands, types, position),
            properties={"kernel": kernel, _SEGMENTS: DenseArrayBase.from_list(i32, segments)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        _check_plain(self)
        printer.print_string(" ")
        printer.print_attribute(self.kernel)
        for what, sizes in (("blocks", self.operands[:3]), ("threads", self.operands[3:_SIZES])):
            printer.print_string(f" {what} in ")
            with printer.in_parens():
                printer.print_list(sizes, printer.print_ssa_value)
        if self.dynamicSharedMemorySize is not None:
            printer.print_string(" dynamic_shared_memory_size ")
            printer.print_ssa_value(self.dynamicSharedMemorySize)
        if self.kernelOperands:
            printer.print_string(" args")
            with printer.in_parens():
                printer.print_list(self.kernelOperands, lambda v: _print_argument(printer, v))
        printer.print_op_attributes(self.attributes)


def _parse_sizes(parser: Parser) -> list[UnresolvedOperand]:
    parser.parse_keyword("in")
    sizes = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, parser.parse_unresolved_operand
    )
    if len(sizes) != _SIZES // 2:
        parser.raise_error(f"expected 3 sizes, got {len(sizes)}")
    return sizes


def _parse_argument(parser: Parser) -> tuple[UnresolvedOperand, Attribute]:
    operand = parser.parse_unresolved_operand()
    parser.parse_punctuation(":")
    return operand, parser.parse_type()


def _print_argument(printer: Printer, value: SSAValue) -> None:
    printer.print_ssa_value(value)
    printer.print_string(" : ")
    printer.print_attribute(value.type)


def _check_plain(op: gpu.LaunchFuncOp) -> None:
    sizes = (op.gridSizeX, op.gridSizeY, op.gridSizeZ, op.blockSizeX, op.blockSizeY, op.blockSizeZ)
    special = (op.clusterSizeX, op.asyncObject, op.asyncToken)
    plain = not op.asyncDependencies and all(value is None for value in special)
    if not plain or not all(isinstance(size.type, IndexType) for size in sizes):
        raise DiagnosticException(
            "a gpu.launch_func that is asynchronous, in clusters, or of sizes that are not an "
            "index has only the generic form here: print with --mlir-print-op-generic"
        )
