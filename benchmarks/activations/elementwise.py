"""Functions of each element."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from .program import Array, Program

_COUNT = 1 << 20
_HALF_ROOT, _SLOPE = math.sqrt(0.5), math.sqrt(2 / math.pi)
_erf = np.vectorize(math.erf, otypes=[np.float64])


def _program(
    name: str,
    body: str,
    in_c: str,
    reference: Callable[[Array], Array],
    in_torch: str,
    in_numpy: Callable[[Array, Array], object] | None,
) -> Program:
    """The loop around the lines in MLIR, and the expression in C, of x."""
    buffer = f"memref<{_COUNT}xf32>"
    text = f"""
func.func @f(%X: {buffer}, %Y: {buffer}) {{
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to {_COUNT} {{
    %x = affine.load %X[%i] : {buffer}
    {body}
    affine.store %r, %Y[%i] : {buffer}
  }} {{pad.stage = "map"}}
  func.return
}}"""
    c = f"""
#include <math.h>
void f(const float *restrict X, float *restrict Y) {{
  for (int i = 0; i < {_COUNT}; i++) {{ float x = X[i]; Y[i] = {in_c}; }}
}}"""
    shapes = {"X": (_COUNT,), "Y": (_COUNT,)}
    return Program(name, text, c, shapes, reference, (in_torch,), in_numpy, spread=2.0)


def _logistic(x: Array, out: Array) -> None:
    np.negative(x, out=out)
    np.exp(out, out=out)
    np.add(out, 1, out=out)


def _sigmoid(x: Array, out: Array) -> None:
    _logistic(x, out)
    np.reciprocal(out, out=out)


def _silu(x: Array, out: Array) -> None:
    _logistic(x, out)
    np.divide(x, out, out=out)


def _elu(x: Array, out: Array) -> None:
    np.minimum(x, 0, out=out)
    np.expm1(out, out=out)
    np.maximum(x, out, out=out)


def _gelu(x: Array, out: Array) -> None:
    np.multiply(x, x, out=out)
    np.multiply(out, np.float32(0.044715 * _SLOPE), out=out)
    np.add(out, np.float32(_SLOPE), out=out)
    np.multiply(out, x, out=out)
    np.tanh(out, out=out)
    np.add(out, 1, out=out)
    np.multiply(out, x, out=out)
    np.multiply(out, np.float32(0.5), out=out)


def _softplus(x: Array, out: Array) -> None:
    np.exp(x, out=out)
    np.log1p(out, out=out)


PROGRAMS = (
    _program(
        "tanh",
        "%r = math.tanh %x {m} : f32",
        "tanhf(x)",
        np.tanh,
        "torch.tanh(X, out=out)",
        lambda x, out: np.tanh(x, out=out),
    ),
    _program(
        "sigmoid",
        """
    %n = arith.negf %x {f} : f32
    %e = math.exp %n {m} : f32
    %d = arith.addf %e, %one {f} : f32
    %r = arith.divf %one, %d {f} : f32""",
        "1.0f / (1.0f + expf(-x))",
        lambda x: 1 / (1 + np.exp(-x)),
        "torch.sigmoid(X, out=out)",
        _sigmoid,
    ),
    _program(
        "silu",
        """
    %n = arith.negf %x {f} : f32
    %e = math.exp %n {m} : f32
    %d = arith.addf %e, %one {f} : f32
    %r = arith.divf %x, %d {f} : f32""",
        "x / (1.0f + expf(-x))",
        lambda x: x / (1 + np.exp(-x)),
        "torch.ops.aten.silu.out(X, out=out)",
        _silu,
    ),
    _program(
        "gelu by erf",
        f"""
    %root = arith.constant {_HALF_ROOT} : f32
    %s = arith.mulf %x, %root {{f}} : f32
    %e = math.erf %s {{m}} : f32
    %d = arith.addf %e, %one {{f}} : f32
    %h = arith.mulf %x, %half {{f}} : f32
    %r = arith.mulf %h, %d {{f}} : f32""",
        f"0.5f * x * (1.0f + erff(x * {_HALF_ROOT}f))",
        lambda x: 0.5 * x * (1 + _erf(x * _HALF_ROOT)),
        "torch.ops.aten.gelu.out(X, out=out)",
        None,
    ),
    _program(
        "gelu by tanh",
        f"""
    %c = arith.constant 0.044715 : f32
    %scale = arith.constant {_SLOPE} : f32
    %x2 = arith.mulf %x, %x {{f}} : f32
    %x3 = arith.mulf %x2, %x {{f}} : f32
    %t = arith.mulf %x3, %c {{f}} : f32
    %u = arith.addf %x, %t {{f}} : f32
    %v = arith.mulf %u, %scale {{f}} : f32
    %e = math.tanh %v {{m}} : f32
    %d = arith.addf %e, %one {{f}} : f32
    %h = arith.mulf %x, %half {{f}} : f32
    %r = arith.mulf %h, %d {{f}} : f32""",
        f"0.5f * x * (1.0f + tanhf({_SLOPE}f * (x + 0.044715f * x * x * x)))",
        lambda x: 0.5 * x * (1 + np.tanh(_SLOPE * (x + 0.044715 * x**3))),
        "torch.ops.aten.gelu.out(X, approximate='tanh', out=out)",
        _gelu,
    ),
    _program(
        "elu",
        """
    %e = math.expm1 %x {m} : f32
    %p = arith.cmpf ogt, %x, %zero : f32
    %r = arith.select %p, %x, %e : f32""",
        "x > 0 ? x : expm1f(x)",
        lambda x: np.where(x > 0, x, np.expm1(x)),
        "torch.ops.aten.elu.out(X, out=out)",
        _elu,
    ),
    _program(
        "softplus",
        """
    %e = math.exp %x {m} : f32
    %r = math.log1p %e {m} : f32""",
        "log1pf(expf(x))",
        lambda x: np.log1p(np.exp(x)),
        "torch.ops.aten.softplus.out(X, out=out)",
        _softplus,
    ),
)
