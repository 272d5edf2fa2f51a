"""
Repairs as data: a row says how upstream's operation differs from xDSL's, and makes its subclass.

It has the assembly format, and the properties that xDSL lacks: it refuses those that it does not
know, so they are kept as attributes, from where both forms print them, and upstream takes them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import ClassVar, Self, TypeVar, cast

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import AttrConstraint, IRDLOperation, OpDef, OptAttributeDef
from xdsl.irdl.declarative_assembly_format import (
    AttrDictDirective,
    CustomDirective,
    FormatDirective,
    FormatProgram,
    ParsingState,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

Dictionary = dict[str, Attribute]
_Operation = TypeVar("_Operation", bound=Operation)
_Kind = TypeVar("_Kind", bound=IRDLOperation)


class Restated(Operation):
    """An operation of which upstream states the properties and attributes in another way."""

    lacking: ClassVar[tuple[str, ...]] = ()
    """The properties that are attributes here."""

    @classmethod
    def restated(
        cls, properties: Dictionary, attributes: Dictionary
    ) -> tuple[Dictionary, Dictionary]:
        """Return both as xDSL has them."""
        moved = {name: properties.pop(name) for name in cls.lacking if name in properties}
        return properties, moved | attributes

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
        own, others = cls.restated(dict(properties or {}), dict(attributes or {}))
        return super().create(
            operands=operands,
            result_types=result_types,
            properties=own,
            attributes=others,
            location=location,
            successors=successors,
            regions=regions,
        )


def repaired(
    operation: type[_Operation], bases: tuple[type[Operation], ...], **members: object
) -> type[_Operation]:
    """Return a subclass of xDSL's operation and of `bases` that has its name."""
    members = {"name": operation.name, "__module__": __name__} | members
    made = type(operation)(operation.__name__, (*bases, operation), members)
    return cast("type[_Operation]", made)


def lacking(operation: type[_Operation], *properties: str) -> type[_Operation]:
    """Return an operation that takes properties which xDSL's lacks."""
    return repaired(operation, (Restated,), lacking=properties)


def formatted(
    operation: type[_Kind],
    assembly_format: str,
    *,
    directives: Sequence[type[CustomDirective]] = (),
    lacks: Mapping[str, AttrConstraint] | None = None,
) -> type[_Kind]:
    """Return an operation in another syntax, which may name properties that xDSL's lacks."""
    lacks = lacks or {}

    @cache  # at its first use, as most programs have few operations
    def program() -> FormatProgram:
        definition = _definition(operation, directives, lacks)
        stated = FormatProgram.from_str(assembly_format, definition).stmts
        return FormatProgram(tuple(_AttrDict.of(s) if lacks else s for s in stated))

    def parse(cls: type[_Kind], parser: Parser) -> _Kind:
        return program().parse(parser, cls)

    def print(self: _Kind, printer: Printer) -> None:
        program().print(printer, self)

    members = {"parse": classmethod(parse), "print": print, "lacking": tuple(lacks)}
    return repaired(operation, (Restated,) if lacks else (), **members)


class _AttrDict(AttrDictDirective):
    """Takes in the dictionary too, as upstream does, what the format has a place for."""

    @classmethod
    def of(cls, directive: FormatDirective) -> FormatDirective:
        if not isinstance(directive, AttrDictDirective):
            return directive
        reserved, expected = directive.reserved_attr_names, directive.expected_properties
        return cls(directive.with_keyword, reserved, expected)

    def parse(self, parser: Parser, state: ParsingState) -> None:
        state.attributes |= parser.parse_optional_attr_dict()


def _definition(
    operation: type[IRDLOperation],
    directives: Sequence[type[CustomDirective]],
    lacks: Mapping[str, AttrConstraint],
) -> OpDef:
    """Return xDSL's, with what the format may name too."""
    stock = operation.get_irdl_definition()
    return replace(
        stock,
        attributes=stock.attributes | {n: OptAttributeDef(c) for n, c in lacks.items()},
        accessor_names=stock.accessor_names | {name: (name, "attribute") for name in lacks},
        custom_directives=stock.custom_directives | {d.__name__: d for d in directives},
    )
