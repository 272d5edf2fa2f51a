"""xDSL's parser with MLIR's reading of affine indices and hex floats, and with locations."""

# The repairs override what xDSL's parser keeps to itself and its subclasses.
# pyright: reportPrivateUsage=false

import re
from bisect import bisect_right
from functools import cached_property
from typing import Literal, overload

from xdsl.context import Context
from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    FileLineColLoc,
    FloatAttr,
    FusedLoc,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    ModuleOp,
    NoneAttr,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import AttributeInvT, Block, Operation, SSAValue, TypeAttribute
from xdsl.ir.affine import AffineMap, AffineSet
from xdsl.parser import AttrParser, ForwardDeclaredValue, Parser, UnresolvedOperand
from xdsl.parser.generic_parser import ParserState
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Input, Position, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from .argument_locations import LocatedArgument, location_aliases
from .plug_ins import plug_ins
from .syntax.affine_text import RepairedAffineParser, parse_ssa_map, resolve_indices
from .syntax.bool_constants import with_bools_as_bytes
from .syntax.error_wording import reworded
from .syntax.lexer import RepairedLexer, check_index
from .syntax.literals import float_from_bits

_OPERATION_NAME = re.compile(r'"?([\w.$-]+)')
_PLAIN_BUFFER = re.compile(r"memref<(?:(?:[0-9]+|\?)x)*(?:bf16|f16|f32|f64|i[0-9]+|index)>")
_STRING = r'"(?:[^"\\\n]++|\\.)*+"'


def _plain_location(depth: int) -> str:
    """A location, or within one, without aliases and comments, to the parenthesis of its end."""
    inner = rf"|\({_plain_location(depth - 1)}\)" if depth else ""
    return rf'(?:[^()"#!/]|{_STRING}{inner})*+'


_PLAIN_LOCATION = re.compile(rf"loc\({_plain_location(4)}\)")


class _HexElement(AttrParser._TensorLiteralElement):
    """A hexadecimal element of `dense<..>`: a bit pattern where the element type is a float."""

    def to_type(
        self, parser: AttrParser, type: AnyFloat | IntegerType | IndexType | ComplexType
    ) -> int | float | tuple[int, int] | tuple[float, float]:
        """The value as an element of that type."""
        if not isinstance(type, AnyFloat):
            return super().to_type(parser, type)
        try:
            return float_from_bits(self.to_int(parser), type)
        except OverflowError:
            parser.raise_error(f"hexadecimal literal has more bits than {type}", self.span)


ALLOWING = "a context with allow_unregistered=True"
"""The context that accepts operations of unknown dialects."""


