PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed
GPU_TOOLS := .venv/.gpu-tools

.DEFAULT_GOAL := help
.PHONY: help venv silent-remarks demo test test-gpu test-models fuzz-gpu random fuzz fuzz-faults mutants bench gpu-bundle docs lint format math math-types

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

venv: $(INSTALLED) ## make .venv with the project (editable) and all that it uses

$(INSTALLED): pyproject.toml setup.py
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[mlir,test,dev]'
	@touch $@

demo: $(INSTALLED) ## lay out, lower, run and check the row sum of examples/
	$(BIN)/python examples/row_sum.py

# Bytecode is kept, whatever the environment says: each worker, and each process that a test starts,
# would compile all that it imports. The order is that of tests/conftest.py.
test: $(INSTALLED) ## run all tests, the lit suite included, but those of test-gpu
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -q --ignore=tests/gpu --ignore=tests/models/live -n auto --maxprocesses=8 \
	  --dist=loadfile --no-loadscope-reorder

$(GPU_TOOLS): $(INSTALLED)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[mlir,test,dev,opencl]'
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps \
	  nvidia-cuda-nvcc==13.5.37 nvidia-cuda-nvdisasm==13.5.37
	$(BIN)/pip install --quiet --disable-pip-version-check wgpu==0.32.0
	@touch $@

test-gpu: $(GPU_TOOLS) ## GPU kernels without a GPU: on OpenCL, in Oclgrind where it is, through ptxas
	$(BIN)/pytest -q -rs tests/gpu

# Each framework in a virtual environment of its own: 1.1 GB for JAX and IREE, 1.3 GB for PyTorch.
.venv-%/.installed: pyproject.toml setup.py
	$(PYTHON) -m venv .venv-$*
	.venv-$*/bin/pip install --quiet --disable-pip-version-check -e '.[mlir,test,$*]'
	@touch $@

test-models: .venv-jax/.installed .venv-torch/.installed ## models exported by JAX and PyTorch now, against these
	.venv-jax/bin/pytest -q tests/models/live/test_jax.py
	@if .venv-torch/bin/python -c "import torch; raise SystemExit('+cpu' not in torch.__version__)"; \
	then .venv-torch/bin/pytest -q tests/models/live/test_torch.py; \
	else echo "PyTorch here is not a build for CPUs: its models are left out"; fi

fuzz-gpu: $(GPU_TOOLS) ## each GPU kernel at 100 random odd shapes on OpenCL; 1,000 random programs
	PAD_GPU_SHAPES=100 PAD_GPU_SEED=7000 $(BIN)/pytest -q tests/gpu/test_random_shapes.py
	PAD_GPU_PROGRAMS=1000 PAD_GPU_PROGRAMS_SEED=10000 $(BIN)/pytest -q tests/gpu/test_random_programs.py

