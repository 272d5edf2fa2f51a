"""gpu operations in upstream's pretty syntax; xDSL 0.74 has only the generic one."""

from collections.abc import Mapping, Sequence
from typing import Self

from xdsl.dialects import gpu
from xdsl.dialects.builtin import IndexType, IntegerAttr, LocationAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser
from xdsl.printer import Printer

_UPPER_BOUND = "upper_bound"
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
