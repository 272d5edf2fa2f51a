"""Odd layouts, pad kinds and element types, and programs that use the buffers that have them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class OddLayout:
    """A logical shape, a map of its indices, and the other options of a layout."""

    shape: tuple[int, ...]
    map: str
    options: str = ""

    def rank_after(self) -> int:
        """The number of physical axes."""
        results = self.map.split("->")[1].strip()[1:-1]
        return len([part for part in results.split(",") if part.strip()])


LAYOUTS = (
    OddLayout((10,), "(i) -> (i floordiv 4, i mod 4)"),
    OddLayout((10,), "(i) -> (i mod 3, i floordiv 3)"),
    OddLayout((10,), "(i) -> ((i + 3) floordiv 4, (i + 3) mod 4)"),
    OddLayout((10,), "(i) -> (-i + 12)"),
    OddLayout((10,), "(i) -> (i * 3 + 2)"),
    OddLayout((10,), "(i) -> (2, i, 0)"),
    OddLayout((10,), "(i) -> (i floordiv 4, i mod 4)", 'extents="[4,6]"'),
    OddLayout((10,), "(i) -> (i floordiv 4, i mod 4)", 'align="[1,16]" separators="[1]"'),
    OddLayout((10,), "(i) -> (i floordiv 6, (i floordiv 2) mod 3, i mod 2)", 'separators="[1,2]"'),
    OddLayout((10,), "(i) -> (-(i floordiv 4) + 2, -(i mod 4) + 3)"),
    OddLayout((10,), "(i) -> (i ceildiv 4, (i + 3) mod 4)"),
    OddLayout((10,), "(i) -> (i, i mod 2)"),
    OddLayout((10,), "(i) -> (i floordiv 3, i)"),
    OddLayout((1,), "(i) -> (0)"),
    OddLayout((1,), "(i) -> (3)"),
    OddLayout((1,), "(i) -> ()"),
    OddLayout((), "() -> ()"),
    OddLayout((), "() -> (0)"),
    OddLayout((), "() -> (2, 1)"),
    OddLayout((), "() -> (1)", "extents=4"),
    OddLayout((3, 5), "(i, j) -> (i * 5 + j)"),
    OddLayout((3, 5), "(i, j) -> (j, -i + 2)"),
    OddLayout((3, 5), "(i, j) -> (i, j floordiv 2, j mod 2)", 'align="[4,1,1]"'),
    OddLayout((3, 5), "(i, j) -> ((i * 5 + j) floordiv 4, (i * 5 + j) mod 4)"),
    OddLayout((3, 5), "(i, j) -> (i, i + j)"),
    OddLayout((3, 5), "(i, j) -> ((i + j) mod 3, j)"),
    OddLayout((1, 5), "(i, j) -> (j, i, 1)", 'separators="[2]" extents="[8,1,3]"'),
    OddLayout((0,), "(i) -> (i floordiv 4, i mod 4)"),
    OddLayout((2, 3, 2), "(i, j, k) -> (k, j floordiv 2, j mod 2, i)"),
)

INTEGERS = ("i1", "i2", "i7", "i8", "i16", "i32", "i64", "i128", "index")
SIGNED = ("ui8", "si8", "ui32", "si64", "ui1")
FLOATS = ("f16", "bf16", "f32", "f64", "tf32", "f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f4E2M1FN", "f80")
VECTORS = ("vector<4xf32>", "vector<2xi8>", "vector<2x2xf64>")
ELEMENTS = (*INTEGERS, *SIGNED, *FLOATS, *VECTORS)

MODES = ("stage", "if", "before", "both")
_CONSTANTS = ("0", "1", "-1", "127", "200", "1.5", "0.0", "-0.0", "nan", "inf", "-inf", "1e40")
_OPERATIONS = (
    *("addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf", "addi", "muli", "ori", "xori"),
    *("andi", "maxsi", "minsi", "maxui", "minui", "subf"),
)


def pad_kinds(rank: int) -> tuple[str, ...]:
    """All pad kinds on so many physical axes, in the order of the options' documentation."""
    names = [f"p{k}" for k in range(rank)]
    inputs = ", ".join(names)
    first = ", ".join(["0"] * rank)
    turned = ", ".join([*names[1:], names[0]]) if rank else ""
    sum = " + ".join(names) or "3"
    simple = [*_CONSTANTS, *(f"identity({op})" for op in _OPERATIONS), "@pad"]
    maps = [
        f"({inputs}) -> ({first})",
        f"({inputs}) -> ({turned})",
        f"value(({inputs}) -> ({sum}))",
    ]
    where = f"where = ({inputs}) -> ({sum} - 2)"
    lists = [
        f"[{{{where}, kind = {one}}}, {{kind = {other}}}]"
        for one, other in (("1", "0"), ("undef", "0"), ("forbidden", "@pad"), ("@pad", "undef"))
    ]
    return ("forbidden", "undef", *simple, *maps, *lists)


