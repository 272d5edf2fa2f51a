"""Locations of block arguments, and aliases of locations that are defined further down."""

import re
from dataclasses import dataclass

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.utils.lexer import Position

_ALIAS = re.compile(r"^[ \t]*(#[\w.$-]+)[ \t]*=[ \t]*(?=loc\()", re.MULTILINE)


@dataclass
class LocatedArgument(Parser.UnresolvedArgument):
    """A block argument whose type comes later, and where it is."""

    location: LocationAttr

    def resolve(self, type: Attribute) -> Parser.Argument:
        """The argument, of that type."""
        return Parser.Argument(self.name, type, self.location)


def location_aliases(text: str) -> dict[str, Position]:
    """Where in the text each alias of a location says what it stands for."""
    return {match[1]: match.end() for match in _ALIAS.finditer(text)}
