"""Functions to read roles and accesses from, built of small pieces of IR."""

from dataclasses import dataclass

from xdsl.dialects import func

from pad_mlir.analysis.contracts.roles import Roles, roles
from pad_mlir.dialect.repairs import parse_module, verify_operations
from pad_mlir.index.expr import TRUE, Expr

FUNCTION = """
func.func private @g(memref<14xf32>)
func.func private @twice(memref<14xf32>, memref<14xf32>)
func.func private @part(memref<14xf32>, memref<7xf32, strided<[1]>>)
func.func @f(%B: {type}, %O: memref<14xf32>, %n: index, %c: i1, %x: f32) {attributes} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c13 = arith.constant 13 : index
  %c14 = arith.constant 14 : index
{body}
  func.return
}}
"""
STORE = "affine.store %x, %B[{}] : memref<14xf32>"
LOAD = "%v = affine.load %B[{}] : memref<14xf32>\naffine.store %v, %O[0] : memref<14xf32>"


def function_of(body: str, type: str = "memref<14xf32>", attributes: str = "") -> func.FuncOp:
    """The function `f` with this body; %B has the type."""
    module = parse_module(FUNCTION.format(type=type, body=body, attributes=attributes))
    verify_operations(module)
    return next(f for f in module.walk() if isinstance(f, func.FuncOp) and f.body.blocks)


def roles_of(
    body: str,
    type: str = "memref<14xf32>",
    shape: tuple[int, ...] = (14,),
    required: Expr = TRUE,
    attributes: str = "",
) -> Roles:
    """The roles of %B."""
    return roles(function_of(body, type, attributes).args[0], shape, required)


def loop(bounds: str, *body: str) -> str:
    return f"affine.for {bounds} {{\n" + "\n".join(body) + "\n}"


def store(index: str) -> str:
    return STORE.format(index)


def load(index: str) -> str:
    return LOAD.format(index)


def guarded(condition: str, operands: str, *body: str) -> str:
    return f"affine.if affine_set<(d0) : ({condition})>({operands}) {{\n" + "\n".join(body) + "\n}"


@dataclass(frozen=True)
class Case:
    """A body, and the roles that it gives %B: *in*, *out*, and the number of write stages."""

    name: str
    body: str
    is_in: bool
    is_out: bool
    stages: int


FULL = loop("%i = 0 to 14", store("%i"))
IN, OUT, IN_OUT = (True, False), (False, True), (True, True)


def check_case(case: Case) -> None:
    """The roles and the number of write stages are the case's, and nothing is out of bounds."""
    found = roles_of(case.body)
    assert (found.is_in, found.is_out) == (case.is_in, case.is_out)
    assert len(found.write_stages) == case.stages
    assert found.out_of_bounds is None
