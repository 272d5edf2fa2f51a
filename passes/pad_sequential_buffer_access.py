"""pad-sequential-buffer-access, for those who import it."""

from .loops.pad_sequential_buffer_access import PadSequentialBufferAccess

__all__ = ["PadSequentialBufferAccess"]
