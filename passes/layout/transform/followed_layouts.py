"""Loops that follow the layout of the buffer that they write (RFC 39, transform_layout)."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import affine, func, scf
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation, SSAValue

from ....analysis.accesses.accesses import scope_of
from ....analysis.contracts.applied_layouts import required_cells
from ....analysis.contracts.roles import roles
from ....analysis.instances.reader import InstanceReader
from ....dialect.annotations import STAGE
from ....dialect.attributes import LaidOutType
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operation_name
from ....dialect.ir.reasons import Reason, because
from ...cache.cache_options import free_name
from ...common.diagnostics import RemarkForm, remark
from ...common.stages import stages_of
from ...loops.access_order import LOOP_INSIDE
from ...loops.pad_sequential_buffer_access import sequential_buffer_access

_NOT_FOLLOWED = RemarkForm(
    "layout-not-followed",
    "the loops of @{of} are not changed to the layout of '{buffer}': no stage is proven to write "
    "all "
    "of it; name a stage with pad-sequential-buffer-access",
)
_STAGE_LEFT = RemarkForm(
    "stage-not-followed",
    "the loops of the stage are not changed to the layout of '{buffer}': {reason}",
)


def follow_layout(function: func.FuncOp, buffer: SSAValue, name: str) -> list[affine.ForOp]:
    """
    Lets the loops of each stage that writes all of a physical buffer run over its axes in order,
    and returns them, outside in; none where no such stage has loops. Loops inside an if stay as
    they are, with a remark.

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
        if isinstance(stage, affine.IfOp | scf.IfOp):
            text = f"they are inside '{operation_name(stage)}', whose arms may have others"
            _leave(stage, name, because(text, LOOP_INSIDE))
            continue
        is_named = STAGE in stage.attributes
        if not is_named:
            own = free_name(function, name) if stages_of(function, name) else name
            stage.attributes[STAGE] = StringAttr(own)
        try:
            loops += sequential_buffer_access(stage, buffer)
        except PadError as refused:
            if refused.why is None or refused.why.id != LOOP_INSIDE:
                raise
            if not is_named:
                del stage.attributes[STAGE]
            _leave(stage, name, refused.why)
    return loops


def _leave(stage: Operation, buffer: str, why: Reason) -> None:
    remark("pad-transform-layout", stage, _STAGE_LEFT, reason=why, buffer=buffer)
