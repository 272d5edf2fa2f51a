"""Calls whose sizes would take a function out of its buffers are refused."""

from __future__ import annotations

from typing import Any, Literal

import ml_dtypes
import numpy as np
import pytest

from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.runtime import KernelError, compile
from pad_mlir.schedule import Schedule

# pad.size speaks of X only.
TIED = """
func.func @scale(%n: index {pad.size = [{of = "X", dim = 1, min = 1, multiple = 4}]},
                 %X: memref<5x?xf32>, %Y: memref<5x?xf32>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to %n {
      %x = affine.load %X[%i, %j] : memref<5x?xf32>
      affine.store %x, %Y[%i, %j] : memref<5x?xf32>
    }
  }
  return
}
"""
OF_DIMS = """
func.func @add(%A: memref<?x?xf32>, %S: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %a, %S[%i] : memref<?xf32>
    }
  }
  return
}
"""
UNTIED = """
func.func @fill(%n: index, %A: memref<8xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %one, %A[%i floordiv 2] : memref<8xf32>
  }
  return
}
"""
FROM_THE_LARGER = """
func.func @fill(%n: index {pad.size = [{of = "A", dim = 0}]}, %A: memref<?xf32>) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.subi %n, %c1 : index
  %from = arith.maxsi %last, %c0 : index
  scf.for %i = %from to %n step %c1 {
    memref.store %one, %A[%i] : memref<?xf32>
  }
  return
}
"""
GUARDED = """
func.func @fill(%n: index, %A: memref<?xf32>) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %size = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%size] {
      affine.store %one, %A[%i] : memref<?xf32>
    }
  }
  return
}
"""
BY_DATA = """
func.func @fill(%x: i32, %A: memref<?xf32>) {
  %one = arith.constant 1.0 : f32
  %n = arith.index_cast %x : i32 to index
  affine.for %i = 0 to %n {
    affine.store %one, %A[%i] : memref<?xf32>
  }
  return
}
"""


def zeros(*shape: int) -> np.ndarray[Any, Any]:
    return np.zeros(shape, np.float32)


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        (
            TIED,
            (zeros(5, 400), zeros(5, 4)),
            "@scale would access Y out of bounds on axis 1: wanted dim(Y, 1) >= n, but dim(Y, 1) "
            "is 4, n is 400",
        ),
        (
            OF_DIMS,
            (zeros(3, 4), zeros(2)),
            "@add would access S out of bounds on axis 0: wanted dim(S, 0) >= dim(A, 0) or "
            "dim(A, 1) == 0, but dim(S, 0) is 2, dim(A, 0) is 3, dim(A, 1) is 4",
        ),
        (UNTIED, (17, zeros(8)), "@fill would access A out of bounds on axis 0: wanted n < 17, "
            "but n is 17"),
    ],
)  # fmt: skip
def test_a_call_whose_sizes_lead_out_of_bounds_is_refused(
    text: str, arguments: tuple[Any, ...], message: str
):
    kernel = compile(text)
    with pytest.raises(KernelError) as refused:
        kernel(*arguments)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        (TIED, (zeros(5, 8), zeros(5, 8))),
        (TIED, (zeros(5, 8), zeros(5, 11))),
        (OF_DIMS, (zeros(3, 4), zeros(3))),
        (OF_DIMS, (zeros(3, 0), zeros(1))),
        (UNTIED, (16, zeros(8))),
        (GUARDED, (100, zeros(8))),
        (FROM_THE_LARGER, (zeros(0),)),
        (FROM_THE_LARGER, (zeros(1),)),
    ],
)
def test_a_call_that_stays_inside_runs(text: str, arguments: tuple[Any, ...]):
    compile(text)(*arguments)


def test_an_access_that_depends_on_data_is_told():
    with collect_remarks() as remarks:
        kernel = compile(BY_DATA)
    (told,) = remarks
    assert (told.id, told.field("buffer"), told.field("axis")) == ("size-not-tested", "A", 0)
    kernel(8, zeros(8))


CALLED = """
func.func private @inner(%X: memref<?xf32>, %Y: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %X[%i] : memref<?xf32>
    affine.store %x, %Y[%i] : memref<?xf32>
  }
  return
}
func.func @f(%X: memref<?xf32>, %Y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %X, %c0 : memref<?xf32>
  func.call @inner(%X, %Y, %n) : (memref<?xf32>, memref<?xf32>, index) -> ()
  return
}
"""


