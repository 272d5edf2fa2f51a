"""
`gpu.module` and `gpu.func` in upstream's pretty syntax; xDSL 0.74 has only the generic one.

Kernels are stated as MLIR 22 has them: it ignores the property `kernel` and the discardable
`gpu.known_block_size` that xDSL prints.
"""

from typing import Self, cast

from xdsl.dialects import gpu
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    StringAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Block, Operation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from .func import dictionaries, parse_parameter, parse_results
from .rows import Dictionary, Restated

_KERNEL = "kernel"
_ARGUMENTS, _RESULTS = "arg_attrs", "res_attrs"
_OURS_TO_XDSL = {f"known_{what}_size": f"gpu.known_{what}_size" for what in ("block", "grid")}
_NO_MEMORY = ("workgroup_attributions", "workgroup_attrib_attrs", "private_attrib_attrs")


class ModuleOp(gpu.ModuleOp):
    """`gpu.module @kernels attributes {..} { .. }`."""

    name = "gpu.module"

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_symbol_name()
        attributes = parser.parse_optional_attr_dict_with_keyword()
        body = parser.parse_region()
        if not body.blocks:
            body.add_block(Block())
        return cls.create(
            properties={"sym_name": name},
            attributes={} if attributes is None else attributes.data,
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(_text(self.sym_name))
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False, print_empty_block=False)


class FuncOp(Restated, gpu.FuncOp):
    """`gpu.func @f(%A: memref<4xf32> {..}) kernel attributes {known_block_size = ..} { .. }`."""

    name = "gpu.func"

    @classmethod
    def restated(
        cls, properties: Dictionary, attributes: Dictionary
    ) -> tuple[Dictionary, Dictionary]:
        """With xDSL's names of what upstream states."""
        own = properties | attributes
        is_kernel = own.pop("gpu.kernel", own.pop(_KERNEL, None)) is not None
        count = own.get(_NO_MEMORY[0])
        if not isinstance(count, IntegerAttr) or count.value.data == 0:
            own = {name: value for name, value in own.items() if name not in _NO_MEMORY}
        function_type = own.pop("function_type", None)
        inherent = {} if function_type is None else {"function_type": function_type}
        return (
            inherent | ({_KERNEL: UnitAttr()} if is_kernel else {}),
            {_OURS_TO_XDSL.get(name, name): value for name, value in own.items()},
        )

    def verify_(self) -> None:
        gpu.FuncOp.verify_(self)  # it may be a stock one
        for name, theirs in _OURS_TO_XDSL.items():
            sizes = self.attributes.get(theirs)
            if sizes is not None and not (isa(sizes, DenseArrayBase) and len(sizes) == 3):
                raise VerifyException(f"expected {name} to be three i32, got {sizes}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_symbol_name()
        parameters = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parse_parameter(parser)
        )
        arguments = [p.argument for p in parameters if p.argument is not None]
        if len(arguments) != len(parameters):
            parser.raise_error("expected all arguments to be named")
        results = parse_results(parser)
        for kind in ("workgroup", "private"):
            if parser.parse_optional_keyword(kind) is not None:
                parser.raise_error(
                    f"{kind} attributions can't be held by xDSL; use memref.alloc, in memory "
                    "space 3 if it is shared"
                )
        is_kernel = parser.parse_optional_keyword(_KERNEL) is not None
        given = parser.parse_optional_attr_dict_with_keyword(("sym_name", "function_type"))
        attributes: dict[str, Attribute] = {"sym_name": name}
        for key, given_here in ((_ARGUMENTS, parameters), (_RESULTS, results)):
            if (listed := dictionaries(given_here)) is not None:
                attributes[key] = listed
        properties: dict[str, Attribute] = {
            "function_type": FunctionType.from_lists(
                [p.type for p in parameters], [r.type for r in results]
            )
        }
        return cls.create(
            properties=properties | ({_KERNEL: UnitAttr()} if is_kernel else {}),
            attributes=attributes | ({} if given is None else given.data),
            regions=[parser.parse_region(arguments)],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(_text(self.sym_name))
        body, outputs = self.body, self.function_type.outputs.data

        def print_argument(position: int) -> None:
            printer.print_block_argument(body.blocks[0].args[position])
            _print_nth(printer, self.attributes.get(_ARGUMENTS), position)

        def print_result(position: int) -> None:
            printer.print_attribute(outputs[position])
            _print_nth(printer, self.attributes.get(_RESULTS), position)

        with printer.in_parens():
            printer.print_list(range(len(self.function_type.inputs)), print_argument)
        if outputs:
            printer.print_string(" -> ")
            with printer.in_parens():
                printer.print_list(range(len(outputs)), print_result)
        if self.kernel is not None:
            printer.print_string(" kernel")
        printer.print_op_attributes(
            _upstream_attributes(self),
            reserved_attr_names=("sym_name", "gpu.kernel", _ARGUMENTS, _RESULTS),
            print_keyword=True,
        )
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)


def generic_dictionaries(op: Operation) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
    """The properties and attributes of a gpu operation in upstream's generic form."""
    if not isinstance(op, gpu.FuncOp):
        return op.properties, op.attributes
    return {"function_type": op.function_type}, _upstream_attributes(op)


def _upstream_attributes(op: gpu.FuncOp) -> dict[str, Attribute]:
    names = {theirs: ours for ours, theirs in _OURS_TO_XDSL.items()}
    attributes = {names.get(name, name): value for name, value in op.attributes.items()}
    return attributes | ({} if op.kernel is None else {"gpu.kernel": UnitAttr()})


def _text(name: Attribute) -> str:
    assert isinstance(name, StringAttr)
    return name.data


def _print_nth(printer: Printer, listed: Attribute | None, position: int) -> None:
    given = cast("ArrayAttr[DictionaryAttr]", listed).data if listed is not None else ()
    if given:
        printer.print_op_attributes(given[position].data)
