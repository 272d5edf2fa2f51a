"""Which operation runs how."""

from .accesses import ACCESSES
from .arithmetic import ARITHMETIC
from .buffers import BUFFERS
from .control import CONTROL
from .kernels import HOST_ONLY, KERNELS
from .launches import LAUNCHES
from .parallel import PARALLEL
from .subgroups import SUBGROUPS
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
    **PARALLEL,
    **LAUNCHES,
}
KERNEL_HANDLERS = {
    **{name: handler for name, handler in HANDLERS.items() if name not in HOST_ONLY},
    **KERNELS,
    **SUBGROUPS,
}