def test_what_is_called_is_tested_too():
    kernel = compile(CALLED)
    kernel(zeros(3), zeros(3))
    with pytest.raises(KernelError, match=r"access Y of @inner out of .*: wanted dim\(Y, 0\) >= d"):
        kernel(zeros(3), zeros(2))


@pytest.mark.parametrize("type", ["f16", "bf16", "f32", "f64"])
@pytest.mark.parametrize("number", [2.5, float("inf"), float("nan")])
def test_a_float_is_no_size(type: str, number: float) -> None:
    text = f"""
    func.func @fill(%X: memref<?x{type}>, %x: {type}, %n: index) {{
      affine.for %i = 0 to %n {{
        affine.store %x, %X[%i] : memref<?x{type}>
      }}
      return
    }}
    """
    dtype = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32}.get(type, np.float64)
    filled = np.zeros(4, dtype)
    kernel = compile(text)
    kernel(filled, number, 4)
    np.testing.assert_array_equal(filled.astype(np.float64), [number] * 4)
    with pytest.raises(KernelError, match="n is 5"):
        kernel(filled, number, 5)


ALLOCATES = """
func.func private @inner(%B: memref<?xf32>, %n: index) {
  %one = arith.constant 1.0 : f32
  %T = memref.alloc(%n) {pad.name = "T"} : memref<?xf32>
  affine.for %i = 0 to 8 {
    affine.store %one, %T[%i] : memref<?xf32>
    %t = affine.load %T[%i] : memref<?xf32>
    affine.store %t, %B[%i] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  return
}
func.func @f(%B: memref<?xf32>, %n: index, %m: index) {
  %c4 = arith.constant 4 : index
  %is = arith.cmpi sge, %m, %c4 : index
  scf.if %is {
    func.call @inner(%B, %n) : (memref<?xf32>, index) -> ()
  }
  return
}
"""


def test_local_buffers_of_what_is_called_are_tested_too() -> None:
    kernel, result = compile(ALLOCATES), zeros(8)
    kernel(result, 8, 4)
    assert result.tolist() == [1.0] * 8
    kernel(result, 1 << 61, 3)  # which does not call
    message = "@f would allocate T of @inner with a negative size, or with 2\\^63 bytes or more"
    with pytest.raises(KernelError, match=message):
        kernel(result, 1 << 61, 4)


@pytest.mark.parametrize("element", ["i24", "vector<3xf32>"])
def test_local_buffers_of_elements_that_no_array_has(element: str) -> None:
    kernel = compile(f"""
    func.func @f(%n: index) {{
      %T = memref.alloc(%n) {{pad.name = "T"}} : memref<?x{element}>
      memref.dealloc %T : memref<?x{element}>
      return
    }}
    """)
    kernel(8)
    with pytest.raises(KernelError, match="@f would allocate T with a negative size"):
        kernel(-1)


SUM = """
func.func @add(%A: memref<?xf32>, %B: memref<?xf32>, %S: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %S[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  return
}
"""
BEYOND = "would access B out of bounds on axis 0: wanted {}, but {} is 5, {} is 7"


