"""Loops that follow the layout of the buffer that they write (RFC 39, transform_layout)."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import affine, func
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import SSAValue

from ....analysis.accesses.accesses import scope_of
from ....analysis.contracts.applied_layouts import required_cells
from ....analysis.contracts.roles import roles
from ....analysis.instances.reader import InstanceReader
from ....dialect.annotations import STAGE
from ....dialect.attributes import LaidOutType
from ...cache.cache_options import free_name
from ...common.diagnostics import RemarkForm, remark
from ...common.stages import stages_of
from ...loops.pad_sequential_buffer_access import sequential_buffer_access

_NOT_FOLLOWED = RemarkForm(
    "layout-not-followed",
    "the loops of @{of} are not changed to the layout of '{buffer}': no stage is proven to write "
    "all "
    "of it; name a stage with pad-sequential-buffer-access",
)


def follow_layout(function: func.FuncOp, buffer: SSAValue, name: str) -> list[affine.ForOp]:
    """
    Lets the loops of each stage that writes all of a physical buffer run over its axes in order,
    and returns them, outside in; none where no such stage has loops.

    A stage without a name gets that of the buffer, by which its loops can be told from others.
    Raises PadError if the order of a stage's iterations matters.
    """
    shape = cast("LaidOutType", buffer.type).get_shape()
    reader = InstanceReader(scope_of(buffer))
    found = roles(buffer, shape, required_cells(buffer, reader), reader=reader)
    if found.is_out and not found.write_stages:
        owner = function.sym_name.data
        remark("pad-transform-layout", function, _NOT_FOLLOWED, of=owner, buffer=name)
    loops = list[affine.ForOp]()
    for stage in found.write_stages:
        if not stage.regions:  # a store of the only element
            continue
        if STAGE not in stage.attributes:
            own = free_name(function, name) if stages_of(function, name) else name
            stage.attributes[STAGE] = StringAttr(own)
        loops += sequential_buffer_access(stage, buffer)
    return loops
