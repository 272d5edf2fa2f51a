"""The dialect as a whole."""

from xdsl.ir import Dialect

from .operations import TileLoadOp, TileMulFOp, TileMulIOp, TileStoreOp, TileZeroOp
from .tile_type import TileType

OPERATIONS = (TileZeroOp, TileLoadOp, TileStoreOp, TileMulFOp, TileMulIOp)
Amx = Dialect("amx", list(OPERATIONS), [TileType])
