"""Pictures of layouts, in text boxes and as SVG."""

from .text_boxes import draw

__all__ = ["draw"]
