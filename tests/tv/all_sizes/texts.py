"""Texts of functions whose sizes are not known."""

from __future__ import annotations

V, M = "memref<?xf32>", "memref<?x?xf32>"
N = '%n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}'
MN = """%m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 1}]}"""
ROWS = """%m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "A", dim = 1}]}"""


def function(arguments: str, body: str, attributes: str = "") -> str:
    return f"func.func @f({arguments}) {attributes} {{\n{body}\n  func.return\n}}"


def vectors(body: str, attributes: str = "") -> str:
    """A function of two vectors of one size."""
    head = "%one = arith.constant 1.0 : f32\n  %zero = arith.constant 0.0 : f32\n"
    return function(f"%A: {V}, %B: {V}, {N}", head + body, attributes)


def matrices(body: str) -> str:
    """A function of two matrices of the same two sizes."""
    return function(f"%A: {M}, %B: {M}, {MN}", body)


def loop(index: str, upper: str, body: str, lower: str = "0") -> str:
    """An affine loop."""
    return f"affine.for %{index} = {lower} to {upper} {{\n{body}\n}}"


def double(source: str, target: str, operation: str = "arith.addf") -> str:
    """B at one place is twice A at another one."""
    return f"""%a = affine.load %A[{source}] : {V}
    %d = {operation} %a, %a : f32
    affine.store %d, %B[{target}] : {V}"""


def tail(condition: str, body: str, *operands: str, dims: str = "d0, d1") -> str:
    """A body under an affine condition."""
    return f"affine.if affine_set<({dims}) : ({condition})>({', '.join(operands)}) {{\n{body}\n}}"


DOUBLED = vectors(loop("i", "%n", double("%i", "%i")))
TILES = "affine_map<(d0) -> (d0 ceildiv 16)>(%n)"
TILED = vectors(
    loop(
        "o",
        TILES,
        loop(
            "t",
            "16",
            tail(
                "d2 - d0 * 16 - d1 - 1 >= 0",
                double("%o * 16 + %t", "%o * 16 + %t"),
                *("%o", "%t", "%n"),
                dims="d0, d1, d2",
            ),
        ),
    )
)
ADDED = """%a = affine.load %A[%i, %j] : memref<?x?xf32>
    %d = arith.addf %a, %a : f32
    affine.store %d, %B[%i, %j] : memref<?x?xf32>"""


def padded_rows(pad: str, element: str, where: str = "") -> str:
    layout = f"#pad.layout<[affine_map<(i, j) -> (i, j floordiv 16, j mod 16)>], [{pad}], {{}}>"
    logical = f"memref<?x?x{element}, {layout}>"
    return f"%A: memref<?x?x16x{element}> {{pad.logical = {logical}}}{where}"


def row_sums(pad: str, guarded: bool, element: str = "f32", start: str = "0.0") -> str:
    add = "arith.addf" if element == "f32" else "arith.addi"
    b = f"memref<?x{element}>"
    body = f"""%a = affine.load %A[%i, %o, %t] : memref<?x?x16x{element}>
      %b = affine.load %B[%i] : {b}
      %s = {add} %b, %a : {element}
      affine.store %s, %B[%i] : {b}"""
    if guarded:
        condition = "d2 - d0 * 16 - d1 - 1 >= 0"
        body = tail(condition, body, "%o", "%t", "%n", dims="d0, d1, d2")
    first = f"affine.store %z, %B[%i] : {b}\n" if start else ""
    nest = loop("i", "%m", first + loop("o", TILES, loop("t", "16", body)))
    zero = f"%z = arith.constant {start or '0.0'} : {element}\n"
    return function(f"{padded_rows(pad, element)}, %B: {b}, {ROWS}", zero + nest)


def tiles_of_b(body: str, pad: str = '"undef"') -> str:
    layout = f"#pad.layout<[affine_map<(i) -> (i floordiv 16, i mod 16)>], [{pad}], {{}}>"
    b = f"%B: memref<?x16xf32> {{pad.logical = memref<?xf32, {layout}>}}"
    return function(f"%A: {V}, {b}, {N}", body)


