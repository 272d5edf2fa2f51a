"""
Random programs over buffers whose sizes are known at run time, with random layouts and pipelines.

A program is written twice at once, as MLIR and as Python on dictionaries of cells (`writing.py`,
`stages.py`, `program.py`); no pass has a part in what it should give. `layouts.py` says where cells
lie and what padding holds, by enumeration; `pipelines.py` draws passes; `checking.py` runs them,
and calls the code at eight sizes on arrays between pages that may not be touched (`calling.py`),
and with arguments that have to be refused (`refusing.py`). `run.py` does this in child processes.
"""
