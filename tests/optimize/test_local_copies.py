"""Local copies of what large products load again and again."""

import numpy as np
import pytest

from pad_mlir.schedule import Schedule

_TEXT = """
func.func @product(%A: memref<{m}x{k}xf32>, %B: memref<{k}x{n}xf32>, %C: memref<{m}x{n}xf32>) {{
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to {m} {{
    affine.for %j = 0 to {n} {{
      affine.store %zero, %C[%i, %j] : memref<{m}x{n}xf32>
      affine.for %k = 0 to {k} {{
        %a = affine.load %A[%i, %k] : memref<{m}x{k}xf32>
        %b = affine.load %B[%k, %j] : memref<{k}x{n}xf32>
        %c = affine.load %C[%i, %j] : memref<{m}x{n}xf32>
        %m = arith.mulf %a, %b fastmath<contract> : f32
        %s = arith.addf %c, %m fastmath<reassoc, contract> : f32
        affine.store %s, %C[%i, %j] : memref<{m}x{n}xf32>
      }}
    }}
  }} {{pad.stage = "product"}}
  func.return
}}
"""


def product(m: int, n: int, k: int, target: str = "x86-64-v3") -> tuple[Schedule, list[str]]:
    """The schedule without layouts, and the ids of remarks on local copies."""
    schedule = Schedule(_TEXT.format(m=m, n=n, k=k))
    schedule.optimize(target_cpu=target)
    return schedule, [remark.id for remark in schedule.remarks if "copy" in remark.id]


@pytest.mark.parametrize(
    ("m", "n", "k", "ids"),
    [
        (64, 600, 600, ["copy-taken"]),
        (6, 600, 600, ["copy-not-taken.slower"]),  # one tile of rows
        (512, 600, 20, ["copy-not-taken.slower"]),  # its pages are at hand
        (64, 64, 64, []),
    ],
)
def test_where_a_copy_pays(m: int, n: int, k: int, ids: list[str]) -> None:
    schedule, found = product(m, n, k)
    assert found == ids
    assert ("memref.alloc" in str(schedule)) == (ids == ["copy-taken"])


def test_the_result_and_the_arguments_are_the_same() -> None:
    schedule, _ = product(50, 333, 1021, "native")
    rng = np.random.default_rng(0)
    a = rng.standard_normal((50, 1021)).astype(np.float32)
    b = rng.standard_normal((1021, 333)).astype(np.float32)
    c = np.full((50, 333), 7, np.float32)
    given = b.copy()
    schedule.compile()(a, b, c)
    assert np.array_equal(b, given)
    assert np.allclose(c, a.astype(np.float64) @ b, atol=1e-3)


def test_what_may_be_written_under_another_name_is_not_copied() -> None:
    text = _TEXT.format(m=64, n=600, k=600)
    schedule = Schedule(text.replace("xf32>) {\n", "xf32>) attributes {pad.may_alias} {\n"))
    schedule.optimize(target_cpu="x86-64-v3")
    assert [r.id for r in schedule.remarks if "copy" in r.id] == ["copy-not-taken.unusable"]
    assert "memref.alloc" not in str(schedule)


def test_each_function_has_its_own_copies() -> None:
    small = _TEXT.format(m=16, n=16, k=16).replace("@product", "@small")
    schedule = Schedule(_TEXT.format(m=64, n=600, k=600) + small)
    schedule.optimize(target_cpu="x86-64-v3")
    alone = Schedule(small)
    alone.optimize(target_cpu="x86-64-v3")
    product, _, rest = str(schedule).partition("func.func @small")
    assert "memref.alloc" in product
    assert rest.split() == f"{alone} }}".partition("func.func @small")[2].split()[:-1]
