"""Makes code for the vectors of a processor, of loops whose guards are gone."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import affine, func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.rewriter import InsertPoint, Rewriter

from ....dialect.xdsl_compat.cloning import cloned
from ...cache.folded_rows import fold_rows
from ...common.diagnostics import Remark, collect_remarks
from ...common.generated_stages import suppress_padding_remarks
from ...common.stages import find_functions
from ...dot_products.pad_dot_products import PadDotProducts
from ...flatten_loops.pad_flatten_loops import flatten_loops, is_made
from ...loops.reduction_order import sink_reductions
from ...register_tile.pad_register_tile import PadRegisterTile
from ...vectorize.pad_vectorize import PadVectorize
from ...vectorize.vector_unit import VectorUnit, vector_unit
from ...vectorize.vectors_between import make_vectors_between
from .cache_blocks import block_for_caches
from .cache_order import order_for_caches
from .estimated_time import cycles_of, estimate
from .hoisted_bounds import hoist_bounds
from .row_blocks import block_rows
from .rows_together import compute_rows_together
from .stage_blocks import ROWS, run_in_blocks, turns_in

_GAIN = 0.05
"""The part of an estimate that stages in turns have to gain: estimates are not more exact."""
_MORE_ROWS = 0.03
"""The same of blocks of more rows: fewer rows remain in the first cache with more certainty."""


@dataclass(frozen=True)
class Target:
    """A processor by LLVM's name, and its vectors."""

    cpu: str
    unit: VectorUnit

    def make_code(
        self, context: Context, module: ModuleOp, function: str | None, name: str
    ) -> list[Remark]:
        """
        Make vectors and register tiles of the loops; the remarks of it are returned, not told.

        A pass of this name does it: loops over which a cell is updated go inside those that move
        the cell first, and these into the order in which caches keep more of what is read again;
        rows that are long are reduced a few at a time. What one loop stores for the next one comes
        in blocks of rows that a cache keeps, and rows that load the same are computed together,
        where that is estimated to be faster. Local buffers get as many rows as are in use.
        """
        functions = find_functions(module, function, _any)
        turns = [[each for f in functions for each in turns_in(f, self.unit, n)] for n in ROWS]
        if not any(turns):
            return self._make(context, module, function, name)
        source = module.clone()
        said = self._make(context, module, function, name)
        least, gain = estimate(module, self.unit).cycles, _GAIN
        for rows, before, after in zip(ROWS, [[], *turns], turns, strict=False):
            copy = source.clone()
            functions = find_functions(copy, function, _any)
            merged = [op for f in functions for op in run_in_blocks(f, self.unit, rows)]
            if not merged or after == before:
                break
            in_turns = self._make(context, copy, function, name, merged)
            if (cycles := estimate(copy, self.unit).cycles) <= (1 - gain) * least:
                module.detach_region(module.body)
                module.add_region(copy.detach_region(copy.body))
                said, least, gain = in_turns, cycles, _MORE_ROWS
        return said

    def _make(
        self,
        context: Context,
        module: ModuleOp,
        function: str | None,
        name: str,
        in_turns: Collection[Operation] = (),
    ) -> list[Remark]:
        with collect_remarks() as remarks:
            for each in find_functions(module, function, _any):
                hoist_bounds(each)
                fold_rows(each, self.unit, name)
                sink_reductions(each, name)
                # Nobody asked for the loops of the source, such as those over rows and columns.
                with suppress_padding_remarks(None):
                    # The rows of stages in turns stay rows, which estimates tell from one another.
                    loops = [op for op in each.body.blocks[0].ops if op not in in_turns]
                    flatten_loops(loops, is_made)
                order_for_caches(each, self.unit, name)
                block_for_caches(each, self.unit, name)
                block_rows(each, self.unit, name)
            PadDotProducts(function, target_cpu=self.cpu).apply(context, module)
            PadVectorize(function, target_cpu=self.cpu).apply(context, module)
            PadRegisterTile(function, target_cpu=self.cpu).apply(context, module)
            for each in find_functions(module, function, _any):
                compute_rows_together(each, self.unit)
                self._share_rows(each)
        return list(dict.fromkeys(remarks))

    def _share_rows(self, function: func.FuncOp) -> None:
        """
        Make vectors of others of a row in the nests that are estimated to take less time so: where
        there is much to compute, shuffles wait for the same units.
        """
        for nest in [op for block in function.body.blocks for op in block.ops]:
            if not self.unit.across or not isinstance(nest, affine.ForOp):
                continue
            copy = cloned(nest)
            Rewriter.insert_op(copy, InsertPoint.before(nest))
            shared = make_vectors_between(copy, self.unit)
            if shared and cycles_of(copy, self.unit) < cycles_of(nest, self.unit):
                Rewriter.replace_op(nest, [], copy.results)
            else:
                Rewriter.erase_op(copy)


def _any(_: object) -> bool:
    return True


def target_of(cpu: str | None) -> Target | None:
    """The processor of this name; raises OptionError for a name that LLVM does not know."""
    return None if cpu is None else Target(cpu, vector_unit(cpu))