class RepairedParser(Parser):
    """
    Reads what mlir-opt prints for func, affine, scf, arith, memref, vector and math.

    All failures are ParseErrors at the place in the text.
    Operations without `loc(..)` get the FileLineColLoc of their name.
    """

    def __init__(
        self,
        ctx: Context,
        text: str,
        name: str = "<unknown>",
        *,
        allowing: str = ALLOWING,
    ) -> None:
        """`allowing` is what the user can do about an operation of an unknown dialect."""
        super().__init__(ctx, "", name)
        self._allowing = allowing
        try:
            self._parser_state = ParserState(RepairedLexer(Input(with_bools_as_bytes(text), name)))
        except ParseError as error:  # at the first token
            raise reworded(error) from None
        self.external_resources: dict[str, dict[str, str | bool]] = {}
        """The contents of `{-# external_resources: .. #-}`, once the module is parsed."""
        self._filename = StringAttr(name)
        self._line_starts = [0, *(m.end() for m in re.finditer("\n", text))]
        self._operations: list[Position] = []
        self._first_uses: dict[str, Span] = {}
        self._forward_locations: dict[str, LocationAttr | None] = {}
        self._buffer_types: dict[str, TypeAttribute] = {}
        self._plain_locations: dict[str, LocationAttr] = {}

    def location_at(self, position: Position) -> FileLineColLoc:
        """Line and column, counted from 1."""
        line = bisect_right(self._line_starts, position)
        column = position - self._line_starts[line - 1] + 1
        return FileLineColLoc(self._filename, IntAttr(line), IntAttr(column))

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        """The module; an empty text is an empty one."""
        start = self.pos
        if allow_implicit_module and self._current_token.kind is MLIRTokenKind.EOF:
            module = ModuleOp([])
        else:
            try:
                module = super().parse_module(allow_implicit_module)
            except ParseError as error:
                raise self._explain(error) from None
            except RecursionError:
                text = "operations or expressions are nested too deeply"
                raise ParseError(self._current_token.span, text) from None
        if isinstance(module.location, UnknownLoc):
            module.location = self.location_at(start)
        return module

    def _explain(self, error: ParseError) -> ParseError:
        if error.msg.startswith("values used but not defined"):
            name = next(iter(self.forward_ssa_references))
            return ParseError(self._first_uses[name], f"use of undeclared SSA value %{name}")
        if error.msg == "Could not parse entire input!":
            return ParseError(error.span, "expected operation")
        if error.msg == " in block definition":
            return ParseError(error.span, "expected operation or '}'")
        if error.msg.endswith("' is not registered"):  # a type or an attribute
            return ParseError(error.span, f"{error.msg} ({self._allowing} takes it)")
        return reworded(error)

    def _parse_op_result_list(self) -> list[tuple[Span, int]]:
        results = super()._parse_op_result_list()
        self._operations.append(self.pos)
        return results

    def parse_operation(self) -> Operation:
        """One operation, with its location."""
        try:
            op = super().parse_operation()
        except ParseError as error:
            if error.msg.endswith("does not have a custom format."):
                raise self._at_operation(
                    f"xDSL has no pretty form of '{self._operation_name()}'; "
                    "give it in its generic form (mlir-opt --mlir-print-op-generic)"
                ) from None
            raise
        except VerifyException as error:
            raise self._at_operation(str(error)) from error
        except RecursionError:
            raise
        except (ValueError, OverflowError) as error:
            raise self._at_operation(f"cannot read '{self._operation_name()}': {error}") from error
        except Exception as error:
            # xDSL asserts, and raises what it likes, on much that is not MLIR.
            raise self._at_operation(
                f"cannot read '{self._operation_name()}' ({type(error).__name__}: {error})"
            ) from error
        position = self._operations.pop()
        if isinstance(op.location, UnknownLoc):
            op.location = self.location_at(position)
        return op

    def _operation_name(self) -> str:
        match = _OPERATION_NAME.match(self._content(), self._operations[-1])
        return match[1] if match else "operation"

    def _content(self) -> str:
        return self.lexer.input.content

    def _at_operation(self, message: str) -> ParseError:
        position = self._operations[-1] if self._operations else self.pos
        return ParseError(Span(position, position + 1, self.lexer.input), message)

    def _get_op_by_name(self, name: str) -> type[Operation]:
        op_type = self.ctx.get_optional_op(name, dialect_stack=self._parser_state.dialect_stack)
        if op_type is None:
            message = f"operation '{name}' is not registered"
            if (trouble := plug_ins().trouble) is not None:
                message += f"; an installed plug-in can't be loaded: {trouble}"
            remedy = f"{self._allowing} takes it in its generic form"
            raise self._at_operation(f"{message} ({remedy})")
        return op_type

    def resolve_operand(
        self, operand: UnresolvedOperand, type: AttributeInvT
    ) -> SSAValue[AttributeInvT]:
        """As xDSL, noting where a value is used that is not defined yet."""
        value = super().resolve_operand(operand, type)
        if isinstance(value, ForwardDeclaredValue):
            self._first_uses.setdefault(operand.operand_name, operand.span)
        return value

    def parse_optional_type(self) -> TypeAttribute | None:
        """
        As xDSL, that of a buffer once: each access repeats it.

        Without it, the compile of the softmax benchmark calls 2.9 % more functions.
        """
        match = _PLAIN_BUFFER.match(self._content(), self.pos)
        if match is None:
            return super().parse_optional_type()
        known = self._buffer_types.get(match[0])
        if known is not None:
            self._resume_from(match.end())
            return known
        found = super().parse_optional_type()
        if found is not None:
            self._buffer_types[match[0]] = found
        return found

    def parse_affine_map(self) -> AffineMap:
        """`(d0)[s0] -> (..)`."""
        return RepairedAffineParser(self._parser_state).parse_affine_map()

    def parse_affine_set(self) -> AffineSet:
        """`(d0)[s0] : (..)`."""
        return RepairedAffineParser(self._parser_state).parse_affine_set()

    def parse_affine_map_of_ssa_ids(self) -> tuple[AffineMap, list[SSAValue[IndexType]]]:
        """`[%i, symbol(%n)]`."""
        affine_map, operands = parse_ssa_map(self)
        return affine_map, resolve_indices(self, operands)

    @overload
    def parse_optional_argument(
        self, expect_type: Literal[True] = True
    ) -> Parser.Argument | None: ...

    @overload
    def parse_optional_argument(
        self, expect_type: Literal[False]
    ) -> Parser.UnresolvedArgument | None: ...

    @overload
    def parse_optional_argument(
        self, expect_type: bool = True
    ) -> Parser.UnresolvedArgument | Parser.Argument | None: ...

    def parse_optional_argument(
        self, expect_type: bool = True
    ) -> Parser.UnresolvedArgument | Parser.Argument | None:
        """Parse `%i` or `%i: index`, with its location: its `loc(..)`, or the place of its name."""
        argument = super().parse_optional_argument(expect_type)
        if argument is None:
            return None
        location = self.parse_optional_location() or self.location_at(argument.name.start)
        if isinstance(argument, Parser.Argument):
            argument.location = location
            return argument
        return LocatedArgument(argument.name, location)

    def _parse_optional_block_arg_list(self, block: Block) -> Block | None:
        if self._current_token.kind is not MLIRTokenKind.L_PAREN:
            return None

        def parse_argument() -> None:
            argument = self.parse_argument()
            new = block.insert_arg(argument.type, len(block.args), argument.location)
            self._register_ssa_definition(argument.name.text[1:], (new,), argument.name)

        self.parse_comma_separated_list(self.Delimiter.PAREN, parse_argument)
        return block

    def _forward_location(self, name: str) -> LocationAttr | None:
        """
        The location for which an alias stands that is defined further down; None if it is not.
        """
        if name not in self._forward_locations:
            self._forward_locations[name] = None  # also while it is read: none holds itself
            position = self._location_aliases.get(name)
            if position is not None:
                back = self.pos
                self._resume_from(position)
                self._forward_locations[name] = self.parse_optional_location()
                self._resume_from(back)
        return self._forward_locations[name]

    @cached_property
    def _location_aliases(self) -> dict[str, Position]:
        return location_aliases(self._content())

    def parse_optional_location(self) -> LocationAttr | None:
        """
        A location; one without an alias is read once. Locations are most of what upstream prints.
        """
        match = _PLAIN_LOCATION.match(self._content(), self.pos)
        if match is None:
            return super().parse_optional_location()
        known = self._plain_locations.get(match[0])
        if known is not None:
            self._resume_from(match.end())
            return known
        found = super().parse_optional_location()
        if found is not None:
            self._plain_locations[match[0]] = found
        return found

    def _parse_location(self) -> LocationAttr:
        name = self._current_token.text
        if name.startswith("#") and name not in self.attribute_aliases:
            location = self._forward_location(name)
            if location is not None:
                self._consume_token()
                return location
        if self.parse_optional_keyword("fused") is not None:
            metadata = NoneAttr()
            if self.parse_optional_punctuation("<") is not None:
                metadata = self.parse_attribute()
                self.parse_punctuation(">")
            parts = self.parse_comma_separated_list(self.Delimiter.SQUARE, self._parse_location)
            return FusedLoc(tuple(parts), metadata)
        location = super()._parse_location()
        if self.parse_optional_keyword("to") is not None:
            # `"file":1:2 to 3:4`: xDSL has no attribute for a range, so the start stands for it.
            self.parse_optional_integer(False, False)
            self.parse_punctuation(":")
            self.parse_integer(False, False)
        return location

    def parse_shape_dimension(self, allow_dynamic: bool = True) -> int:
        """An extent, or `?`."""
        span = self._current_token.span
        extent = super().parse_shape_dimension(allow_dynamic)
        check_index(extent, span)
        if extent == 0 and not allow_dynamic:
            raise ParseError(span, "expected a positive extent of a vector, got 0")
        return extent

    def parse_optional_integer(
        self, allow_boolean: bool = True, allow_negative: bool = True
    ) -> int | None:
        """A bound, a step, a position; in parts of numbers with a type, the sign comes apart."""
        span = self._current_token.span
        value = super().parse_optional_integer(allow_boolean, allow_negative)
        if allow_negative and value is not None:
            check_index(value, span)
        return value

    def parse_optional_builtin_int_or_float_attr(self) -> IntegerAttr | FloatAttr | None:
        """A number with its type."""
        span = self._current_token.span
        try:
            attribute = super().parse_optional_builtin_int_or_float_attr()
        except OverflowError as error:
            raise ParseError(span, "the number does not fit its type") from error
        if isinstance(attribute, IntegerAttr) and isinstance(attribute.type, IndexType):
            check_index(attribute.value.data, span)
        return attribute

    def _parse_external_resources(self) -> None:
        self.parse_comma_separated_list(self.Delimiter.BRACES, self._parse_external_group)

    def _parse_external_group(self) -> None:
        group = self.external_resources.setdefault(self.parse_identifier(), {})
        self.parse_punctuation(":")

        def entry() -> None:
            key = self.parse_identifier()
            self.parse_punctuation(":")
            flag = self.parse_optional_boolean()
            group[key] = self.parse_str_literal() if flag is None else flag

        self.parse_comma_separated_list(self.Delimiter.BRACES, entry)

    def _parse_tensor_literal_element(self) -> AttrParser._TensorLiteralElement:
        is_hex = self._current_token.text.startswith("0x")
        element = super()._parse_tensor_literal_element()
        return _HexElement(False, element.value, element.span) if is_hex else element
