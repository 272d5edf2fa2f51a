"""
The rows of what pad-tv compares, as data: for each a wrong rewrite, which it refutes, and a right
one.

`docs/pad-tv.md` is made from these rows: `python -m tests.docs.update`.

Long, as it is one table of programs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import ndiff
from textwrap import dedent, indent

from pad_mlir.tools.tv import Status, Verdict

from .rewrites import judge


@dataclass(frozen=True)
class Row:
    """One thing that is compared."""

    group: str
    name: str
    told: str
    """The subject, and the effect of the wrong rewrite."""
    before: str
    wrong: str
    right: str

    def verdicts(self) -> tuple[Verdict, Verdict]:
        """Of the wrong rewrite and of the right one."""
        return judge(self.before, self.wrong), judge(self.before, self.right)


def _text(lines: str) -> str:
    return dedent(lines).strip()


def _function(body: str, arguments: str, results: str = "") -> str:
    lines = indent(_text(body), "  ")
    return f"func.func @f({arguments}){results} {{\n{lines}\n}}"


_A = "%A: memref<4xf32>"
_MODULE = "memref<4xf32>"


def _cells(body: str) -> str:
    return _function(f"{_text(body)}\nfunc.return", _A)


def _scalar(body: str, type: str = "f32") -> str:
    return _function(
        f"{_text(body)}\nfunc.return %r : {type}", f"%x: {type}, %y: {type}", f" -> {type}"
    )


def _buffers(body: str, *results: str, arguments: str = _A) -> str:
    types = ", ".join([_MODULE] * len(results))
    end = f"func.return {', '.join(results)} : {types}"
    return _function(f"{_text(body)}\n{end}", arguments, f" -> ({types})")


def _padded(kind: str, body: str) -> str:
    tiles = "affine_map<(i) -> (i floordiv 4, i mod 4)>"
    logical = f"memref<6xf32, #pad.layout<[{tiles}], [{kind}], {{}}>>"
    argument = f"%A: memref<2x4xf32> {{pad.logical = {logical}}}"
    return _function(f"{_text(body)}\nfunc.return", argument)


def _padded_at_entry(buffer: str, size: str) -> str:
    """C is written whole whatever its size, B is not where it is larger than A."""
    rounded = "affine_map<(d0) -> (d0 ceildiv 8 * 8)>"
    layout = "#pad.layout<[affine_map<(i) -> (i)>], [0.0 : f32], {align = [8]}>"
    laid_out = f"memref<?xf32> {{pad.logical = memref<?xf32, {layout}>}}"
    sizes = [
        '%n: index {pad.size = [{of = "A", dim = 0}, {of = "C", dim = 0}]}',
        '%m: index {pad.size = [{of = "B", dim = 0}]}',
    ]
    arguments = ["%A: memref<?xf32>", f"%B: {laid_out}", f"%C: {laid_out}", *sizes]
    assumed = f"""
        affine.for %i = {size} to {rounded}({size}) {{
          %p = affine.load {buffer}[%i] : memref<?xf32>
          %is = arith.cmpf oeq, %p, %z : f32
          pad.assume %is : i1
        }}"""
    body = f"""
        %z = arith.constant 0.0 : f32{assumed if buffer else ""}
        affine.for %i = 0 to %n {{
          %a = affine.load %A[%i] : memref<?xf32>
          affine.store %a, %B[%i] : memref<?xf32>
        }}
        affine.for %i = 0 to {rounded}(%n) {{
          affine.store %z, %C[%i] : memref<?xf32>
        }}
        func.return"""
    return _function(_text(body), ", ".join(arguments))


def _called(body: str) -> str:
    callees = "func.func private @p(f32)\nfunc.func private @q(memref<4xf32>)\n"
    return callees + _function(f"{_text(body)}\nfunc.return", f"%x: f32, {_A}")


def _global(body: str, value: str = "1.0", kind: str = "") -> str:
    made = f"memref.global {kind}@g : memref<f32> = dense<{value}>\n"
    return made + _function(f"{_text(body)}\nfunc.return", _A)


def _ifs(condition: str) -> str:
    return _cells(f"""
        %u = pad.undef : f32
        %one = arith.constant 1.0 : f32
        %a = affine.load %A[0] : memref<4xf32>
        %b = affine.load %A[1] : memref<4xf32>
        %p = arith.cmpf oeq, %a, %one : f32
        %q = arith.cmpf oeq, %b, %one : f32
        {condition}
        affine.store %a, %A[2] : memref<4xf32>""")


_LOAD = "%a = affine.load %A[0] : memref<4xf32>"
_DOUBLED = f"""
    {_LOAD}
    %d = arith.addf %a, %a : f32
    affine.store %d, %A[1] : memref<4xf32>"""
_ALLOC = "%L = memref.alloc() : memref<4xf32>"
_COPY = f"{_ALLOC}\nmemref.copy %A, %L : memref<4xf32> to memref<4xf32>"
_GET = "%g = memref.get_global @g : memref<f32>\n"
_PUT = """%z = arith.constant 0.0 : f32
affine.store %z, %g[] : memref<f32>"""
_CHOICE = "%c = arith.cmpf ueq, %u, %one : f32\n        %s = arith.select %c, %p, %q : i1"
_LOOP = """
    affine.{kind} {header} {{
      %a = affine.load %A[%i] : memref<4xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[{index}] : memref<4xf32>
    }}"""
_PAR, _FOR = "(%i) = (0) to (4)", "%i = 0 to 4"


def _scattered(order: str, second: str = "arith.addi %none, %x") -> str:
    stores = [
        "memref.store %a, %A[%i] : memref<4xf32>",
        "memref.store %b, %A[%j] : memref<4xf32>",
    ]
    lines = "\n        ".join(stores[int(which)] for which in order)
    return _function(
        f"""
        %none = arith.constant 0 : index
        %i = affine.load %I[0] : memref<2xindex>
        %x = affine.load %I[1] : memref<2xindex>
        %j = {second} : index
        {lines}
        func.return""",
        f"{_A}, %I: memref<2xindex>, %a: f32, %b: f32",
    )


def _gathered(guard: str) -> str:
    return _function(
        f"""
        %zero = arith.constant 0 : i32
        %four = arith.constant 4 : i32
        %other = arith.constant 0.0 : f32
        %k = affine.load %I[0] : memref<2xi32>
        %i = arith.index_cast %k : i32 to index
        %low = arith.cmpi sge, %k, %zero : i32
        %high = arith.cmpi slt, %k, %four : i32
        {guard}
        %r = scf.if %in -> (f32) {{
          %a = memref.load %A[%i] : memref<4xf32>
          scf.yield %a : f32
        }} else {{
          scf.yield %other : f32
        }}
        func.return %r : f32""",
        f"{_A}, %I: memref<2xi32>",
        " -> f32",
    )


_INSIDE = "affine_set<(d0, d1) : (5 - d0 * 4 - d1 >= 0)>"


def _tiled_indices(inside: str) -> str:
    tiles = "affine_map<(i) -> (i floordiv 4, i mod 4)>"
    logical = f'memref<6xindex, #pad.layout<[{tiles}], ["undef"], {{}}>>'
    return _function(
        f"""
        affine.for %o = 0 to 2 {{
          affine.for %t = 0 to 4 {{
            affine.if {inside}(%o, %t) {{
              %i = affine.load %I[%o, %t] : memref<2x4xindex>
              memref.store %x, %A[%i] : memref<4xf32>
            }}
          }}
        }}
        func.return""",
        f"%I: memref<2x4xindex> {{pad.logical = {logical}}}, %x: f32, {_A}",
    )


def _loop(kind: str, header: str, index: str = "%i") -> str:
    return _cells(_LOOP.format(kind=kind, header=header, index=index))


def _first_added(loop: str, *, first: bool = False) -> str:
    """The first cell added to all of them."""
    alone = """
        %f = affine.load %A[0] : memref<4xf32>
        %g = arith.addf %f, %f : f32
        affine.store %g, %A[0] : memref<4xf32>"""
    return _cells(f"""{alone if first else ""}
        {loop} {{
          %a = affine.load %A[0] : memref<4xf32>
          %b = affine.load %A[%i] : memref<4xf32>
          %c = arith.addf %a, %b : f32
          affine.store %c, %A[%i] : memref<4xf32>
        }}""")


def _asserted(condition: str) -> str:
    return _scalar(f"""
        %c = arith.cmpf {condition} : f32
        cf.assert %c, "a condition"
        %r = arith.addf %x, %y : f32""")


def _assumed(condition: str) -> str:
    return _cells(f"""
        {_LOAD}
        %zero = arith.constant 0.0 : f32
        %less = arith.constant -1.0 : f32
        %c = arith.cmpf {condition} : f32
        pad.assume %c : i1""")


def _while(condition: str) -> str:
    return _cells(f"""
        %go = arith.constant {condition}
        scf.while () : () -> () {{
          scf.condition(%go)
        }} do {{
          scf.yield
        }}""")


def _flagged(flags: str, first: str = "%x") -> str:
    return _scalar(f"""
        %one = arith.constant 1.0 : f32
        %p = arith.mulf {first}, %one {flags}: f32
        %r = arith.addf %p, %y : f32""")


def _product(flags: str) -> str:
    return _scalar(f"%one = arith.constant true\n%r = arith.muli %x, %one {flags}: i1", "i1")


def _sum(order: tuple[str, str], flags: str) -> str:
    (first, second) = order
    return _scalar(f"""
        %c = arith.constant 3.0e7 : f32
        %s = arith.addf {first}, %y {flags}: f32
        %r = arith.addf %s, {second} {flags}: f32""")


def _quotient(body: str) -> str:
    return _scalar(body, "i8")


def _undefs(body: str) -> str:
    return _cells(f"%u = pad.undef : f32\n{_text(body)}")


def _stores(*values: str) -> str:
    return "\n".join(f"affine.store {v}, %A[{k}] : memref<4xf32>" for k, v in enumerate(values))


_ONE = "%z = arith.constant 4.0 : f32\naffine.store %z, %A[0, 1] : memref<2x4xf32>"
_UNDEF = "%u = pad.undef : f32\naffine.store %u, %A[1, 3] : memref<2x4xf32>"


def _padding(value: str, cell: int = 3) -> str:
    return f"%p = arith.constant {value} : f32\naffine.store %p, %A[1, {cell}] : memref<2x4xf32>"


def _cleared(size: str) -> str:
    return f"""func.func @f(%n: index, %A: memref<?xf32>, %m: index) {{
      %zero = arith.constant 0.0 : f32
      affine.for %i = 0 to {size} {{
        affine.store %zero, %A[%i] : memref<?xf32>
      }}
      func.return
    }}"""


def _sized(bound: str) -> str:
    body = f"""
        %z = arith.constant 0.0 : f32
        affine.for %i = 0 to {bound} {{
          affine.store %z, %A[%i] : memref<?xf32>
        }}
        func.return"""
    arguments = '%A: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0}]}'
    return _function(body, arguments)


def _vector(alignment: str) -> str:
    return _cells(f"""
        %i = arith.constant 1 : index
        %v = vector.load %A[%i] {alignment}: memref<4xf32>, vector<2xf32>
        vector.store %v, %A[%i] : memref<4xf32>, vector<2xf32>""")


def _narrow(body: str) -> str:
    return _function(f"{_text(body)}\nfunc.return %r : i1", "%x: i16", " -> i1")


_TO_F8 = "%f = arith.sitofp %x : i16 to f8E4M3FN\n"

ROWS = [
    Row(
        "Values",
        "cells of arguments",
        "What each logical cell of an argument holds at the end. Wrong: another operation.",
        _cells(_DOUBLED),
        _cells(_DOUBLED.replace("addf", "mulf")),
        _cells(f"""
            {_LOAD}
            %two = arith.constant 2.0 : f32
            affine.store %two, %A[1] : memref<4xf32>
            %d = arith.addf %a, %a : f32
            affine.store %d, %A[1] : memref<4xf32>"""),
    ),
    Row(
        "Values",
        "results",
        "What is returned. Wrong: the operands of a subtraction are swapped.",
        _scalar("%r = arith.subf %x, %y : f32"),
        _scalar("%r = arith.subf %y, %x : f32"),
        _scalar("%n = arith.negf %y : f32\n%r = arith.addf %x, %n : f32"),
    ),
    Row(
        "Values",
        "the sign of a zero",
        "`x + 0.0` is `x` but for -0.0. Wrong: it is taken for `x`; `x - 0.0` is.",
        _scalar("%z = arith.constant 0.0 : f32\n%r = arith.addf %x, %z : f32"),
        _scalar("%z = arith.constant -0.0 : f32\n%r = arith.addf %x, %z : f32"),
        _scalar("%z = arith.constant -0.0 : f32\n%r = arith.subf %x, %z : f32"),
    ),
    Row(
        "Values",
        "NaN and infinities",
        "All NaNs are one value, and no number. Wrong: `maxnumf`, which ignores them.",
        _scalar("%r = arith.maximumf %x, %y : f32"),
        _scalar("%r = arith.maxnumf %x, %y : f32"),
        _scalar("%r = arith.maximumf %y, %x : f32"),
    ),
    Row(
        "Values",
        "the order of rounding",
        "It is part of the value where no flag says otherwise. Wrong: sums in another order.",
        _sum(("%x", "%c"), "fastmath<nnan> "),
        _scalar("""
            %c = arith.constant 3.0e7 : f32
            %s = arith.addf %x, %c fastmath<nnan> : f32
            %r = arith.addf %s, %y fastmath<nnan> : f32"""),
        _scalar("""
            %c = arith.constant 3.0e7 : f32
            %s = arith.addf %y, %x fastmath<nnan> : f32
            %r = arith.addf %c, %s fastmath<nnan> : f32"""),
    ),
    Row(
        "Values",
        "narrow types",
        "What is too large for f8E4M3FN is NaN. Wrong: an integer is taken for a number there.",
        _narrow(f"{_TO_F8}%r = arith.cmpf ord, %f, %f : f8E4M3FN"),
        _narrow("%r = arith.constant true"),
        _narrow(
            f"{_TO_F8}%n = arith.cmpf uno, %f, %f : f8E4M3FN\n%t = arith.constant true\n"
            "%r = arith.xori %n, %t : i1"
        ),
    ),
    Row(
        "Values",
        "all sizes",
        "Sizes that are not given are sampled: 13, 16, 1, 0, around the tiles by which a side "
        "divides, and near the numbers in conditions and bounds; an index that is no size is also "
        "negative. Wrong: it is right at 16 only.",
        _sized("%n"),
        _sized("affine_map<(d0) -> (d0 floordiv 16 * 16)>(%n)"),
        _sized("affine_map<(d0) -> (d0 ceildiv 2 + d0 floordiv 2)>(%n)"),
    ),
    Row(
        "Values",
        "sizes that differ",
        "Where the original is undefined at the sizes that are sampled first, others are looked "
        "for that are not all equal. Wrong: one size is taken for another.",
        _cleared("%n"),
        _cleared("%m"),
        _cleared("affine_map<(d0) -> (d0 ceildiv 2 + d0 floordiv 2)>(%n)"),
    ),
    Row(
        "Values",
        "indices from the data",
        "Integers that decide what is accessed, or runs, are sampled. Wrong: two stores to cells "
        "that may be one are exchanged.",
        _scattered("01"),
        _scattered("10"),
        _scattered("01", "arith.addi %x, %none"),
    ),
    Row(
        "Values",
        "a guard on the data",
        "Samples have numbers that are no index, where the original is defined for them. Wrong: "
        "the half of a guard that keeps out negative ones is gone.",
        _gathered("%in = arith.andi %low, %high : i1"),
        _gathered("%in = arith.andi %high, %high : i1"),
        _gathered("%in = arith.cmpi ult, %k, %four : i32"),
    ),
    Row(
        "Values",
        "indices in padding",
        "Padding of which nothing is promised holds any numbers. Wrong: it is used as an index.",
        _tiled_indices(_INSIDE),
        _tiled_indices("affine_set<(d0, d1) : (7 - d0 * 4 - d1 >= 0)>"),
        _tiled_indices("affine_set<(d0, d1) : (11 - d0 * 8 - d1 * 2 >= 0)>"),
    ),
    Row(
        "Undef",
        "one undef is one value",
        "It may be chosen, once. Wrong: two values are stored where one undef was.",
        _undefs(_stores("%u", "%u")),
        _undefs(
            "%z = arith.constant 0.0 : f32\n%o = arith.constant 1.0 : f32\n" + _stores("%z", "%o")
        ),
        _undefs("%z = arith.constant 0.0 : f32\n" + _stores("%z", "%z")),
    ),
    Row(
        "Undef",
        "a value is not an undef",
        "Wrong: an undef is stored where there was a value.",
        _undefs("%z = arith.constant 0.0 : f32\n" + _stores("%z")),
        _undefs(_stores("%u")),
        _undefs("%z = arith.constant 0.0 : f32\n" + _stores("%u") + "\n" + _stores("%z")),
    ),
    Row(
        "Flags",
        "nnan and ninf",
        "With them a NaN, or an infinity, is poison. Wrong: a product by 1 has one, which says of "
        "`x` that it is not a NaN.",
        _flagged(""),
        _flagged("fastmath<nnan> "),
        _scalar("%r = arith.addf %y, %x : f32"),
    ),
    Row(
        "Flags",
        "nsz",
        "With it the sign of a zero is any. Wrong: `x + -0.0`, which is `x`, has it.",
        _scalar("%z = arith.constant -0.0 : f32\n%r = arith.addf %x, %z : f32"),
        _scalar("%z = arith.constant -0.0 : f32\n%r = arith.addf %x, %z fastmath<nsz> : f32"),
        _scalar("""
            %z = arith.constant -0.0 : f32
            %dead = arith.addf %x, %y fastmath<nsz> : f32
            %r = arith.addf %x, %z : f32"""),
    ),
    Row(
        "Flags",
        "nsw and nuw",
        "With them what wraps around is poison. Wrong: in one bit, true is -1, and -1 times -1 is "
        "no i1; by `nuw` it is one.",
        _product(""),
        _product("overflow<nsw> "),
        _product("overflow<nuw> "),
    ),
    Row(
        "Flags",
        "exact, nneg and disjoint",
        "With them a rest, a sign or a common bit is poison. Wrong: a half that may be cut off has "
        "`isExact`.",
        _scalar("%one = arith.constant 1 : i8\n%r = arith.shrui %x, %one : i8", "i8"),
        _scalar("%one = arith.constant 1 : i8\n%r = arith.shrui %x, %one {isExact} : i8", "i8"),
        _scalar(
            """
            %one = arith.constant 1 : i8
            %dead = arith.shrui %x, %one {isExact} : i8
            %r = arith.shrui %x, %one : i8""",
            "i8",
        ),
    ),
    Row(
        "Undefined behaviour",
        "division",
        "Wrong: a division that may be one by zero is done whether its result is used or not.",
        _quotient("""
            %z = arith.constant 0 : i8
            %c = arith.cmpi ne, %y, %z : i8
            %r = scf.if %c -> (i8) {
              %q = arith.divui %x, %y : i8
              scf.yield %q : i8
            } else {
              scf.yield %x : i8
            }"""),
        _quotient("""
            %z = arith.constant 0 : i8
            %c = arith.cmpi ne, %y, %z : i8
            %q = arith.divui %x, %y : i8
            %r = arith.select %c, %q, %x : i8"""),
        _quotient("""
            %z = arith.constant 0 : i8
            %o = arith.constant 1 : i8
            %c = arith.cmpi ne, %y, %z : i8
            %d = arith.select %c, %y, %o : i8
            %q = arith.divui %x, %d : i8
            %r = arith.select %c, %q, %x : i8"""),
    ),
    Row(
        "Undefined behaviour",
        "bounds",
        "Wrong: a loop that does nothing at its end runs once more.",
        _loop("for", "%i = 0 to 4"),
        _loop("for", "%i = 0 to 5"),
        _loop("for", "%i = 1 to 5", "%i - 1").replace("A[%i]", "A[%i - 1]"),
    ),
    Row(
        "Undefined behaviour",
        "uninitialised cells",
        "Reading one is undefined. Wrong: what initialised it is gone.",
        _cells(f"{_COPY}\n%v = affine.load %L[2] : memref<4xf32>\n" + _stores("%v")),
        _cells(f"{_ALLOC}\n%v = affine.load %L[2] : memref<4xf32>\n" + _stores("%v")),
        _cells("%v = affine.load %A[2] : memref<4xf32>\n" + _stores("%v")),
    ),
    Row(
        "Undefined behaviour",
        "iterations in any order",
        "Wrong: a loop becomes parallel, in which an iteration reads what another one writes.",
        _first_added("affine.for %i = 0 to 4"),
        _first_added("affine.parallel (%i) = (0) to (4)"),
        _first_added("affine.parallel (%i) = (1) to (4)", first=True),
    ),
    Row(
        "Undefined behaviour",
        "loops that end",
        "Wrong: a loop never ends. An original that does not end is reported, and nothing proven.",
        _while("false"),
        _while("true"),
        _cells(""),
    ),
    Row(
        "Undefined behaviour",
        "claims of addresses",
        "Wrong: an access is said to be aligned at 16 bytes, four past what is.",
        _vector(""),
        _vector("{alignment = 16 : i64} "),
        _vector("{alignment = 4 : i64} "),
    ),
    Row(
        "Undefined behaviour",
        "asserts",
        "One that may fail ends the program. Wrong: such a one is added.",
        _scalar("%r = arith.addf %x, %y : f32"),
        _asserted("ole, %x, %y"),
        _asserted("ueq, %x, %x"),
    ),
    Row(
        "Assumes",
        "added assumes",
        "Each has to follow from the original. Wrong: one that says more than the original's.",
        _assumed("olt, %a, %zero"),
        _assumed("olt, %a, %less"),
        _assumed("ord, %a, %a"),
    ),
    Row(
        "Assumes",
        "facts and undefs",
        "An undef in an assume has some value: of the arms that it chooses between one *or* the "
        "other holds. Wrong: the first is taken for a fact.",
        _ifs(f"{_CHOICE}\n        pad.assume %s : i1"),
        _ifs("affine.store %one, %A[2] : memref<4xf32>").replace(
            "affine.store %a, %A[2] : memref<4xf32>", ""
        ),
        _ifs("%s = arith.ori %p, %q : i1\n        pad.assume %s : i1"),
    ),
    Row(
        "Padding",
        "values that it has to hold",
        "Wrong: a cell of padding does not hold what its layout promises.",
        _padded("0.0 : f32", _ONE),
        _padded("0.0 : f32", f"{_ONE}\n{_padding('1.0')}"),
        _padded("0.0 : f32", f"{_ONE}\n{_padding('0.0')}"),
    ),
    Row(
        "Padding",
        "values that it holds at entry",
        "It does where the buffer is *in*: where at some sizes, not only at those of a verdict, a "
        "cell is read early or not surely written, or no one stage writes all where the layout is "
        "new. Wrong: it is taken for known of a buffer that is written whole at all sizes.",
        _padded_at_entry("", ""),
        _padded_at_entry("%C", "%n"),
        _padded_at_entry("%B", "%m"),
    ),
    Row(
        "Padding",
        "forbidden padding",
        "It may not exist. Wrong: it is read, though nothing comes of it.",
        _padded('"forbidden"', ""),
        _padded('"forbidden"', "%p = affine.load %A[1, 3] : memref<2x4xf32>"),
        _padded('"forbidden"', "%p = affine.load %A[1, 1] : memref<2x4xf32>"),
    ),
    Row(
        "Padding",
        "undef padding",
        "It may change only where `pad.undef` is stored to it. Wrong: another cell of it does.",
        _padded('"undef"', f"{_ONE}\n{_UNDEF}"),
        _padded('"undef"', f"{_ONE}\n{_UNDEF}\n{_padding('1.0', 2)}"),
        _padded('"undef"', f"{_ONE}\n{_padding('1.0')}"),
    ),
    Row(
        "Lifetimes",
        "freed buffers",
        "Wrong: a buffer is returned that is deallocated; right: another one is deallocated.",
        _buffers(_COPY, "%L"),
        _buffers(f"{_COPY}\nmemref.dealloc %L : memref<4xf32>", "%L"),
        _buffers(
            f"{_COPY}\n%T = memref.alloc() : memref<4xf32>\nmemref.dealloc %T : memref<4xf32>", "%L"
        ),
    ),
    Row(
        "Lifetimes",
        "allocas",
        "One ends with its function, or the iteration of a loop. Wrong: it is returned.",
        _buffers(_COPY, "%L"),
        _buffers(_COPY.replace("alloc()", "alloca()"), "%L"),
        _buffers(f"{_COPY}\n%T = memref.alloca() : memref<4xf32>", "%L"),
    ),
    Row(
        "Lifetimes",
        "the caller's buffers",
        "Wrong: an argument is deallocated; that something is *not* deallocated is no difference.",
        _cells(f"{_ALLOC}\nmemref.dealloc %L : memref<4xf32>"),
        _cells("memref.dealloc %A : memref<4xf32>"),
        _cells(_ALLOC),
    ),
    Row(
        "Lifetimes",
        "constant globals",
        "Nobody may write them, not even what they hold. Wrong: it is done.",
        _global(_GET, "0.0", "constant "),
        _global(_GET + _PUT, "0.0", "constant "),
        _global("", "0.0", "constant "),
    ),
    Row(
        "Identity",
        "results and arguments",
        "Who gets back what was passed can tell. Wrong: a copy is returned in its place.",
        _buffers("", "%A"),
        _buffers(_COPY, "%L"),
        _buffers("%C = memref.cast %A : memref<4xf32> to memref<4xf32>", "%C"),
    ),
    Row(
        "Identity",
        "two results",
        "Wrong: one buffer is returned twice, where there were two with the same in them.",
        _buffers(f"{_COPY}\n{_COPY.replace('%L', '%M')}", "%L", "%M"),
        _buffers(_COPY, "%L", "%L"),
        _buffers(f"{_COPY}\n{_COPY.replace('%L', '%M')}", "%M", "%L"),
    ),
    Row(
        "Effects",
        "variables of the module",
        "Wrong: the store to one is dropped.",
        _global(_GET + _PUT),
        _global(_GET),
        _global(_GET + _PUT + "\naffine.store %z, %g[] : memref<f32>"),
    ),
    Row(
        "Effects",
        "initial values",
        "What other modules see of a global. Wrong: it begins with another value.",
        _global(_GET),
        _global(_GET, "2.0"),
        _global(""),
    ),
    Row(
        "Effects",
        "calls",
        "Each call of a function without a body, and what it is given. Wrong: one is dropped.",
        _called("func.call @p(%x) : (f32) -> ()\nfunc.call @p(%x) : (f32) -> ()"),
        _called("func.call @p(%x) : (f32) -> ()"),
        _called("affine.for %i = 0 to 2 {\n  func.call @p(%x) : (f32) -> ()\n}"),
    ),
    Row(
        "Effects",
        "the order of calls",
        "Wrong: two calls are exchanged.",
        _called("func.call @p(%x) : (f32) -> ()\nfunc.call @q(%A) : (memref<4xf32>) -> ()"),
        _called("func.call @q(%A) : (memref<4xf32>) -> ()\nfunc.call @p(%x) : (f32) -> ()"),
        _called(
            "%y = arith.negf %x : f32\n%n = arith.negf %y : f32\nfunc.call @p(%n) : (f32) -> ()\n"
            "func.call @q(%A) : (memref<4xf32>) -> ()"
        ),
    ),
    Row(
        "Effects",
        "memory at a call",
        "A callee sees what its operands hold then. Wrong: a store is moved after the call.",
        _called(_stores("%x") + "\nfunc.call @q(%A) : (memref<4xf32>) -> ()"),
        _called("func.call @q(%A) : (memref<4xf32>) -> ()\n" + _stores("%x")),
        _called(
            _stores("%x") + "\n" + _stores("%x") + "\nfunc.call @q(%A) : (memref<4xf32>) -> ()"
        ),
    ),
]

_HEAD = """\
# What pad-tv compares

