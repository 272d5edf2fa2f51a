"""Values that threads take from each other: where that is right, and where it is not."""

import pytest

from .kernels import function, guard, program
from .rewrites import Twins, check_twins

_N = 64
_ARGUMENTS = {"A": f"memref<{_N}xf32>", "B": "memref<2xf32>"}
_EACH = {"A": f"memref<{_N}xf32>", "B": f"memref<{_N}xf32>"}


def _constants(width: int) -> str:
    numbers = {f"n{k}": k for k in (0, 1, 2, 4, 8, 16, 33)} | {"width": width}
    return "".join(f"%{name} = arith.constant {value} : i32 " for name, value in numbers.items())


def _sums(element: str = "%i * 32 + %j") -> str:
    """B[i] is the sum of 32 elements of A."""
    return function(
        f"""%zero = arith.constant -0.0 : f32
        affine.for %i = 0 to 2 {{
          %sum = affine.for %j = 0 to 32 iter_args(%s = %zero) -> (f32) {{
            %a = affine.load %A[{element}] : memref<{_N}xf32>
            %t = arith.addf %s, %a fastmath<reassoc> : f32
            affine.yield %t : f32
          }}
          affine.store %sum, %B[%i] : memref<2xf32>
        }}""",
        _ARGUMENTS,
    )


def _fold(mode: str, offsets: str = "16 8 4 2 1") -> str:
    """Steps that add what other threads have to `%x0`, and the store by the first thread."""
    parts = offsets.split()
    steps = [
        f"""%y{k}, %v{k} = gpu.shuffle {mode} %x{k}, %n{offset}, %width : f32
        %x{k + 1} = arith.addf %x{k}, %y{k} fastmath<reassoc> : f32"""
        for k, offset in enumerate(parts)
    ]
    store = f"affine.store %x{len(parts)}, %B[%b] : memref<2xf32>"
    return "\n".join([*steps, guard("d0 == 0", store, "%t")])


def _kernel(body: str, *, width: int = 32, threads: int = 32, blocks: int = 2) -> str:
    load = f"%x0 = affine.load %A[%i] : memref<{_N}xf32>"
    return program(
        f"{_constants(width)} {load} {body}", _ARGUMENTS, blocks=(blocks,), threads=(threads,)
    )


def _of_each(before: str) -> str:
    """B[i] is some element of A."""
    return function(
        f"""affine.for %i = 0 to {_N} {{
          {before}
          affine.store %a, %B[%i] : memref<{_N}xf32>
        }}""",
        _EACH,
    )


_NEIGHBOURS = _of_each(
    f"""%a = affine.if affine_set<(d0) : (d0 mod 32 - 1 >= 0)>(%i) -> f32 {{
      %p = affine.load %A[%i - 1] : memref<{_N}xf32>
      affine.yield %p : f32
    }} else {{
      %p = affine.load %A[%i] : memref<{_N}xf32>
      affine.yield %p : f32
    }}"""
)


def _each(body: str, threads: int = 32) -> str:
    load = f"%x = affine.load %A[%i] : memref<{_N}xf32>"
    store = f"affine.store %r, %B[%i] : memref<{_N}xf32>"
    text = f"{_constants(32)} {load} {body} {store}"
    return program(text, _EACH, blocks=(_N // threads,), threads=(threads,))


_FROM_BELOW = "%y, %v = gpu.shuffle up %x, %n1, %width : f32"
_SELECT = "%r = arith.select %v, %y, %x : f32"
_SAME = "%r = arith.select %v, %y, %y : f32"
_FIRST_OF_32 = _of_each(f"%a = affine.load %A[%i - %i mod 32] : memref<{_N}xf32>")
_LANES = """%m = vector.broadcast %x : f32 to vector<2xf32>
  %w, %v = gpu.shuffle idx %m, %n0, %width : vector<2xf32>
  %r = vector.extract %w[1] : f32 from vector<2xf32>"""


def _broadcast(offset: int) -> str:
    return f"%r, %v = gpu.shuffle idx %x, %n{offset}, %width : f32"


_TREE = _kernel(_fold("xor"))
_CASES = [
    Twins(
        "a step too few",
        _sums(),
        _kernel(_fold("xor", "16 8 4 2")),
        "B[0]: another value",
        _TREE,
    ),
    Twins(
        "a step twice",
        _sums(),
        _kernel(_fold("down", "16 8 4 2 2")),
        "B[0]: another value",
        _kernel(_fold("down")),
    ),
    Twins(
        "some threads do not take part",
        _sums(),
        _kernel(guard("15 - d0 >= 0", _fold("xor"), "%t")),
        "not all threads of the subgroup meet: (16, 0, 0) is at its end, in 'gpu.shuffle' at",
        _kernel(guard("1 - d0 >= 0", _fold("xor"), "%b")),
    ),
    Twins(
        "some threads are at a barrier instead",
        _sums(),
        _kernel(guard("15 - d0 >= 0", _fold("xor"), "%t") + " else { gpu.barrier }"),
        "not all threads of the subgroup meet: (16, 0, 0) is at another gpu.barrier",
        _kernel(guard("2 - d0 >= 0", _fold("xor"), "%b") + " else { gpu.barrier }"),
    ),
    Twins(
        "a width that names some of the threads",
        _sums(),
        _kernel(_fold("xor"), width=16),
        "a shuffle among 16 in a subgroup of 32 threads",
        _TREE,
    ),
    Twins(
        "a width that names threads that are not there",
        _sums(),
        _kernel(_fold("xor"), threads=16, blocks=2),
        "a shuffle among 32 in a subgroup of 16 threads",
        _kernel(_fold("xor")),
    ),
    Twins(
        "there is no such thread",
        _NEIGHBOURS,
        _each(f"{_FROM_BELOW} {_SAME}"),
        "B[0]: another value",
        _each(f"{_FROM_BELOW} {_SELECT}"),
    ),
    Twins(
        "subgroups do not reach each other",
        _of_each(f"%a = affine.load %A[0] : memref<{_N}xf32>"),
        _each(_broadcast(0), threads=64),
        "B[32]: another value",
        _each(_broadcast(0), threads=64),
        right_before=_FIRST_OF_32,
    ),
    Twins(
        "a thread beyond the subgroup",
        _FIRST_OF_32,
        _each(_broadcast(33)),
        "B[0]: another value\n  before: A[0]\n  after:  poison",
        _each(_broadcast(0)),
    ),
    Twins(
        "another lane of a vector",
        _of_each(f"%a = affine.load %A[%i] : memref<{_N}xf32>"),
        _each(_LANES),
        "B[1]: another value",
        _each(_LANES),
        right_before=_FIRST_OF_32,
    ),
]


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case.name)
def test_refuted_where_wrong(case: Twins) -> None:
    check_twins(case)
