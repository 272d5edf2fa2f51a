"""
`func.func` declarations keep the attributes of their arguments and results.

xDSL 0.74 drops both when it reads and when it prints a declaration in the pretty form.
"""

from dataclasses import dataclass, replace
from functools import cache

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr
from xdsl.ir import Attribute, Region
from xdsl.irdl import OpDef, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.exceptions import VerifyException


@dataclass(frozen=True)
class Parameter:
    """An argument or a result of a function, with its attributes."""

    type: Attribute
    attributes: DictionaryAttr
    argument: Parser.Argument | None = None


def parse_parameter(parser: Parser) -> Parameter:
    """`%A: memref<4xf32> {attributes} loc(..)`, or a declaration's type and attributes."""
    argument = parser.parse_optional_argument()
    parameter_type = parser.parse_type() if argument is None else argument.type
    attributes = DictionaryAttr(parser.parse_optional_dictionary_attr_dict())
    location = parser.parse_optional_location()
    if argument is not None and location is not None:
        argument.location = location
    return Parameter(parameter_type, attributes, argument)


def _parse_result(parser: Parser) -> Parameter:
    result_type = parser.parse_type()
    return Parameter(result_type, DictionaryAttr(parser.parse_optional_dictionary_attr_dict()))


def parse_results(parser: Parser) -> list[Parameter]:
    """`-> f32`, `-> (f32 {attributes}, f32)`, or nothing."""
    if parser.parse_optional_punctuation("->") is None:
        return []
    results = parser.parse_optional_comma_separated_list(
        parser.Delimiter.PAREN, lambda: _parse_result(parser)
    )
    if results is None:
        return [Parameter(parser.parse_type(), DictionaryAttr({}))]
    return results


def dictionaries(parameters: list[Parameter]) -> ArrayAttr[DictionaryAttr] | None:
    """The attributes of all parameters, None if there are none."""
    if not any(p.attributes.data for p in parameters):
        return None
    return ArrayAttr(p.attributes for p in parameters)


class FuncOp(func.FuncOp):
    """`func.func private @f(memref<4xf32> {llvm.noalias}) -> (f32 {pad.x}) attributes {..}`."""

    name = "func.func"

    @classmethod
    def parse(cls, parser: Parser) -> "FuncOp":
        visibility = parser.parse_optional_visibility_keyword()
        symbol = parser.parse_symbol_name().data
        position = parser.pos
        parameters = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parse_parameter(parser)
        )
        arguments = [p.argument for p in parameters if p.argument is not None]
        if arguments and len(arguments) != len(parameters):
            parser.raise_error("expected all arguments to be named, or none", position, parser.pos)
        results = parse_results(parser)
        attributes = parser.parse_optional_attr_dict_with_keyword(
            ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
        )
        position = parser.pos
        body = parser.parse_optional_region(arguments or None)
        if body is not None and not body.blocks:
            parser.raise_error("expected non-empty function body", position, parser.pos)
        op = cls(
            symbol,
            ([p.type for p in parameters], [r.type for r in results]),
            Region() if body is None else body,
            visibility,
            arg_attrs=dictionaries(parameters),
            res_attrs=dictionaries(results),
        )
        if attributes is not None:
            op.attributes |= attributes.data
        return op

    def verify_(self) -> None:
        """A function without a body is private, as upstream wants it."""
        if _has_its_arguments(self) and _uses_nothing_outside(self):
            _definition().verify(self)
        else:
            func.FuncOp.verify_(self)
        visibility = self.sym_visibility
        if self.is_declaration and (visibility is None or visibility.data == "public"):
            raise VerifyException(
                "symbol declaration cannot have public visibility; make it private"
            )

    def print(self, printer: Printer) -> None:
        if not self.is_declaration:
            func.FuncOp.print(self, printer)
            return
        if self.sym_visibility is not None:
            printer.print_string(f" {self.sym_visibility.data}")
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        inputs, outputs = self.function_type.inputs.data, self.function_type.outputs.data
        with printer.in_parens():
            _print_types(printer, inputs, self.arg_attrs)
        if outputs:
            printer.print_string(" -> ")
            with printer.in_parens():
                _print_types(printer, outputs, self.res_attrs)
        printer.print_op_attributes(self.attributes, print_keyword=True)


@cache
def _definition() -> OpDef:
    """
    xDSL's definition without a trait: `IsolatedFromAbove` looks for the function around each
    operand of each operation, level by level, which is 2 % of the instructions of a deep nest's
    compile.
    """
    stock = func.FuncOp.get_irdl_definition()
    others = (trait for trait in stock.traits if not isinstance(trait, IsolatedFromAbove))
    return replace(stock, traits=traits_def(*others))


def _has_its_arguments(function: func.FuncOp) -> bool:
    """What xDSL verifies of a function besides: that its type and its block agree."""
    first = function.body.first_block
    return first is None or function.function_type.inputs.data == tuple(first.arg_types)


def _uses_nothing_outside(function: func.FuncOp) -> bool:
    """Whether all that is used inside a function is defined there."""
    used, defined = set[int](), set[int]()  # by identity: to hash a value is a call
    for op in function.walk():
        used.update(map(id, op.operands))
        defined.update(map(id, op.results))
        for region in op.regions:
            for block in region.blocks:
                defined.update(map(id, block.args))
    return used <= defined


def _print_types(
    printer: Printer, types: tuple[Attribute, ...], attributes: ArrayAttr[DictionaryAttr] | None
) -> None:
    dictionaries = attributes.data if attributes is not None else (DictionaryAttr({}),) * len(types)

    def print_type(pair: tuple[Attribute, DictionaryAttr]) -> None:
        printer.print_attribute(pair[0])
        printer.print_op_attributes(pair[1].data)

    printer.print_list(zip(types, dictionaries, strict=True), print_type)
