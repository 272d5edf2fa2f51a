"""
Functions before and after, at whose sizes nothing is known: right ones, and wrong ones.

What each is follows from design, section 3, and is argued beside it. Most of the wrong ones are
right at the sizes that are sampled.
"""

from __future__ import annotations

from dataclasses import dataclass

from .texts import (
    ADDED,
    ASSUMED,
    COPIED,
    DIVIDED,
    DOUBLED,
    GUARDED,
    INNER,
    INNER_TILED,
    LOGICAL,
    PRODUCT,
    SCF,
    STEP_OF_TWO,
    STORE_LAST,
    SUM,
    TILED,
    TILES,
    UNDEF,
    V,
    assuming,
    copies,
    double,
    eights,
    extra,
    fibonacci,
    flat,
    flattened,
    in_lanes,
    in_padding,
    in_two_orders,
    integers,
    loop,
    matmul,
    matrices,
    numbered,
    physical,
    prefix,
    products,
    replaced,
    row_sums,
    seventeen,
    stages,
    sum_in_memory,
    through_local,
    tiles_of_b,
    two_writers,
    undefs,
    vectors,
    write_tiles,
)


@dataclass(frozen=True)
class Pair:
    """Two functions; `says` is in the answer where the second is wrong, or not understood."""

    name: str
    before: str
    after: str
    says: str = ""


RIGHT = [
    # The same iterations in the same order, and none more.
    Pair("tiled, with a guard", DOUBLED, TILED),
    Pair("tiles joined", TILED, DOUBLED),
    # Each cell is written once, and reads nothing that is written.
    Pair(
        "loops exchanged",
        matrices(loop("i", "%m", loop("j", "%n", ADDED))),
        matrices(loop("j", "%n", loop("i", "%m", ADDED))),
    ),
    Pair(
        "backwards",
        DOUBLED,
        vectors(loop("i", "%n", double("symbol(%n) - %i - 1", "symbol(%n) - %i - 1"))),
    ),
    Pair(
        "the rest apart",
        DOUBLED,
        vectors(
            loop("i", "affine_map<(d0) -> (d0 floordiv 16 * 16)>(%n)", double("%i", "%i"))
            + loop(
                "i",
                "%n",
                double("%i", "%i"),
                "affine_map<(d0) -> (d0 floordiv 16 * 16)>(%n)",
            )
        ),
    ),
    # 0 + x is x for all integers; -0.0 + x for all floats; 0.0 + x if x is not -0.0, which no sum
    # is that began with 0.0.
    Pair("integer sum over zeros", *(row_sums("0 : i32", g, "i32", "0") for g in (True, False))),
    Pair("sum over -0.0", *(row_sums('"identity(addf)"', g) for g in (True, False))),
    Pair("sum over 0.0 from 0.0", *(row_sums("0.0 : f32", g) for g in (True, False))),
    # Padding in which before leaves undef may hold anything.
    Pair(
        "writes to undef padding",
        tiles_of_b(write_tiles(True) + UNDEF),
        tiles_of_b(write_tiles(False)),
    ),
    Pair("through a local", DOUBLED, through_local("%n")),
    Pair("a local gone", through_local("%n"), DOUBLED),
    Pair("stages fused", stages(False), stages(True)),
    Pair("matmul, three sizes, tiled", matmul(INNER), matmul(INNER_TILED)),
    Pair("carried, then in memory", SUM, sum_in_memory("%i")),
    Pair("two carried", fibonacci("%y, %s"), fibonacci("%y, %s")),
    Pair("a layout applied", LOGICAL, physical("0.0")),
    Pair("scf and arith", DOUBLED, SCF),
    Pair("a chain", prefix("%i", "%i - 1"), prefix("%i", "%i - 1")),
    # A poison that is gone.
    Pair("flags dropped", integers("overflow<nsw>"), integers("")),
    # Where before is undefined, all is allowed: here at 5001 and more.
    Pair("what is assumed", assuming("sle"), assuming("sle")),
    Pair("a layout of two steps applied", LOGICAL, flattened("0.0")),
    Pair("padding that is computed, and left", *2 * (flattened("", pad=COPIED),)),
    Pair("in lanes", eights(DOUBLED), eights(in_lanes())),
    Pair("a product and a sum in one", products("fastmath<contract>"), products("", "%a, %a, %x")),
    Pair("through a view", copies("%n"), flat("%i")),
    Pair("numbers of the iterations", numbered("d0"), numbered("(d0 floordiv 4) * 4 + d0 mod 4")),
    Pair("an assume on the data", ASSUMED, ASSUMED),
    # Both leave it as it is.
    Pair(
        "a copy back",
        copies("%n"),
        copies(
            "%n",
            after=loop("i", "%n", f"%b = affine.load %B[%i] : {V}\naffine.store %b, %B[%i] : {V}"),
        ),
    ),
]