def pad_function(element: str, rank: int) -> str:
    """`@pad`, a pure function of so many indices to an element, where one can be written."""
    arguments = ", ".join(f"%p{k}: index" for k in range(rank))
    head = f"func.func private @pad({arguments}) -> {element} {{\n"
    index = "%p0" if rank else "%one"
    lines = [] if rank else ["%one = arith.constant 1 : index"]
    scalar = element.removeprefix("vector<").removesuffix(">").rsplit("x", 1)[-1]
    scalar = "index" if "index" in element else scalar
    bits = scalar.lstrip("ibfsu")
    if scalar in SIGNED:
        return ""
    if scalar == "index":
        lines.append(f"%v = arith.addi {index}, {index} : index")
    elif scalar in FLOATS:
        lines.append(f"%w = arith.index_cast {index} : index to i32")
        lines.append(f"%v = arith.sitofp %w : i32 to {scalar}")
    elif scalar.startswith("i") and bits.isdigit():
        lines.append(f"%v = arith.index_cast {index} : index to {scalar}")
    if element != scalar:
        lines.append(f"%b = vector.broadcast %v : {scalar} to {element}")
    result = "%v" if element == scalar else "%b"
    body = "".join(f"  {line}\n" for line in lines)
    return f"{head}{body}  func.return {result} : {element}\n}}\n"


def program(layout: OddLayout, element: str, random: Random) -> str:
    """
    `@f` with two buffers of the layout's shape, and a local one: copied, guarded, updated, read
    with odd indices.
    """
    type = f"memref<{''.join(f'{size}x' for size in layout.shape)}{element}>"
    nests = [
        _nest(layout.shape, number, type, *(random.choice(pairs), random.random()))
        for number, pairs in enumerate((("AT", "AT", "BT"), ("TB", "TB", "AB", "BB")))
    ]
    text = "".join(nests)
    return (
        f"{pad_function(element, layout.rank_after())}"
        f"func.func @f(%A: {type}, %B: {type}) {{\n"
        f"  %c3 = arith.constant 3 : index\n  %c5 = arith.constant 5 : index\n"
        f"  %T = memref.alloc() : {type}\n{text}"
        f"  memref.dealloc %T : {type}\n  func.return\n}}\n"
    )


def _nest(shape: tuple[int, ...], number: int, type: str, buffers: str, odd: float) -> str:
    names = [f"%i{number}{k}" for k in range(len(shape))]
    lines = [f"affine.for {name} = 0 to {size} {{" for name, size in zip(names, shape, strict=True)]
    index = ", ".join(names)
    value = f"%v{number}"
    is_odd = shape and odd < 0.4
    if is_odd:
        lines += _odd_index(names[0], number, shape[0])
        index = ", ".join([f"%m{number}", *names[1:]])
        lines.append(f"{value} = memref.load %{buffers[0]}[{index}] : {type}")
    elif shape and odd < 0.6:
        lines.append(f"{value} = affine.load %{buffers[0]}[{index}] : {type}")
        guard = f"affine_set<(d0) : ({shape[0] // 2} - d0 >= 0)>({names[0]})"
        lines.append(f"affine.if {guard} {{")
        lines.append(f"affine.store {value}, %{buffers[1]}[{index}] : {type}")
        lines.append("}")
    else:
        lines.append(f"{value} = affine.load %{buffers[0]}[{index}] : {type}")
    if is_odd:
        lines.append(f"memref.store {value}, %{buffers[1]}[{index}] : {type}")
    elif not shape or odd >= 0.6:
        lines.append(f"affine.store {value}, %{buffers[1]}[{index}] : {type}")
    lines += ["}"] * len(shape)
    if shape:
        lines[-1] += f' {{pad.stage = "s{number}"}}'
    return "".join(f"  {line}\n" for line in lines)


def _odd_index(name: str, number: int, size: int) -> Iterator[str]:
    """An index with a minimum or a maximum of a division, in bounds."""
    last = f"%last{number}"
    yield f"{last} = arith.constant {max(size - 1, 0)} : index"
    yield f"%q{number} = arith.floordivsi {name}, %c3 : index"
    yield f"%x{number} = arith.maxsi %q{number}, {name} : index"
    yield f"%m{number} = arith.minsi %x{number}, {last} : index"
