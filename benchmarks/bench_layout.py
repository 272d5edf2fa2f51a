"""
How long a layout of 7 steps on a rank-6 buffer takes: one padded axis a step.

Everything is read: extents, injectivity, inverse, padding predicates. The targets are 300 ms the
first time (islpy already imported) and 1 ms the second.
"""

from __future__ import annotations

from time import perf_counter

from pad_mlir.dialect.layout import Constant, IndexMap, Layout, Step
from pad_mlir.index.expr import var
from pad_mlir.index.sets.engine import engine

SHAPE = (30, 14, 9, 17, 22, 50)
# The axis of the step's input, and the tile: the last step tiles what the first one made.
TILES = ((0, 8), (2, 4), (4, 2), (6, 5), (8, 3), (10, 16), (0, 3))


def tiled(axis: int, tile: int, rank: int) -> IndexMap:
    """The map that splits one axis into tiles and what is inside them."""
    names = tuple(f"d{d}" for d in range(rank))
    indices = [var(name) for name in names]
    split = [indices[axis] // tile, indices[axis] % tile]
    return IndexMap(names, (*indices[:axis], *split, *indices[axis + 1 :]))


def read(layout: Layout) -> float:
    """Milliseconds until all is known of the layout."""
    start = perf_counter()
    placed = layout.place(SHAPE)
    placed.check()
    _ = placed.boxes, placed.inverse, placed.valid, placed.padding, placed.padding_pieces
    return (perf_counter() - start) * 1e3


def main() -> None:
    """Prints both times, and the layout."""
    layout = Layout(())
    for number, (axis, tile) in enumerate(TILES):
        step = Step(tiled(axis, tile, len(SHAPE) + number), Constant(float(number)))
        layout = layout.then(step)
    engine()
    print(f"first time {read(layout):8.3f} ms")
    print(f"again      {read(layout):8.3f} ms")
    placed = layout.place(SHAPE)
    print(f"{list(placed.shape)} = {list(placed.physical_shape)}, padding of each step:")
    for condition, pad in placed.padding_pieces:
        print(f"  {pad}: {condition}")


if __name__ == "__main__":
    main()