def laid_out(
    text: str, pad: float | str, *buffers: str, interface: Literal["change", "keep"] = "change"
) -> Schedule:
    schedule = Schedule(text)
    for buffer in buffers:
        schedule.transform_layout(
            buffer, lambda i: (i // 8, i % 8), pad_value=pad, interface=interface
        )
    return schedule


@pytest.mark.parametrize(
    ("pad", "interface", "steps"),
    [
        (0.0, "change", 0),
        (0.0, "change", 1),
        ("undef", "change", 2),
        ("forbidden", "keep", 0),
        (0.0, "keep", 2),
    ],
)
def test_a_layout_has_room_for_a_miscounted_size_and_no_use_for_it(
    pad: float | str, interface: Literal["change", "keep"], steps: int
) -> None:
    """What is beyond the logical extent, and inside the tile, is padding."""
    schedule = laid_out(SUM, pad, "A", "B", "S", interface=interface)
    if steps > 0:
        schedule.apply_layouts()
    if steps > 1:
        schedule.sequential_buffer_access("compute", "A" if interface == "change" else "A_cache")
        schedule.remove_branching_through_overcompute("compute")
    kernel = schedule.compile()
    result = zeros(9)
    kernel(zeros(7) + 1, zeros(8) + 2, result)
    assert result.tolist() == [3.0] * 7 + [0.0] * 2
    for sizes in ((7, 5, 7), (7, 7, 6), (8, 1, 8)):
        with pytest.raises(KernelError, match=r"@add would access [BS].* out of bounds on axis 0"):
            kernel(*map(zeros, sizes))


def test_the_refusal_names_logical_sizes() -> None:
    for schedule, names in (
        (Schedule(SUM), ("dim(B, 0)", "dim(A, 0)")),
        (laid_out(SUM, 0.0, "A", "B", "S"), ("B_size0", "A_size0")),
        (laid_out(SUM, 0.0, "B"), ("B_size0", "dim(A, 0)")),
    ):
        b, a = names
        with pytest.raises(KernelError) as refused:
            schedule.compile()(zeros(7), zeros(5), zeros(7))
        assert str(refused.value) == "@add " + BEYOND.format(f"{b} >= {a}", b, a)


def test_a_number_beyond_a_static_extent() -> None:
    text = UNTIED.replace("memref<8xf32>", "memref<10xf32>").replace("%i floordiv 2", "%i")
    kernel = laid_out(text, "undef", "A").compile()
    kernel(10, zeros(10))
    with pytest.raises(KernelError, match=r"access A out of bounds on axis 0: wanted n < 11"):
        kernel(11, zeros(10))


def test_what_is_called_has_layouts_too() -> None:
    schedule = Schedule(CALLED, function="f")
    schedule.transform_layout("X", lambda i: (i // 8, i % 8), pad_value=0.0)
    schedule.transform_layout("Y", lambda i: (i // 8, i % 8), pad_value=0.0)
    kernel = schedule.compile()
    kernel(zeros(3), zeros(3))
    with pytest.raises(KernelError, match=r"access Y.* of @inner out of bounds on axis 0"):
        kernel(zeros(3), zeros(2))


def test_what_is_called_has_a_layout_of_untied_sizes() -> None:
    """A callee that says nothing of the sizes of a layout is asked by those of the caller's."""
    map = "affine_map<(d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)>"
    logical = f'memref<?x?xf32, #pad.layout<[{map}], ["forbidden"], {{}}>>'
    layout = f'{{pad.name = "A", pad.logical = {logical}}}'
    kernel = compile(f"""
    func.func @f(%A: memref<?x?x16xf32> {layout}, %B: memref<?x?xf32>,
                 %n: index {{pad.size = [{{of = "A", dim = 0}}, {{of = "B", dim = 0}}]}},
                 %m: index {{pad.size = [{{of = "A", dim = 1}}]}}) {{
      %c1 = arith.constant 1 : index
      %more = memref.dim %B, %c1 : memref<?x?xf32>
      func.call @fill(%n, %more, %A) : (index, index, memref<?x?x16xf32>) -> ()
      return
    }}
    func.func private @fill(%n: index, %m: index, %A: memref<?x?x16xf32> {layout}) {{
      %one = arith.constant 1.0 : f32
      affine.for %i = 0 to %n {{
        affine.for %j = 1 to %m {{
          affine.store %one, %A[(%j - 1) floordiv 16, %i, (%j - 1) mod 16] : memref<?x?x16xf32>
        }}
      }}
      return
    }}
    """)
    filled = zeros(16, 15)
    kernel(filled, zeros(16, 15))
    assert (filled[:, :14] == 1).all()
    assert (filled[:, 14:] == 0).all()
    kernel(zeros(16, 15), zeros(16, 17))  # its last column is not stored
    kernel(zeros(16, 15), zeros(16, 1))
    message = r"@f would access A of @fill out of bounds on axis 0: wanted .*, but .* is 18"
    with pytest.raises(KernelError, match=message):
        kernel(zeros(16, 15), zeros(16, 18))


BRANCHES = """
func.func private @fill(%X: memref<?xf32>, %m: index) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to %m {
    affine.store %one, %X[%i] : memref<?xf32>
  }
  return
}
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %is: i1) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  cf.cond_br %is, ^fill, ^end
^fill:
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  func.call @fill(%A, %n) : (memref<?xf32>, index) -> ()
  cf.br ^end
^end:
  return
}
"""


def test_an_access_that_not_each_call_reaches_is_told() -> None:
    """Unless it is inside in all calls, as those of A are."""
    kernel, result = compile(BRANCHES), zeros(5)
    kernel(zeros(5) + 2, result, True)
    assert result.tolist() == [2.0] * 5
    (told,) = kernel.remarks
    assert "B is not shown to be accessed inside of axis 0" in told.message
    tied = BRANCHES.replace(
        "%is: i1", '%is: i1, %n: index {pad.size = [{of = "A", dim = 0}, SIZE]}'
    )
    tied = tied.replace("SIZE", '{of = "B", dim = 0}').replace("%n = memref", "%m = memref")
    assert not compile(tied).remarks


def test_a_call_that_not_each_call_reaches_is_told() -> None:
    text = BRANCHES.replace("@fill(%A", "@fill(%B")
    kernel = compile(text.replace("%a, %B[%i]", "%a, %A[%i]"))
    (told,) = kernel.remarks
    assert "X of @fill is not shown to be accessed inside of axis 0" in told.message


ASSUMES = """
func.func @fill(%A: memref<?xf32>, %n: index, %x: f32) {
  %zero = arith.constant 0 : index
  %rest = affine.apply affine_map<(d0) -> (d0 mod 16)>(%n)
  %tiles = arith.cmpi eq, %rest, %zero : index
  pad.assume %tiles : i1
  %size = memref.dim %A, %zero : memref<?xf32>
  %fits = arith.cmpi sle, %n, %size : index
  pad.assume %fits : i1
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
"""


def test_a_false_assume_of_sizes_is_refused() -> None:
    kernel = compile(ASSUMES)
    array = zeros(40)
    kernel(array, 32, 1.0)
    assert array.sum() == 32
    for n, said in ((33, "n % 16 == 0, but n is 33"), (48, "n <= dim(A, 0), but n is 48")):
        with pytest.raises(KernelError) as refused:
            kernel(array, n, 2.0)
        assert str(refused.value).startswith(f"@fill assumes {said}")
    assert array.max() == 1.0, "something has run"


def test_an_assume_where_it_is_not_reached_is_not_asked() -> None:
    text = ASSUMES.replace(
        "  pad.assume %tiles : i1",
        "  %c8 = arith.constant 8 : index\n  %many = arith.cmpi sge, %n, %c8 : index\n"
        "  scf.if %many {\n    pad.assume %tiles : i1\n  }",
    )
    kernel, array = compile(text), zeros(40)
    kernel(array, 7, 1.0)
    kernel(array, 16, 1.0)
    with pytest.raises(KernelError, match="@fill assumes n < 8 or n % 16 == 0, but n is 9"):
        kernel(array, 9, 1.0)


def test_an_assume_that_data_may_skip_is_not_asked() -> None:
    text = ASSUMES.replace(
        "  pad.assume %tiles : i1",
        "  %is = arith.cmpf one, %x, %x : f32\n  scf.if %is {\n    pad.assume %tiles : i1\n  }",
    )
    compile(text)(zeros(40), 7, 1.0)


@pytest.mark.parametrize("condition", ["%x, %x", "%a, %x"])
def test_an_assume_of_data_is_the_callers_word(condition: str) -> None:
    kernel = compile(f"""
    func.func @fill(%A: memref<?xf32>, %n: index, %x: f32) {{
      affine.for %i = 0 to %n {{
        %a = affine.load %A[%i] : memref<?xf32>
        %is = arith.cmpf one, {condition} : f32
        pad.assume %is : i1
        affine.store %x, %A[%i] : memref<?xf32>
      }}
      return
    }}
    """)
    kernel(zeros(4), 4, 0.0)
    assert not kernel.remarks


ASSUMES_CALLED = """
func.func private @inner(%A: memref<?xf32>, %n: index) {
  %one = arith.constant 1.0 : f32
  %c4 = arith.constant 4 : index
  %is = arith.cmpi sge, %n, %c4 : index
  pad.assume %is : i1
  affine.for %i = 0 to %n {
    affine.store %one, %A[%i] : memref<?xf32>
  }
  return
}
func.func @f(%A: memref<?xf32>, %m: index) {
  %n = affine.apply affine_map<(d0) -> (d0 * 2)>(%m)
  func.call @inner(%A, %n) : (memref<?xf32>, index) -> ()
  return
}
"""


def test_what_is_called_may_assume_too() -> None:
    kernel = compile(ASSUMES_CALLED)
    kernel(zeros(4), 2)
    with pytest.raises(KernelError, match="@f assumes m >= 2, but m is 1"):
        kernel(zeros(4), 1)
