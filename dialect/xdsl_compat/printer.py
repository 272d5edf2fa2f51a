"""xDSL's printer, with text that stock mlir-opt takes and that means the same."""

# Results, names of values and blocks, and the column belong to xDSL's printer and its subclasses.
# pyright: reportPrivateUsage=false

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from io import StringIO
from typing import cast

from xdsl.dialects.builtin import (
    AffineMapAttr,
    AffineSetAttr,
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    FileLineColLoc,
    FunctionType,
    IntegerAttr,
    UnitAttr,
    UnregisteredOp,
    i64,
)
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove

from .dialects import repaired_class
from .syntax.affine_text import affine_map_text, affine_set_text
from .syntax.literals import print_dense
from .traversal import is_a, operation_name

# Their pretty forms keep what the operations hold, attributes too; many others drop attributes,
# and that of llvm.getelementptr drops `inbounds`.
_PRETTY_DIALECTS = frozenset(
    {"affine", "arith", "builtin", "cf", "func", "gpu", "math", "memref", "pad", "scf", "ub"}
    | {"vector"}
)
_FUNCTION_TYPE, _UNIT = (FunctionType,), (UnitAttr,)
_MAP, _SET, _ARRAY, _PLACE = (AffineMapAttr,), (AffineSetAttr,), (ArrayAttr,), (FileLineColLoc,)
_UNREGISTERED = (UnregisteredOp,)
_DENSE = (DenseIntOrFPElementsAttr,)


