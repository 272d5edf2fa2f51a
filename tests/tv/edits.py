"""
Small edits of programs: wrong ones, whatever the program is, and right ones.

Each program gets one more argument, `%edited`, and copies its first cell to its second in the end:
what an edit does with these is wrong, or right, for a reason of its own. What else the program does
may hide it, and must not.
"""

from __future__ import annotations

import re

_TYPE = "memref<2xf32>"
_END = re.compile(r"^\s*func\.return\b", re.MULTILINE)


def prepared(text: str, function: str) -> str | None:
    """The text of a module with the argument, and a place for edits; None if there is none."""
    start = re.search(rf"func\.func @{re.escape(function)}\(", text)
    end = _END.search(text, start.end()) if start is not None else None
    is_called = len(re.findall(rf"@{re.escape(function)}\b", text)) > 1
    if start is None or end is None or is_called:
        return None
    comma = "" if text[start.end()] == ")" else ", "
    argument = f"%edited: {_TYPE}{comma}"
    parts = text[: start.end()], argument, text[start.end() : end.start()], "{edit}\n"
    return "".join(part.replace("{", "{{").replace("}", "}}") for part in parts[:3]) + (
        parts[3] + text[end.start() :].replace("{", "{{").replace("}", "}}")
    )


def edited(program: str, edit: str) -> str:
    """The program with an edit, whose names are none of the program's."""
    return program.format(edit=re.sub(r"%(?!edited)(\w+)", r"%edit_\1", edit))


def _cells(value: str, *lines: str) -> str:
    load = f"%first = affine.load %edited[0] : {_TYPE}"
    return "\n".join([load, *lines, f"affine.store {value}, %edited[1] : {_TYPE}"])


def _times_one(flags: str) -> str:
    one = "%unit = arith.constant 1.0 : f32"
    return _cells("%same", one, f"%same = arith.mulf %first, %unit {flags} : f32")


ORIGINAL = _cells("%first")
_COPY = f"%copy = memref.alloc() : {_TYPE}\nmemref.copy %edited, %copy : {_TYPE} to {_TYPE}"
_FREE = f"memref.dealloc %copy : {_TYPE}"
_BACK = f"memref.copy %copy, %edited : {_TYPE} to {_TYPE}"
_LIMIT = "%limit = arith.constant 1.5 : f32"


def _while(condition: str) -> str:
    return f"""%go = arith.constant {condition}
    scf.while () : () -> () {{ scf.condition(%go) }} do {{ scf.yield }}"""


WRONG = {
    **{
        f"flag {flag}": _times_one(f"fastmath<{flag}>")
        for flag in ("nnan", "ninf", "nsz", "afn", "arcp", "contract", "reassoc", "fast")
    },
    "another value": _cells("%other", "%other = arith.negf %first : f32"),
    "another cell": ORIGINAL.replace("[0]", "[1]"),
    "nothing": "",
    "the other way": _cells("%first")
    .replace("[1]", "[2]")
    .replace("[0]", "[1]")
    .replace("[2]", "[0]"),
    "undef": _cells("%any", "%any = pad.undef : f32"),
    "a zero that may be negative": _cells(
        "%sum", "%zero = arith.constant 0.0 : f32", "%sum = arith.addf %first, %zero : f32"
    ),
    "a guard that may not hold": _cells(
        "%first", _LIMIT, "%holds = arith.cmpf olt, %first, %limit : f32", "scf.if %holds {"
    )
    + "\n}",
    "an assume of nothing": _cells(
        "%first", _LIMIT, "%holds = arith.cmpf olt, %first, %limit : f32", "pad.assume %holds : i1"
    ),
    "a division": _cells(
        "%first",
        "%bits = arith.bitcast %first : f32 to i32",
        "%quotient = arith.divui %bits, %bits : i32",
    ),
    "out of bounds": _cells("%first", f"%beyond = affine.load %edited[2] : {_TYPE}"),
    "uninitialised": f"{ORIGINAL}\n%copy = memref.alloc() : {_TYPE}\n"
    f"%none = affine.load %copy[0] : {_TYPE}",
    "the caller's buffer freed": f"{ORIGINAL}\nmemref.dealloc %edited : {_TYPE}",
    "freed twice": f"{ORIGINAL}\n{_COPY}\n{_FREE}\n{_FREE}",
    "freed too early": f"{ORIGINAL}\n{_COPY}\n{_FREE}\n{_BACK}",
    "an endless loop": f"{ORIGINAL}\n{_while('true')}",
    "iterations that meet": f"{ORIGINAL}\naffine.parallel (%each) = (0) to (2) {{\n"
    f"%cell = affine.load %edited[1] : {_TYPE}\naffine.store %cell, %edited[%each] : {_TYPE}\n}}",
}
RIGHT = {
    "the same": ORIGINAL,
    "a product by 1": _times_one(""),
    "negated twice": _cells(
        "%again", "%other = arith.negf %first : f32", "%again = arith.negf %other : f32"
    ),
    "flags of what nobody uses": _cells(
        "%first", "%dead = arith.addf %first, %first fastmath<fast> : f32"
    ),
    "a true assume": _cells(
        "%first", "%holds = arith.cmpf ueq, %first, %first : f32", "pad.assume %holds : i1"
    ),
    "a copy and back": f"{ORIGINAL}\n{_COPY}\n{_BACK}\n{_FREE}",
    "a buffer that is not freed": f"{ORIGINAL}\n{_COPY}",
    "a loop that ends": f"{ORIGINAL}\n{_while('false')}",
    "iterations apart": "affine.parallel (%each) = (1) to (2) {\n"
    f"%cell = affine.load %edited[0] : {_TYPE}\naffine.store %cell, %edited[%each] : {_TYPE}\n}}",
}
