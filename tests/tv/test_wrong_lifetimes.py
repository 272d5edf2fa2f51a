"""Buffers that are freed, that end with their scope, and which of them are one."""

from __future__ import annotations

import pytest

from pad_mlir.tools.tv import Status

from .rewrites import judge

_TYPE = "memref<4xf32>"
_GLOBALS = f"""
  memref.global "private" @g : {_TYPE} = dense<0.0>
  memref.global "private" constant @k : {_TYPE} = dense<0.0>"""
_G, _K = (f"%{n} = memref.get_global @{n} : {_TYPE} " for n in "gk")
_LOOP = f"""
    %first = memref.alloc() : {_TYPE}
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %first) -> ({_TYPE}) {{
      %n = memref.KIND() : {_TYPE}
      affine.store %z, %n[0] : {_TYPE}
      scf.yield %n : {_TYPE}
    }}
    %v = affine.load %r[0] : {_TYPE}
    affine.store %v, %A[0] : {_TYPE}"""
_CALLED = f"""
  func.func private @h() -> {_TYPE} {{
    %q = memref.KIND() : {_TYPE}
    %z = arith.constant 0.0 : f32
    affine.store %z, %q[0] : {_TYPE}
    func.return %q : {_TYPE}
  }}"""
_CALL = f"""
    %r = func.call @h() : () -> {_TYPE}
    %v = affine.load %r[0] : {_TYPE}
    affine.store %v, %A[0] : {_TYPE}"""


def _function(body: str, *results: str, module: str = _GLOBALS) -> str:
    types = ", ".join([_TYPE] * len(results))
    end = f"func.return {', '.join(results)} : {types}" if results else "func.return"
    return f"""{module}
  func.func @f(%A: {_TYPE}, %B: {_TYPE}) -> ({types}) {{
    %z = arith.constant 0.0 : f32
    {body}
    {end}
  }}"""


def _made(name: str, how: str = "alloc") -> str:
    return f"""%{name} = memref.{how}() : {_TYPE}
    affine.for %i{name} = 0 to 4 {{ affine.store %z, %{name}[%i{name}] : {_TYPE} }}
    """


def _copied(source: str, target: str) -> str:
    copy = f"memref.copy {source}, %{target} : {_TYPE} to {_TYPE}"
    return f"%{target} = memref.alloc() : {_TYPE} {copy} "


def _freed(name: str) -> str:
    return f"memref.dealloc %{name} : {_TYPE} "


def _part(at: int, source: str = "%A", first: str = "") -> str:
    """A function that returns two of four cells."""
    here, any_place = (f"memref<2xf32, strided<[1], offset: {o}>>" for o in (at, "?"))
    return f"""
  func.func @f(%A: {_TYPE}) -> {any_place} {{
    {first}
    %s = memref.subview {source}[{at}][2][1] : {_TYPE} to {here}
    %t = memref.cast %s : {here} to {any_place}
    func.return %t : {any_place}
  }}"""


_COUNTED = (
    _copied("%A", "x")
    + f"""
    %o = arith.constant 1.0 : f32
    affine.store %o, %x[2] : {_TYPE}"""
)
_TWO = _made("x") + _made("y")

WRONG = {
    "a freed buffer is returned": (
        _function(_made("x"), "%x"),
        _function(_made("x") + _freed("x"), "%x"),
        "x after its dealloc",
    ),
    "an alloca is returned": (
        _function(_made("x"), "%x"),
        _function(_made("x", "alloca"), "%x"),
        "x after the end of its alloca's scope",
    ),
    "an alloca of a callee": (
        _function(_CALL, module=_CALLED.replace("KIND", "alloc")),
        _function(_CALL, module=_CALLED.replace("KIND", "alloca")),
        "q is accessed after the end of its alloca's scope",
    ),
    "an alloca of an iteration": (
        _function(_LOOP.replace("KIND", "alloc")),
        _function(_LOOP.replace("KIND", "alloca")),
        "n is accessed after the end of its alloca's scope",
    ),
    "an argument is freed": (_function(""), _function(_freed("A")), "the caller has A"),
    "freed twice": (
        _function(_made("x") + _freed("x")),
        _function(_made("x") + _freed("x") * 2),
        "x is deallocated twice",
    ),
    "an alloca is freed": (
        _function(_made("x", "alloca")),
        _function(_made("x", "alloca") + _freed("x")),
        "x is an alloca, and deallocated",
    ),
    "a global is freed": (_function(_G), _function(_G + _freed("g")), "@g is a global"),
    "a constant is written": (
        _function(_K),
        _function(_K + f"affine.store %z, %k[0] : {_TYPE}"),
        "@k is a constant global",
    ),
    "a constant is copied to": (
        _function(_K),
        _function(_K + f"memref.copy %A, %k : {_TYPE} to {_TYPE}"),
        "@k is a constant global",
    ),
    "a copy for an argument": (
        _function("", "%A"),
        _function(_copied("%A", "x"), "%x"),
        "it is A before",
    ),
    "an argument for a copy": (
        _function(_copied("%A", "x"), "%x"),
        _function("", "%A"),
        "and A after",
    ),
    "a copy for a global": (
        _function(_G, "%g"),
        _function(_G + _copied("%g", "x"), "%x"),
        "it is @g before",
    ),
    "one buffer for two": (
        _function(_TWO, "%x", "%y"),
        _function(_made("x"), "%x", "%x"),
        "result 1: it is y",
    ),
    "two buffers for one": (
        _function(_made("x"), "%x", "%x"),
        _function(_TWO, "%x", "%y"),
        "result 1: it is x",
    ),
    "arguments in another order": (
        _function("", "%A", "%B"),
        _function("", "%B", "%A"),
        "result 0: it is A before, and B after",
    ),
    "another part of an argument": (_part(0), _part(2), "it is another part of A"),
    "another part of a local buffer": (
        _part(0, "%x", _COUNTED),
        _part(2, "%x", _COUNTED),
        "it is another part of x",
    ),
}
RIGHT = {
    "a buffer is not freed": (_function(_made("x") + _freed("x")), _function(_made("x"))),
    "an argument that was freed": (_function(_freed("A")), _function(_freed("A"))),
    "a copy": (_function(_copied("%A", "x"), "%x"), _function(_copied("%A", "x"), "%x")),
    "made in another order": (
        _function(_TWO, "%x", "%y"),
        _function(_made("y") + _made("x"), "%x", "%y"),
    ),
    "each for the other": (_function(_TWO, "%x", "%y"), _function(_TWO, "%y", "%x")),
    "the same part": (_part(2), _part(2)),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_is_refuted(name: str) -> None:
    before, after, says = WRONG[name]
    verdict = judge(before, after)
    assert verdict.status is Status.REFUTED, verdict
    assert says in str(verdict), verdict


@pytest.mark.parametrize("name", RIGHT)
def test_right_is_proven(name: str) -> None:
    verdict = judge(*RIGHT[name])
    assert verdict.status is Status.VALID, verdict


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in WRONG
        if name.startswith(("a freed", "an alloca", "freed", "a constant", "a global"))
    ],
)
def test_such_an_original_is_undefined(name: str) -> None:
    _, wrong, _ = WRONG[name]
    verdict = judge(wrong, wrong)
    assert verdict.status is Status.NOT_VALIDATED, verdict
    assert "the original is undefined" in str(verdict)
