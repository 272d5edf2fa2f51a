"""Recursion, external functions, globals, and callers that keep logical buffers."""

from __future__ import annotations

import numpy as np

from ..end_to_end.elements import Array
from ..end_to_end.kernel import Buffer
from ..end_to_end.placement import Step
from .program import (
    ANY,
    AROUND,
    DOUBLED,
    FIVES,
    HEADER,
    INCREMENTED,
    KEPT,
    TILES,
    ZEROS,
    Program,
    stage,
    transform,
)

_IN, _OUT, _UPDATE, _PARTIAL = (
    Buffer("f32", (14,), role) for role in ("in", "out", "update", "partial")
)


def _recursion(a: Array, s: Array) -> None:
    s[0] = 0
    for n in range(14):
        s[0] += a[n]
    a *= 2


# Two functions that call each other change together, once.
RECURSION = Program(
    "recursion",
    """
func.func @main(%A: memref<14xf32>, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  affine.store %zero, %S[0] : memref<1xf32>
  func.call @add_up(%A, %S, %c0) : (memref<14xf32>, memref<1xf32>, index) -> ()
  func.return
}
func.func private @add_up(%A: memref<14xf32>, %S: memref<1xf32>, %n: index) {
  %c14 = arith.constant 14 : index
  %c0 = arith.constant 0 : index
  %more = arith.cmpi slt, %n, %c14 : index
  scf.if %more {
    %a = memref.load %A[%n] : memref<14xf32>
    %s = memref.load %S[%c0] : memref<1xf32>
    %t = arith.addf %s, %a : f32
    memref.store %t, %S[%c0] : memref<1xf32>
    func.call @double(%A, %S, %n) : (memref<14xf32>, memref<1xf32>, index) -> ()
  }
  func.return
}
func.func private @double(%A: memref<14xf32>, %S: memref<1xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %a = memref.load %A[%n] : memref<14xf32>
  %b = arith.addf %a, %a : f32
  memref.store %b, %A[%n] : memref<14xf32>
  %next = arith.addi %n, %c1 : index
  func.call @add_up(%A, %S, %next) : (memref<14xf32>, memref<1xf32>, index) -> ()
  func.return
}
""",
    {"A": _PARTIAL, "S": Buffer("f32", (1,), "out")},
    _recursion,
    {"A": FIVES},
    transform("main", "A", *FIVES),
)


def _swapped_bytes(a: Array, b: Array, c: Array) -> None:
    b[:] = a.byteswap()
    c[:] = a


_SEVENS = (Step(TILES, "7"),)
_SHORTS, _MADE = (Buffer("i16", (14,), role) for role in ("in", "partial"))

# Functions of the C library: one is given logical buffers, the other declares laid-out ones.
EXTERNAL = Program(
    "external",
    """
#any = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>
func.func private @swab(memref<14xi16>, memref<14xi16>, i64)
func.func private @bcopy(memref<14xi16, #any>, memref<14xi16, #any>, i64)
func.func @main(%A: memref<14xi16>, %B: memref<14xi16>, %C: memref<14xi16>) {
  %n = arith.constant 28 : i64
  func.call @swab(%A, %B, %n) : (memref<14xi16>, memref<14xi16>, i64) -> ()
  %P = memref.alloc() : memref<14xi16, #any>
  %Q = memref.alloc() : memref<14xi16, #any>
  pad.pack %A into %P : memref<14xi16> into memref<14xi16, #any>
  func.call @bcopy(%P, %Q, %n) : (memref<14xi16, #any>, memref<14xi16, #any>, i64) -> ()
  pad.unpack %Q into %C : memref<14xi16, #any> into memref<14xi16>
  memref.dealloc %P : memref<14xi16, #any>
  memref.dealloc %Q : memref<14xi16, #any>
  func.return
}
""",
    {"A": Buffer("i16", (14,), "partial"), "B": _MADE, "C": Buffer("i16", (14,), "out")},
    _swapped_bytes,
    {"B": _SEVENS},
    transform("main", "B", *_SEVENS),
)


def _convolution(a: Array, b: Array) -> None:
    b[:] = 0
    for k, weight in enumerate(np.array([0.5, 2.0, -1.0], np.float32)):
        b += weight * a[k : k + 14]


