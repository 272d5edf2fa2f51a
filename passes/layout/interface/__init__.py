"""Changes the layout of buffers that cross calls, and of globals."""
