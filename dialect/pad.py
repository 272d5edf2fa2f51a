"""The `pad` dialect itself."""

from xdsl.ir import Dialect

from .attributes import LayoutAttr
from .ops import AssumeOp, CastOp, PackOp, UndefOp, UnpackOp

Pad = Dialect("pad", [AssumeOp, UndefOp, PackOp, UnpackOp, CastOp], [LayoutAttr])