`pad-tv before.mlir after.mlir` executes both files on terms, at concrete sizes, and says *valid*
only where all of what follows is the same after as before, or one of the things that it may be
before. In doubt it says *not validated*. This page is made from the rows of
[tests/tv/compared.py](../tests/tv/compared.py), which a test judges.

What it does not compare: how long something takes, how much memory it needs, and that memory is
given back. Of flags that leave the *rounding* open (`reassoc`, `contract`, `arcp`, `afn`) it has no
wrong value to show: a result with one that the original has not is not validated.

Where integers of a buffer, or integer arguments, decide which cell is accessed or what runs, there
is no proof for all of them: both are executed on samples of these, and all else stays open. Samples
are all 0, ascending, all the largest for which the original is defined, small, mixed, sorted and
unusual numbers, and ones near the constants of both; at least the original has to be defined for
them. *Valid for samples of the data* says so, how many, and of what; the exit code is that of
*valid*. A refutation tells the sample.

A proof that takes more than 2,000,000 steps (`--term-budget`) becomes a run on random numbers, and
all of them end after 200,000,000 (`--run-budget`), some minutes: what is not compared by then is
*not validated*, and the sizes at which it is valid are told. Steps and not seconds, so that all
machines say the same.

What asks more of callers than before is not validated: sizes that `pad.size` no longer allows, a
more aligned address, padding that has to hold more at entry, or holds less at the end.

