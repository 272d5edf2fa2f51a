"""Which operation runs how."""

from ..gpu.launches import LAUNCHES
from ..ops.accesses import ACCESSES
from ..ops.allocation import BUFFERS
from ..ops.arithmetic import ARITHMETIC
from ..ops.calls import CALLS
from ..ops.control import CONTROL
from ..ops.intrinsics import INTRINSICS
from ..ops.parallel import PARALLEL
from ..ops.vector_accesses import VECTOR_ACCESSES
from ..ops.vectors import VECTORS
from ..ops.views import VIEWS

HANDLERS = {
    **ARITHMETIC,
    **VECTORS,
    **INTRINSICS,
    **ACCESSES,
    **VECTOR_ACCESSES,
    **BUFFERS,
    **VIEWS,
    **CONTROL,
    **CALLS,
    **PARALLEL,
    **LAUNCHES,
}
"""Of functions; a launch tells which other ones its kernel has."""
