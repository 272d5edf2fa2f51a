"""Maps the top-level folders to pad_mlir.<folder>, with all sub-packages."""

from setuptools import find_packages, setup

ROOTS = (
    *("index", "dialect", "analysis", "upstream", "passes", "runtime", "schedule"),
    *("frontends", "tools"),
    "examples",
)

setup(
    package_dir={f"pad_mlir.{r}": r for r in ROOTS},
    packages=[f"pad_mlir.{p}" for r in ROOTS for p in (r, *(f"{r}.{s}" for s in find_packages(r)))],
)