# A constant that the callee wants in another layout than it has.
GLOBAL_WEIGHT = Program(
    "global-weight",
    """
memref.global "private" constant @weight : memref<3xf32> = dense<[0.5, 2.0, -1.0]>
func.func @main(%A: memref<16xf32>, %B: memref<14xf32>) {
  %w = memref.get_global @weight : memref<3xf32>
  func.call @convolve(%A, %w, %B) : (memref<16xf32>, memref<3xf32>, memref<14xf32>) -> ()
  func.return
}
func.func private @convolve(%A: memref<16xf32>, %F: memref<3xf32>, %B: memref<14xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %zero, %B[%i] : memref<14xf32>
    affine.for %k = 0 to 3 {
      %a = affine.load %A[%i + %k] : memref<16xf32>
      %f = affine.load %F[%k] : memref<3xf32>
      %p = arith.mulf %f, %a : f32
      %b = affine.load %B[%i] : memref<14xf32>
      %t = arith.addf %b, %p : f32
      affine.store %t, %B[%i] : memref<14xf32>
    }
  } {pad.stage = "convolve"}
  func.return
}
""",
    {"A": Buffer("f32", (16,), "in"), "B": _OUT},
    _convolution,
    {"A": (Step("(i) -> (i floordiv 5, i mod 5)", "identity(addf)"),), "B": FIVES},
    (
        *transform("main", "A", Step("(i) -> (i floordiv 5, i mod 5)", "identity(addf)")),
        *transform("convolve", "F", Step("(i) -> (i)", "0.0", extents=(4,))),
        *transform("main", "B", *FIVES),
    ),
)


def _next_ones(a: Array, b: Array) -> None:
    b[:] = 2 * (a + np.roll(a, -1))


# The caller's own buffers stay logical; those in between are packed and unpacked by hand.
LOGICAL_CALLER = Program(
    "logical-caller",
    HEADER
    + """
func.func private @neighbours(%A: memref<14xf32, #around>, %B: memref<14xf32, #zeros>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #around>
    %n = affine.load %A[(%i + 1) mod 14] : memref<14xf32, #around>
    %b = arith.addf %a, %n : f32
    affine.store %b, %B[%i] : memref<14xf32, #zeros>
  } {pad.stage = "neighbours"}
  func.return
}
"""
    + stage("double", "#zeros", "#any", DOUBLED)
    + """
func.func @main(%A: memref<14xf32>, %B: memref<14xf32>) {
  %P = memref.alloc() : memref<14xf32, #around>
  pad.pack %A into %P : memref<14xf32> into memref<14xf32, #around>
  %Q = memref.alloc() : memref<14xf32, #zeros>
  func.call @neighbours(%P, %Q) : (memref<14xf32, #around>, memref<14xf32, #zeros>) -> ()
  %R = memref.alloc() : memref<14xf32, #any>
  func.call @double(%Q, %R) : (memref<14xf32, #zeros>, memref<14xf32, #any>) -> ()
  pad.unpack %R into %B : memref<14xf32, #any> into memref<14xf32>
  memref.dealloc %P : memref<14xf32, #around>
  memref.dealloc %Q : memref<14xf32, #zeros>
  memref.dealloc %R : memref<14xf32, #any>
  func.return
}
""",
    {"A": _IN, "B": _OUT},
    _next_ones,
)


def _six_times(a: Array, b: Array) -> None:
    b[:] = a
    for _ in range(6):
        b += np.float32(1)


# Layouts of a callee only: each call packs what it passes, in a loop too, and unpacks what it
# wrote.
LAID_OUT_CALLEE = Program(
    "laid-out-callee",
    stage("add_one", "", "", *INCREMENTED)
    + """
func.func @main(%A: memref<14xf32>, %B: memref<14xf32>) {
  %T = memref.alloc() : memref<14xf32>
  func.call @add_one(%A, %T) : (memref<14xf32>, memref<14xf32>) -> ()
  affine.for %k = 0 to 3 {
    func.call @add_one(%T, %B) : (memref<14xf32>, memref<14xf32>) -> ()
    func.call @add_one(%B, %T) : (memref<14xf32>, memref<14xf32>) -> ()
  }
  memref.dealloc %T : memref<14xf32>
  func.return
}
""",
    {"A": _IN, "B": _OUT},
    _six_times,
    passes=(*transform("add_one", "A", *AROUND), *transform("add_one", "B", *KEPT)),
)


def _added_once(x: Array, y: Array) -> None:
    y[:] = x + x


