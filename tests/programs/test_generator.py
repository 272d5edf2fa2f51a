"""The generator gives programs that parse, verify, print the same again, and are defined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest
from xdsl.dialects import func, memref
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.ir import Attribute

from pad_mlir.dialect.annotations import verify_annotations
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.pad_apply_layouts import PadApplyLayouts

from .evaluator import Outcome, difference, evaluate
from .generator import program
from .inputs import arguments
from .physical import packed

# What each program may have, all of which a few hundred have to show.
_FEATURES = """
    rank-0 rank-1 rank-2 rank-3 rank-4 empty dynamic pad.size memref.dim scalar-argument
    f16 bf16 f32 f64 i1 i8 i16 i32 i64 index rare-type memref-of-vectors
    f8E4M3FN f8E5M2 f8E4M3B11FNUZ i5 i24 i128 ui8 si16
    pad.stage no-stage pad.loop pad.name pad.layouts pad.may_alias
    affine.for scf.for affine.parallel scf.parallel scf.while scf.if affine.if scf.index_switch
    scf.parallel-reduce iter_args reduction triangular
    loop-step loop-shift loop-tiled-min loop-tiled-guard
    guard guard-or guard-yield guard-odd clamp edge else data-dependent select
    local alloc alloca local-in-loop global-constant global-variable
    call call-scalar call-new-buffer call-frees call-passes result-buffer result-scalar
    subview rank-reducing collapse_shape expand_shape reinterpret_cast memref.cast memref.copy
    vector vector-scalar vector-mask vector-transfer vector-reduction
    assume assume-plain assume-user assume-static assume-size assume-bounds
    undef-store undef-arithmetic undef-assumed
    layout layout-steps layout-tile layout-shift layout-reverse layout-stride layout-transpose
    layout-linear layout-pack layout-skew layout-last layout-identity layout-scalar
    kind-forbidden kind-undef kind-value kind-identity kind-copy kind-list kind-function
    align extents separators pad.pack pad.unpack pad.cast
    plain joined masked recurrence imperfect layout-rotate
    in-place scan matmul convolution pooling softmax gather histogram
    fastmath nsz overflow-flags math libm bitcast conversion
"""


def test_a_seed_gives_one_program() -> None:
    assert program(7) == program(7)
    assert program(7).text != program(8).text
    given, again = (arguments(program(7), 3) for _ in range(2))
    assert list(map(str, given)) == list(map(str, again))


def test_all_features_occur() -> None:
    made = [program(seed) for seed in range(2000)]
    seen = Counter(feature for one in made for feature in one.features)
    assert not [feature for feature in _FEATURES.split() if not seen[feature]]
    assert max(one.text.count("\n") for one in made) <= 130


@pytest.mark.parametrize("seed", range(12))
def test_programs_are_right_and_defined(seed: int) -> None:
    made = program(seed)
    module = parse_module(made.text)
    module.verify()
    verify_annotations(module)
    printed = print_module(module)
    assert print_module(parse_module(printed)) == printed
    for number in range(2):
        evaluate(module, made.entry, arguments(made, number))


@pytest.mark.parametrize("seed", range(100, 108))
def test_physical_programs_mean_the_same(seed: int) -> None:
    """The evaluator takes both forms, and puts cells where the maps say, not where a pass does."""
    made = program(seed)
    module, after = parse_module(made.text), parse_module(made.text)
    PadApplyLayouts().apply(new_context(), after)
    given = arguments(made, seed)
    before = evaluate(module, made.entry, given)
    inputs, results, globals_ = _contracts(after, made.entry)

    def call(name: str, at: Sequence[int]) -> Any:
        return evaluate(module, name, list(at)).results[0]

    def physical(type: Attribute, value: Any) -> Any:
        laid_out = isinstance(type, MemRefType)
        return packed(cast("MemRefType[Attribute]", type), value, call) if laid_out else value

    expected = replace(
        before,
        results=tuple(map(physical, results, before.results)),
        arguments_after=tuple(map(physical, inputs, before.arguments_after)),
        globals_after={n: physical(globals_[n], a) for n, a in before.globals_after.items()},
    )
    taken = [physical(type, value) for type, value in zip(inputs, given, strict=True)]
    for undefs in (None, seed):
        found: Outcome = evaluate(after, made.entry, taken, undefs=undefs)
        assert difference(expected, found, zeros_differ="nsz" not in made.features) is None


def _contracts(
    module: ModuleOp, entry: str
) -> tuple[list[Attribute], list[Attribute], dict[str, Attribute]]:
    """The layouts that buffers of a physical program have, or their types."""
    globals_: dict[str, Attribute] = {}
    inputs: list[Attribute] = []
    results: list[Attribute] = []
    for op in module.body.block.ops:
        if isinstance(op, memref.GlobalOp):
            globals_[op.sym_name.data] = op.attributes.get("pad.logical", op.type)
        elif isinstance(op, func.FuncOp) and op.sym_name.data == entry:
            inputs = _logical(op.function_type.inputs.data, op.arg_attrs)
            results = _logical(op.function_type.outputs.data, op.res_attrs)
    return inputs, results, globals_


def _logical(types: Sequence[Attribute], attributes: Any) -> list[Attribute]:
    given: list[dict[str, Attribute]] = [{}] * len(types)
    if attributes is not None:
        given = [entry.data for entry in attributes]
    return [entry.get("pad.logical", type) for entry, type in zip(given, types, strict=True)]


def test_inputs_have_the_values_that_are_easily_wrong() -> None:
    made = next(program(seed) for seed in range(99) if "f32" in program(seed).features)
    cells: list[float] = []
    for seed in range(60):
        for value in arguments(made, seed):
            if isinstance(value, np.ndarray) and value.dtype == np.float32:
                cells += value.ravel().tolist()
    array = np.array(cells)
    assert np.isnan(array).any()
    assert np.isinf(array).any()
    assert (np.signbit(array) & (array == 0)).any()
    assert ((array != 0) & (np.abs(array) < 1e-40)).any()
