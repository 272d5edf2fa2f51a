"""Chains, diamonds, loops and results of calls, with layouts in the types."""

from __future__ import annotations

import numpy as np

from ..end_to_end.elements import Array
from ..end_to_end.kernel import Buffer
from .program import (
    ANY,
    AROUND,
    DOUBLED,
    FIVES,
    HEADER,
    INCREMENTED,
    KEPT,
    ONES,
    SQUARED,
    ZEROS,
    Program,
    stage,
)

_IN, _OUT, _UPDATE = (Buffer("f32", (14,), role) for role in ("in", "out", "update"))


def _chain(x: Array, z: Array) -> None:
    z[:] = (2 * x + 1) ** 2


# Each callee writes what its own parameter promises; a cast gives less than there is.
CHAIN = Program(
    "chain",
    HEADER
    + stage("double", "#zeros", "#any", DOUBLED)
    + stage("add_one", "#any", "#ones", *INCREMENTED)
    + stage("square", "#any", "#kept", SQUARED)
    + """
func.func @main(%X: memref<14xf32, #zeros>, %Z: memref<14xf32, #kept>) {
  %T = memref.alloc() : memref<14xf32, #any>
  %U = memref.alloc() : memref<14xf32, #ones>
  func.call @double(%X, %T) : (memref<14xf32, #zeros>, memref<14xf32, #any>) -> ()
  func.call @add_one(%T, %U) : (memref<14xf32, #any>, memref<14xf32, #ones>) -> ()
  %V = pad.cast %U : memref<14xf32, #ones> to memref<14xf32, #any>
  func.call @square(%V, %Z) : (memref<14xf32, #any>, memref<14xf32, #kept>) -> ()
  memref.dealloc %T : memref<14xf32, #any>
  memref.dealloc %U : memref<14xf32, #ones>
  func.return
}
""",
    {"X": _IN, "Z": _OUT},
    _chain,
    {"X": ZEROS, "Z": KEPT},
)


def _diamond(x: Array, y: Array) -> None:
    t = 2 * x
    y[:] = (t + 1) * (t * t)


# What one branch may not read, the other needs as zeros.
DIAMOND = Program(
    "diamond",
    HEADER
    + stage("double", "#any", "#zeros", DOUBLED)
    + stage("left", "#kept", "#fives", *INCREMENTED)
    + stage("right", "#zeros", "#any", SQUARED)
    + """
func.func private @join(%L: memref<14xf32, #fives>, %R: memref<14xf32, #any>,
    %B: memref<14xf32, #ones>) {
  affine.for %i = 0 to 14 {
    %l = affine.load %L[%i] : memref<14xf32, #fives>
    %r = affine.load %R[%i] : memref<14xf32, #any>
    %b = arith.mulf %l, %r : f32
    affine.store %b, %B[%i] : memref<14xf32, #ones>
  } {pad.stage = "join"}
  func.return
}
func.func @main(%X: memref<14xf32, #any>, %Y: memref<14xf32, #fives>) {
  %T = memref.alloc() : memref<14xf32, #zeros>
  func.call @double(%X, %T) : (memref<14xf32, #any>, memref<14xf32, #zeros>) -> ()
  %K = pad.cast %T : memref<14xf32, #zeros> to memref<14xf32, #kept>
  %L = memref.alloc() : memref<14xf32, #fives>
  func.call @left(%K, %L) : (memref<14xf32, #kept>, memref<14xf32, #fives>) -> ()
  %R = memref.alloc() : memref<14xf32, #any>
  func.call @right(%T, %R) : (memref<14xf32, #zeros>, memref<14xf32, #any>) -> ()
  %J = memref.alloc() : memref<14xf32, #ones>
  func.call @join(%L, %R, %J)
      : (memref<14xf32, #fives>, memref<14xf32, #any>, memref<14xf32, #ones>) -> ()
  affine.for %i = 0 to 14 {
    %j = affine.load %J[%i] : memref<14xf32, #ones>
    affine.store %j, %Y[%i] : memref<14xf32, #fives>
  } {pad.stage = "give"}
  memref.dealloc %T : memref<14xf32, #zeros>
  memref.dealloc %L : memref<14xf32, #fives>
  memref.dealloc %R : memref<14xf32, #any>
  memref.dealloc %J : memref<14xf32, #ones>
  func.return
}
""",
    {"X": _IN, "Y": _OUT},
    _diamond,
    {"X": ANY, "Y": FIVES},
)


def _calls_in_loops(a: Array, b: Array) -> None:
    for _ in range(3):
        a[:] = (a + 1) * (a + 1)
    b[:] = 2 * a


# There and back: each buffer is read in one call and written in the next.
CALLS_IN_LOOPS = Program(
    "calls-in-loops",
    HEADER
    + stage("add_one", "#zeros", "#fives", *INCREMENTED)
    + stage("square", "#fives", "#zeros", SQUARED)
    + stage("double", "#any", "#ones", DOUBLED)
    + """
func.func @main(%A: memref<14xf32, #zeros>, %B: memref<14xf32, #ones>) {
  %T = memref.alloc() : memref<14xf32, #fives>
  affine.for %k = 0 to 3 {
    func.call @add_one(%A, %T) : (memref<14xf32, #zeros>, memref<14xf32, #fives>) -> ()
    func.call @square(%T, %A) : (memref<14xf32, #fives>, memref<14xf32, #zeros>) -> ()
  }
  %C = pad.cast %A : memref<14xf32, #zeros> to memref<14xf32, #any>
  func.call @double(%C, %B) : (memref<14xf32, #any>, memref<14xf32, #ones>) -> ()
  memref.dealloc %T : memref<14xf32, #fives>
  func.return
}
""",
    {"A": _UPDATE, "B": _OUT},
    _calls_in_loops,
    {"A": ZEROS, "B": ONES},
)


