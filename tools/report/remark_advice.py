"""Advice to users for each remark, by its id: a sentence for docs and for `--remarks=json`."""

from __future__ import annotations

from ...passes.common.diagnostics import Remark

_NOTHING = "Nothing."
_APPLY_FIRST = "Run pad-apply-layouts before."

BY_REMARK = {
    "access-not-raised": "Nothing; affine loops may load and store at other indices too.",
    "alike-loops-not-flattened": "As for loops-not-flattened; all of these loops have the reason.",
    "assume-not-checked": "Check it in the program that calls, or leave it to the caller's word.",
    "assumed-processor": "Give the name as target-cpu where the code is to be the same anywhere.",
    "axes-not-recovered": "Change what the reason names, or give the buffer its axes in the "
    "source.",
    "axes-recovered": _NOTHING,
    "border-copied": "Change what the reason names; meanwhile the border costs one pass over the "
    "buffer.",
    "border-laid-out": _NOTHING,
    "bounds-kept": "Let pad-partition-loops split the loop where its condition changes.",
    "buffer-not-flattened": "Change what the reason names; the buffer keeps its axes meanwhile.",
    "buffers-merged": "Nothing, unless both are to be inspected: then look before this pass.",
    "condition-not-hoisted": "Change what the reason names, or move the condition in the source.",
    "contract-missing": "Give both fastmath<contract>, if one rounding in place of two is right.",
    "copy-kept": "Change what the reason names; meanwhile the copy costs one pass over the buffer.",
    "division-in-loop": "Nothing; or write the loop so that the dividend grows by the same each "
    "time, by a divisor that is computed before.",
    "guard-dropped": "Nothing; a lower max-waste keeps a guard that would add too much.",
    "guard-kept": "Give the padding the value that the reason names, or the buffer a layout with "
    "room for the access; raise max-waste; or split the loop by pad-partition-loops.",
    "guard-kept-as-bounds": "As for guard-kept; it costs loop bounds that vary, but no branch.",
    "guard-left-to-bounds": "Nothing; guards=overcompute and a greater max-waste drop it instead.",
    "guards-left": "See the remarks of the guards that stay.",
    "guards-left-beside-padding": "See the remarks of the guards that stay; those in stages of "
    "padding are needed.",
    "no-dot-product": "Change what the reason names; vectors of the products are made meanwhile.",
    "dot-product-flags": "Give the flags to the sums and products, or leave them: nothing is lost "
    "but speed.",
    "no-tiles": "Change what the reason names; vectors of the products are made meanwhile.",
    "no-processor": 'Give target_cpu, "native" for this machine.',
    "no-pad-value": "Change what the reason names; fp=relaxed lets more values count, a greater "
    "max-waste more guards.",
    "packing-outweighs": "Pack with kernel.pack once, and compile with packed=True.",
    "products-apart": "Nothing; the loops that there were would take longer.",
    "products-together": "Nothing; pad-distribute-loops takes the loops apart where you ask it.",
    "pad-value": "Give it to pad-transform-layout as pad, or let pad=auto of pad-optimize take it.",
    "pad-values-not-all-tried": "Name fewer buffers, or a stage.",
    "pad-values-taken": "Nothing; give pad a value for another one.",
    "layout-kept": "Change what the reason names; its accesses are still logical, and nothing "
    "lowers them.",
    "layout-none": "Give another map, or raise the limit that the reason names.",
    "layout-not-applied": _APPLY_FIRST,
    "layout-not-checked": _APPLY_FIRST,
    "layout-not-followed": "Name the stage: pad-sequential-buffer-access takes one.",
    "stage-not-followed": "Change what the reason names; the loops go along the logical axes.",
    "layout-not-taken": "Give another map, or raise the limit that the reason names.",
    "layout-taken": _NOTHING,
    "copy-taken": _NOTHING,
    "rows-folded": _NOTHING,
    "loops-in-pieces": "Nothing; a layout whose padding lets the guard go needs no pieces.",
    "copy-not-taken": "Nothing; the copy that was tried is estimated to gain too little.",
    "layouts-not-all-tried": "Name a function, or give layouts for the buffers yourself.",
    "layout-taken-over": "Lay the buffer out yourself, by pad-transform-layout, for another layout "
    "or other padding.",
    "loop-left": "Order the loops by another buffer, or let the loop follow the one it has.",
    "loop-not-partitioned": "Change what the reason names, or let the guard go by "
    "pad-remove-branching-through-overcompute.",
    "loop-not-raised": "Change what the reason names; what passes do with affine loops, such as to "
    "make vectors of them, they do not do with this one.",
    "loop-not-shared": "Change what the reason names; each thread runs the whole loop meanwhile.",
    "loop-partitioned": "Nothing; pad-partition-loops takes one loop by its name.",
    "loop-narrowed": "Nothing; no code is copied.",
    "loops-not-flattened": "Flatten the buffers too, by pad-flatten-buffers, before.",
    "copies-not-assumed": "Drop the flags on what makes poison, where padding that copies cells is "
    "to be known in the functions that are called.",
    "loops-not-distributed": "Change what the reason names; the nests stay in one loop meanwhile.",
    "loops-not-merged": "Change what the reason names, or the order of the loops.",
    "not-cached": "Change what the reason names, or name another stage or loop.",
    "not-tiled": "Change the order of the loops, by pad-reorder, or the flags on floats.",
    "not-judged": "The pass may still be right; write the module so that pad-tv takes it.",
    "not-validated": "The pass may still be right; give pad-tv sizes, or a budget, with which it "
    "can tell.",
    "math-not-expanded": "Nothing is lost but speed: the function stays a call. Widen the operand "
    "to f32 by arith.extf, and narrow the result.",
    "not-vectorized": "Change what the reason names: the order of the loops, the layout of a "
    "buffer, or flags on floats.",
    "nothing-to-do": "Nothing, unless it was another part that was meant.",
    "objects-not-kept": "Make the folder of the cache private to you.",
    "order-kept": "Change what the reason names; the loops run in the order of the source.",
    "overcompute-kept": "Nothing is wrong; give what is computed for nothing a value that nobody "
    "reads, or undef, for it to go.",
    "packed-read": _NOTHING,
    "packed-written": _NOTHING,
    "padding-changed": "Nothing; the kind was changed so that two layouts agree.",
    "padding-in-own-stage": "Change what the reason names, for the stage that writes the buffer to "
    "write its padding too.",
    "padding-not-elided": "Change what the reason names; the padding takes memory meanwhile.",
    "round-trip-removed": _NOTHING,
    "signed-division": "As the reason says; the form that is used minds the sign.",
    "size-not-tested": "Test the size in the program that calls.",
    "stage-merged": "Nothing; name what was in it by the stage that it became part of.",
    "stage-not-hoisted": "Change what the reason names; the stage stays where it is meanwhile.",
    "stays-on-host": "Change what the reason names, or leave the stage to the host.",
    "undef-store-kept": "Nothing is wrong; the store costs what a store of a value does.",
    "valid-for-all-sizes": _NOTHING,
    "valid-for-sampled-sizes": "Nothing was found to be wrong; the verdict names the sizes, and "
    "what a proof for all others would have to understand.",
    "valid-for-samples": "Nothing was found to be wrong; what runs depends on integers of buffers, "
    "or that are arguments, and these were sampled.",
    "valid-under-assumes": "See that the assumes hold, by --check-assumes say.",
    "version-made": "Nothing; give versions facts of your own, or none, to have others.",
    "version-not-made": "Give versions other facts, or state them by pad.assume where they hold.",
    "zero-sign-kept": "State the bits by an assume: compare the result of arith.bitcast.",
    "zero-store-kept": "State the bits by an assume: compare the result of arith.bitcast; or allow "
    "fp=relaxed.",
}
"""By id of a form: what helps where the reason does not have advice of its own."""

