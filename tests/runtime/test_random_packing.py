"""
Random layouts: arrays between guard pages are packed and unpacked as enumeration says.

The oracle (`tests.programs.physical`) puts each index through the maps, and shares nothing with the
runtime. `PAD_PACKING_EXAMPLES` is the number of layouts, `PAD_PACKING_SEED` the first seed.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import prod
from random import Random
from typing import Any, cast

import ml_dtypes
import numpy as np
import pytest
from xdsl.utils.exceptions import ParseError, VerifyException

from pad_mlir.dialect.attributes import place
from pad_mlir.dialect.layout import LayoutError
from pad_mlir.dialect.layout.self_padding import check_padding
from pad_mlir.dialect.repairs import RepairedParser, new_context
from pad_mlir.runtime.element_types import element_of
from pad_mlir.runtime.packing import copy_program, intervals, layout_cells, nests
from pad_mlir.runtime.packing.packing import Packing
from tests.programs.guarded import Guarded, guarded
from tests.programs.physical import LaidOut, copied_cells, packed
from tests.programs.values import FORBIDDEN, UNDEF

EXAMPLES = int(os.environ.get("PAD_PACKING_EXAMPLES", "60"))
SEED = int(os.environ.get("PAD_PACKING_SEED", "0"))
MOST_CELLS = 20_000
DTYPES: dict[str, Any] = {
    **{"i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64},
    **{"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64},
}
Array = np.ndarray[Any, Any]


@dataclass
class Drawn:
    """Maps as text, one a step, on a shape."""

    random: Random
    shape: tuple[int, ...]

    def type(self) -> tuple[str, str]:
        """The text of a memref type, and its element type."""
        element = self.random.choice(list(DTYPES))
        rank, maps, pads = len(self.shape), list[str](), list[str]()
        for _ in range(self.random.choice((1, 1, 1, 2))):
            names = [f"d{k}" for k in range(rank)]
            outputs = self.outputs(names)
            maps.append(f"affine_map<({', '.join(names)}) -> ({', '.join(outputs)})>")
            rank = len(outputs)
            pads.append(self.kind(element, rank))
        options = list[str]()
        if self.random.random() < 0.3:
            options.append(f"align = {[self.random.choice((1, 1, 4, 8, 16)) for _ in range(rank)]}")
        shape = "".join(f"{size}x" for size in self.shape)
        layout = f"#pad.layout<[{', '.join(maps)}], [{', '.join(pads)}], {{{', '.join(options)}}}>"
        return f"memref<{shape}{element}, {layout}>", element

    def outputs(self, names: list[str]) -> list[str]:
        random, found = self.random, list[str]()
        names = list(names)
        if len(names) > 1 and random.random() < 0.15:  # two axes that one map mixes
            one, other = names[:2]
            mixed = f"({one} * {random.choice((29, 40, 64))} + {other})"
            tile = random.choice((3, 4, 16))
            found += [f"{mixed} floordiv {tile}", f"{mixed} mod {tile}"]
            names = names[2:]
        for name in names:
            offset = random.choice((0, 0, 0, 1, 2, 3, 14))
            index = f"({name} + {offset})" if offset else name
            tile = random.choice((2, 3, 4, 6, 8, 16, 16, 32))
            match random.randrange(8):
                case 0 | 1:
                    found.append(index)
                case 2:
                    found.append(f"-{name} + {random.choice((45, 60))}")
                case 3 if random.random() < 0.3:
                    found.append(f"{name} * 3 + 2")
                case 4:
                    inner, outer = random.choice((2, 4)), random.choice((2, 3))
                    found += [
                        f"{index} floordiv {inner * outer}",
                        f"({index} floordiv {inner}) mod {outer}",
                        f"{index} mod {inner}",
                    ]
                case _:
                    found += [f"{index} floordiv {tile}", f"{index} mod {tile}"]
        random.shuffle(found)
        if len(found) > 1 and random.random() < 0.05:
            found[0] = f"{found[0]} + {found[1]}"
        return found

    def kind(self, element: str, rank: int) -> str:
        random = self.random
        value = "1.5 : " if "f" in element else "1 : "
        names = ", ".join(f"d{k}" for k in range(rank))
        first = ", ".join(["0"] * rank)
        clamped = ", ".join(f"d{k} floordiv 5" for k in range(rank))
        where = f"affine_map<({names}) -> ({' + '.join(f'd{k}' for k in range(rank))} - 5)>"
        simple = [f"{value}{element}", '"undef"', '"forbidden"', f"{value}{element}"]
        match random.randrange(7):
            case 0:
                return f"affine_map<({names}) -> ({random.choice((first, clamped))})>"
            case 1:
                one, other = random.sample(simple[:3], 2)
                return f"[{{where = {where}, kind = {one}}}, {{kind = {other}}}]"
            case 2:
                name = "identity(addf)" if "f" in element else "identity(maxsi)"
                return f'"{name}"' if element != "i1" else '"undef"'
            case k:
                return simple[k - 3]


def drawn(seed: int) -> tuple[LaidOut, Any] | None:
    """A type with a layout that is one, and its dtype; None if what was drawn is none."""
    random = Random(seed)
    most = {1: 9000, 2: 80, 3: 18}
    rank = random.choice((1, 2, 2, 2, 3))
    most_size = most[rank] if random.random() < 0.8 else 6
    shape = tuple(
        random.randint(0 if random.random() < 0.03 else 1, most_size) for _ in range(rank)
    )
    text, element = Drawn(random, shape).type()
    try:
        type = cast("LaidOut", RepairedParser(new_context(), text).parse_type())
        box = place(type).physical_shape
        check_padding(place(type))
    except (ParseError, VerifyException, LayoutError):
        return None
    if prod(size for size in box if isinstance(size, int)) > MOST_CELLS:
        return None
    return type, np.dtype(DTYPES[element])


def in_memory(values: Array, random: Random) -> tuple[Guarded, Array]:
    """The same elements with odd strides, between guard pages: the pages, and the array."""
    at_end = random.random() < 0.5
    way = random.randrange(5)
    if way == 1 and values.ndim > 1:  # axes in another order
        turned = guarded(np.ascontiguousarray(values.T), at_end=at_end)
        return turned, turned.array.T
    if way == 2 and values.ndim:  # every second element, backwards
        double = np.zeros((*values.shape[:-1], 2 * values.shape[-1]), values.dtype)
        pages = guarded(double, at_end=at_end)
        view = pages.array[..., ::2][..., ::-1]
        view[...] = values
        return pages, view
    if way == 3 and values.size:  # elements at odd addresses
        raw = np.zeros(values.nbytes + 1, np.uint8)
        pages = guarded(raw, at_end=at_end)
        view = pages.array[1:].view(values.dtype).reshape(values.shape)
        view[...] = values
        return pages, view
    pages = guarded(values, at_end=at_end)
    return pages, pages.array


def elements(shape: tuple[int, ...], dtype: Any, random: Random) -> Array:
    generator = np.random.default_rng(random.randrange(1 << 30))
    return generator.integers(0, 100 if dtype != np.bool_ else 2, shape).astype(dtype)


def bits(array: Array) -> Array:
    return np.ascontiguousarray(array).reshape(-1).view(f"u{array.dtype.itemsize}")


def check(type: LaidOut, dtype: Any, random: Random) -> None:
    shape = tuple(type.get_shape())
    packing = Packing(place(type), element_of(type.element_type))
    logical = elements(shape, dtype, random)
    source, given = in_memory(logical, random)
    before = source.array.copy()
    old = elements(packing.shape, dtype, random)
    at_end = random.random() < 0.5
    target = guarded(old, at_end=at_end, alignment=random.choice((1, 64)))
    result = packing.pack(given, target.array)
    assert result is target.array
    assert source.is_slack_kept
    assert target.is_slack_kept
    assert np.array_equal(bits(source.array), bits(before)), "what is only read has changed"
    expected = packed(type, logical)
    sources = copied_cells(type)
    is_float = dtype.kind not in "bi"
    for cell in np.ndindex(*packing.shape):
        value = expected[cell]
        if value is FORBIDDEN:
            value = old[cell]
        elif value is UNDEF:
            value = 0 if is_float else old[cell]
            if cell in sources:  # it copies what need hold nothing
                value = result[sources[cell]]
        wanted = np.asarray(value).astype(dtype)
        assert bits(wanted)[0] == bits(np.asarray(result[cell]))[0], cell
    pages, out = in_memory(elements(shape, dtype, random), random)
    kept = pages.array.copy()
    packing.unpack(result, out)
    assert pages.is_slack_kept
    assert target.is_slack_kept
    assert np.array_equal(bits(out), bits(logical))
    if not out.size:
        return
    out[...] = 0
    start = _address(out) - _address(pages.array)
    np.ndarray(out.shape, dtype, kept.view(np.uint8).data, start, out.strides)[...] = 0
    assert np.array_equal(bits(pages.array), bits(kept)), "bytes between elements were written"


def _address(array: Array) -> int:
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize("part", range(5))
def test_random_layouts(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = 0
    for seed in range(SEED + part, SEED + EXAMPLES, 5):
        found = drawn(seed)
        if found is None:
            continue
        random = Random(seed + 1)
        # So that small arrays are copied in all the ways that large ones are.
        monkeypatch.setattr(copy_program, "LARGE", random.choice((1, 1 << 24)))
        monkeypatch.setattr(copy_program, "CHUNK", random.choice((256, 1 << 18)))
        monkeypatch.setattr(nests, "MOST_NESTS", random.choice((1, 48, 48)))
        small = random.choice((64, 1 << 16))
        monkeypatch.setattr(intervals, "SMALL", small)
        monkeypatch.setattr(layout_cells, "SMALL", small)
        monkeypatch.setattr(layout_cells, "SHORT", random.choice((16, 1 << 12)))
        try:
            check(*found, random)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {found[0]}") from error
        seen += 1
    assert seen >= EXAMPLES // 5 // 2