def _around(a: Array, b: Array) -> None:
    a[0], a[1] = a[13], a[13] + a[13]
    b[:] = a + np.roll(a, -1)


# A call that writes one cell of those that the padding copies, so that the copies change too.
PERIODIC = Program(
    "periodic",
    HEADER
    + """
func.func private @wrap(%A: memref<14xf32, #around>) {
  %a = affine.load %A[13] : memref<14xf32, #around>
  affine.store %a, %A[0] : memref<14xf32, #around>
  %b = arith.addf %a, %a : f32
  affine.store %b, %A[1] : memref<14xf32, #around>
  func.return
}
func.func private @neighbours(%A: memref<14xf32, #around>, %B: memref<14xf32, #zeros>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #around>
    %n = affine.load %A[(%i + 1) mod 14] : memref<14xf32, #around>
    %b = arith.addf %a, %n : f32
    affine.store %b, %B[%i] : memref<14xf32, #zeros>
  } {pad.stage = "neighbours"}
  func.return
}
func.func @main(%A: memref<14xf32, #around>, %B: memref<14xf32, #zeros>) {
  func.call @wrap(%A) : (memref<14xf32, #around>) -> ()
  func.call @neighbours(%A, %B) : (memref<14xf32, #around>, memref<14xf32, #zeros>) -> ()
  func.return
}
""",
    {"A": Buffer("f32", (14,), "partial"), "B": _OUT},
    _around,
    {"A": AROUND, "B": ZEROS},
)


def _passed_twice(x: Array, y: Array, s: Array) -> None:
    s[0] = 0
    for v in x:
        s[0] += v * v
    y[:] = x + x


# Two parameters for one buffer, which neither of them writes: of one kind, and of two.
PASSED_TWICE = Program(
    "passed-twice",
    HEADER
    + """
func.func private @dot(%A: memref<14xf32, #zeros>, %B: memref<14xf32, #zeros>, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %S[0] : memref<1xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #zeros>
    %b = affine.load %B[%i] : memref<14xf32, #zeros>
    %p = arith.mulf %a, %b : f32
    %s = affine.load %S[0] : memref<1xf32>
    %t = arith.addf %s, %p : f32
    affine.store %t, %S[0] : memref<1xf32>
  } {pad.stage = "dot"}
  func.return
}
func.func private @add(%A: memref<14xf32, #zeros>, %B: memref<14xf32, #any>,
    %C: memref<14xf32, #fives>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #zeros>
    %b = affine.load %B[%i] : memref<14xf32, #any>
    %c = arith.addf %a, %b : f32
    affine.store %c, %C[%i] : memref<14xf32, #fives>
  } {pad.stage = "add"}
  func.return
}
func.func @main(%X: memref<14xf32, #zeros>, %Y: memref<14xf32, #fives>, %S: memref<1xf32>) {
  func.call @dot(%X, %X, %S) : (memref<14xf32, #zeros>, memref<14xf32, #zeros>, memref<1xf32>) -> ()
  %Z = pad.cast %X : memref<14xf32, #zeros> to memref<14xf32, #any>
  func.call @add(%X, %Z, %Y)
      : (memref<14xf32, #zeros>, memref<14xf32, #any>, memref<14xf32, #fives>) -> ()
  func.return
}
""",
    {"X": _IN, "Y": _OUT, "S": Buffer("f32", (1,), "out")},
    _passed_twice,
    {"X": ZEROS, "Y": FIVES},
)


def _results(a: Array, b: Array) -> Array:
    b[:] = 2 * a + 1
    return 2 * b


# Laid-out buffers that functions make and give away, one of them through two of them.
RESULTS = Program(
    "results",
    HEADER
    + """
func.func private @doubled(%A: memref<14xf32, #any>) -> memref<14xf32, #fives> {
  %R = memref.alloc() : memref<14xf32, #fives>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #any>
    %b = arith.addf %a, %a : f32
    affine.store %b, %R[%i] : memref<14xf32, #fives>
  } {pad.stage = "doubled"}
  func.return %R : memref<14xf32, #fives>
}
func.func private @passed_on(%A: memref<14xf32, #any>) -> memref<14xf32, #fives> {
  %R = func.call @doubled(%A) : (memref<14xf32, #any>) -> memref<14xf32, #fives>
  func.return %R : memref<14xf32, #fives>
}
"""
    + stage("add_one", "#fives", "#any", *INCREMENTED)
    + """
func.func @main(%A: memref<14xf32, #any>, %B: memref<14xf32, #any>) -> memref<14xf32, #fives> {
  %R = func.call @passed_on(%A) : (memref<14xf32, #any>) -> memref<14xf32, #fives>
  func.call @add_one(%R, %B) : (memref<14xf32, #fives>, memref<14xf32, #any>) -> ()
  memref.dealloc %R : memref<14xf32, #fives>
  %S = func.call @doubled(%B) : (memref<14xf32, #any>) -> memref<14xf32, #fives>
  func.return %S : memref<14xf32, #fives>
}
""",
    {"A": _IN, "B": _OUT},
    _results,
    {"A": ANY, "B": ANY, "": FIVES},
)

PROGRAMS = (CHAIN, DIAMOND, CALLS_IN_LOOPS, PERIODIC, PASSED_TWICE, RESULTS)