WRONG = [
    Pair(
        "another value from 10000 on",
        DOUBLED,
        vectors(loop("i", "%n", double("%i", "%i")) + extra(STORE_LAST, "d0 - 10000 >= 0")),
    ),
    Pair(
        "another value where n mod 17 is 3",
        copies("%n"),
        copies("%n", after=extra(STORE_LAST, "d0 mod 17 - 3 == 0")),
    ),
    Pair("one cell less from 4096 on", copies("%n"), seventeen("d0 - d0 floordiv 4096")),
    Pair("a rest left out", DOUBLED, DOUBLED.replace("to %n {", "to %n step 2 {")),
    Pair("a step of two beyond the end", DOUBLED, vectors(STEP_OF_TWO)),
    # Sums of floats are rounded in another order.
    Pair("sum backwards", SUM, sum_in_memory("symbol(%n) - %i - 1")),
    Pair("another order from 3000 on", SUM, in_two_orders(3000)),
    Pair(
        "two writers exchanged",
        two_writers("x", "y", "%i floordiv 2000"),
        two_writers("y", "x", "%i floordiv 2000"),
    ),
    Pair(
        "two writers exchanged from 2001 on",
        two_writers("x", "y", "%i floordiv 2000 * 2000"),
        two_writers("x", "y", "0"),
    ),
    Pair("sum over undef", *(row_sums('"undef"', g, "i32", "0") for g in (True, False))),
    Pair("sum over forbidden", *(row_sums('"forbidden"', g, "i32", "0") for g in (True, False))),
    Pair("sum over ones", *(row_sums("1 : i32", g, "i32", "0") for g in (True, False))),
    # What B holds at entry may be -0.0, and -0.0 + 0.0 is 0.0.
    Pair(
        "sum over 0.0 from anything", *(row_sums("0.0 : f32", g, start="") for g in (True, False))
    ),
    Pair(
        "sum over 0.0 from -0.0", *(row_sums("0.0 : f32", g, start="-0.0") for g in (True, False))
    ),
    # Padding that nobody said may change.
    Pair(
        "writes to undef padding that is kept",
        tiles_of_b(write_tiles(True)),
        tiles_of_b(write_tiles(False)),
    ),
    Pair(
        "writes to forbidden padding",
        tiles_of_b(write_tiles(True), '"forbidden"'),
        tiles_of_b(write_tiles(False), '"forbidden"'),
    ),
    Pair("poison in place of undef", in_padding("%u"), in_padding("%p"), "poison"),
    Pair("padding with another value", LOGICAL, physical("1.0")),
    Pair(
        "padding without its value",
        LOGICAL,
        tiles_of_b(
            loop(
                "i",
                "%n",
                replaced(
                    double("%i", "%i floordiv 16, %i mod 16"),
                    f"mod 16] : {V}",
                    "mod 16] : memref<?x16xf32>",
                ),
            ),
            "0.0 : f32",
        ),
    ),
    Pair(
        "a read beyond the end from 5000 on",
        copies("%n"),
        copies("%n", extra(f"%e = affine.load %A[symbol(%n)] : {V}", "d0 - 5000 >= 0")),
    ),
    Pair(
        "a read where there is no cell",
        DOUBLED,
        DOUBLED.replace("affine.for", f"%e = affine.load %A[0] : {V}\naffine.for"),
    ),
    Pair("a flag added", integers(""), integers("overflow<nsw>")),
    Pair(
        "a write that is not before",
        copies("0"),
        copies("0", extra(STORE_LAST, "d0 - 2000 >= 0")),
    ),
    Pair(
        "a local not filled beyond 3000",
        DOUBLED,
        through_local("min affine_map<(d0) -> (d0, 3000)>(%n)"),
    ),
    Pair(
        "a local that ends too early",
        DOUBLED,
        replaced(
            through_local("%n"),
            "affine.for %i = 0 to %n {\n%a = affine.load %L",
            f"memref.dealloc %L : {V}\naffine.for %i = 0 to %n {{\n%a = affine.load %L",
        ),
        "may be used after this",
    ),
    Pair(
        "a local of a negative size up to 4",
        DOUBLED,
        replaced(
            DOUBLED,
            "affine.for",
            "%s = affine.apply affine_map<(d0) -> (d0 - 5)>(%n)\n"
            f"%L = memref.alloc(%s) : {V}\naffine.for",
        ),
        "negative size",
    ),
    Pair("one undef, two values", undefs(False), undefs(True)),
    Pair(
        "a chain backwards",
        prefix("%i", "%i - 1"),
        prefix("symbol(%n) - %i", "symbol(%n) - %i - 1"),
    ),
    Pair("two carried, exchanged", fibonacci("%y, %s"), fibonacci("%s, %y")),
    Pair("an assume more", DOUBLED, assuming("sle")),
    Pair("two steps, without the value", LOGICAL, flattened("")),
    Pair(
        "padding that is computed, and changed",
        flattened("", pad=COPIED),
        flattened("0.0", pad=COPIED),
    ),
    Pair("lanes beyond the end", DOUBLED, in_lanes()),
    Pair("one element in all lanes", eights(DOUBLED), eights(in_lanes(value="%w"))),
    # Without the flag a product is rounded.
    Pair("a product that may not be one with a sum", products(""), products("", "%a, %a, %x")),
    Pair(
        "another product",
        products("fastmath<contract>"),
        products("", "%a, %x, %a"),
    ),
    Pair("through another view", copies("%n"), flat("symbol(%n) - %i - 1")),
    Pair(
        "a view that ends too early",
        copies("%n"),
        flat("%i", "memref.dealloc %L : memref<?x16xf32>").replace("%L[%i f", "%L[%i f"),
        "may be used after this",
    ),
    Pair("other numbers from 1000 on", numbered("d0"), numbered("d0 + d0 floordiv 1000")),
    Pair("another assume on the data", ASSUMED, ASSUMED.replace("olt", "ole")),
    Pair("another operation", DOUBLED, vectors(loop("i", "%n", double("%i", "%i", "arith.mulf")))),
    Pair(
        "matmul that leaves out a product from 8000 on",
        matmul(INNER),
        matmul(loop("k", "affine_map<(d0) -> (d0 - d0 floordiv 8000)>(%l)", PRODUCT)),
    ),
    Pair(
        "a guard too few",
        TILED,
        vectors(loop("o", TILES, loop("t", "16", double("%o * 16 + %t", "%o * 16 + %t")))),
    ),
    Pair(
        "a size that only the second function knows",
        DOUBLED,
        replaced(DOUBLED, "dim = 0}]}) ", "dim = 0, min = 1}]}) "),
        "pad.size says more",
    ),
]

