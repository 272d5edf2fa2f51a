"""Vector operations: what the validator says they give, and what the processor gives."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv.contracts.sizes import samples
from pad_mlir.tools.tv.execution.arguments import Interface
from pad_mlir.tools.tv.execution.side import Side
from pad_mlir.tools.tv.memory.buffers import View
from pad_mlir.tools.tv.refinement.evaluation import evaluate
from pad_mlir.tools.tv.terms.symbolic import Symbolic
from pad_mlir.tools.tv.terms.term import Term
from pad_mlir.tools.tv.values.meter import Meter
from pad_mlir.tools.tv.values.operators import Cells, operator
from pad_mlir.tools.tv.values.scalars import Float

pytest.importorskip("mlir")

_W = 8
_VECTORS = {
    "f32": [
        "%r = vector.fma %x, %y, %z : {v}",
        "%r = math.fma %y, %x, %x : {v}",
        "%r = arith.maximumf %x, %y : {v}",
        "%r = vector.shuffle %x, %y [8, 0, 15, 7, 1, 1, 2, 9] : {v}, {v}",
        "%m = arith.cmpf olt, %x, %y : {v} %r = arith.select %m, %y, %z : vector<8xi1>, {v}",
        """%m = vector.create_mask %c3 : vector<8xi1>
        %r = vector.maskedload %A[%c1, %c0], %m, %z : {b}, vector<8xi1>, {v} into {v}""",
        """%m = arith.cmpf ugt, %x, %z : {v}
        %r = vector.maskedload %A[%c1, %c0], %m, %x : {b}, vector<8xi1>, {v} into {v}""",
        "%s = vector.extract %x[%c3] : {e} from {v} %r = vector.broadcast %s : {e} to {v}",
        "%s = vector.extract %y[5] : {e} from {v} %r = vector.insert %s, %x [%c1] : {e} into {v}",
        *(
            f"%s = vector.reduction <{kind}>, {operands} : {{v}} into {{e}} "
            "%r = vector.broadcast %s : {e} to {v}"
            for operands in ("%x", "%x, %first")
            for kind in ("add", "mul", "maximumf", "minimumf")
        ),
    ],
    "i8": [
        *(
            f"%s = vector.reduction <{kind}>, {operands} : {{v}} into {{e}} "
            "%r = vector.broadcast %s : {e} to {v}"
            for operands in ("%x", "%x, %first")
            for kind in ("add", "mul", "and", "or", "xor", "maxsi", "minsi", "maxui", "minui")
        ),
        "%m = arith.cmpi ult, %x, %y : {v} %r = arith.select %m, %y, %z : vector<8xi1>, {v}",
        """%w = arith.extsi %x : {v} to vector<8xi32> %t = arith.muli %w, %w : vector<8xi32>
        %r = arith.trunci %t : vector<8xi32> to {v}""",
    ],
}


def _kernel(element: str) -> str:
    """Row k of B is what the operation of this number makes of the three rows of A."""
    vector, buffer = f"vector<{_W}x{element}>", f"memref<3x{_W}x{element}>"
    codes = _VECTORS[element]
    into = f"memref<{len(codes)}x{_W}x{element}>"
    constants = " ".join(f"%c{k} = arith.constant {k} : index" for k in range(len(codes)))
    rows = "\n".join(
        f"%{name} = vector.load %A[%c{k}, %c0] : {buffer}, {vector}" for k, name in enumerate("xyz")
    )
    parts: list[str] = []
    for k, code in enumerate(codes):
        text = re.sub(r"%([rsmtw])\b", rf"%\g<1>{k}", code.format(v=vector, e=element, b=buffer))
        parts.append(f"{text} vector.store %r{k}, %B[%c{k}, %c0] : {into}, {vector}")
    return f"""func.func @f(%A: {buffer}, %B: {into}) {{
      {constants} {rows}
      %first = memref.load %A[%c2, %c1] : {buffer}
      {" ".join(parts)}
      func.return
    }}"""


def _ignore(*_: object) -> None:
    """Nothing is demanded of these inputs."""


def _expected(text: str, values: Any) -> list[Any]:
    """The elements of B by the validator's terms."""
    side = Side.of("before", parse_module(text, "kernel"), "f")
    sizes = next(samples(side.parameters, side.parameters, {}))
    interface = Interface.of(side.parameters, side.parameters, sizes)
    meter = Meter(1 << 20)
    domain = Symbolic(meter)
    execution = side.execute(interface, domain, meter, (), _ignore)
    given, made = execution.arguments
    assert isinstance(given, View)
    scalar = given.buffer.scalar
    maker = operator("input", scalar, detail=Cells("A", 0, given.shape))
    inputs: dict[Term, Any] = {}
    for k, value in enumerate(values.ravel()):
        leaf = domain.leaf(maker, k)
        assert isinstance(leaf, Term)
        inputs[leaf] = value if isinstance(scalar, Float) else scalar.wrap(int(value))
    with np.errstate(all="ignore"):
        return evaluate(made.buffer.cells, inputs)


_SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 3e38, -3e38, 1e-45]


@pytest.mark.parametrize("trial", range(3))
@pytest.mark.parametrize(("element", "dtype"), [("f32", np.float32), ("i8", np.int8)])
def test_operations_give_what_the_processor_gives(element: str, dtype: Any, trial: int) -> None:
    from pad_mlir.runtime import compile

    random = np.random.default_rng(trial)
    values = (
        random.uniform(-2, 2, (3, _W)) if element == "f32" else random.integers(-128, 128, (3, _W))
    )
    if element == "f32" and trial:
        is_special = random.random((3, _W)) < (0.15 if trial == 1 else 1.0)
        values = np.where(
            is_special, random.choice(_SPECIAL[: 8 if trial == 1 else 2], (3, _W)), values
        )
    values = values.astype(dtype)
    text = _kernel(element)
    found = np.zeros((len(_VECTORS[element]), _W), dtype)
    compile(text)(values, found)
    bits = np.dtype(f"u{found.dtype.itemsize}")
    expected = np.array(_expected(text, values))
    expected = expected.astype(dtype if element == "f32" else bits).reshape(found.shape)
    both_nan = (found != found) & (expected != expected)
    same = (found.view(bits) == expected.view(bits)) | both_nan
    assert not [code for code, row in zip(_VECTORS[element], same, strict=True) if not row.all()]
