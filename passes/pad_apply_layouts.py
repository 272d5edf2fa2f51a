"""pad-apply-layouts, for those who import it."""

from .layout.apply.pad_apply_layouts import PadApplyLayouts

__all__ = ["PadApplyLayouts"]
