"""Functions of rows: softmax, layernorm, logsumexp, and attention."""

from __future__ import annotations

from string import Template

import numpy as np

from .program import Array, Program

_ROWS, _COLUMNS = 512, 1025
_HEADS, _TOKENS, _DEPTH = 8, 257, 65
_SCALE = _DEPTH**-0.5
_MATRIX = {"X": (_ROWS, _COLUMNS), "Y": (_ROWS, _COLUMNS)}
_VALUES = {
    **{"R": _ROWS, "N": _COLUMNS, "H": _HEADS, "T": _TOKENS, "D": _DEPTH, "scale": _SCALE},
    "matrix": f"memref<{_ROWS}x{_COLUMNS}xf32>",
    "column": f"memref<{_ROWS}xf32>",
    "row": f"memref<{_COLUMNS}xf32>",
    "heads": f"memref<{_HEADS}x{_TOKENS}x{_DEPTH}xf32>",
    "products": f"memref<{_HEADS}x{_TOKENS}x{_TOKENS}xf32>",
    "scores": f"memref<{_TOKENS}xf32>",
}


def _filled(text: str) -> str:
    return Template(text).substitute(_VALUES)


_MAXIMUM = """
    %m = affine.for %j = 0 to $N iter_args(%most = %least) -> (f32) {
      %x = affine.load %X[%i, %j] : $matrix
      %next = arith.maximumf %most, %x {f} : f32
      affine.yield %next : f32
    }"""
_SOFTMAX = f"""
func.func @f(%X: $matrix, %Y: $matrix) {{
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  affine.for %i = 0 to $R {{{_MAXIMUM}
    %s = affine.for %j = 0 to $N iter_args(%sum = %zero) -> (f32) {{
      %x = affine.load %X[%i, %j] : $matrix
      %d = arith.subf %x, %m {{f}} : f32
      %e = math.exp %d {{m}} : f32
      affine.store %e, %Y[%i, %j] : $matrix
      %next = arith.addf %sum, %e {{f}} : f32
      affine.yield %next : f32
    }}
    affine.for %j = 0 to $N {{
      %e = affine.load %Y[%i, %j] : $matrix
      %y = arith.divf %e, %s {{f}} : f32
      affine.store %y, %Y[%i, %j] : $matrix
    }}
  }} {{pad.stage = "softmax"}}
  func.return
}}"""
_SOFTMAX_C = """
#include <math.h>
void f(const float X[restrict][$N], float Y[restrict][$N]) {
  for (int i = 0; i < $R; i++) {
    float most = X[i][0], sum = 0;
    for (int j = 0; j < $N; j++) most = X[i][j] > most ? X[i][j] : most;
    for (int j = 0; j < $N; j++) { Y[i][j] = expf(X[i][j] - most); sum += Y[i][j]; }
    for (int j = 0; j < $N; j++) Y[i][j] /= sum;
  }
}"""


def _softmax(x: Array) -> Array:
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def _softmax_in_numpy(x: Array, out: Array) -> None:
    np.subtract(x, x.max(1, keepdims=True), out=out)
    np.exp(out, out=out)
    np.divide(out, out.sum(1, keepdims=True), out=out)


_LOGSUMEXP = f"""
func.func @f(%X: $matrix, %Y: $column) {{
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  affine.for %i = 0 to $R {{{_MAXIMUM}
    %s = affine.for %j = 0 to $N iter_args(%sum = %zero) -> (f32) {{
      %x = affine.load %X[%i, %j] : $matrix
      %d = arith.subf %x, %m {{f}} : f32
      %e = math.exp %d {{m}} : f32
      %next = arith.addf %sum, %e {{f}} : f32
      affine.yield %next : f32
    }}
    %l = math.log %s {{m}} : f32
    %y = arith.addf %m, %l {{f}} : f32
    affine.store %y, %Y[%i] : $column
  }} {{pad.stage = "logsumexp"}}
  func.return
}}"""
_LOGSUMEXP_C = """
#include <math.h>
void f(const float X[restrict][$N], float *restrict Y) {
  for (int i = 0; i < $R; i++) {
    float most = X[i][0], sum = 0;
    for (int j = 0; j < $N; j++) most = X[i][j] > most ? X[i][j] : most;
    for (int j = 0; j < $N; j++) sum += expf(X[i][j] - most);
    Y[i] = most + logf(sum);
  }
}"""