DECLINED = [
    Pair(
        "padding of two kinds",
        LOGICAL,
        flattened("0.0", "16 * io + ii + 1"),
        "several kinds",
    ),
    Pair(
        "a division that nobody needs",
        DOUBLED,
        replaced(DOUBLED, "affine.for", "%q = arith.divsi %n, %n : index\naffine.for"),
        "may be undefined",
    ),
    Pair(
        "a condition that may be poison",
        SCF,
        replaced(SCF, "scf.if %even", "%o = arith.ori %even, %even {isDisjoint} : i1\nscf.if %o"),
        "poison",
    ),
    Pair(
        "arguments that may be one",
        vectors(loop("i", "%n", double("%i", "%i")), "attributes {pad.may_alias}"),
        vectors(loop("i", "%n", double("%i", "%i")), "attributes {pad.may_alias}"),
        "alias",
    ),
    Pair(
        "indices in 32 bits, which wrap around",
        DOUBLED,
        vectors(
            """%z = arith.constant 0 : i32
    %o = arith.constant 1 : i32
    %m = arith.index_cast %n : index to i32
    scf.for %k = %z to %m step %o : i32 {
      %i = arith.index_cast %k : i32 to index
      """
            + double("%i", "%i").replace("affine.", "memref.")
            + "}"
        ),
        "index",
    ),
    Pair("a guard on the data", GUARDED, GUARDED, "depends on the data"),
    Pair("a division of what may be negative", DIVIDED, DIVIDED, "negative"),
]
