"""Programs of any size: of each kind, twice as large is twice the text."""

from __future__ import annotations

from collections.abc import Callable

FLOATS = "memref<16xf32>"
_MAP = "affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>"
LAID_OUT = f"memref<14xf32, #pad.layout<[{_MAP}], [0.0 : f32], {{}}>>"


def _function(body: str, arguments: str = f"%A: {FLOATS}, %B: {FLOATS}, %x: f32") -> str:
    return f"func.func @f({arguments}) {{\n{body}\n  func.return\n}}\n"


def constants(n: int) -> str:
    """Constants in one block, and one loop."""
    lines = [f"%c{k} = arith.constant {k} : index" for k in range(n)]
    return _function("\n".join([*lines, stage(0)]))


def stage(k: int, size: int = 16, source: str = "A", target: str = "B", type: str = FLOATS) -> str:
    """A loop that copies, of a name of its own."""
    return f"""affine.for %i{k} = 0 to {size} {{
  %v{k} = affine.load %{source}[%i{k}] : {type}
  %w{k} = arith.addf %v{k}, %v{k} : f32
  affine.store %w{k}, %{target}[%i{k}] : {type}
}} {{pad.stage = "s{k}"}}"""


def stages(n: int) -> str:
    """Stages, each of which reads what the one before wrote."""
    parts = [stage(k, source="AB"[k % 2], target="BA"[k % 2]) for k in range(n)]
    return _function("\n".join(parts))


def laid_out_stages(n: int) -> str:
    """Stages on buffers with padding."""
    parts = [stage(k, 14, source="AB"[k % 2], target="BA"[k % 2], type=LAID_OUT) for k in range(n)]
    return _function("\n".join(parts), f"%A: {LAID_OUT}, %B: {LAID_OUT}")


def guarded_stages(n: int) -> str:
    """Stages over the cells of a padded buffer, each under the guard of its layout."""
    type = "memref<4x4xf32>"
    parts = [
        f"""affine.for %i{k} = 0 to 4 {{
  affine.for %j{k} = 0 to 4 {{
    affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%i{k}, %j{k}) {{
      %v{k} = affine.load %A[%i{k}, %j{k}] : {type}
      affine.store %v{k}, %B[%i{k}, %j{k}] : {type}
    }}
  }}
}} {{pad.stage = "s{k}"}}"""
        for k in range(n)
    ]
    return _function("\n".join(parts), f"%A: {type}, %B: {type}")


def loops(n: int) -> str:
    """Loops in each other, each with an access."""
    lines = [
        f"affine.for %i{k} = 0 to 4 {{\n%v{k} = affine.load %A[%i{k}] : {FLOATS}\n"
        f"affine.store %v{k}, %B[%i{k}] : {FLOATS}"
        for k in range(n)
    ]
    ends = ["}"] * (n - 1) + ['} {pad.stage = "s0"}']
    return _function("\n".join([*lines, *ends]))


def conditions(n: int) -> str:
    """Ifs in a row, in one loop."""
    lines = [
        f"affine.if affine_set<(d0) : (d0 - {k} >= 0)>(%i) {{\n"
        f"affine.store %x, %{'AB'[k % 2]}[%i] : memref<16xf32>\n}}"
        for k in range(n)
    ]
    return _function(
        "\n".join([f"affine.for %i = 0 to {n} {{", *lines, '} {pad.stage = "s0"}']).replace(
            "[%i]", "[%i mod 16]"
        )
    )


def buffers(n: int) -> str:
    """Local buffers, written and read."""
    lines = ["%z = arith.constant 0.0 : f32"]
    for k in range(n):
        lines.append(f'%T{k} = memref.alloc() {{pad.name = "T{k}"}} : {FLOATS}')
        lines.append(stage(k, source=f"T{k - 1}" if k else "A", target=f"T{k}"))
    lines.append(stage(n, source=f"T{n - 1}", target="B"))
    lines += [f"memref.dealloc %T{k} : {FLOATS}" for k in range(n)]
    return _function("\n".join(lines))


def functions(n: int) -> str:
    """Functions, the first of which calls the others."""
    arguments = f"%A: {FLOATS}, %B: {FLOATS}"
    callees = [
        f"func.func private @g{k}({arguments}) {{\n{stage(k)}\n  func.return\n}}\n"
        for k in range(n)
    ]
    calls = [f"func.call @g{k}(%A, %B) : ({FLOATS}, {FLOATS}) -> ()" for k in range(n)]
    return _function("\n".join(calls)) + "".join(callees)