def _logsumexp(x: Array) -> Array:
    most = x.max(1)
    return most + np.log(np.exp(x - most[:, None]).sum(1))


def _logsumexp_in_numpy(x: Array, out: Array) -> None:
    out[:] = _logsumexp(x)


_LAYERNORM = """
func.func @f(%X: $matrix, %scale: $row, %shift: $row, %Y: $matrix) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %count = arith.constant $N.0 : f32
  affine.for %i = 0 to $R {
    %sum = affine.for %j = 0 to $N iter_args(%s = %zero) -> (f32) {
      %x = affine.load %X[%i, %j] : $matrix
      %next = arith.addf %s, %x {f} : f32
      affine.yield %next : f32
    }
    %mean = arith.divf %sum, %count {f} : f32
    %squares = affine.for %j = 0 to $N iter_args(%s = %zero) -> (f32) {
      %x = affine.load %X[%i, %j] : $matrix
      %d = arith.subf %x, %mean {f} : f32
      %square = arith.mulf %d, %d {f} : f32
      %next = arith.addf %s, %square {f} : f32
      affine.yield %next : f32
    }
    %variance = arith.divf %squares, %count {f} : f32
    %positive = arith.addf %variance, %epsilon {f} : f32
    %deviation = math.sqrt %positive {m} : f32
    %inverse = arith.divf %one, %deviation {f} : f32
    affine.for %j = 0 to $N {
      %x = affine.load %X[%i, %j] : $matrix
      %a = affine.load %scale[%j] : $row
      %b = affine.load %shift[%j] : $row
      %d = arith.subf %x, %mean {f} : f32
      %normal = arith.mulf %d, %inverse {f} : f32
      %scaled = arith.mulf %normal, %a {f} : f32
      %y = arith.addf %scaled, %b {f} : f32
      affine.store %y, %Y[%i, %j] : $matrix
    }
  } {pad.stage = "normalise"}
  func.return
}"""
_LAYERNORM_C = """
#include <math.h>
void f(const float X[restrict][$N], const float *restrict scale, const float *restrict shift,
       float Y[restrict][$N]) {
  for (int i = 0; i < $R; i++) {
    float sum = 0, squares = 0;
    for (int j = 0; j < $N; j++) sum += X[i][j];
    float mean = sum / $N;
    for (int j = 0; j < $N; j++) { float d = X[i][j] - mean; squares += d * d; }
    float inverse = 1 / sqrtf(squares / $N + 1e-5f);
    for (int j = 0; j < $N; j++) Y[i][j] = (X[i][j] - mean) * inverse * scale[j] + shift[j];
  }
}"""