def write_tiles(guarded: bool, value: str = "%x") -> str:
    body = f"affine.store {value}, %B[%o, %t] : memref<?x16xf32>"
    if guarded:
        condition = "d2 - d0 * 16 - d1 - 1 >= 0"
        body = tail(condition, body, "%o", "%t", "%n", dims="d0, d1, d2")
    constant = "%x = arith.constant 2.0 : f32\n"
    return constant + loop("o", TILES, loop("t", "16", body))


UNDEF = loop(
    "o",
    TILES,
    loop(
        "t",
        "16",
        tail(
            "d0 * 16 + d1 - d2 >= 0",
            "%u = pad.undef : f32\naffine.store %u, %B[%o, %t] : memref<?x16xf32>",
            *("%o", "%t", "%n"),
            dims="d0, d1, d2",
        ),
    ),
)


def through_local(count: str) -> str:
    return vectors(
        f"%L = memref.alloc(%n) : {V}\n"
        + loop("i", count, f"%a = affine.load %A[%i] : {V}\naffine.store %a, %L[%i] : {V}")
        + loop("i", "%n", double("%i", "%i").replace("%A", "%L"))
        + f"memref.dealloc %L : {V}"
    )


def stages(fused: bool) -> str:
    first = double("%i", "%i")
    second = f"""%b = affine.load %B[%i] : {V}
    %c = arith.mulf %b, %b : f32
    affine.store %c, %A[%i] : {V}"""
    if fused:
        return vectors(loop("i", "%n", f"{first}\n{second}"))
    return vectors(loop("i", "%n", first) + loop("i", "%n", second))


def matmul(inner: str) -> str:
    c = "memref<?x?xf32>"
    sizes = """%m: index {pad.size = [{of = "A", dim = 0}, {of = "C", dim = 0}]},
    %l: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "B", dim = 1}, {of = "C", dim = 1}]}"""
    return function(
        f"%A: {c}, %B: {c}, %C: {c}, {sizes}",
        "%z = arith.constant 0.0 : f32\n"
        + loop("i", "%m", loop("j", "%n", f"affine.store %z, %C[%i, %j] : {c}\n{inner}")),
    )


PRODUCT = """%a = affine.load %A[%i, %k] : memref<?x?xf32>
  %b = affine.load %B[%k, %j] : memref<?x?xf32>
  %c = affine.load %C[%i, %j] : memref<?x?xf32>
  %p = arith.mulf %a, %b : f32
  %s = arith.addf %c, %p : f32
  affine.store %s, %C[%i, %j] : memref<?x?xf32>"""
INNER = loop("k", "%l", PRODUCT)
INNER_TILED = loop(
    "o",
    "affine_map<(d0) -> (d0 ceildiv 4)>(%l)",
    loop(
        "k",
        "min affine_map<(d0, d1) -> (d0 * 4 + 4, d1)>(%o, %l)",
        PRODUCT,
        "affine_map<(d0) -> (d0 * 4)>(%o)",
    ),
)


def carried(body: str, start: str = "%zero") -> str:
    return vectors(
        f"""%s = affine.for %i = 0 to %n iter_args(%x = {start}) -> (f32) {{
      {body}
      affine.yield %y : f32
    }}
    affine.for %i = 0 to %n {{ affine.store %s, %B[%i] : {V} }}"""
    )


def term(index: str) -> str:
    return f"""%a = affine.load %A[{index}] : {V}
      %b = affine.load %L[] : memref<f32>
      %c = arith.addf %b, %a : f32
      affine.store %c, %L[] : memref<f32>"""


def sum_in_memory(index: str) -> str:
    return vectors(
        f"""%L = memref.alloca() : memref<f32>
    affine.store %zero, %L[] : memref<f32>
    {loop("i", "%n", term(index))}
    affine.for %i = 0 to %n {{
      %s = affine.load %L[] : memref<f32>
      affine.store %s, %B[%i] : {V}
    }}"""
    )


SUM = carried(f"%a = affine.load %A[%i] : {V}\n%y = arith.addf %x, %a : f32")


def fibonacci(order: str) -> str:
    return vectors(
        f"""%r:2 = affine.for %i = 0 to %n iter_args(%x = %zero, %y = %one) -> (f32, f32) {{
      %s = arith.addf %x, %y : f32
      affine.yield {order} : f32, f32
    }}
    affine.for %i = 0 to %n {{ affine.store %r#0, %B[%i] : {V} }}"""
    )