def axes(n: int) -> str:
    """A buffer with so many axes, of one cell each but for the first."""
    type = f"memref<4x{'1x' * (n - 1)}f32>"
    rest = "".join(", 0" for _ in range(n - 1))
    return _function(
        f"affine.for %i = 0 to 4 {{\n%v = affine.load %A[%i{rest}] : {type}\n"
        f'affine.store %v, %B[%i{rest}] : {type}\n}} {{pad.stage = "s0"}}',
        f"%A: {type}, %B: {type}, %x: f32",
    )


def chain(n: int) -> str:
    """A long expression of floats in a loop."""
    lines = [f"%a{k + 1} = arith.addf %a{k}, %x : f32" for k in range(n)]
    body = "\n".join(lines)
    return _function(
        f"affine.for %i = 0 to 16 {{\n%a0 = affine.load %A[%i] : {FLOATS}\n{body}\n"
        f'affine.store %a{n}, %B[%i] : {FLOATS}\n}} {{pad.stage = "s0"}}'
    )


def index_chain(n: int) -> str:
    """A long expression of indices in a loop."""
    lines = [f"%a{k + 1} = arith.addi %a{k}, %one : index" for k in range(n)]
    body = "\n".join(lines)
    return _function(
        "%zero = arith.constant 0 : index\n%one = arith.constant 1 : index\n"
        f"affine.for %i = 0 to 16 {{\n%a0 = arith.addi %i, %zero : index\n{body}\n"
        f"%m = arith.minsi %a{n}, %one : index\n%v = memref.load %A[%m] : {FLOATS}\n"
        f'affine.store %v, %B[%i] : {FLOATS}\n}} {{pad.stage = "s0"}}'
    )


def accesses(n: int) -> str:
    """Loads and stores one after the other, in no loop."""
    lines = [
        f"%v{k} = affine.load %A[{k % 16}] : {FLOATS}\n"
        f"affine.store %v{k}, %B[{(k * 7) % 16}] : {FLOATS}"
        for k in range(n)
    ]
    return _function("\n".join(lines))


def assumes(n: int) -> str:
    """Assumes about cells before a loop."""
    lines = ["%z = arith.constant 0.0 : f32"]
    for k in range(n):
        lines.append(f"%l{k} = affine.load %A[{k}] : memref<{n}xf32>")
        lines.append(f"%c{k} = arith.cmpf oeq, %l{k}, %z : f32")
        lines.append(f"pad.assume %c{k} : i1")
    lines.append(
        f"affine.for %i = 0 to {n} {{\n%v = affine.load %A[%i] : memref<{n}xf32>\n"
        f'affine.store %v, %B[%i] : memref<{n}xf32>\n}} {{pad.stage = "s0"}}'
    )
    return _function("\n".join(lines), f"%A: memref<{n}xf32>, %B: memref<{n}xf32>")


def index_assumes(n: int) -> str:
    """Assumes about index arguments before a loop."""
    lines = [
        f"%k{k} = arith.constant {k} : index\n%c{k} = arith.cmpi sge, %n{k}, %k{k} : index\n"
        f"pad.assume %c{k} : i1"
        for k in range(n)
    ]
    arguments = ", ".join(f"%n{k}: index" for k in range(n))
    return _function(
        "\n".join([*lines, stage(0)]), f"%A: {FLOATS}, %B: {FLOATS}, %x: f32, {arguments}"
    )


def guards_of_sizes(n: int) -> str:
    """Stages under guards of sizes known at run time, none of which goes for any fact on these."""
    type = "memref<?x?xf32>"
    parts = [
        f"""affine.for %i{k} = 0 to %m {{
  affine.for %j{k} = 0 to %n {{
    affine.if affine_set<(d0, d1)[s0] : (s0 - d0 - d1 - 1 >= 0)>(%i{k}, %j{k})[%p] {{
      %v{k} = affine.load %A[%i{k}, %j{k} + 1] : {type}
      affine.store %v{k}, %B[%i{k}, %j{k}] : {type}
    }}
  }}
}} {{pad.stage = "s{k}"}}"""
        for k in range(n)
    ]
    ties = [", ".join(f'{{of = "{buffer}", dim = {axis}}}' for buffer in "AB") for axis in range(2)]
    sizes = f"%m: index {{pad.size = [{ties[0]}]}}, %n: index {{pad.size = [{ties[1]}]}}, %p: index"
    return _function("\n".join(parts), f"%A: {type}, %B: {type}, {sizes}")


def nests_in_one(n: int) -> str:
    """Loops one after the other, each with accesses, in one around all."""
    parts = [
        f"""affine.for %j{k} = 0 to 16 {{
  %v{k} = affine.load %A[%j{k}] : {FLOATS}
  %w{k} = arith.addf %v{k}, %x : f32
  affine.store %w{k}, %B[%j{k}] : {FLOATS}
}}"""
        for k in range(n)
    ]
    return _function("\n".join(["affine.for %i = 0 to 4 {", *parts, '} {pad.stage = "s0"}']))


