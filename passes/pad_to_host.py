"""pad-to-host, for those who import it."""

from .host.pad_to_host import PadToHost

__all__ = ["PadToHost"]