def two_writers(first: str, second: str, index: str) -> str:
    writes = {
        "x": loop("i", "%n", f"affine.store %one, %B[%i] : {V}"),
        "y": loop("i", "%n", f"affine.store %zero, %B[{index}] : {V}"),
    }
    return vectors(writes[first] + writes[second])


def prefix(index: str, previous: str) -> str:
    body = f"""%a = affine.load %B[{previous}] : {V}
    %d = arith.addf %a, %one : f32
    affine.store %d, %B[{index}] : {V}"""
    return vectors(loop("i", "%n", body, "1"))


LAID_OUT = (
    "memref<?xf32, #pad.layout<[affine_map<(i) -> (i floordiv 16, i mod 16)>], [0.0 : f32], {}>>"
)
LOGICAL = function(
    f"%A: {V}, %B: {LAID_OUT}, {N}",
    loop("i", "%n", double("%i", "%i").replace(f"%B[%i] : {V}", f"%B[%i] : {LAID_OUT}")),
)


def physical(padding: str) -> str:
    body = double("%i", "%i floordiv 16, %i mod 16")
    body = body.replace(f"mod 16] : {V}", "mod 16] : memref<?x16xf32>")
    fill = UNDEF.replace("%u = pad.undef : f32", f"%u = arith.constant {padding} : f32")
    return tiles_of_b(loop("i", "%n", body) + fill, "0.0 : f32")


COPIED = "affine_map<(io, ii) -> (0, 0)>"


def flattened(fill: str, second: str = "16 * io + ii", pad: str = "0.0 : f32") -> str:
    """B in tiles, which are stored in a row."""
    steps = f"affine_map<(i) -> (i floordiv 16, i mod 16)>, affine_map<(io, ii) -> ({second})>"
    logical = f'memref<?xf32, #pad.layout<[{steps}], [{pad}, "forbidden"], {{}}>>'
    fills = loop(
        "o",
        "affine_map<(d0) -> (d0 ceildiv 16 * 16)>(%n)",
        f"%u = arith.constant {fill} : f32\naffine.store %u, %B[%o] : {V}",
        "%n",
    )
    body = loop("i", "%n", double("%i", "%i")) + (fills if fill else "")
    return function(f"%A: {V}, %B: {V} {{pad.logical = {logical}}}, {N}", body)


def copies(upper: str, before: str = "", after: str = "") -> str:
    body = f"%a = affine.load %A[%i] : {V}\naffine.store %a, %B[%i] : {V}"
    return vectors(before + loop("i", upper, body) + after)


def integers(flags: str) -> str:
    v = "memref<?xi32>"
    body = f"""%a = affine.load %A[%i] : {v}
    %d = arith.addi %a, %a {flags} : i32
    affine.store %d, %B[%i] : {v}"""
    return function(f"%A: {v}, %B: {v}, {N}", loop("i", "%n", body))


SCF = vectors(
    f"""%c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %twice = arith.muli %n, %c2 : index
    scf.for %i = %c0 to %twice step %c1 {{
      %h = arith.floordivsi %i, %c2 : index
      %r = affine.apply affine_map<(d0) -> (d0 mod 2)>(%i)
      %even = arith.cmpi eq, %r, %c0 : index
      scf.if %even {{
        %a = memref.load %A[%h] : {V}
        %d = arith.addf %a, %a : f32
        memref.store %d, %B[%h] : {V}
      }}
    }}"""
)


GUARDED = vectors(
    loop(
        "i",
        "%n",
        f"""%a = affine.load %A[%i] : {V}
    %p = arith.cmpf ogt, %a, %zero : f32
    scf.if %p {{ affine.store %a, %B[%i] : {V} }}""",
    )
)
DIVIDED = vectors(
    loop(
        "i",
        "%n",
        f"""%two = arith.constant 2 : index
    %less = affine.apply affine_map<(d0) -> (d0 - 3)>(%i)
    %h = arith.divsi %less, %two : index
    %k = affine.apply affine_map<(d0) -> (d0 + 1)>(%h)
    memref.store %one, %B[%k] : {V}""",
    )
)


def undefs(after: bool) -> str:
    first, second = ("%zero", "%one") if after else ("%u", "%u")
    return vectors(
        f"""%u = pad.undef : f32
    affine.for %i = 0 to affine_map<(d0) -> (d0 floordiv 2)>(%n) {{
      affine.store {first}, %B[%i * 2] : {V}
      affine.store {second}, %B[%i * 2 + 1] : {V}
    }}"""
    )


