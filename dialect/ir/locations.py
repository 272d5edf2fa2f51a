"""Where an operation comes from: its place in a file, and the function that it is in."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    LocationAttr,
    NameLoc,
    StringAttr,
)
from xdsl.ir import Attribute, Operation


def show_location(location: LocationAttr) -> str:
    """`file:line:col: ` with the blank, or nothing where the location is not known."""
    place = place_in_file(location)
    if place is None:
        return ""
    return f"{place.filename.data}:{place.line.data}:{place.column.data}: "


def place_in_file(location: Attribute) -> FileLineColLoc | None:
    """The first place in a file that a location names: of a call, that in the callee."""
    match location:
        case FileLineColLoc():
            return location
        case NameLoc():
            return place_in_file(location.location)
        case CallSiteLoc():
            return place_in_file(location.callee)
        case FusedLoc():
            parts = map(place_in_file, cast("ArrayAttr[Attribute]", location.locations))
            return next((part for part in parts if part is not None), None)
        case _:
            return None


def location_of(op: Operation) -> LocationAttr:
    """Return the location of an operation, or of the innermost operation around it that has one."""
    at: Operation | None = op
    while at is not None:
        if place_in_file(at.location) is not None:
            return at.location
        at = at.parent_op()
    return op.location


def enclosing_function(op: Operation) -> str:
    """The name of the function that the operation is, or is in; empty if there is none."""
    at: Operation | None = op
    while at is not None and "function_type" not in at.properties:
        at = at.parent_op()
    name = None if at is None else at.properties.get("sym_name")
    return name.data if isinstance(name, StringAttr) else ""