BY_REASON = {
    "alias": "Pass each buffer as an argument of its own, or allocate it in the function; drop "
    "pad.may_alias where the arguments are distinct.",
    "alignment": "Nothing; narrower accesses are used.",
    "all-needed": "Store undef, or a value that is overwritten, to what nobody reads.",
    "also-read": "Move the other read into a stage of its own, or let it read the copy.",
    "also-used": "Read what is copied into by loads only, or return and pass the buffer that is "
    "copied.",
    "always-active": "Put what runs in each iteration into a loop of its own, by pad-split or in "
    "the source, or under the condition.",
    "argument": "Nothing; let the caller give the buffer in its layout, or keep the copy at the "
    "boundary.",
    "bad-input": "The pass may still be right; write the module so that pad-tv takes it.",
    "between": "Move the operation before the first loop, or after the second.",
    "both-sides": "Give both layouts the same padding, by pad of pad-transform-layout.",
    "bound-not-affine": "Compute the bound before all loops, or from loop iterators and sizes by "
    "sums and constant factors.",
    "bounds": "Give the loop a constant start and step, and an end that is one affine expression "
    "of values from outside.",
    "cannot-grow": "Write the size into the type and the bounds, and access the buffer itself.",
    "cannot-keep": "Write the bounds as constants, or store the value in a buffer.",
    "carried-value": "Keep the value in memory instead of iter_args, or carry it as a sum, "
    "product, minimum or the like.",
    "cast": "Drop the pad.cast, or let the function take the buffer in its own layout.",
    "code-size": "Name fewer conditionals, or hoist stage by stage.",
    "compound-type": "Pass the buffer by itself, not as a part of another value.",
    "condition": "Write the condition as an affine.if over loops and sizes.",
    "condition-not-counted": "Let the condition compare one counter with a bound, and move what "
    "it does beside that into the body; or write scf.for.",
    "condition-on-data": "Compute both arms and take one by arith.select, or keep the guard.",
    "copied-padding": "Leave pad-writes at stage: copies are made after what they copy.",
    "costs-no-more": "Nothing; give only this map to have it taken.",
    "counter-may-wrap": "Use index for the iterator, a step of 1, or nsw on what advances it.",
    "decides-nothing": "Name a loop whose iterator the condition is about.",
    "declaration": "Give the function a body in this module, or keep what it is given as it is.",
    "dependence": "Keep the order, or reorder by another loop or buffer: the second of the "
    "iterations needs what the first does.",
    "division": "Flatten the buffer too, by pad-flatten-buffers, so that its index is one sum.",
    "divisor": "Give the padding a divisor, such as 1, by pad of pad-transform-layout.",
    "divisor-poison": "Drop the overflow flags of what computes the divisor, or shift by known "
    "amounts only.",
    "dynamic-shape": "Write the sizes into the type.",
    "effect": "Move the operation out of the guard, or split the loop by pad-partition-loops.",
    "element-type": "Use index, or an integer or float type of 1, 8, 16, 32 or 64 bits.",
    "else-arm": "Write the else arm as a guard of its own, of the opposite condition.",
    "extent": "Give the loop constant bounds, or split it by pad-split so that an inner loop has.",
    "falls": "Count upwards, or state the sign of what it grows by.",
    "false-fact": "Nothing: at no size that is allowed the facts hold.",
    "float-order": "Give the operation the fastmath flags that the text names, if its results may "
    "be rounded in another order.",
    "freed": "Deallocate the buffer after its last use in the block that allocates it.",
    "from-loop": "Compute it from iterators of loops that are affine, and from values before all "
    "loops.",
    "from-operation": "Compute it before all loops, or by sums, constant factors and division by "
    "constants.",
    "function-end": "Name another stage: a terminator cannot leave its function.",
    "gave-up": "Give sizes as constants, or simplify the conditions: a proof has a budget.",
    "grid": "Ask for loops whose iterations are independent, at most three of unknown extent.",
    "host-value": "Load what the stage needs inside it, and store what the host needs to a buffer.",
    "earlier-padding": "Leave pad-writes at stage, or give the buffer both layouts at once.",
    "imperfect-nest": "Move what stands between the loops into a stage of its own.",
    "index": "Write the index as affine expressions of loops and sizes.",
    "index-not-affine": "Nothing, where the index is data; else compute it from loop iterators "
    "and sizes.",
    "index-option": "Use index=wrap, or a layout with room for the access.",
    "inner-padding": "Use a map that has its padding after all elements, or keep the padding.",
    "inside-loop": "Name a loop inside the one that allocates the buffer.",
    "known-fact": "Nothing: the function has what the facts give already.",
    "late-assume": "Move the assume to the start of the function.",
    "layout-applied": "Change layouts before pad-apply-layouts, not after.",
    "last-row": "Give the function a buffer of two axes, or let it access all of the last row.",
    "layout-not-applied": _APPLY_FIRST,
    "layout-unproven": "Use a map with constant extents and divisions.",
    "limits": "Raise max-padding or max-waste, or give a map with less padding.",
    "local": "Inline the callee, or pass a buffer that is not local: a local one that nobody wrote "
    "need not hold one value.",
    "loop-inside": "Drop the if around the loops, or give each arm a function of its own.",
    "loop-may-not-end": "Compare the counter by an inequality, towards its bound.",
    "loop-writes": "Load what the condition needs into a value before the loop.",
    "masked": "Let the access happen in each iteration, or make the condition the same for all.",
    "masked-trap": "Use a constant divisor, and conditions and bounds of indices and sizes alone.",
    "max-padding": "Raise max-padding, or give a map with less padding.",
    "may-be-read": "Nothing, unless no one reads the cell: then show it, by fewer uses.",
    "may-not-run": "Show that the loop has iterations, by constant bounds, or a divisor that is a "
    "constant other than 0.",
    "memory-space": "Allocate a block's buffer inside the nest, in memory space 3, and the buffers "
    "of a copy in one memory space.",
    "more-guards": "Give another map, or padding of another value: see the remarks of its guards.",
    "nested-stage": "Name the outermost operation around it as the stage.",
    "no-argument": "Let the assume load from an argument or a global.",
    "no-better": "Give the facts that the remarks on the guards name.",
    "no-counter": "Advance the counter by a constant at the end of each round; or write scf.for.",
    "no-effect": "Remove the stage, by pad-remove-no-op.",
    "no-facts": "Give versions facts that you know; the remarks on the guards name none.",
    "no-gain": "Give loops and factors to override the model.",
    "no-guard": "Nothing; name another stage.",
    "no-layout": "Give all buffers that are one a layout, or none.",
    "no-loop": "Name a stage that is a loop, or put a loop around it.",
    "no-padding": "Lay the buffer out, by pad-transform-layout and pad-apply-layouts, before; "
    "give sizes in the types.",
    "no-range": "Give the loop a step of 1, or name another loop.",
    "no-sequential-loop": "Write a loop with an order, affine.for or scf.for; pad-map-to-gpu makes "
    "it parallel.",
    "no-stage": "Name the loop around it by pad.stage.",
    "none-frees": "See what keeps the guards, by pad-remove-branching-through-overcompute; or "
    "partition the loop.",
    "not-accessed": "Name a buffer and a stage that accesses it.",
    "not-affine": "Write conditions and indices as affine expressions of loops and sizes.",
    "not-asked": "Name a loop around the reduction in loops.",
    "no-instruction": "Nothing, or name another processor by target-cpu; dot products are of "
    "bytes, of numbers of 16 bits with a sign, and of bf16.",
    "no-matmul": "Write a nest over rows, columns and groups of the sum, with nothing else in it.",
    "no-loop-around": "Nothing: so few products are no vector.",
    "slow-instruction": "Nothing, or name another processor by target-cpu.",
    "not-before": "Put what the products depend on into loops of constant bounds, without ifs and "
    "without stores to the factors.",
    "not-contiguous": "Put the loop over the last axis innermost, by pad-reorder, or lay the "
    "buffer out so that neighbours are next to each other.",
    "not-filled": "Write all of the buffer before, in a stage of its own.",
    "in-one-piece": "Access the buffer by loads and stores, or copy it.",
    "not-linear": "Divide a sum of multiples of the iterator.",
    "narrower": "Pad the buffer once, with a border that is wide enough for all its readers.",
    "not-local": "Allocate the buffer in the function, or give it a layout with room by "
    "pad-transform-layout.",
    "not-needed": "Nothing; pad-remove-branching-through-overcompute removes the guards.",
    "not-readable": "Give the padding a value, or undef, by pad of pad-transform-layout.",
    "not-unpacked": "Unpack the buffer in the block of the pack, before it.",
    "not-writable": "Give the padding a value, or undef, by pad of pad-transform-layout.",
    "not-written": "Name a stage or loop that writes the buffer, or use pad-cache-read.",
    "nothing-carried": "Put the loop over which a cell is updated innermost, by pad-reorder.",
    "not-grouped": "Lay the buffer out by the map that the text has, by pad-transform-layout.",
    "nothing-updated": "Nothing: registers keep what is updated; such a loop updates none.",
    "of-padding": "Nothing; it is what keeps data and padding apart.",
    "open-sign": "Drop nsz from the operation, or keep the guard.",
    "operand-changes": "Compute the divisor, and all but the iterator, before the loop.",
    "order": "Choose a loop whose iterations are independent, or keep the order.",
    "other-block": "Allocate and use the buffer in the block of the copy.",
    "other-bounds": "Give both loops the same bounds, by padding or by pad-partition-loops.",
    "other-function": "Write the function as a func.func; pad-map-to-gpu makes kernels of its "
    "stages.",
    "other-layout": "Give both buffers the same map and extents, by pad-transform-layout.",
    "other-value": "Nothing; the copy stays. Let both readers need the same value, where their "
    "operations allow it.",
    "part": "Copy the whole buffer, or compute what is copied into a buffer of its own.",
    "used-before": "Read what is copied into after the copy only.",
    "written-after": "Write later values to a buffer of their own.",
    "other-sizes": "Give both buffers the same sizes: one value, or arguments tied to them.",
    "other-owner": "Name another folder in PAD_MLIR_CACHE.",
    "others-may-write": "Run chmod go-w on the folder, or name another in PAD_MLIR_CACHE.",
    "out-of-bounds": "Give the buffer a layout with room for the access, by extents of "
    "pad-transform-layout, or use index=clamp.",
    "packed-twice": "Unpack once for each pack, or pack once and read that.",
    "padding-on-entry": "Fill the buffer as a whole before it is read, or allow undef padding.",
    "parallel": "Put pad.stage on the parallel loop itself, or allocate the buffer inside of it.",
    "parallel-reduction": "Make the loop an affine.for that carries the value.",
    "poison": "Test it in an if that each iteration reaches, or drop flags that make poison.",
    "promised-bits": "State its bits by an assume: compare the result of arith.bitcast.",
    "race": "Run the loop around in order, as affine.for, or give each iteration cells of its own.",
    "reached": "Write the loops and conditions around it as affine ones.",
    "read-only": "Copy the buffer into one that the function allocates, or keep the guard.",
    "read-before-written": "Write all cells of the buffer in each iteration, before they are read.",
    "readable-padding": "Make the padding forbidden, by pad of pad-transform-layout, if nobody "
    "reads it.",
    "recursion": "Write the function without a call of itself.",
    "remainder": "Pad the axis by extents of pad-transform-layout, split the loop by pad-split, "
    "and let pad-remove-branching-through-overcompute drop the guard.",
    "result-value": "Give the padding a value that leaves the result as it is, such as 0 for a "
    "sum, or allow fp=relaxed.",
    "row-order": "Store to another buffer than the loop along the rows loads from.",
    "rows": "Pad the rows, or their number, to whole vectors, by pad-transform-layout.",
    "separators": "Give all layouts of the buffer the same separators.",
    "several-bounds": "Write the conditions so that one bound of a side is always the tighter one.",
    "shared-binding": "Add required-by-condition to bindings.",
    "shared-undef": "Give each store a pad.undef of its own.",
    "shared-value": "Move the store out of the operation that has the result.",
    "short-reduction": "Nothing; name the loop (loop=..) if it gets vectors all the same.",
    "sign": "State the sign by a pad.assume before, or tie the size to a buffer.",
    "size": "Compute the size before all loops, pass it as an argument that is tied to the "
    "buffer, or give the buffer a constant size.",
    "slower": "Nothing; to have it in any case, apply it by pad-transform-layout before.",
    "small-share": "Name the loop: a named one is split whatever its share.",
    "stack": "Allocate the buffer by memref.alloc, or let the caller give it.",
    "stage-itself": "Put pad.stage on the loop around the guard.",
    "step-not-constant": "Give the loop a constant step, and multiply the iterator inside.",
    "step-not-positive": "Count upwards by a positive step, and subtract inside: another step is "
    "undefined.",
    "stored-value": "Give the padding a value that the update leaves as it is, such as 0 for a "
    "sum, or allow fp=relaxed.",
    "strides": "Use a row-major buffer without an offset; for vectors, a type with an innermost "
    "stride of 1 is enough.",
    "threads": "Give sizes of at most 1024 threads, and threads loops to share.",
    "too-few-iterations": "Choose a loop with more iterations, or make it longer by padding.",
    "trust": "State what the padding holds: by pad of pad-transform-layout or a pad.assume.",
    "unbound-symbols": "Write numbers for the symbols into the map, or allocate a buffer of that "
    "type.",
    "uniform-sum": "Nothing; each such product is computed once for all iterations of that loop.",
    "unknown-at-entry": "Give the function the size as an index argument.",
    "unknown-maker": "Give the buffer that the operation makes another type.",
    "unknown-sizes": "Compute the sizes before the stage.",
    "unknown-use": "Lower the operation to loads, stores and loops before.",
    "unsigned-counter": "Compare signed numbers, or guard the loop so that its bound is at least "
    "0.",
    "unsupported-op": "Move the operation into a loop or stage of its own.",
    "unusable": "Give another map, or change what the text names.",
    "user-assume": "Put the assume before the guard, or into both arms.",
    "vectors": "Run the pass before pad-vectorize.",
    "view": "Access the buffer itself, or by a subview with constant strides.",
    "waste": "Raise max-waste, or let pad-partition-loops split the loop instead.",
    "whole-buffer": "Name a stage that does not use the buffer as a whole.",
    "written": "Cache one stage by its name, or use pad-cache-write.",
    "written-later": "Let the padding be written before, by pad-sequential-buffer-access of the "
    "stage that the text names.",
    "written-twice": "Write each cell once, or leave pad-writes at stage.",
}
"""By id of a reason."""


def advice_of(remark: Remark) -> str:
    """The advice for a remark; empty for a remark of a plug-in."""
    reason = None if remark.reason is None else BY_REASON.get(remark.reason.id)
    return reason or BY_REMARK.get(remark.form.id, "")