# One buffer for two parameters, one of which gets a layout: the caller packs it for that one.
TWICE_ONE_PACKED = Program(
    "twice-one-packed",
    """
func.func private @add(%A: memref<14xf32>, %B: memref<14xf32>, %C: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %b = affine.load %B[%i] : memref<14xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %C[%i] : memref<14xf32>
  } {pad.stage = "add"}
  func.return
}
func.func @main(%X: memref<14xf32>, %Y: memref<14xf32>) {
  func.call @add(%X, %X, %Y) : (memref<14xf32>, memref<14xf32>, memref<14xf32>) -> ()
  func.return
}
""",
    {"X": _IN, "Y": _OUT},
    _added_once,
    passes=transform("add", "A", *ZEROS),
)

# The buffer itself gets a layout, and so do both parameters.
TWICE_BOTH = Program(
    "twice-both",
    TWICE_ONE_PACKED.text,
    {"X": _IN, "Y": _OUT},
    _added_once,
    {"X": ZEROS, "Y": ANY},
    (*transform("main", "X", *ZEROS), *transform("main", "Y", *ANY)),
)


def _attached(a: Array, b: Array) -> None:
    a[:] = 2 * a
    b[:] = a + 1


# Layouts that wait on a function reach what it calls; another caller of that copies.
ATTACHED = Program(
    "attached",
    """
#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
"""
    + stage("double", "", "", DOUBLED)
    + stage("add_one", "", "", *INCREMENTED)
    + """
func.func @main(%A: memref<14xf32>, %B: memref<14xf32>) {
  func.call @inner(%A) : (memref<14xf32>) -> ()
  func.call @add_one(%A, %B) : (memref<14xf32>, memref<14xf32>) -> ()
  func.return
}
func.func private @inner(%A: memref<14xf32>)
    attributes {pad.layouts = {A = [#tiles], T = [#tiles, #swap]}} {
  %T = memref.alloc() : memref<14xf32>
  func.call @double(%A, %T) : (memref<14xf32>, memref<14xf32>) -> ()
  affine.for %i = 0 to 14 {
    %t = affine.load %T[%i] : memref<14xf32>
    affine.store %t, %A[%i] : memref<14xf32>
  } {pad.stage = "give"}
  memref.dealloc %T : memref<14xf32>
  func.return
}
""",
    {"A": _UPDATE, "B": _OUT},
    _attached,
)


def _row_maxima(a: Array, m: Array) -> None:
    m[:] = a.max(axis=1)


_PITCH = (
    Step("(i, j) -> (i, j floordiv 4, j mod 4)", "identity(maximumf)"),
    Step("(i, jo, ji) -> (jo, i, ji)", "undef", extents=(2, 4, 4)),
)

# A local buffer of two steps between the call that writes it and the call that reduces it.
LOCAL_BETWEEN = Program(
    "local-between",
    """
func.func @main(%A: memref<3x7xf64>, %M: memref<3xf64>) {
  %T = memref.alloc() : memref<3x7xf64>
  func.call @fill(%A, %T) : (memref<3x7xf64>, memref<3x7xf64>) -> ()
  func.call @maxima(%T, %M) : (memref<3x7xf64>, memref<3xf64>) -> ()
  memref.dealloc %T : memref<3x7xf64>
  func.return
}
func.func private @fill(%A: memref<3x7xf64>, %T: memref<3x7xf64>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 7 {
      %a = affine.load %A[%i, %j] : memref<3x7xf64>
      affine.store %a, %T[%i, %j] : memref<3x7xf64>
    }
  } {pad.stage = "fill"}
  func.return
}
func.func private @maxima(%T: memref<3x7xf64>, %M: memref<3xf64>) {
  %least = arith.constant 0xFFF0000000000000 : f64
  affine.for %i = 0 to 3 {
    affine.store %least, %M[%i] : memref<3xf64>
    affine.for %j = 0 to 7 {
      %t = affine.load %T[%i, %j] : memref<3x7xf64>
      %m = affine.load %M[%i] : memref<3xf64>
      %n = arith.maximumf %m, %t : f64
      affine.store %n, %M[%i] : memref<3xf64>
    }
  } {pad.stage = "maxima"}
  func.return
}
""",
    {"A": Buffer("f64", (3, 7), "in"), "M": Buffer("f64", (3,), "out")},
    _row_maxima,
    passes=transform("main", "T", *_PITCH),
)

PROGRAMS = (
    RECURSION,
    EXTERNAL,
    GLOBAL_WEIGHT,
    LOGICAL_CALLER,
    LAID_OUT_CALLEE,
    TWICE_ONE_PACKED,
    TWICE_BOTH,
    ATTACHED,
    LOCAL_BETWEEN,
)
