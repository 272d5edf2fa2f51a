"""Whatever a step is given, it takes it or raises a ScheduleError; numpy's numbers are numbers."""

from __future__ import annotations

import inspect
import os
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from pad_mlir.schedule import Schedule, ScheduleError

from .common import COPY, SUM, assert_replays, tiles

EXAMPLES = int(os.environ.get("PAD_ODD_ARGUMENTS_EXAMPLES", "600"))


class Contrary:
    """Cannot be compared, as a table of numbers cannot."""

    __hash__ = None  # pyright: ignore

    def __eq__(self, other: object) -> bool:
        raise ValueError("no comparison")


class Doubtful:
    """Is neither true nor false, and as long as it likes."""

    def __bool__(self) -> bool:
        raise ValueError("no truth")

    def __len__(self) -> int:
        raise ValueError("no length")


def gives(value: object) -> Callable[..., object]:
    return lambda *indices: value


def array_of(*indices: object) -> object:
    return np.array(indices)


_PLAIN: list[Any] = [
    *(None, True, -1, 0, 3, 2**70, -(2**70), 1.5, float("nan"), float("inf"), 1j, ...),
    *("", "zz", "\0", "ü", "i" * 3000, b"i", bytearray(b"i"), object(), int, len, type, Schedule),
    *([], [1], [None], [1.5], ["i", "i"], [[1]], (), {}, {"i": 1}, {"i": None}, {1: 2}, {1}),
    *(range(2), slice(1), iter([1]), Contrary(), Doubtful(), [Contrary()], {"i": Doubtful()}),
    *(lambda: 1, tiles, array_of),
]
_NUMPY: list[Any] = [
    *(np.int64(2), np.uint8(0), np.float32(1.5), np.bool_(True), np.str_("i")),
    *(np.array(3), np.array([1, 2]), np.array([]), np.zeros((2, 2)), np.array(["i"])),
    *(np.array([None, Contrary()], dtype=object), np.datetime64("2026"), np.longdouble(2)),
    *([np.int64(2)], (np.int64(1), np.int64(1)), {"i": np.int64(2)}),
]
_ODD = [*_PLAIN, *_NUMPY, *map(gives, [*_PLAIN, *_NUMPY])]
_GOOD: dict[str, Any] = {
    **{"buffer": "A", "index_map": tiles, "map": tiles, "stage": "compute", "loop": "j"},
    **{"factor": 4, "outer": "i", "inner": "j", "passes": "canonicalize"},
}
_NO_STEPS = {"trace", "pipeline", "contracts", "compile"}
_STEPS = [
    name
    for name, _ in inspect.getmembers(Schedule, inspect.isfunction)
    if not name.startswith("_") and name not in _NO_STEPS
]


def calls() -> Iterator[tuple[str, list[Any], dict[str, Any]]]:
    """Calls of all steps, each argument odd in turn, and the others right."""
    for name in _STEPS:
        _, *parameters = inspect.signature(getattr(Schedule, name)).parameters.values()
        for parameter in parameters:
            for odd in _ODD:
                if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
                    yield name, ["i", odd], {}
                else:
                    needed = {p.name for p in parameters if p.default is inspect.Parameter.empty}
                    # A layout is read where a map is given.
                    needed |= {p.name for p in parameters if p.name in ("buffer", "index_map")}
                    given = {n: _GOOD[n] for n in needed}
                    if parameter.name == "pad":
                        given["map"] = tiles
                    yield name, [], {**given, parameter.name: odd}


def test_only_schedule_errors() -> None:
    every = list(calls())
    chosen = random.Random(0).sample(every, min(EXAMPLES, len(every)))
    for name, arguments, options in chosen:
        s = Schedule(COPY, "copy")
        try:
            getattr(s, name)(*arguments, **options)
            s.trace()
            s.pipeline()
        except ScheduleError:
            continue
        except Exception as error:
            raise AssertionError(f"{name}: {arguments} {options}: {error!r}") from error


