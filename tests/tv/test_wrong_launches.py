"""Kernels with a defect, each next to one without."""

import pytest

from pad_mlir.tools.tv import Status

from .kernels import N, function, guard, kernels, launch, program
from .rewrites import Twins, check_twins, judge

_MEMREF = f"memref<{N}xf32>"
_INSIDE = f"{N - 1} - d0 >= 0"
_ZERO = "%zero = arith.constant 0.0 : f32"


def _move(source: str, target: str, index: str = "%i") -> str:
    return f"""%x{index[1:]} = affine.load %{source}[{index}] : {_MEMREF}
      affine.store %x{index[1:]}, %{target}[{index}] : {_MEMREF}"""


def _loop(body: str, extent: int = N, before: str = "") -> str:
    return function(f"{before} affine.for %i = 0 to {extent} {{ {body} }}")


_COPY = _loop(_move("A", "B"))
_SHARED = "%s = memref.alloc() : memref<32xf32, 3 : i64>"
_MEET = "gpu.barrier"
_BOUNDS = "".join(
    f"%{name} = arith.constant {value} : index "
    for name, value in (("none", 0), ("one", 1), ("five", 5))
)
_LAST = 2 * 32
"""As many elements as two blocks have threads."""


def _put(index: str = "%t", what: str = "%a") -> str:
    return f"affine.store {what}, %s[{index}] : memref<32xf32, 3 : i64>"


def _exchange(*, meet: str = _MEET, put: str = "", get: str = "31 - %t", more: str = "") -> str:
    """Each of two blocks turns its part of A around, through shared memory."""
    body = f"""{_SHARED}
      {_BOUNDS}
      %a = affine.load %A[%i] : {_MEMREF}
      {put or _put()}
      {meet}
      %r = affine.load %s[{get}] : memref<32xf32, 3 : i64>
      affine.store %r, %B[%i] : {_MEMREF}
      {more}"""
    return program(body, blocks=(2,))


_TURNED = _loop(
    f"""%a = affine.load %A[%i - %i mod 32 + 31 - %i mod 32] : {_MEMREF}
      affine.store %a, %B[%i] : {_MEMREF}""",
    _LAST,
)


def _rounds(second: str) -> str:
    """Block by block A is turned around twice, over the same memory."""
    body = f"""{_SHARED}
      affine.for %k = 0 to 2 {{
        %j = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %t)
        %a = affine.load %A[%j] : {_MEMREF}
        {_put()}
        {_MEET}
        %r = affine.load %s[31 - %t] : memref<32xf32, 3 : i64>
        affine.store %r, %B[%j] : {_MEMREF}
        {second}
      }}"""
    return program(body, blocks=(1,))


def _meeting(how: str) -> str:
    return _exchange(meet=f"{_MEET} {how}")


_FILL = _loop(f"affine.store %zero, %B[0] : {_MEMREF}", before=_ZERO)


def _fill(condition: str, operands: str = "%b, %t") -> str:
    store = guard(condition, f"affine.store %zero, %B[0] : {_MEMREF}", operands)
    return program(f"{_ZERO} {store}")


_SHIFT = _loop(
    f"""%a = affine.load %A[%i + 1] : {_MEMREF}
      affine.store %a, %A[%i] : {_MEMREF}""",
    _LAST,
)


