"""Kernels for every size, each beside its twin at one size: the same loops, layouts and steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .conv1d import conv1d
from .conv2d import conv2d
from .matmul import matmul
from .maxpool import maxpool
from .problem import F32, Problem
from .row_sum import row_sum
from .softmax import softmax

SUM = "fastmath<reassoc,contract>"


@dataclass(frozen=True)
class AnySize:
    """
    A kernel whose sizes are arguments, and a problem that is the same at one of them.

    Where a layout needs room around the data, `align` gives it, as extents cannot be stated for all
    sizes: the sizes are then multiples of something.
    """

    twin: Problem
    text: str
    """The function; after the twin's buffers it takes the sizes."""
    sizes: Mapping[str, int]
    """The twin's, in the order of the arguments."""
    steps: tuple[str, ...]
    """The schedule of both, for vectors of the processor that CPU stands for."""

    @property
    def name(self) -> str:
        """That of the twin."""
        return self.twin.name

    def pipeline(self, cpu: str) -> str:
        """The schedule as passes."""
        return ",".join(self.steps).replace("CPU", cpu)


def kernels() -> list[AnySize]:
    """At the sizes of the report."""
    return [
        _row_sum(1024, 1021),
        _conv1d(65536),
        _matmul(127),
        _matmul(509),
        _conv2d(56, 61, 67),
        _maxpool(112, 61),
        _softmax(512, 1025),
    ]


def at_other_sizes() -> list[AnySize]:
    """The same at small sizes, for tests: fewer cells than a tile, as many, and some more."""
    return [
        *(_row_sum(*sizes) for sizes in ((1, 1), (3, 37), (2, 16), (4, 97))),
        *(_conv1d(size) for size in (32, 64, 160)),
        *(_matmul(size) for size in (1, 13, 32, 65)),
        *(_conv2d(*sizes) for sizes in ((2, 1, 1), (6, 5, 19), (8, 3, 16))),
        *(_maxpool(*sizes) for sizes in ((2, 1), (8, 19), (6, 32))),
        *(_softmax(*sizes) for sizes in ((1, 1), (3, 37), (5, 16), (2, 145))),
    ]


def _layout(buffer: str, map: str, pad: str, align: str | None = None) -> str:
    aligned = f" align={align}" if align else ""
    return f'pad-transform-layout{{buffer={buffer} map="{map}" pad="{pad}"{aligned}}}'


def _vectors(stage: str, *more: str) -> tuple[str, ...]:
    options = " ".join((f"stage={stage}", "target-cpu=CPU"))
    tile = " ".join((options, *more))
    return (
        f"pad-flatten-loops{{stage={stage}}}",
        f"pad-vectorize{{{options}}}",
        f"pad-register-tile{{{tile}}}",
    )


def _unguarded(stage: str, fp: str = "strict") -> str:
    options = f"stage={stage} max-waste=inf fp={fp}"
    return f"pad-remove-branching-through-overcompute{{{options}}}"


def _row_sum(rows: int, columns: int) -> AnySize:
    return AnySize(
        row_sum(rows, columns, F32),
        f"""
func.func @row_sum(%A: memref<?x?xf32>, %B: memref<?xf32>,
    %m: index {{pad.size = [{{of = "A", dim = 0}}, {{of = "B", dim = 0}}]}},
    %n: index {{pad.size = [{{of = "A", dim = 1}}]}}) {{
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %m {{
    affine.store %zero, %B[%i] : memref<?xf32>
    affine.for %j = 0 to %n {{
      %b = affine.load %B[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = arith.addf %b, %a {SUM} : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }}
  }} {{pad.stage = "row_sum"}}
  func.return
}}
""",
        {"m": rows, "n": columns},
        (
            _layout("A", "(i, j) -> (i, j floordiv 16, j mod 16)", "0.0"),
            "pad-apply-layouts",
            "pad-sequential-buffer-access{stage=row_sum buffer=A}",
            _unguarded("row_sum"),
            *_vectors("row_sum"),
        ),
    )


def _conv1d(size: int) -> AnySize:
    return AnySize(
        conv1d(size, 3, F32),
        f"""
#inside = affine_set<(i, k)[n] : (i + k - 1 >= 0, n - i - k >= 0)>
func.func @conv1d(%A: memref<?xf32>, %F: memref<3xf32>, %B: memref<?xf32>,
    %n: index {{pad.size = [{{of = "A", dim = 0, multiple = 32}}, {{of = "B", dim = 0}}]}}) {{
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {{
    affine.store %zero, %B[%i] : memref<?xf32>
    affine.for %k = 0 to 3 {{
      affine.if #inside(%i, %k)[%n] {{
        %a = affine.load %A[%i + %k - 1] : memref<?xf32>
        %b = affine.load %F[%k] : memref<3xf32>
        %c = affine.load %B[%i] : memref<?xf32>
        %p = arith.mulf %a, %b fastmath<contract> : f32
        %s = arith.addf %c, %p {SUM} : f32
        affine.store %s, %B[%i] : memref<?xf32>
      }}
    }}
  }} {{pad.stage = "conv1d"}}
  func.return
}}
""",
        {"n": size},
        (
            _layout("A", "(i) -> (i + 16)", "0.0", align="32"),
            "pad-apply-layouts",
            _unguarded("conv1d", "relaxed"),
            *_vectors("conv1d", "loops=i", "factors=4")[1:],
        ),
    )


