"""Rewrites that access other cells, at other times, or call something else."""

import pytest

from .rewrites import VALID, Twins, check_twins, guarded, over_tiles

_A_AND_B = "%A: memref<14xf32>, %B: memref<14xf32>"


def _kernel(body: str, arguments: str = _A_AND_B, extra: str = "") -> str:
    one = "%one = arith.constant 1.0 : f32"
    return f"{extra} func.func @f({arguments}) {{ {one} {body} func.return }}"


def _copy(source: str, target: str = "B[%i]", loop: str = "for %i = 0 to 14") -> str:
    return _kernel(f"""
    affine.{loop} {{
      %a = affine.load %A[{source}] : memref<14xf32>
      affine.store %a, %{target} : memref<14xf32>
    }}""")


def _from_tiles(offset: int, indices: str, pad: str = "forbidden") -> str:
    """A copy of 14 elements from tiles of 4 that start with `offset` cells of padding."""
    tiles = f"(d0 + {offset}) floordiv 4, (d0 + {offset}) mod 4"
    layout = f'#pad.layout<[affine_map<(d0) -> ({tiles})>], ["{pad}"], {{}}>'
    arguments = f"%A: memref<4x4xf32> {{pad.logical = memref<14xf32, {layout}>}}"
    return _kernel(
        f"""
    affine.for %i = 0 to 14 {{
      %a = affine.load %A[{indices}] : memref<4x4xf32>
      affine.store %a, %B[%i] : memref<14xf32>
    }}""",
        f"{arguments}, %B: memref<14xf32>",
    )


def _stages(first: str, second: str) -> str:
    bodies = {
        "double": "%c = arith.addf %a, %a : f32 affine.store %c, %A[%i] : memref<14xf32>",
        "move": "affine.store %a, %B[%i] : memref<14xf32>",
    }
    loops = [
        f"affine.for %i = 0 to 14 {{ %a = affine.load %A[%i] : memref<14xf32> {bodies[stage]} }}"
        for stage in (first, second)
    ]
    return _kernel("".join(loops))


def _calls(*calls: str) -> str:
    made = "".join(f"func.call @{name}(%A) : (memref<14xf32>) -> () " for name in calls)
    return _kernel(
        f"affine.store %one, %A[0] : memref<14xf32> {made}",
        extra="func.func private @g(memref<14xf32>) func.func private @h(memref<14xf32>)",
    )


def _around_call(before: str, after: str) -> str:
    """Stores to A and B around a call that is given A."""
    return _kernel(
        f"""
    {before}
    func.call @g(%A) : (memref<14xf32>) -> ()
    {after}
    """,
        extra="func.func private @g(memref<14xf32>)",
    )


def _division(*steps: str) -> str:
    return f"""func.func private @g()
  func.func @f(%x: i32, %y: i32) {{ {" ".join(steps)} func.return }}"""


_DIVIDE = "%q = arith.divui %x, %y : i32"


def _store(buffer: str) -> str:
    return f"affine.store %one, %{buffer}[3] : memref<14xf32>"


def _parallel(loop: str, body: str) -> str:
    return _kernel(f"{loop} {{ {body} }}")


_SHIFT = """%a = affine.load %A[%i] : memref<14xf32>
            affine.store %a, %A[%i + 1] : memref<14xf32>"""
_SEQUENTIAL, _PARALLEL = "affine.for %i = 0 to 13", "affine.parallel (%i) = (0) to (13)"
_SAME = """%a = affine.load %A[%i] : memref<14xf32>
           %c = arith.addf %a, %a : f32
           affine.store %c, %A[%i] : memref<14xf32>"""


def _window(guard: bool, stride: int) -> str:
    """B[i] = A[i + 2], for tiles of A; reads past the last row unless guarded or clamped."""
    move = f"""
        %a = affine.load %A[%io + (%ii + 2) floordiv 4, (%ii + 2) mod 4] : memref<{stride}x4xf32>
        affine.store %a, %B[%io * 4 + %ii] : memref<16xf32>"""
    body = over_tiles(guarded("13 - d0 * 4 - d1 >= 0", move) if guard else move)
    return _kernel(body, f"%A: memref<{stride}x4xf32>, %B: memref<16xf32>")


def _fill(condition: str, index: str) -> str:
    return over_tiles(guarded(condition, f"affine.store %one, %B[{index}] : memref<14xf32>"))


def _transposed(inner: str, outer: str) -> str:
    return f"""
  func.func @f(%n: index {{pad.size = [{{of = "A", dim = 0}}]}},
               %m: index {{pad.size = [{{of = "A", dim = 1}}]}}, %A: memref<?x?xf32>) {{
    %one = arith.constant 1.0 : f32
    affine.for %i = 0 to %{outer} {{
      affine.for %j = 0 to %{inner} {{
        affine.store %one, %A[%i, %j] : memref<?x?xf32>
      }}
    }}
    func.return
  }}"""


def _branch_on(value: str) -> str:
    return _kernel(
        f"""
    %L = memref.alloc() : memref<2xi1>
    %true = arith.constant true
    %u = pad.undef : i1
    affine.store %true, %L[0] : memref<2xi1>
    affine.store %u, %L[1] : memref<2xi1>
    %c = affine.load %L[{value}] : memref<2xi1>
    scf.if %c {{ affine.store %one, %B[0] : memref<14xf32> }}"""
    )


