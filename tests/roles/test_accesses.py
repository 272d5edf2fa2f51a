"""The accesses that may read a store's cell, and the order of operations."""

from itertools import product

import pytest
from xdsl.dialects import affine
from xdsl.ir import Operation

from pad_mlir.analysis.accesses.accesses import may_be_read
from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.index.expr import FALSE, Expr
from pad_mlir.index.queries.conditions import Proven, implies
from pad_mlir.index.queries.instances import Instances, before

from .bodies import function_of, guarded, load, loop, store


def first_store(body: str) -> affine.StoreOp:
    """The first store to %B."""
    function = function_of(body)
    stores = [op for op in function.walk() if isinstance(op, affine.StoreOp)]
    return next(op for op in stores if op.memref is function.args[0])


@pytest.mark.parametrize(
    ("others", "read"),
    [
        ("", False),
        (load("3"), True),
        (load("4"), False),
        (load("%n"), True),
        (loop("%i = 0 to 14", load("%i")), True),
        (loop("%i = 4 to 14", load("%i")), False),
        (loop("%i = 0 to 14 step 2", load("%i")), False),
        (loop("%i = 0 to 14 step 2", load("%i + 1")), True),
        (loop("%i = 0 to 14", guarded("d0 - 4 >= 0", "%i", load("%i"))), False),
        (loop("%i = 0 to 14", "scf.if %c {", load("%i"), "}"), True),
        ("func.call @g(%B) : (memref<14xf32>) -> ()", True),
        ('"memref.copy"(%B, %O) : (memref<14xf32>, memref<14xf32>) -> ()', True),
        ('"memref.copy"(%O, %B) : (memref<14xf32>, memref<14xf32>) -> ()', False),
        (store("3"), False),
        ("%d = memref.dim %B, %c0 : memref<14xf32>", False),
    ],
)
def test_may_be_read(others: str, read: bool) -> None:
    found = first_store(f"{store('3')}\n{others}")
    assert may_be_read(found, found.memref) is read


def test_a_load_that_feeds_only_assumes_needs_the_store() -> None:
    assumed = (
        "%v = affine.load %B[3] : memref<14xf32>\n%s = arith.addf %v, %x : f32\n"
        "%same = arith.cmpf oeq, %s, %x : f32\npad.assume %same : i1\n"
    )
    found = first_store(f"{store('3')}\n{assumed}")
    assert may_be_read(found, found.memref)
    found = first_store(f"{store('4')}\n{assumed}")
    assert not may_be_read(found, found.memref)


def instances(body: str) -> tuple[InstanceReader, list[Operation]]:
    """The reader of the function, and the stores to %B in order."""
    function = function_of(body)
    stores = [op for op in function.walk() if isinstance(op, affine.StoreOp)]
    return InstanceReader(function.body.block), [*stores]


def instances_of(reader: InstanceReader, op: Operation) -> Instances:
    found = reader.instances(op)
    assert found is not None
    return found


def holds(condition: Expr, *given: Instances) -> bool:
    context = given[0].condition
    for other in given[1:]:
        context = context & other.condition
    return isinstance(implies(context, condition), Proven)


@pytest.mark.parametrize(
    ("body", "exact"),
    [
        (loop("%i = 0 to 14", store("%i")), True),
        (loop("%i = 0 to %n", store("%i")), True),
        (loop("%i = 0 to 14", "scf.if %c {", store("%i"), "}"), False),
        (loop("%i = 0 to 14", guarded("d0 >= 0", "%n", store("%i"))), True),
        (f"scf.for %i = %c0 to %n step %c2 {{\n{store('0')}\n}}", True),
        (f"scf.for %i = %c0 to %c14 step %n {{\n{store('0')}\n}}", False),
        (f"affine.parallel (%i) = (0) to (14) {{\n{store('%i')}\n}}", True),
    ],
)
def test_exact_instances(body: str, exact: bool) -> None:
    reader, (op,) = instances(body)
    assert instances_of(reader, op).exact is exact


def test_order_of_two_places() -> None:
    reader, stores = instances(loop("%i = 0 to 4", store("%i"), store("%i + 1")))
    first, second = (instances_of(reader, op) for op in stores)
    (i,), (j,) = first.iterators, second.renamed("_2").iterators
    for now, then in product(range(4), range(4)):
        at = {i: now, j: then}
        assert before(first, first.renamed("_2")).evaluate(at) == (now < then)
        assert before(first, second.renamed("_2")).evaluate(at) == (now <= then)
        assert before(second, first.renamed("_2")).evaluate(at) == (now < then)


def test_order_in_nests() -> None:
    inner = loop("%j = 0 to 3", store("%j"))
    reader, stores = instances(loop("%i = 0 to 3", inner, store("%i + 5")))
    first, second = (instances_of(reader, op) for op in stores)
    i, j = first.iterators
    (other,) = second.renamed("_2").iterators
    for a, b, c in product(range(3), range(3), range(3)):
        at = {i: a, j: b, other: c}
        assert before(first, second.renamed("_2")).evaluate(at) == (a <= c)
        assert before(second.renamed("_2"), first).evaluate(at) == (c < a)


def test_the_arms_of_an_if_do_not_run_in_one_iteration() -> None:
    body = f"""
affine.for %i = 0 to 4 {{
  affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {{
{store("%i")}
  }} else {{
{store("%i + 5")}
  }}
}}"""
    reader, stores = instances(body)
    then, otherwise = (instances_of(reader, op) for op in stores)
    assert holds(FALSE, then, otherwise)


def test_an_operation_of_another_block_is_no_instance() -> None:
    function = function_of("")
    inside = function_of(store("0")).body.block.first_op
    assert inside is not None
    assert InstanceReader(function.body.block).instances(inside) is None
