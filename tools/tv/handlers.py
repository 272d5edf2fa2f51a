"""Which operation runs how."""

from .accesses import ACCESSES
from .arithmetic import ARITHMETIC
from .buffers import BUFFERS
from .calls import CALLS
from .control import CONTROL
from .launches import LAUNCHES
from .parallel import PARALLEL
from .vector_accesses import VECTOR_ACCESSES
from .vectors import VECTORS
from .views import VIEWS

HANDLERS = {
    **ARITHMETIC,
    **VECTORS,
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