Where sizes are known only at run time, a verdict is about the sampled ones that it lists. With
`--all-sizes` (`validate(.., all_sizes=True)`) a function that is valid at these is asked about once
more, and the verdict ends with *proved for all sizes at which the original is defined*, or with *no
proof for all sizes*, the reason and its place. That refutes nothing. It is for loops with constant
steps, ifs, loads and stores whose bounds, conditions and indices are quasi-affine in iterators and
sizes, and vectors without masks. Without a proof are calls, most views, parallel loops, indices and
branches that depend on data, sums in another order, and more. What is taken for known of sizes are
`pad.size`, the assumes of the original, and that it is defined. Under `--fp=relaxed` it shows what
is so under `strict`. `pad-opt --validate-each --all-sizes` asks this of each pass.
"""


def page() -> str:
    """`docs/pad-tv.md`."""
    table = ["| | compared | |", "|---|---|---|"]
    table += [f"| {row.group} | [{row.name}](#{_anchor(row.name)}) | {row.told} |" for row in ROWS]
    return "\n".join([_HEAD, *table, "", *map(_section, ROWS)])


def _anchor(heading: str) -> str:
    """As GitHub makes it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _section(row: Row) -> str:
    refuted, proven = row.verdicts()
    parts = [
        f"## {row.name}",
        f"```mlir\n{row.before}\n```",
        f"Refuted:\n\n```diff\n{_difference(row.before, row.wrong)}\n```",
        f"```text\n{refuted}\n```",
        f"{_accepted(proven)}:\n\n```diff\n{_difference(row.before, row.right)}\n```",
    ]
    assert proven.status is Status.VALID
    return "\n\n".join(parts) + "\n"


def _accepted(verdict: Verdict) -> str:
    (answer,) = verdict.functions
    return "Valid for samples" if answer.is_for_samples else "Proven"


def _difference(before: str, after: str) -> str:
    """The lines that go and those that come."""
    lines = [
        line
        for line in ndiff(before.splitlines(), after.splitlines())
        if line[0] in "-+" and line[1:].strip()
    ]
    return "\n".join(lines)
