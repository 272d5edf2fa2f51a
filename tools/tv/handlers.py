"""Which operation runs how."""

from .accesses import ACCESSES
from .arithmetic import ARITHMETIC
from .buffers import BUFFERS
from .control import CONTROL
from .parallel import PARALLEL

HANDLERS = {**ARITHMETIC, **ACCESSES, **BUFFERS, **CONTROL, **PARALLEL}