def _shift(meet: str, blocks: int) -> str:
    """Each thread overwrites what the one before it reads."""
    body = f"""%a = affine.load %A[%i + 1] : {_MEMREF}
      {meet}
      affine.store %a, %A[%i] : {_MEMREF}"""
    return program(body, blocks=(blocks,), threads=(_LAST // blocks,))


def _negative(index: str, then: str, otherwise: str) -> str:
    return f"""%zero = arith.constant 0.0 : f32
      %n = affine.load %A[{index}] : {_MEMREF}
      %is = arith.cmpf olt, %n, %zero : f32
      scf.if %is {{ {then} }} else {{ {otherwise} }}"""


_KEEP = f"""%k = affine.load %A[%i] : {_MEMREF}
  affine.store %k, %B[%i] : {_MEMREF}"""
_TURN_BY_BLOCK = f"""%a = affine.load %A[%i - %i mod 32 + 31 - %i mod 32] : {_MEMREF}
  affine.store %a, %B[%i] : {_MEMREF}"""
_TURNED_IF = _loop(_negative("%i - %i mod 32", _TURN_BY_BLOCK, _KEEP), _LAST)


def _turned_if(index: str, *, meet: str = _MEET, otherwise: str = _KEEP) -> str:
    """Each block turns its part around or not, as an element of A has it."""
    turn = f"""%a = affine.load %A[%i] : {_MEMREF}
      {_put()}
      {meet}
      %r = affine.load %s[31 - %t] : memref<32xf32, 3 : i64>
      affine.store %r, %B[%i] : {_MEMREF}"""
    return program(f"{_SHARED} {_negative(index, turn, otherwise)}", blocks=(2,))


def _known(threads: str) -> str:
    attributes = f"attributes {{known_block_size = array<i32: {threads}>}}"
    return program(_GUARDED, attributes=attributes)


_GUARDED = guard(_INSIDE, _move("A", "B"))
_BACK = f"""affine.for %i = 0 to {N} {{
  %y = affine.load %B[%i] : {_MEMREF}
  %z = arith.addf %y, %y : f32
  affine.store %z, %A[%i] : {_MEMREF}
}}"""
_THERE = f"affine.for %i = 0 to {N} {{ {_move('A', 'B')} }}"
_TWO_LAUNCHES = [
    function(f"{_THERE} {_BACK}"),
    function(f"{launch()} {_BACK}") + kernels(_GUARDED),
    function(f"{_BACK} {launch()}") + kernels(_GUARDED),
]

_CASES = [
    Twins(
        "dropped guard",
        _COPY,
        program(_move("A", "B")),
        f"A[70] is out of bounds of [{N}], in 'affine.load' at after",
        program(_GUARDED),
    ),
    Twins(
        "guard that is off by one",
        _COPY,
        program(guard(f"{N - 2} - d0 >= 0", _move("A", "B"))),
        "B[69]: another value",
        program(_GUARDED),
    ),
    Twins(
        "too few blocks",
        _COPY,
        program(guard(_INSIDE, _move("A", "B")), blocks=(2,)),
        "B[64]: another value",
        program(_GUARDED),
    ),
    Twins(
        "index of another thread",
        _COPY,
        program(guard(_INSIDE, _move("A", "B", "%t"), "%t")),
        "the blocks (0, 0, 0) and (1, 0, 0), in any order, access B[0]",
        program(guard(_INSIDE, _move("A", "B", "%t"), "%t"), blocks=(1,), threads=(N,)),
    ),
    Twins(
        "blocks that overlap",
        _COPY,
        program(
            "%j = affine.apply affine_map<(d0, d1) -> (d0 * 31 + d1)>(%b, %t)"
            + guard(_INSIDE, _move("A", "B", "%j"), "%j")
        ),
        "the blocks (0, 0, 0) and (1, 0, 0), in any order, access B[31]",
        program(
            "%j = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%b, %t)"
            + guard(_INSIDE, _move("A", "B", "%j"), "%j")
        ),
    ),
    Twins(
        "all threads store the same",
        _FILL,
        _fill("d0 == 0"),
        "the threads (0, 0, 0) and (1, 0, 0), which meet nowhere in between, access B[0], and one "
        "of them writes it, in 'affine.store' at after",
        _fill("d0 == 0, d1 == 0"),
    ),
    Twins(
        "all blocks store the same",
        _FILL,
        _fill("d1 == 0"),
        "the blocks (0, 0, 0) and (1, 0, 0), in any order, access B[0]",
        _fill("d0 == 2, d1 == 3"),
    ),
    Twins(
        "in place, without a barrier",
        _SHIFT,
        _shift("", 1),
        "the threads (0, 0, 0) and (1, 0, 0), which meet nowhere in between, access A[1]",
        _shift(_MEET, 1),
    ),
    Twins(
        "a barrier is for one block",
        _SHIFT,
        _shift(_MEET, 2),
        "the blocks (0, 0, 0) and (1, 0, 0), in any order, access A[32]",
        _shift(_MEET, 1),
    ),
    Twins(
        "dropped barrier",
        _TURNED,
        _exchange(meet=""),
        "read while uninitialised, in 'affine.load' at after",
        _exchange(),
    ),
    Twins(
        "dropped barrier at the end of a loop",
        _TURNED,
        _rounds(""),
        "the threads (15, 0, 0) and (16, 0, 0), which meet nowhere in between, access",
        _rounds(_MEET),
    ),
    Twins(
        "index of another cell",
        _TURNED,
        _exchange(get="%t"),
        "B[0]: another value",
        _exchange(),
    ),
    Twins(
        "index outside of shared memory",
        _TURNED,
        _exchange(get="32 - %t"),
        "[32] is out of bounds of [32]",
        _exchange(),
    ),
    Twins(
        "shared cells that nobody wrote",
        _TURNED,
        _exchange(put=guard("30 - d0 >= 0", _put(), "%t")),
        "[31] is read while uninitialised",
        _exchange(put=guard("31 - d0 >= 0", _put(), "%t")),
    ),
    Twins(
        "what another block left in shared memory",
        _TURNED,
        _exchange(put=guard("d0 == 0", _put(), "%b")),
        "s[31] is read while uninitialised, in 'affine.load' at after:19:12 for block x = 1",
        _exchange(put=guard("1 - d0 >= 0", _put(), "%b")),
    ),
    Twins(
        "a barrier for some of the threads",
        _TURNED,
        _meeting(guard("15 - d0 >= 0", _MEET, "%t")),
        "not all threads of the block meet: (16, 0, 0) is at its end, in 'gpu.barrier' at",
        _meeting(guard("1 - d0 >= 0", _MEET, "%b")),
    ),
    Twins(
        "two barriers",
        _TURNED,
        _meeting(guard("15 - d0 >= 0", _MEET, "%t") + f" else {{ {_MEET} }}"),
        "not all threads of the block meet: (16, 0, 0) is at another gpu.barrier",
        _meeting(guard("-d0 >= 0", _MEET, "%b") + f" else {{ {_MEET} }}"),
    ),
    Twins(
        "barriers that some threads meet at more often",
        _TURNED,
        _meeting(
            f"scf.for %k = %none to %t step %one {{ {_MEET} }}",
        ),
        "not all threads of the block meet",
        _meeting(f"scf.for %k = %none to %five step %one {{ {_MEET} }}"),
    ),
    Twins(
        "a barrier for the threads whose data says so",
        function(""),
        program(_negative("%i", _MEET, ""), threads=(2,)),
        "not all threads of the block meet: (1, 0, 0) is at its end",
        program(_negative("%b", _MEET, ""), threads=(2,)),
    ),
    Twins(
        "data of another block",
        _TURNED_IF,
        _turned_if("32"),
        "B[0]: another value",
        _turned_if("%i - %t"),
    ),
    Twins(
        "dropped barrier where the data says so",
        _TURNED_IF,
        _turned_if("%b * 32", meet=""),
        "is read while uninitialised",
        _turned_if("%b * 32", otherwise=f"{_MEET} {_KEEP}"),
    ),
    Twins(
        "a store that is dropped where the data says so",
        _TURNED_IF,
        _turned_if("%b * 32", otherwise=""),
        "B[0]: another value",
        _turned_if("%b * 32", otherwise=f"{_KEEP} {_MEET}"),
    ),
    Twins(
        "other threads than the kernel knows",
        _COPY,
        _known("16, 2, 1"),
        "a block of (32, 1, 1) where the kernel knows (16, 2, 1)",
        _known("32, 1, 1"),
    ),
    Twins(
        "an upper bound that is too low",
        _COPY,
        program(f"%u = gpu.thread_id x upper_bound 31 {_GUARDED}"),
        "31 is not below the upper bound 31",
        program(f"%u = gpu.thread_id x upper_bound 32 {_GUARDED}"),
    ),
    Twins(
        "a grid of a negative size",
        function(""),
        program("", blocks=(-1,)),
        "a grid of (-1, 1, 1)",
        program("", blocks=(0,)),
    ),
    Twins(
        "a block without threads",
        function(""),
        program("", threads=(0,)),
        "a block of (0, 1, 1) threads",
        program("", threads=(1,)),
    ),
    Twins(
        "launches in another order",
        _TWO_LAUNCHES[0],
        _TWO_LAUNCHES[2],
        "A[0]: another value",
        _TWO_LAUNCHES[1],
    ),
]


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case.name)
def test_refuted_where_wrong(case: Twins) -> None:
    check_twins(case)


def test_meetings_that_the_data_of_many_threads_decides() -> None:
    verdict = judge(_TURNED_IF, _turned_if("%i"))
    assert verdict.status is Status.NOT_VALIDATED, verdict
    assert "not all threads of the block meet: (31, 0, 0) is at its end" in str(verdict)
