"""How fast kernels are: each against its guarded twin, numpy, C compilers, TVM and the machine."""

import os

# Read by OpenBLAS and by TVM when they are loaded, which is after this.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("TVM_NUM_THREADS", "1")
