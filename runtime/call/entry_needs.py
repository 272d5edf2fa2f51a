"""What a function needs of its buffers when it is called: the rest is not packed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...analysis.contracts.contracts import contract_of
from ..signature import Buffer, Signature


@dataclass(frozen=True)
class EntryNeeds:
    """Whether what the elements of a buffer are matters to a function, and what its padding is."""

    elements: bool = True
    padding: bool = True


ALL = EntryNeeds()


def entry_needs(signature: Signature) -> Mapping[str, EntryNeeds]:
    """
    The needs of a function's arguments, by name; what is not shown not to matter is needed.

    A buffer that is *out* and not *in* is surely written, all of it, before it is read. Its padding
    need hold nothing either if the function does not load from it, or reaches none.
    """
    if signature.source is None:
        return {}
    loaded = {part.name for part in signature.parameters if isinstance(part, Buffer) and part.read}
    found: dict[str, EntryNeeds] = {}
    for buffer in contract_of(signature.source).buffers:
        if buffer.role != "result":
            name = signature.parameters[buffer.position].name
            padding = any(
                kind.accepts == "declared" or (kind.accepts == "readable" and name in loaded)
                for kind in buffer.padding
            )
            found[name] = EntryNeeds(buffer.role != "out", padding)
    return found
