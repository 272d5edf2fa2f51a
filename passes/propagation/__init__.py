"""Moves packs and unpacks of buffers, and cancels them by what their padding holds."""