random: $(INSTALLED) ## the random tests at their full counts, with fixed seeds
	PAD_LAYOUT_EXAMPLES=2000 $(BIN)/pytest -q --hypothesis-seed=77 tests/test_layout_properties.py
	PAD_E2E_EXAMPLES=200 PAD_E2E_SEED=1000 $(BIN)/pytest -q tests/end_to_end/test_random_kernels.py
	PAD_PROVER_EXAMPLES=5000 PAD_PROVER_SEED=5000 $(BIN)/pytest -q -s tests/prover/test_random_questions.py
	PAD_OVERCOMPUTE_EXAMPLES=5000 PAD_OVERCOMPUTE_SEED=1000 $(BIN)/pytest -q tests/overcompute/test_random_programs.py
	PAD_FLAGS_EXAMPLES=1500 $(BIN)/pytest -q tests/overcompute/test_kept_flags.py
	PAD_STATED_EXAMPLES=12000 $(BIN)/pytest -q tests/test_stated_facts.py
	PAD_LIFETIMES_EXAMPLES=3000 $(BIN)/pytest -q tests/test_lifetimes.py
	PAD_RULES_EXAMPLES=6000 $(BIN)/pytest -q tests/tv/test_rules.py
	PAD_OUTCOMES_EXAMPLES=8000 PAD_OUTCOMES_SEED=1000 $(BIN)/pytest -q tests/tv/test_flag_outcomes.py
	PAD_EDITS_EXAMPLES=1000 PAD_EDITS_SEED=2000 $(BIN)/pytest -q tests/tv/test_edits.py
	PAD_NARROW_EXAMPLES=all $(BIN)/pytest -q tests/tv/test_narrow_types.py
	PAD_LANES_EXAMPLES=1000 PAD_LANES_SEED=5000 $(BIN)/pytest -q tests/lanes/test_random_programs.py
	PAD_DOTS_EXAMPLES=250 PAD_DOTS_SEED=1000 $(BIN)/pytest -q tests/dot_products
	PAD_MATH_EXAMPLES=250 PAD_MATH_SEED=1000 $(BIN)/pytest -q tests/math/test_random_programs.py
	PAD_TILES_EXAMPLES=250 PAD_TILES_SEED=1000 $(BIN)/pytest -q tests/dot_products/test_random_tiles.py
	PAD_NORMALIZE_EXAMPLES=300 PAD_NORMALIZE_SEED=3000 $(BIN)/pytest -q -s tests/normalize
	PAD_COPIES_EXAMPLES=1500 $(BIN)/pytest -q tests/overcompute/test_copied_cells.py
	PAD_IDLE_EXAMPLES=1500 PAD_IDLE_SEED=1000 $(BIN)/pytest -q tests/loop_rewrites/test_idle_loops.py
	PAD_ODD_PROGRAMS=4000 PAD_ODD_SEED=1000 $(BIN)/pytest -q tests/odd_programs
	PAD_CONTRACT_EXAMPLES=1500 PAD_CONTRACT_SEED=1000 $(BIN)/pytest -q tests/kept_contracts
	PAD_SCALING=all $(BIN)/pytest -q tests/scaling
	PAD_ODD_LAYOUTS=10000 $(BIN)/pytest -q tests/odd_layouts
	PAD_SAME_FILES=1000 PAD_SAME_ORDERS=4 PAD_SAME_KERNELS=30 PAD_FORGOTTEN_FACTS=300 $(BIN)/pytest -q tests/same_answers
	PAD_MODULE_EXAMPLES=1200 $(BIN)/pytest -q tests/modules/test_random_programs.py
	PAD_PROPAGATION_EXAMPLES=300 PAD_PROPAGATION_SEED=2000 $(BIN)/pytest -q tests/propagation/test_random_programs.py
	PAD_VIEWS_EXAMPLES=200 PAD_VIEWS_SEED=1000 $(BIN)/pytest -q tests/views/test_random_views.py tests/flattening/test_random_views.py
	PAD_E2E_EXAMPLES=200 PAD_E2E_SEED=1000 $(BIN)/pytest -q tests/rfc39/test_random_follow.py
	PAD_PACKING_EXAMPLES=2500 PAD_PACKING_SEED=1000 $(BIN)/pytest -q tests/runtime/test_random_packing.py
	PAD_SIZES_EXAMPLES=600 PAD_SIZES_SEED=1000 $(BIN)/pytest -q tests/runtime/test_vector_sizes.py
	PAD_CALLS_EXAMPLES=50000 PAD_CALLS_SEED=10000 $(BIN)/pytest -q tests/runtime/test_random_calls.py
	PAD_DYNAMIC_SIZES=50 $(BIN)/pytest -q tests/dynamic_sizes
	PAD_DYNAMIC_PROGRAMS=2000 $(BIN)/pytest -q tests/dynamic_programs
	PAD_ODD_ARGUMENTS_EXAMPLES=100000 $(BIN)/pytest -q tests/scheduling/test_odd_arguments.py
	PAD_READ_EXAMPLES=5000 $(BIN)/pytest -q tests/test_integers_read.py
	PAD_CLAIMS_IN_IR=all $(BIN)/pytest -q -s tests/tvm_questions/claims/test_claims_in_ir.py
	PAD_ABORTS_EXAMPLES=20000 PAD_ABORTS_SEED=1000 $(BIN)/pytest -q tests/aborts
	PAD_NAMES_EXAMPLES=5000 $(BIN)/pytest -q tests/names
	PAD_LINALG_PROGRAMS=200 PAD_LINALG_SEED=1000 $(BIN)/pytest -q tests/frontends/test_random_programs.py
	PAD_MODELS=all $(BIN)/pytest -q tests/models/test_upstream_lowering.py tests/models/test_compiled_models.py \
	  tests/models/test_models.py
	PAD_UNTUNED=all $(BIN)/pytest -q tests/test_untuned_validated.py
	PAD_MALFORMED_EXAMPLES=300 PAD_MALFORMED_SEED=7700 $(BIN)/pytest -q -s tests/driver/test_malformed.py

math: $(INSTALLED) ## all f32 through each formula of pad-expand-math; goes on where it was ended
	mkdir -p build
	nice $(BIN)/python -m tests.math.exhaustive --state build/math.json $(FUNCTIONS)

math-types: $(INSTALLED) ## all f16 and 10^8 f64 through each formula of pad-expand-math
	nice $(BIN)/python -m tests.math.other_types $(FUNCTIONS)

COUNT ?= 1000
JOBS ?= 2
SEED ?= 0

fuzz: $(INSTALLED) ## random programs and pipelines, COUNT from SEED in JOBS processes; goes on where it stopped
	$(BIN)/python -m tests.programs.run --count $(COUNT) --jobs $(JOBS) --seed $(SEED) --state build/fuzz

fuzz-faults: $(INSTALLED) ## faults put into the sources, each of which these programs have to find
	$(BIN)/python -m tests.programs.faults

silent-remarks: $(INSTALLED) ## all lit files, kernels, examples and pages give the same IR with each remark and error empty
	PAD_SILENT=all $(BIN)/pytest -q -n auto --maxprocesses=8 tests/silent/test_silent.py

mutants: $(INSTALLED) ## wrong passes and analyses, drawn by a seed: the tests or the types have to notice
	$(BIN)/python -m tests.mutants.run --count 60 --seed 4

bench: $(INSTALLED) ## time layouts, pad-opt, passes, examples, the prover and kernels
	$(BIN)/python benchmarks/bench_layout.py
	$(BIN)/python benchmarks/bench_pad_opt.py
	$(BIN)/python benchmarks/bench_passes.py
	$(BIN)/python benchmarks/bench_modules.py
	$(BIN)/python benchmarks/bench_prover.py
	PYTHONPATH=. $(BIN)/python benchmarks/bench_examples.py
	$(BIN)/python benchmarks/bench_runtime.py
	$(BIN)/python benchmarks/bench_compile.py
	$(BIN)/python benchmarks/bench_dynamic_sizes.py
	$(BIN)/python benchmarks/bench_kernels.py
	$(BIN)/python benchmarks/bench_untuned.py
	$(BIN)/python benchmarks/bench_tries.py

gpu-bundle: $(INSTALLED) ## write build/gpu-bundle, which checks and times kernels where there is a GPU
	$(BIN)/python benchmarks/gpu_bundle.py

docs: $(INSTALLED) ## make the reference, and the output that the pages show, anew
	$(BIN)/python -m tests.docs.update
	$(BIN)/python -m tests.tvm_questions.update

lint: $(INSTALLED) ## ruff and pyright strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright

format: $(INSTALLED) ## rewrite the sources in the project's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
