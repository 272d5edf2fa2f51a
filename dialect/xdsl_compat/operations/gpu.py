"""gpu operations in upstream's pretty syntax; xDSL 0.74 has only the generic one."""

from collections.abc import Mapping, Sequence
from typing import Self

from xdsl.dialects import gpu
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    LocationAttr,
    SymbolRefAttr,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.exceptions import DiagnosticException

_UPPER_BOUND = "upper_bound"
_SIZES = 6
_SEGMENTS = "operandSegmentSizes"
_RETURN = FormatProgram.from_str(
    "attr-dict ($args^ `:` type($args))?", gpu.ReturnOp.get_irdl_definition()
)


class _Id(IRDLOperation):
    """`%t = gpu.thread_id x upper_bound 128 {attributes}`; xDSL has no property for the bound."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return cls.create(
            result_types=[IndexType()],
            properties=cls._parse_dimension(parser),
            attributes=_parse_bound(parser) | parser.parse_optional_attr_dict(),
        )

    def print(self, printer: Printer) -> None:
        dimension = self.properties.get("dimension")
        if isinstance(dimension, gpu.DimensionAttr):
            printer.print_string(f" {dimension.data.value}")
        _print_bound(self, printer)

    @staticmethod
    def _parse_dimension(parser: Parser) -> dict[str, Attribute]:
        return {"dimension": gpu.DimensionAttr(gpu.DimensionAttr.parse_parameter(parser))}

    @classmethod
    def create(
        cls,
        *,
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        location: LocationAttr | None = None,
        successors: Sequence[Block] = (),
        regions: Sequence[Region] = (),
    ) -> Self:
        own = dict(properties or {})
        bound = {_UPPER_BOUND: own.pop(_UPPER_BOUND)} if _UPPER_BOUND in own else {}
        return super().create(
            operands=operands,
            result_types=result_types,
            properties=own,
            attributes={**bound, **(attributes or {})},
            location=location,
            successors=successors,
            regions=regions,
        )


def _parse_bound(parser: Parser) -> dict[str, Attribute]:
    if parser.parse_optional_keyword(_UPPER_BOUND) is None:
        return {}
    return {_UPPER_BOUND: IntegerAttr.from_index_int_value(parser.parse_integer())}


def _print_bound(op: Operation, printer: Printer) -> None:
    bound = op.attributes.get(_UPPER_BOUND)
    if isinstance(bound, IntegerAttr):
        printer.print_string(f" {_UPPER_BOUND} {bound.value.data}")
    printer.print_op_attributes(op.attributes, reserved_attr_names=(_UPPER_BOUND,))


class _Number(_Id):
    """`%l = gpu.lane_id upper_bound 32 {attributes}`."""

    @staticmethod
    def _parse_dimension(parser: Parser) -> dict[str, Attribute]:
        return {}


class BlockDimOp(_Id, gpu.BlockDimOp):
    name = "gpu.block_dim"


class BlockIdOp(_Id, gpu.BlockIdOp):
    name = "gpu.block_id"


class GlobalIdOp(_Id, gpu.GlobalIdOp):
    name = "gpu.global_id"


class GridDimOp(_Id, gpu.GridDimOp):
    name = "gpu.grid_dim"


class ThreadIdOp(_Id, gpu.ThreadIdOp):
    name = "gpu.thread_id"


class LaneIdOp(_Number, gpu.LaneIdOp):
    name = "gpu.lane_id"


class _TypedNumber(_Number):
    """`%s = gpu.subgroup_id upper_bound 4 {attributes} : index`."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        op = super().parse(parser)
        parser.parse_punctuation(":")
        parser.parse_keyword("index")
        return op

    def print(self, printer: Printer) -> None:
        _print_bound(self, printer)
        printer.print_string(" : index")


class NumSubgroupsOp(_TypedNumber, gpu.NumSubgroupsOp):
    name = "gpu.num_subgroups"


class SubgroupIdOp(_TypedNumber, gpu.SubgroupIdOp):
    name = "gpu.subgroup_id"


class SubgroupSizeOp(_TypedNumber, gpu.SubgroupSizeOp):
    name = "gpu.subgroup_size"


class BarrierOp(gpu.BarrierOp):
    """`gpu.barrier {attributes}`."""

    name = "gpu.barrier"

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return cls.create(attributes=parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        printer.print_op_attributes(self.attributes)


class ReturnOp(gpu.ReturnOp):
    """`gpu.return %a : f32`."""

    name = "gpu.return"

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return _RETURN.parse(parser, cls)

    def print(self, printer: Printer) -> None:
        _RETURN.print(printer, self)


class LaunchFuncOp(gpu.LaunchFuncOp):
    """
    `gpu.launch_func @kernels::@kernel blocks in (%x, %y, %z) threads in (%a, %b, %c)
    args(%A : memref<4xf32>)`.

    Not the form of a launch that is asynchronous, or in clusters, or of sizes that are no index.
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
            "a gpu.launch_func that is asynchronous, in clusters, or of sizes that are no index "
            "has only the generic form here: print with --mlir-print-op-generic"
        )
