"""The passes by name, imported when they are asked for."""

from collections.abc import Callable
from importlib import import_module

from xdsl.passes import ModulePass


def _lazy(module: str, name: str) -> Callable[[], type[ModulePass]]:
    return lambda: getattr(import_module(module), name)


ALL_PASSES: dict[str, Callable[[], type[ModulePass]]] = {
    "pad-apply-layouts": _lazy("pad_mlir.passes.pad_apply_layouts", "PadApplyLayouts"),
    "pad-cache-read": _lazy("pad_mlir.passes.cache.pad_cache_read", "PadCacheRead"),
    "pad-cache-write": _lazy("pad_mlir.passes.cache.pad_cache_write", "PadCacheWrite"),
    "pad-check-assumes": _lazy("pad_mlir.passes.assumes.pad_check_assumes", "PadCheckAssumes"),
    "pad-distribute-loops": _lazy(
        "pad_mlir.passes.loops.distribution.pad_distribute_loops", "PadDistributeLoops"
    ),
    "pad-dot-products": _lazy("pad_mlir.passes.dot_products.pad_dot_products", "PadDotProducts"),
    "pad-expand-math": _lazy("pad_mlir.passes.math.pad_expand_math", "PadExpandMath"),
    "pad-flatten-buffers": _lazy(
        "pad_mlir.passes.flatten_buffers.pad_flatten_buffers", "PadFlattenBuffers"
    ),
    "pad-flatten-loops": _lazy(
        "pad_mlir.passes.flatten_loops.pad_flatten_loops", "PadFlattenLoops"
    ),
    "pad-fuse": _lazy("pad_mlir.passes.loops.pad_fuse", "PadFuse"),
    "pad-hoist-stage": _lazy("pad_mlir.passes.hoist.pad_hoist_stage", "PadHoistStage"),
    "pad-hoist-expression": _lazy(
        "pad_mlir.passes.hoist.pad_hoist_expression", "PadHoistExpression"
    ),
    "pad-infer-pad-value": _lazy(
        "pad_mlir.passes.inference.pad_infer_pad_value", "PadInferPadValue"
    ),
    "pad-lay-out-borders": _lazy(
        "pad_mlir.passes.layout.borders.pad_lay_out_borders", "PadLayOutBorders"
    ),
    "pad-lower-index-arithmetic": _lazy(
        "pad_mlir.passes.index_arithmetic.pad_lower_index_arithmetic", "PadLowerIndexArithmetic"
    ),
    "pad-map-to-gpu": _lazy("pad_mlir.passes.gpu.mapping.pad_map_to_gpu", "PadMapToGpu"),
    "pad-merge-adjacent-loops": _lazy(
        "pad_mlir.passes.loops.pad_merge_adjacent_loops", "PadMergeAdjacentLoops"
    ),
    "pad-optimize": _lazy("pad_mlir.passes.optimize.pad_optimize", "PadOptimize"),
    "pad-partition-loops": _lazy(
        "pad_mlir.passes.loops.ranges.pad_partition_loops", "PadPartitionLoops"
    ),
    "pad-propagate-layouts": _lazy(
        "pad_mlir.passes.propagation.pad_propagate_layouts", "PadPropagateLayouts"
    ),
    "pad-raise-loops": _lazy("pad_mlir.passes.raising.pad_raise_loops", "PadRaiseLoops"),
    "pad-recover-axes": _lazy("pad_mlir.passes.raising.pad_recover_axes", "PadRecoverAxes"),
    "pad-reduce-loop-extents": _lazy(
        "pad_mlir.passes.loops.ranges.pad_reduce_loop_extents", "PadReduceLoopExtents"
    ),
    "pad-register-tile": _lazy(
        "pad_mlir.passes.register_tile.pad_register_tile", "PadRegisterTile"
    ),
    "pad-reorder": _lazy("pad_mlir.passes.loops.pad_reorder", "PadReorder"),
    "pad-split": _lazy("pad_mlir.passes.loops.pad_split", "PadSplit"),
    "pad-remove-assume": _lazy("pad_mlir.passes.assumes.pad_remove_assume", "PadRemoveAssume"),
    "pad-remove-branching-through-overcompute": _lazy(
        "pad_mlir.passes.pad_remove_branching_through_overcompute",
        "PadRemoveBranchingThroughOvercompute",
    ),
    "pad-remove-no-op": _lazy("pad_mlir.passes.no_op.pad_remove_no_op", "PadRemoveNoOp"),
    "pad-remove-overcompute-through-branching": _lazy(
        "pad_mlir.passes.guards.pad_remove_overcompute_through_branching",
        "PadRemoveOvercomputeThroughBranching",
    ),
    "pad-remove-undef-store": _lazy(
        "pad_mlir.passes.assumes.pad_remove_undef_store", "PadRemoveUndefStore"
    ),
    "pad-sequential-buffer-access": _lazy(
        "pad_mlir.passes.pad_sequential_buffer_access", "PadSequentialBufferAccess"
    ),
    "pad-simplify": _lazy("pad_mlir.passes.simplify.pad_simplify", "PadSimplify"),
    "pad-to-gpu": _lazy("pad_mlir.passes.pad_to_gpu", "PadToGpu"),
    "pad-to-host": _lazy("pad_mlir.passes.pad_to_host", "PadToHost"),
    "pad-vectorize": _lazy("pad_mlir.passes.vectorize.pad_vectorize", "PadVectorize"),
    "pad-transform-layout": _lazy("pad_mlir.passes.pad_transform_layout", "PadTransformLayout"),
}