@pytest.mark.parametrize("layouts", [Contrary(), np.array([1, 2])])
def test_layouts_that_cannot_be_compared(layouts: Any) -> None:
    with pytest.raises(ScheduleError, match='must be "auto" or a dictionary'):
        Schedule(COPY, "copy").optimize(layouts=layouts)


@pytest.mark.parametrize(
    ("step", "plain"),
    [
        ("split('j', np.int64(8))", "split('j', 8)"),
        (
            "transform_layout('A', lambda i, j: (i, j), extents=np.array([12, 64]))",
            "transform_layout('A', lambda i, j: (i, j), extents=[12, 64])",
        ),
        (
            "transform_layout('A', tiles, np.float32(1.5), align=np.array([1, 1, 16]))",
            "transform_layout('A', tiles, 1.5, align=[1, 1, 16])",
        ),
        (
            "transform_layout('A', tiles, np.array(0.0), separators=(np.uint8(1),))",
            "transform_layout('A', tiles, 0.0, separators=[1])",
        ),
        ("transform_layout('A', tiles, extents=np.array([]))", "transform_layout('A', tiles)"),
        ("optimize(max_waste=np.float64(0.5))", "optimize(max_waste=0.5)"),
        ("map_to_gpu(threads={'j': np.int64(32)})", "map_to_gpu(threads={'j': 32})"),
    ],
)
def test_numbers_of_numpy_are_numbers(step: str, plain: str) -> None:
    given, wanted = Schedule(COPY, "copy"), Schedule(COPY, "copy")
    names = {"np": np, "tiles": tiles}
    eval(f"s.{step}", {"s": given, **names})
    eval(f"s.{plain}", {"s": wanted, **names})
    assert (str(given), given.trace()) == (str(wanted), wanted.trace())
    assert "np." not in given.trace()
    assert_replays(given, COPY, "copy")


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("transform_layout('A', tiles, np.zeros(3))", "pad_value is [0.0, 0.0, 0.0], but must be"),
        (
            "transform_layout('A', tiles, extents=np.zeros(3))",
            "extents is [0.0, 0.0, 0.0], but must be a list of integers",
        ),
        (
            "transform_layout('A', tiles, align=np.ones((3, 1), int))",
            "align is [[1], [1], [1]], but must be a list of integers",
        ),
        ("split('j', np.float64(8))", "factor is 8.0, but must be int"),
        ("transform_layout('A', int)", "index_map is <class 'int'>, but must be a function of"),
    ],
)
def test_what_of_numpy_is_no_number(step: str, message: str) -> None:
    s = Schedule(COPY, "copy")
    with pytest.raises(ScheduleError, match=re.escape(message)):
        eval(f"s.{step}", {"s": s, "np": np, "tiles": tiles})


@pytest.mark.parametrize(
    ("step", "value"),
    [
        ("transform_layout('A', lambda i: (i // 4, i % 4), 40000)", -25536),
        ("transform_layout('A', lambda i: (i // 4, i % 4), np.uint16(65535))", -1),
        (
            "transform_layout('A', lambda i: (i // 4, i % 4), "
            "lambda io, ii: where(ii > 2, 32768, 0))",
            -32768,
        ),
        ("cache_read('A', map=lambda i: (i // 4, i % 4), pad=40000)", -25536),
        ("optimize('A', lambda i: (i // 4, i % 4), 40000)", -25536),
    ],
)
def test_numbers_have_a_sign(step: str, value: int) -> None:
    text = SUM.replace("i32", "i16")
    names = {"np": np}
    with pytest.raises(ScheduleError, match=f"of i16 end at 32767; {value} has the bits of"):
        eval(f"s.{step}", {"s": Schedule(text), **names})
    eval(f"s.{re.sub(r'40000|np.uint16.65535.|32768', str(value), step)}", {"s": Schedule(text)})
    eval(f"s.{step}", {"s": Schedule(SUM), **names})