def _layernorm(x: Array, scale: Array, shift: Array) -> Array:
    centred = x - x.mean(1, keepdims=True)
    variance = np.square(centred).mean(1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * scale + shift


def _layernorm_in_numpy(x: Array, scale: Array, shift: Array, out: Array) -> None:
    np.subtract(x, x.mean(1, keepdims=True), out=out)
    inverse = 1 / np.sqrt(np.einsum("ij,ij->i", out, out) / np.float32(_COLUMNS) + 1e-5)
    np.multiply(out, inverse.astype(np.float32)[:, None], out=out)
    np.multiply(out, scale, out=out)
    np.add(out, shift, out=out)


_ATTENTION = """
func.func @f(%Q: $heads, %K: $heads, %V: $heads, %Y: $heads) {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant $scale : f32
  %least = arith.constant 0xFF800000 : f32
  %S = memref.alloc() : $products
  affine.for %h = 0 to $H {
    affine.for %i = 0 to $T {
      affine.for %j = 0 to $T {
        affine.store %zero, %S[%h, %i, %j] : $products
        affine.for %d = 0 to $D {
          %q = affine.load %Q[%h, %i, %d] : $heads
          %k = affine.load %K[%h, %j, %d] : $heads
          %p = arith.mulf %q, %k {f} : f32
          %s = affine.load %S[%h, %i, %j] : $products
          %next = arith.addf %s, %p {f} : f32
          affine.store %next, %S[%h, %i, %j] : $products
        }
      }
    }
  } {pad.stage = "products"}
  affine.for %h = 0 to $H {
    affine.for %i = 0 to $T {
      %m = affine.for %j = 0 to $T iter_args(%most = %least) -> (f32) {
        %s = affine.load %S[%h, %i, %j] : $products
        %score = arith.mulf %s, %scale {f} : f32
        %next = arith.maximumf %most, %score {f} : f32
        affine.yield %next : f32
      }
      %total = affine.for %j = 0 to $T iter_args(%sum = %zero) -> (f32) {
        %s = affine.load %S[%h, %i, %j] : $products
        %score = arith.mulf %s, %scale {f} : f32
        %d = arith.subf %score, %m {f} : f32
        %e = math.exp %d {m} : f32
        affine.store %e, %S[%h, %i, %j] : $products
        %next = arith.addf %sum, %e {f} : f32
        affine.yield %next : f32
      }
      affine.for %j = 0 to $T {
        %e = affine.load %S[%h, %i, %j] : $products
        %share = arith.divf %e, %total {f} : f32
        affine.store %share, %S[%h, %i, %j] : $products
      }
    }
  } {pad.stage = "softmax"}
  affine.for %h = 0 to $H {
    affine.for %i = 0 to $T {
      affine.for %d = 0 to $D {
        affine.store %zero, %Y[%h, %i, %d] : $heads
        affine.for %j = 0 to $T {
          %share = affine.load %S[%h, %i, %j] : $products
          %v = affine.load %V[%h, %j, %d] : $heads
          %p = arith.mulf %share, %v {f} : f32
          %y = affine.load %Y[%h, %i, %d] : $heads
          %next = arith.addf %y, %p {f} : f32
          affine.store %next, %Y[%h, %i, %d] : $heads
        }
      }
    }
  } {pad.stage = "sums"}
  memref.dealloc %S : $products
  func.return
}"""
_BY_ROWS = """
func.func @f(%Q: $heads, %K: $heads, %V: $heads, %Y: $heads) {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant $scale : f32
  %least = arith.constant 0xFF800000 : f32
  %S = memref.alloc() : $scores
  affine.for %h = 0 to $H {
    affine.for %i = 0 to $T {
      affine.for %j = 0 to $T {
        %dot = affine.for %d = 0 to $D iter_args(%sum = %zero) -> (f32) {
          %q = affine.load %Q[%h, %i, %d] : $heads
          %k = affine.load %K[%h, %j, %d] : $heads
          %p = arith.mulf %q, %k {f} : f32
          %next = arith.addf %sum, %p {f} : f32
          affine.yield %next : f32
        }
        %score = arith.mulf %dot, %scale {f} : f32
        affine.store %score, %S[%j] : $scores
      }
      %m = affine.for %j = 0 to $T iter_args(%most = %least) -> (f32) {
        %s = affine.load %S[%j] : $scores
        %next = arith.maximumf %most, %s {f} : f32
        affine.yield %next : f32
      }
      %total = affine.for %j = 0 to $T iter_args(%sum = %zero) -> (f32) {
        %s = affine.load %S[%j] : $scores
        %d = arith.subf %s, %m {f} : f32
        %e = math.exp %d {m} : f32
        affine.store %e, %S[%j] : $scores
        %next = arith.addf %sum, %e {f} : f32
        affine.yield %next : f32
      }
      affine.for %d = 0 to $D {
        affine.store %zero, %Y[%h, %i, %d] : $heads
      }
      affine.for %j = 0 to $T {
        affine.for %d = 0 to $D {
          %e = affine.load %S[%j] : $scores
          %share = arith.divf %e, %total {f} : f32
          %v = affine.load %V[%h, %j, %d] : $heads
          %p = arith.mulf %share, %v {f} : f32
          %y = affine.load %Y[%h, %i, %d] : $heads
          %next = arith.addf %y, %p {f} : f32
          affine.store %next, %Y[%h, %i, %d] : $heads
        }
      }
    }
  } {pad.stage = "attention"}
  memref.dealloc %S : $scores
  func.return
}"""
_ATTENTION_C = """
#include <math.h>
void f(const float Q[restrict][$T][$D], const float K[restrict][$T][$D],
       const float V[restrict][$T][$D], float Y[restrict][$T][$D]) {
  float s[$T];
  for (int h = 0; h < $H; h++)
    for (int i = 0; i < $T; i++) {
      for (int j = 0; j < $T; j++) {
        float sum = 0;
        for (int d = 0; d < $D; d++) sum += Q[h][i][d] * K[h][j][d];
        s[j] = sum * ${scale}f;
      }
      float most = s[0], sum = 0;
      for (int j = 0; j < $T; j++) most = s[j] > most ? s[j] : most;
      for (int j = 0; j < $T; j++) { s[j] = expf(s[j] - most); sum += s[j]; }
      for (int d = 0; d < $D; d++) Y[h][i][d] = 0;
      for (int j = 0; j < $T; j++)
        for (int d = 0; d < $D; d++) Y[h][i][d] += s[j] / sum * V[h][j][d];
    }
}"""


def _attention(q: Array, k: Array, v: Array) -> Array:
    return _softmax(q @ k.transpose(0, 2, 1) * _SCALE) @ v


def _attention_in_numpy(q: Array, k: Array, v: Array, out: Array) -> None:
    powers = np.matmul(q, k.transpose(0, 2, 1))
    np.multiply(powers, np.float32(_SCALE), out=powers)
    np.subtract(powers, powers.max(2, keepdims=True), out=powers)
    np.exp(powers, out=powers)
    np.divide(powers, powers.sum(2, keepdims=True), out=powers)
    np.matmul(powers, v, out=out)


PROGRAMS = (
    Program(
        f"softmax {_ROWS}x{_COLUMNS}",
        _filled(_SOFTMAX),
        _filled(_SOFTMAX_C),
        _MATRIX,
        _softmax,
        ("torch.ops.aten._softmax.out(X, 1, False, out=out)",),
        _softmax_in_numpy,
    ),
    Program(
        f"logsumexp {_ROWS}x{_COLUMNS}",
        _filled(_LOGSUMEXP),
        _filled(_LOGSUMEXP_C),
        {"X": (_ROWS, _COLUMNS), "Y": (_ROWS,)},
        _logsumexp,
        ("torch.logsumexp(X, 1, out=out)",),
        _logsumexp_in_numpy,
    ),
    Program(
        f"layernorm {_ROWS}x{_COLUMNS}",
        _filled(_LAYERNORM),
        _filled(_LAYERNORM_C),
        {"X": (_ROWS, _COLUMNS), "scale": (_COLUMNS,), "shift": (_COLUMNS,), "Y": _MATRIX["Y"]},
        _layernorm,
        (
            f"torch.ops.aten.native_layer_norm.out(X, [{_COLUMNS}], scale, shift, 1e-5, out0=out, "
            f"out1=torch.empty({_ROWS}, 1), out2=torch.empty({_ROWS}, 1))",
        ),
        _layernorm_in_numpy,
    ),
    *(
        Program(
            f"attention {_HEADS}x{_TOKENS}x{_DEPTH}, by {form}",
            _filled(text),
            _filled(_ATTENTION_C),
            dict.fromkeys("QKVY", (_HEADS, _TOKENS, _DEPTH)),
            _attention,
            (
                "out.copy_(F.scaled_dot_product_attention(Q[None], K[None], V[None])[0])",
                f"torch.bmm(torch.softmax(torch.baddbmm(out.new_zeros(()), Q, K.mT, beta=0, "
                f"alpha={_SCALE}), 2), V, out=out)",
            ),
            _attention_in_numpy,
        )
        for form, text in (("stages", _ATTENTION), ("rows", _BY_ROWS))
    ),
)