@dataclass(eq=False, repr=False)
class RepairedPrinter(Printer):
    """Prints stock operations as the repaired ones: a pass may build either."""

    _texts: dict[int, tuple[Attribute, str]] = field(
        default_factory=dict[int, tuple[Attribute, str]], init=False
    )
    """By identity: 0.0 equals -0.0. That it is an attribute's is sure while that is kept here."""
    _names: dict[int, tuple[SSAValue, str]] = field(
        default_factory=dict[int, tuple[SSAValue, str]], init=False
    )

    def print_op(self, op: Operation) -> None:
        """One operation with its regions."""
        if self.print_generic_format:
            self._print_generic(op)
            return
        repaired, dialect = repaired_class(type(op)), op.dialect_name()
        if repaired is None:
            if dialect == "llvm" or (op.attributes and dialect not in _PRETTY_DIALECTS):
                self._print_generic(op)
            else:
                super().print_op(op)
            return
        self._print_results(op)
        if scope := _is_scope(type(op)):
            self.enter_scope()
        self.print_string(op.name)
        repaired.print(op, self)
        if self.print_debuginfo:
            self.print_string(" ")
            self.print_attribute(op.location)
        if scope:
            self.exit_scope()

    def _print_generic(self, op: Operation) -> None:
        """
        Print what xDSL's printer prints, in half the steps.

        Every module that upstream MLIR reads is printed in this form.
        """
        results, operands = op.results, list(op.operands)
        start = f"{', '.join(map(self._name_of, results))} = " if results else ""
        if scope := _is_scope(type(op)):
            self.enter_scope()
        properties, attributes = _dictionaries(op)
        start += f'"{operation_name(op)}"({", ".join(map(self._name_of, operands))})'
        if op.successors:
            start += f" [{', '.join(f'^{self._get_block_name(b)}' for b in op.successors)}]"
        if properties:
            start += f" <{self._dictionary(properties)}>"
        self.print_string(start, indent=0)
        if op.regions:
            self.print_regions(op.regions)
        end = f" {self._dictionary(attributes)}" if attributes else ""
        end += f" : ({self._types(operands)}) -> "
        is_bare = len(results) == 1 and not is_a(results[0].type, _FUNCTION_TYPE)
        end += self._types(results) if is_bare else f"({self._types(results)})"
        if self.print_debuginfo:
            end += f" {self._text(op.location)}"
        self.print_string(end, indent=0)
        if scope:
            self.exit_scope()

    def _dictionary(self, attributes: Mapping[str, Attribute]) -> str:
        shown = [
            _shown_name(name) + ("" if is_a(value, _UNIT) else f" = {self._text(value)}")
            for name, value in attributes.items()
        ]
        return f"{{{', '.join(shown)}}}"

    def _types(self, values: Sequence[SSAValue]) -> str:
        return ", ".join([self._text(value.type) for value in values])

    def print_ssa_value(self, value: SSAValue) -> str:
        """A value by its name, which it gets when it is printed first."""
        name = self._name_of(value)
        self.print_string(name)
        return name[1:]

    def _name_of(self, value: SSAValue) -> str:
        known = self._names.get(id(value))
        if known is None:
            hint = value.name_hint
            name = f"%{self._free_name(hint) if hint else self._get_new_valid_name_id()}"
            self._names[id(value)] = known = value, name
        return known[1]

    def _free_name(self, hint: str) -> str:
        """The hint, with a number where it is taken: by itself, or by another hint's number."""
        count = self.ssa_names.get(hint, 0)
        name = f"{hint}_{count}" if count else hint
        while count and name in self.ssa_names:
            count += 1
            name = f"{hint}_{count}"
        self.ssa_names[hint] = count + 1
        if count:
            self.ssa_names[name] = 1
        return name

    def print_block_argument(self, arg: BlockArgument, print_type: bool = True) -> None:
        """
        Print an argument with its location, if wanted; of iterators, upstream prints only the
        locations of affine.for.
        """
        text, loop = self._name_of(arg), arg.owner.parent_op()
        is_iterator = arg.index == 0 and loop is not None and loop.name == "affine.for"
        if print_type:
            text += f": {self._text(arg.type)}"
        if self.print_debuginfo and (print_type or is_iterator):
            text += f" {self._text(arg.location)}"
        self.print_string(text, indent=0)

    def print_string(self, text: str, *, indent: int | None = None) -> None:
        """A piece of text; most are short, and of one line."""
        if self.stream is None or "\n" in text:
            super().print_string(text, indent=indent)
            return
        self.stream.write(text)
        self._current_column += len(text)

    def print_attribute(self, attribute: Attribute) -> None:
        """One attribute or type; types and locations come again and again."""
        if self.printing_location:
            self._print_anew(attribute)  # without what is around a whole location
            return
        self.print_string(self._text(attribute), indent=0)

    def _text(self, attribute: Attribute) -> str:
        known = self._texts.get(id(attribute))
        if known is None:
            self._texts[id(attribute)] = known = attribute, self._text_of(attribute)
        return known[1]

    def _text_of(self, attribute: Attribute) -> str:
        stream, column = self.stream, self._current_column
        self.stream = text = StringIO()
        self._print_anew(attribute)
        self.stream, self._current_column = stream, column
        return text.getvalue()

    def _print_anew(self, attribute: Attribute) -> None:
        if is_a(attribute, _MAP):
            self.print_string(f"affine_map<{affine_map_text(attribute.data)}>")
        elif is_a(attribute, _SET):
            self.print_string(f"affine_set<{affine_set_text(attribute.data)}>")
        elif is_a(attribute, _DENSE):
            print_dense(self, attribute)
            self.print_string(" : ")
            self.print_attribute(attribute.get_type())
        elif is_a(attribute, _ARRAY):
            with self.in_square_brackets():
                self.print_list(attribute, self._print_element)
        elif is_a(attribute, _PLACE) and not self.printing_location:
            file, line, column = attribute.filename.data, attribute.line.data, attribute.column.data
            self.print_string(f"loc({_literal(file)}:{line}:{column})")
        else:
            super().print_attribute(attribute)

    def _print_element(self, attribute: Attribute) -> None:
        """An element of an array: there MLIR leaves the type of an i64 out."""
        integer = cast("IntegerAttr", attribute) if isinstance(attribute, IntegerAttr) else None
        if integer is not None and integer.type == i64:
            self.print_string(str(integer.value.data))
        else:
            self.print_attribute(cast("Attribute", attribute))


def _dictionaries(op: Operation) -> tuple[Mapping[str, Attribute], Mapping[str, Attribute]]:
    """The properties and the other attributes, as the generic form has them."""
    if op.dialect_name() == "gpu":  # whose import takes a while
        from .operations.gpu_functions import generic_dictionaries

        return generic_dictionaries(op)
    if is_a(op, _UNREGISTERED):
        return op.properties, {k: v for k, v in op.attributes.items() if k != "op_name__"}
    return op.properties, op.attributes


@cache
def _is_scope(kind: type[Operation]) -> bool:
    return bool(kind.get_traits_of_type(IsolatedFromAbove))


@cache
def _shown_name(name: str) -> str:
    """The name of an attribute, in quotes if it is not an identifier."""
    printer = Printer(stream := StringIO())
    printer.print_identifier_or_string_literal(name)
    return stream.getvalue()


@cache
def _literal(text: str) -> str:
    printer = Printer(stream := StringIO())
    printer.print_string_literal(text)
    return stream.getvalue()
