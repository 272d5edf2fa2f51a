"""Makes code for the vectors of a processor, of loops whose guards are gone."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from ...common.diagnostics import Remark, collect_remarks
from ...common.generated_stages import suppress_padding_remarks
from ...common.stages import find_functions
from ...dot_products.pad_dot_products import PadDotProducts
from ...flatten_loops.pad_flatten_loops import flatten_loops, is_made
from ...loops.reduction_order import sink_reductions
from ...register_tile.pad_register_tile import PadRegisterTile
from ...vectorize.pad_vectorize import PadVectorize
from ...vectorize.vector_unit import VectorUnit, vector_unit
from .cache_order import order_for_caches
from .row_blocks import block_rows
from .stage_blocks import run_in_blocks


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
        rows that are long are reduced a few at a time, and what one loop stores for the next one
        comes in blocks of rows that a cache keeps.
        """
        with collect_remarks() as remarks:
            for each in find_functions(module, function, lambda _: True):
                sink_reductions(each, name)
                run_in_blocks(each, self.unit)
                # Nobody asked for the loops of the source, such as those over rows and columns.
                with suppress_padding_remarks(None):
                    flatten_loops(list(each.body.blocks[0].ops), is_made)
                order_for_caches(each, self.unit, name)
                block_rows(each, self.unit, name)
            PadDotProducts(function, target_cpu=self.cpu).apply(context, module)
            PadVectorize(function, target_cpu=self.cpu).apply(context, module)
            PadRegisterTile(function, target_cpu=self.cpu).apply(context, module)
        return list(dict.fromkeys(remarks))


def target_of(cpu: str | None) -> Target | None:
    """The processor of this name; raises OptionError for a name that LLVM does not know."""
    return None if cpu is None else Target(cpu, vector_unit(cpu))