def reductions_under_conditions(n: int) -> str:
    """Sums of rows, so many, each under a condition of its own."""
    type = f"memref<{n}x64xf32>"
    return _function(
        f"""affine.for %i = 0 to {n} {{
  affine.if affine_set<(d0) : (d0 mod 3 == 0)>(%i) {{
    %r = affine.for %j = 0 to 64 iter_args(%s = %z) -> (f32) {{
      %a = affine.load %A[%i, %j] : {type}
      %t = arith.addf %s, %a : f32
      affine.yield %t : f32
    }}
    affine.store %r, %C[%i] : memref<{n}xf32>
  }}
}} {{pad.stage = "s0"}}""",
        f"%A: {type}, %C: memref<{n}xf32>, %z: f32",
    )


def triangle(n: int) -> str:
    """A loop of at most so many iterations in another, with a sum of words in each."""
    type = f"memref<{n}x7xi16>"
    return _function(
        f"""affine.for %k = 0 to 3 {{
  affine.for %i = 0 to affine_map<(d0) -> (d0 + {n - 2})>(%k) {{
    %r = affine.for %j = 0 to 7 iter_args(%s = %z) -> (i16) {{
      %a = affine.load %A[%k + 2, %j] : {type}
      %t = arith.minui %s, %a : i16
      affine.yield %t : i16
    }}
    affine.store %r, %B[%i * 2 + 7] : memref<{3 * n}xi16>
    affine.store %r, %B[%i] : memref<{3 * n}xi16>
  }}
}} {{pad.stage = "s0"}}""",
        f"%A: {type}, %B: memref<{3 * n}xi16>, %z: i16",
    )


def products_of_rows() -> str:
    """Rows, each of which is computed, and then multiplies a matrix."""
    rows, matrix = "memref<40x48xf32>", "memref<48x48xf32>"
    return _function(
        f"""affine.for %i = 0 to 40 {{
  %t = memref.alloc() : memref<48xf32>
  affine.for %j = 0 to 48 {{
    %a = affine.load %A[%i, %j] : {rows}
    %b = arith.mulf %a, %a : f32
    affine.store %b, %t[%j] : memref<48xf32>
  }}
  affine.for %j = 0 to 48 {{
    %s = affine.for %k = 0 to 48 iter_args(%r = %z) -> (f32) {{
      %a = affine.load %t[%k] : memref<48xf32>
      %b = affine.load %B[%k, %j] : {matrix}
      %p = arith.mulf %a, %b : f32
      %n = arith.addf %r, %p : f32
      affine.yield %n : f32
    }}
    affine.store %s, %C[%i, %j] : {rows}
  }}
}} {{pad.stage = "s0"}}""",
        f"%A: {rows}, %B: {matrix}, %C: {rows}, %z: f32",
    )


def sums_since_flags() -> str:
    """Sums of columns so far, from each row with a flag on."""
    rows = "memref<?x?xi16>"
    return _function(
        f"""affine.for %j = 0 to %m {{
  %r = affine.for %i = 0 to %n iter_args(%s = %z) -> (i16) {{
    %a = affine.load %A[%i, %j] : {rows}
    %f = affine.load %F[%i] : memref<?xi1>
    %t = arith.addi %s, %a : i16
    %v = arith.select %f, %a, %t : i16
    affine.store %v, %O[%i, %j] : {rows}
    affine.yield %v : i16
  }}
}} {{pad.stage = "s0"}}""",
        f"%A: {rows}, %F: memref<?xi1>, %O: {rows}, %z: i16, "
        '%n: index {pad.size = [{of = "A", dim = 0}, {of = "O", dim = 0}, {of = "F", dim = 0}]}, '
        '%m: index {pad.size = [{of = "A", dim = 1, max = 64}, {of = "O", dim = 1}]}',
    )


FAMILIES: dict[str, tuple[Callable[[int], str], int]] = {
    "constants": (constants, 16),
    "stages": (stages, 4),
    "laid-out stages": (laid_out_stages, 4),
    "guarded stages": (guarded_stages, 4),
    "loops": (loops, 2),
    "conditions": (conditions, 4),
    "buffers": (buffers, 4),
    "functions": (functions, 4),
    "axes": (axes, 4),
    "chain": (chain, 16),
    "index chain": (index_chain, 16),
    "accesses": (accesses, 8),
    "assumes": (assumes, 4),
    "index assumes": (index_assumes, 4),
}
"""Each with a small size; four times that is what it is compared with."""
