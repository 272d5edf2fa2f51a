"""Random maxima and minima are the same with AVX-512's range instruction, and by other signs."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from pad_mlir.upstream import code_generation
from pad_mlir.upstream.code_generation import LoadedObject, compile_object
from pad_mlir.upstream.extrema import vectors
from pad_mlir.upstream.processors import Processor, host_processor

PROGRAMS, RUNS = 40, 30
ROUNDS, INPUTS = 5, 4
TYPES = (
    (4, "float", 32),
    (8, "float", 32),
    (16, "float", 32),
    (4, "double", 64),
    (8, "double", 64),
)
SPECIAL = (np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 0.0, -0.0, 1.5, -1.5, 1e-42, 2.5, -2.5)
CONSTANTS = ("0xFFF0000000000000", "0x7FF0000000000000", "0x7FF8000000000000", "0.000000e+00")


class Program:
    """
    LLVM IR of two nested loops that carry vectors, with maxima and minima before, in and after.

    The function takes the inputs, of which each iteration of the inner loop loads others, and where
    the results go.
    """

    def __init__(self, seed: int):
        self._random = Random(seed)
        self.lanes, element, self.bits = self._random.choice(TYPES)
        self._element, self._vector = element, f"<{self.lanes} x {element}>"
        self._names = 0
        self.text = self._function()

    def _function(self) -> str:
        carried = range(self._random.choice([1, 2, 3, 4, 5, 7]))
        constants = self._random.sample(CONSTANTS, 2)
        code, known = self._loads("0")
        known += [f"splat ({self._element} {constant})" for constant in constants]
        more, known = self._operations(known)
        started = self._some(known, len(carried))
        lines = [*code, *more, "br label %outer", "outer:"]
        outer = [f"%a{n}" for n in carried]
        before, in_outer = self._operations([*known[-3:], *outer])
        loaded, inputs = self._loads("%k")
        inner = [f"%b{n}" for n in carried]
        in_loop, in_inner = self._operations([*inputs, *inner, *in_outer[-2:]])
        after, in_latch = self._operations([*inner, *in_outer[-2:]])
        # Often the plain reduction: what an iteration computes last goes to the next.
        again = [self._random.choice(in_inner[-3:]) for _ in carried]
        going = [self._random.choice([b, b, *in_latch[-2:]]) for b in inner]
        lines += self._phis("%i", outer, started, "%0", "%latch", going)
        lines += ["%more = icmp slt i64 %i, 5", "br i1 %more, label %body, label %end", "body:"]
        lines += [*before, "br label %inner", "inner:"]
        lines += self._phis("%j", inner, outer, "%body", "%step", again)
        lines += ["%on = icmp slt i64 %j, 5", "br i1 %on, label %step, label %latch", "step:"]
        lines += ["%row = mul i64 %i, 5", "%k = add i64 %row, %j", *loaded, *in_loop]
        lines += ["%j.next = add i64 %j, 1", "br label %inner", "latch:", *after]
        lines += ["%i.next = add i64 %i, 1", "br label %outer", "end:"]
        last, results = self._operations([*outer, *known[-2:]])
        lines += last
        self.results = [*outer, *self._some(results, 3)]
        for number, value in enumerate(self.results):
            lines += self._address(f"%r{number}", "%out", number)
            lines.append(f"store {self._vector} {value}, ptr %r{number}, align 4")
        body = "".join(f"{line}\n" if line.endswith(":") else f"  {line}\n" for line in lines)
        suffix = f"v{self.lanes}f{self.bits}"
        declared = [
            f"declare {self._vector} @llvm.{kind}.{suffix}({self._vector}, {self._vector})\n"
            for kind in ("maximum", "minimum")
        ]
        return f"define void @f(ptr %in, ptr %out) {{\n{body}  ret void\n}}\n{''.join(declared)}"

    def _some(self, values: list[str], count: int) -> list[str]:
        return [self._random.choice(values) for _ in range(count)]

    def _name(self) -> str:
        self._names += 1
        return f"%v{self._names}"

    def _address(self, name: str, base: str, vector: int | str) -> list[str]:
        return [f"{name} = getelementptr {self._vector}, ptr {base}, i64 {vector}"]

    def _loads(self, iteration: str) -> tuple[list[str], list[str]]:
        """Loads of the inputs of an iteration, and the values."""
        first, values = self._name(), list[str]()
        code = [f"{first} = mul i64 {iteration}, {INPUTS}"]
        for number in range(INPUTS):
            at, address, value = self._name(), self._name(), self._name()
            code.append(f"{at} = add i64 {first}, {number}")
            code += self._address(address, "%in", at)
            code.append(f"{value} = load {self._vector}, ptr {address}, align 4")
            values.append(value)
        return code, values

    def _operations(self, known: list[str]) -> tuple[list[str], list[str]]:
        """Some operations on known values, and these with the results."""
        code, known = list[str](), [*known]
        usual = self._random.choice(["maximum", "minimum"])
        for _ in range(self._random.randrange(1, 7)):
            name, (left, right) = self._name(), self._some(known, 2)
            kind = self._random.choice([usual] * 5 + ["maximum", "minimum", "fneg"])
            if kind == "fneg":
                code.append(f"{name} = fneg {self._vector} {left}")
            else:
                function = f"@llvm.{kind}.v{self.lanes}f{self.bits}"
                operands = f"{self._vector} {left}, {self._vector} {right}"
                code.append(f"{name} = call {self._vector} {function}({operands})")
            known.append(name)
        return code, known

    def _phis(
        self,
        counter: str,
        names: list[str],
        first: list[str],
        entry: str,
        latch: str,
        again: list[str],
    ) -> list[str]:
        return [
            f"{counter} = phi i64 [ 0, {entry} ], [ {counter}.next, {latch} ]",
            *(
                f"{name} = phi {self._vector} [ {value}, {entry} ], [ {next}, {latch} ]"
                for name, value, next in zip(names, first, again, strict=True)
            ),
        ]


@pytest.mark.skipif("+avx512dq" not in host_processor().features, reason="needs AVX-512 DQ")
@pytest.mark.parametrize("first", range(0, PROGRAMS, 10))
def test_same_with_range(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def without(text: str) -> bytes:
        with monkeypatch.context() as patched:
            patched.setattr(code_generation, "_has_range", without_range)
            return compile_object(text)

    check_same(first, compile_object, without)


@pytest.mark.skipif(host_processor().architecture != "x86_64", reason="is for x86")
@pytest.mark.parametrize("first", range(0, PROGRAMS, 10))
def test_same_with_other_signs(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_generation, "_has_range", without_range)

    def without(text: str) -> bytes:
        with monkeypatch.context() as patched:
            patched.setattr(vectors, "with_negated_maxima", str)
            return compile_object(text)

    check_same(first, compile_object, without, least=2)  # minima stay as they are


def check_same(
    first: int,
    compiled: Callable[[str], bytes],
    otherwise: Callable[[str], bytes],
    least: int = 6,
) -> None:
    """Of ten programs, `least` have other code."""
    different = 0
    for seed in range(first, first + 10):
        program = Program(seed)
        codes = compiled(program.text), otherwise(program.text)
        different += codes[0] != codes[1]
        random = np.random.default_rng(seed)
        dtype = np.dtype(f"float{program.bits}")
        for share in np.linspace(0.1, 1, RUNS):
            values = random.choice(SPECIAL, (ROUNDS * ROUNDS, INPUTS, program.lanes))
            numbers = random.standard_normal(values.shape)
            mixed = np.where(random.random(values.shape) < share, values, numbers)
            # Few lanes have a NaN in all iterations: elsewhere the other numbers count.
            mixed[np.isnan(mixed) & (random.random(values.shape) < 0.9)] = -0.0
            inputs = mixed.astype(dtype)
            got, wanted = (run(code, inputs, program) for code in codes)
            nan = np.isnan(wanted)
            assert (np.isnan(got) == nan).all(), program.text
            bits = f"u{dtype.itemsize}"
            assert (got.view(bits) == wanted.view(bits))[~nan].all(), program.text
    assert different >= least


def without_range(_: Processor) -> bool:
    return False


def run(code: bytes, inputs: np.ndarray, program: Program) -> np.ndarray:
    results = np.zeros((len(program.results), program.lanes), inputs.dtype)
    loaded = LoadedObject(code)
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(loaded.address("f"))
    function(inputs.ctypes.data, results.ctypes.data)
    return results