def assuming(condition: str) -> str:
    return vectors(
        f"""%c = arith.constant 5000 : index
    %holds = arith.cmpi {condition}, %n, %c : index
    pad.assume %holds : i1
"""
        + loop("i", "%n", double("%i", "%i"))
    )


def seventeen(bound: str) -> str:
    return copies(f"affine_map<(d0) -> ({bound})>(%n)")


def extra(body: str, condition: str) -> str:
    return tail(condition, body, "%n", dims="d0")


def replaced(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def eights(text: str) -> str:
    return replaced(text, "dim = 0}, {of", "dim = 0, multiple = 8}, {of")


ASSUMED = vectors(
    loop(
        "i",
        "%n",
        f"""%a = affine.load %A[%i] : {V}
    %p = arith.cmpf olt, %a, %one : f32
    pad.assume %p : i1
    affine.store %a, %B[%i] : {V}""",
    )
)


def in_lanes(first: str = "%i", value: str = "%v") -> str:
    return vectors(
        f"""affine.for %i = 0 to %n step 8 {{
      %s = affine.load %A[%i] : {V}
      %w = vector.broadcast %s : f32 to vector<8xf32>
      %v = vector.load %A[{first}] : {V}, vector<8xf32>
      %d = arith.addf {value}, {value} : vector<8xf32>
      vector.store %d, %B[%i] : {V}, vector<8xf32>
    }}"""
    )


def products(flags: str, fused: str | None = None) -> str:
    sum_ = (
        f"%p = arith.mulf %a, %a {flags} : f32\n%y = arith.addf %x, %p fastmath<contract> : f32"
        if fused is None
        else f"%y = math.fma {fused} fastmath<contract> : f32"
    )
    return carried(f"%a = affine.load %A[%i] : {V}\n{sum_}")


def numbered(index: str) -> str:
    return vectors(
        loop(
            "i",
            "%n",
            f"""%k = affine.apply affine_map<(d0) -> ({index})>(%i)
    %j = arith.index_cast %k : index to i32
    %x = arith.sitofp %j : i32 to f32
    affine.store %x, %B[%i] : {V}""",
        )
    )


def flat(index: str, end: str = "") -> str:
    flat = "memref<?xf32>"
    return vectors(
        f"""%t = affine.apply affine_map<(d0) -> (d0 ceildiv 16)>(%n)
    %L = memref.alloc(%t) : memref<?x16xf32>
    %F = memref.collapse_shape %L [[0, 1]] : memref<?x16xf32> into {flat}
    affine.for %i = 0 to %n {{
      %a = affine.load %A[%i] : {V}
      affine.store %a, %F[{index}] : {flat}
    }}
    {end}
    affine.for %i = 0 to %n {{
      %a = affine.load %L[%i floordiv 16, %i mod 16] : memref<?x16xf32>
      affine.store %a, %B[%i] : {V}
    }}"""
    )


STORE_LAST = f"affine.store %zero, %B[symbol(%n) - 1] : {V}"
STEP_OF_TWO = f"""affine.for %i = 0 to %n step 2 {{
      {double("%i", "%i")}
      %e = affine.load %A[%i + 1] : {V}
      %f = arith.addf %e, %e : f32
      affine.store %f, %B[%i + 1] : {V}
    }}"""


def in_two_orders(limit: int) -> str:
    """From a limit on the sum is made backwards."""
    loops = [
        tail(condition, loop("i", "%n", term(index)), "%n", dims="d0")
        for index, condition in (
            ("%i", f"{limit - 1} - d0 >= 0"),
            ("symbol(%n) - %i - 1", f"d0 - {limit} >= 0"),
        )
    ]
    whole = sum_in_memory("%i")
    return whole.replace(loop("i", "%n", term("%i")), "".join(loops))


def in_padding(value: str) -> str:
    add = f"%a = affine.load %A[0] : {V}\n%p = arith.addf %a, %a fastmath<nnan> : f32\n"
    padding = replaced(UNDEF, "affine.store %u", f"affine.store {value}")
    return tiles_of_b(tail("d0 - 1 >= 0", add + write_tiles(True) + padding, "%n", dims="d0"))