def _index_from(cell: str) -> str:
    return _kernel(
        f"""
    %L = memref.alloc() : memref<2xi32>
    %three = arith.constant 3 : i32
    %u = pad.undef : i32
    affine.store %three, %L[0] : memref<2xi32>
    affine.store %u, %L[1] : memref<2xi32>
    %x = affine.load %L[{cell}] : memref<2xi32>
    %i = arith.index_cast %x : i32 to index
    %a = memref.load %A[%i] : memref<14xf32>
    affine.store %a, %B[0] : memref<14xf32>"""
    )


def _freed(first: str, second: str) -> str:
    steps = {
        "free": "memref.dealloc %L : memref<14xf32>",
        "use": """%a = affine.load %L[0] : memref<14xf32>
                  affine.store %a, %B[0] : memref<14xf32>""",
    }
    return _kernel(f"""
    %L = memref.alloc() : memref<14xf32>
    memref.copy %A, %L : memref<14xf32> to memref<14xf32>
    {steps[first]} {steps[second]}""")


TWINS = [
    Twins(
        "wrong element order",
        _copy("%i"),
        _from_tiles(0, "%i mod 4, %i floordiv 4", pad="undef"),
        "B[1]: another value",
        _from_tiles(0, "%i floordiv 4, %i mod 4", pad="undef"),
    ),
    Twins(
        "wrong layout offset",
        _copy("%i"),
        _from_tiles(2, "%i floordiv 4, %i mod 4"),
        "A[0, 0] is forbidden padding",
        _from_tiles(2, "(%i + 2) floordiv 4, (%i + 2) mod 4"),
    ),
    Twins(
        "reversed reads",
        _copy("%i"),
        _copy("13 - %i"),
        "B[0]: another value",
        _copy("13 - %i", "B[13 - %i]"),
    ),
    Twins(
        "store to the wrong buffer",
        _copy("%i"),
        _copy("%i", "A[%i]"),
        "A[0]: A is only read before",
        _copy("%i", loop="parallel (%i) = (0) to (14)"),
    ),
    Twins(
        "swapped stages",
        _stages("double", "move"),
        _stages("move", "double"),
        "B[0]: another value",
        _stages("double", "move"),
    ),
    Twins(
        "call dropped",
        _calls("g", "h"),
        _calls("g"),
        "@h: the call is dropped",
        _calls("g", "h"),
    ),
    Twins(
        "call duplicated",
        _calls("g"),
        _calls("g", "g"),
        "@g: the call is added",
        _calls("g"),
    ),
    Twins(
        "calls swapped",
        _calls("g", "h"),
        _calls("h", "g"),
        "call 0, of @g: it is a call to @h after",
        _calls("g", "h"),
    ),
    Twins(
        "store moved over a call that sees it",
        _around_call(_store("A"), ""),
        _around_call("", _store("A")),
        "A[3] at call 0, of @g: another value",
        _around_call("", _store("B")),
        right_before=_around_call(_store("B"), ""),
    ),
    Twins(
        "division moved over a call that may not return",
        _division("func.call @g() : () -> ()", _DIVIDE),
        _division(_DIVIDE, "func.call @g() : () -> ()"),
        "division by zero",
        _division("func.call @g() : () -> ()", _DIVIDE),
        right_before=_division(_DIVIDE, "func.call @g() : () -> ()"),
    ),
    Twins(
        "sequential loop made parallel",
        _parallel(_SEQUENTIAL, _SHIFT),
        _parallel(_PARALLEL, _SHIFT),
        "two iterations of a parallel loop access A[1]",
        _parallel(_PARALLEL, _SAME),
        right_before=_parallel(_SEQUENTIAL, _SAME),
    ),
    Twins(
        "overcompute out of bounds",
        _window(guard=True, stride=4),
        _window(guard=False, stride=4),
        "A[4, 0] is out of bounds of [4, 4]",
        _window(guard=True, stride=5),
        right_before=_window(guard=True, stride=5),
    ),
    Twins(
        "sizes of two axes swapped",
        _transposed(inner="m", outer="n"),
        _transposed(inner="n", outer="m"),
        "at n = 13, m = 7",
        _transposed(inner="m", outer="n"),
    ),
    Twins(
        "undef used as a branch condition",
        _branch_on("0"),
        _branch_on("1"),
        "a branch depends on undef",
        _kernel("affine.store %one, %B[0] : memref<14xf32>"),
    ),
    Twins(
        "undef used as index",
        _index_from("0"),
        _index_from("1"),
        "an index is undef",
        _kernel("""%a = affine.load %A[3] : memref<14xf32>
        affine.store %a, %B[0] : memref<14xf32>"""),
    ),
    Twins(
        "buffer used after its dealloc",
        _freed("use", "free"),
        _freed("free", "use"),
        "L is accessed after its dealloc",
        _kernel("""%a = affine.load %A[0] : memref<14xf32>
        affine.store %a, %B[0] : memref<14xf32>"""),
    ),
    Twins(
        "guard moved by one",
        _kernel(_fill(VALID, "%io * 4 + %ii")),
        _kernel(_fill("d0 * 4 + d1 - 1 >= 0", "%io * 4 + %ii - 1")),
        "B[14] is out of bounds of [14]",
        _kernel(_fill("d0 * 4 + d1 - 2 >= 0", "%io * 4 + %ii - 2")),
    ),
]


@pytest.mark.parametrize("twins", TWINS, ids=lambda twins: twins.name)
def test_wrong_accesses(twins: Twins) -> None:
    check_twins(twins)
