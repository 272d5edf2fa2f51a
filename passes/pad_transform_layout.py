"""pad-transform-layout, for those who import it."""

from .layout.transform.pad_transform_layout import PadTransformLayout

__all__ = ["PadTransformLayout"]
