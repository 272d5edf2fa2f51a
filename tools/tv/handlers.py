"""Which operation runs how."""

from .accesses import ACCESSES
from .arithmetic import ARITHMETIC
from .buffers import BUFFERS
from .control import CONTROL
from .parallel import PARALLEL
from .vector_accesses import VECTOR_ACCESSES
from .vectors import VECTORS

HANDLERS = {
    **ARITHMETIC,
    **VECTORS,
    **ACCESSES,
    **VECTOR_ACCESSES,
    **BUFFERS,
    **CONTROL,
    **PARALLEL,
}
