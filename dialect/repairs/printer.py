"""xDSL's printer, with text that stock mlir-opt takes and that means the same."""

from dataclasses import dataclass, field
from io import StringIO
from typing import cast

from xdsl.dialects.builtin import (
    AffineMapAttr,
    AffineSetAttr,
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    i64,
)
from xdsl.ir import Attribute, BlockArgument, Operation
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.hints import isa

from .affine_text import affine_map_text, affine_set_text
from .dialects import repaired_class
from .literals import print_dense

# Their pretty forms keep what the operations hold, attributes too; many others drop attributes,
# and that of llvm.getelementptr drops `inbounds`.
_PRETTY_DIALECTS = frozenset(
    {"affine", "arith", "builtin", "cf", "func", "gpu", "math", "memref", "pad", "scf", "ub"}
    | {"vector"}
)


@dataclass(eq=False, repr=False)
class RepairedPrinter(Printer):
    """Prints stock operations as the repaired ones: a pass may build either."""

    _texts: dict[int, tuple[Attribute, str]] = field(
        default_factory=dict[int, tuple[Attribute, str]], init=False
    )
    """By identity: 0.0 equals -0.0. That it is an attribute's is sure while that is kept here."""

    def print_op(self, op: Operation) -> None:
        """One operation with its regions."""
        repaired = repaired_class(type(op))
        dialect = op.dialect_name()
        generic = dialect == "llvm" or (op.attributes and dialect not in _PRETTY_DIALECTS)
        if self.print_generic_format or not (repaired or generic):
            super().print_op(op)
            return
        scope = op.has_trait(IsolatedFromAbove)
        self._print_results(op)
        if scope:
            self.enter_scope()
        if repaired is None:
            self.print_string(f'"{op.name}"')
            self.print_op_with_default_format(op)
        else:
            self.print_string(op.name)
            repaired.print(op, self)
            if self.print_debuginfo:
                self.print_string(" ")
                self.print_attribute(op.location)
        if scope:
            self.exit_scope()

    def print_op_with_default_format(self, op: Operation) -> None:
        """What follows the name in the generic form."""
        if op.dialect_name() != "gpu":  # whose import takes a while
            super().print_op_with_default_format(op)
            return
        from .gpu_functions import generic_dictionaries

        properties, attributes = generic_dictionaries(op)
        self.print_operands(op.operands)
        self._print_op_properties(properties)
        self.print_regions(op.regions)
        self.print_op_attributes(attributes)
        self.print_string(" : ")
        self.print_operation_type(op)

    def print_block_argument(self, arg: BlockArgument, print_type: bool = True) -> None:
        """With its location, if wanted; of iterators, upstream prints those of affine.for."""
        super().print_block_argument(arg, print_type)
        loop = arg.owner.parent_op()
        is_iterator = arg.index == 0 and loop is not None and loop.name == "affine.for"
        if self.print_debuginfo and not print_type and is_iterator:
            self.print_string(" ")
            self.print_attribute(arg.location)

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
        if id(attribute) not in self._texts:
            self._texts[id(attribute)] = attribute, self._text_of(attribute)
        self.print_string(self._texts[id(attribute)][1], indent=0)

    def _text_of(self, attribute: Attribute) -> str:
        stream, column = self.stream, self._current_column
        self.stream = text = StringIO()
        self._print_anew(attribute)
        self.stream, self._current_column = stream, column
        return text.getvalue()

    def _print_anew(self, attribute: Attribute) -> None:
        if isinstance(attribute, AffineMapAttr):
            self.print_string(f"affine_map<{affine_map_text(attribute.data)}>")
        elif isinstance(attribute, AffineSetAttr):
            self.print_string(f"affine_set<{affine_set_text(attribute.data)}>")
        elif isa(attribute, DenseIntOrFPElementsAttr):
            print_dense(self, attribute)
            self.print_string(" : ")
            self.print_attribute(attribute.get_type())
        elif isinstance(attribute, ArrayAttr):
            with self.in_square_brackets():
                self.print_list(cast("ArrayAttr[Attribute]", attribute), self._print_element)
        else:
            super().print_attribute(attribute)

    def _print_element(self, attribute: Attribute) -> None:
        """An element of an array: there MLIR leaves the type of an i64 out."""
        integer = cast("IntegerAttr", attribute) if isinstance(attribute, IntegerAttr) else None
        if integer is not None and integer.type == i64:
            self.print_string(str(integer.value.data))
        else:
            self.print_attribute(cast("Attribute", attribute))