def _matmul(size: int) -> AnySize:
    panels = "(k, j) -> (j floordiv 32, k, j mod 32)"
    return AnySize(
        matmul(size, size, size),
        f"""
func.func @matmul(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>,
    %m: index {{pad.size = [{{of = "A", dim = 0}}, {{of = "C", dim = 0}}]}},
    %l: index {{pad.size = [{{of = "A", dim = 1}}, {{of = "B", dim = 0}}]}},
    %n: index {{pad.size = [{{of = "B", dim = 1}}, {{of = "C", dim = 1}}]}}) {{
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %m {{
    affine.for %j = 0 to %n {{
      affine.store %zero, %C[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %l {{
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b fastmath<contract> : f32
        %s = arith.addf %c, %p {SUM} : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }}
    }}
  }} {{pad.stage = "matmul"}}
  func.return
}}
""",
        {"m": size, "l": size, "n": size},
        (
            _layout("B", panels, "0.0"),
            _layout("C", panels, "undef"),
            "pad-apply-layouts",
            "pad-sequential-buffer-access{stage=matmul buffer=C}",
            _unguarded("matmul"),
            *_vectors("matmul"),
        ),
    )


def _conv2d(size: int, inputs: int, outputs: int) -> AnySize:
    x, k, y = "memref<1x?x?x?xf32>", "memref<3x3x?x?xf32>", "memref<1x?x?x?xf32>"
    tiles = "(r, s, c, o) -> (r, s, c, o floordiv 8, o mod 8)"
    return AnySize(
        conv2d(size, inputs, outputs, F32, F32),
        f"""
#inside = affine_set<(h, r, w, s)[height, width] : (
    h + r - 1 >= 0, height - h - r >= 0, w + s - 1 >= 0, width - w - s >= 0)>
func.func @conv2d(%X: {x}, %K: {k}, %Y: {y},
    %height: index {{pad.size = [{{of = "X", dim = 1, multiple = 2}}, {{of = "Y", dim = 1}}]}},
    %width: index {{pad.size = [{{of = "X", dim = 2, multiple = 2}}, {{of = "Y", dim = 2}}]}},
    %inputs: index {{pad.size = [{{of = "X", dim = 3}}, {{of = "K", dim = 2}}]}},
    %outputs: index {{pad.size = [{{of = "K", dim = 3}}, {{of = "Y", dim = 3}}]}}) {{
  %zero = arith.constant 0.0 : f32
  affine.for %n = 0 to 1 {{
    affine.for %h = 0 to %height {{
      affine.for %w = 0 to %width {{
        affine.for %o = 0 to %outputs {{
          affine.store %zero, %Y[%n, %h, %w, %o] : {y}
          affine.for %r = 0 to 3 {{
            affine.for %q = 0 to 3 {{
              affine.for %i = 0 to %inputs {{
                affine.if #inside(%h, %r, %w, %q)[%height, %width] {{
                  %a = affine.load %X[%n, %h + %r - 1, %w + %q - 1, %i] : {x}
                  %b = affine.load %K[%r, %q, %i, %o] : {k}
                  %c = affine.load %Y[%n, %h, %w, %o] : {y}
                  %p = arith.mulf %a, %b fastmath<contract> : f32
                  %s = arith.addf %c, %p {SUM} : f32
                  affine.store %s, %Y[%n, %h, %w, %o] : {y}
                }}
              }}
            }}
          }}
        }}
      }}
    }}
  }} {{pad.stage = "conv2d"}}
  func.return
}}
""",
        {"height": size, "width": size, "inputs": inputs, "outputs": outputs},
        (
            _layout("X", "(n, h, w, c) -> (n, h + 1, w + 1, c)", "0.0", align="1,2,2,1"),
            _layout("K", tiles, "0.0"),
            _layout("Y", tiles, "undef"),
            "pad-apply-layouts",
            "pad-sequential-buffer-access{stage=conv2d buffer=Y}",
            _unguarded("conv2d", "relaxed"),
            *_vectors("conv2d"),
        ),
    )


