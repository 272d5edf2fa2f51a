"""
Contents of the cells of buffers when a stage runs, the readers of these cells, and the lifetimes of
buffers.
"""