def _maxpool(size: int, channels: int) -> AnySize:
    t = "memref<?x?x?xf32>"
    return AnySize(
        maxpool(size, channels, F32),
        f"""
#inside = affine_set<(h, r, w, s)[height, width] : (
    2 * h + r - 1 >= 0, height - 2 * h - r >= 0, 2 * w + s - 1 >= 0, width - 2 * w - s >= 0)>
func.func @maxpool(%X: {t}, %Y: {t},
    %height: index {{pad.size = [{{of = "X", dim = 0, multiple = 2}}]}},
    %width: index {{pad.size = [{{of = "X", dim = 1, multiple = 2}}]}},
    %channels: index {{pad.size = [{{of = "X", dim = 2}}, {{of = "Y", dim = 2}}]}},
    %rows: index {{pad.size = [{{of = "Y", dim = 0}}]}},
    %columns: index {{pad.size = [{{of = "Y", dim = 1}}]}}) {{
  %least = arith.constant 0xFF800000 : f32
  %c2 = arith.constant 2 : index
  %two_rows = arith.muli %rows, %c2 : index
  %half_height = arith.cmpi eq, %two_rows, %height : index
  pad.assume %half_height : i1
  %two_columns = arith.muli %columns, %c2 : index
  %half_width = arith.cmpi eq, %two_columns, %width : index
  pad.assume %half_width : i1
  affine.for %h = 0 to %rows {{
    affine.for %w = 0 to %columns {{
      affine.for %c = 0 to %channels {{
        affine.store %least, %Y[%h, %w, %c] : {t}
        affine.for %r = 0 to 3 {{
          affine.for %q = 0 to 3 {{
            affine.if #inside(%h, %r, %w, %q)[%height, %width] {{
              %x = affine.load %X[%h * 2 + %r - 1, %w * 2 + %q - 1, %c] : {t}
              %y = affine.load %Y[%h, %w, %c] : {t}
              %m = arith.maximumf %y, %x fastmath<nnan,nsz> : f32
              affine.store %m, %Y[%h, %w, %c] : {t}
            }}
          }}
        }}
      }}
    }}
  }} {{pad.stage = "maxpool"}}
  func.return
}}
""",
        {
            "height": size,
            "width": size,
            "channels": channels,
            "rows": size // 2,
            "columns": size // 2,
        },
        (
            _layout(
                "X",
                "(h, w, c) -> (c floordiv 16, h + 1, w + 1, c mod 16)",
                "identity(maximumf)",
                align="1,2,2,16",
            ),
            _layout("Y", "(h, w, c) -> (c floordiv 16, h, w, c mod 16)", "undef"),
            "pad-apply-layouts",
            "pad-sequential-buffer-access{stage=maxpool buffer=Y}",
            _unguarded("maxpool"),
            *_vectors("maxpool"),
        ),
    )


def _softmax(rows: int, columns: int) -> AnySize:
    x, row = "memref<?x?xf32>", "memref<?xf32>"
    tiles = "(i, j) -> (i, j floordiv 16, j mod 16)"
    return AnySize(
        softmax(rows, columns, F32),
        f"""
func.func @softmax(%X: {x}, %Y: {x},
    %m: index {{pad.size = [{{of = "X", dim = 0}}, {{of = "Y", dim = 0}}]}},
    %n: index {{pad.size = [{{of = "X", dim = 1}}, {{of = "Y", dim = 1}}]}}) {{
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %M = memref.alloc(%m) : {row}
  %S = memref.alloc(%m) : {row}
  affine.for %i = 0 to %m {{
    affine.store %least, %M[%i] : {row}
    affine.for %j = 0 to %n {{
      %x = affine.load %X[%i, %j] : {x}
      %u = affine.load %M[%i] : {row}
      %t = arith.maximumf %u, %x fastmath<nnan,nsz> : f32
      affine.store %t, %M[%i] : {row}
    }}
    affine.store %zero, %S[%i] : {row}
    affine.for %j = 0 to %n {{
      %x = affine.load %X[%i, %j] : {x}
      %u = affine.load %M[%i] : {row}
      %d = arith.subf %x, %u : f32
      %e = math.exp %d : f32
      affine.store %e, %Y[%i, %j] : {x}
      %s = affine.load %S[%i] : {row}
      %t = arith.addf %s, %e {SUM} : f32
      affine.store %t, %S[%i] : {row}
    }}
    affine.for %j = 0 to %n {{
      %e = affine.load %Y[%i, %j] : {x}
      %s = affine.load %S[%i] : {row}
      %y = arith.divf %e, %s : f32
      affine.store %y, %Y[%i, %j] : {x}
    }}
  }} {{pad.stage = "softmax"}}
  memref.dealloc %M : {row}
  memref.dealloc %S : {row}
  func.return
}}
""",
        {"m": rows, "n": columns},
        (
            _layout("X", tiles, "identity(maximumf)"),
            _layout("Y", tiles, "undef"),
            "pad-apply-layouts",
            "pad-sequential-buffer-access{stage=softmax buffer=Y}",
            _unguarded("softmax"),
            "pad-reduce-loop-extents{stage=softmax}",
            *_vectors("softmax"),
        ),
    )
