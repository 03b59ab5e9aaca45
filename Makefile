# `make demo` shows what Kibitzer does; `make test` runs everything that has to pass, cheapest first.

CARGO ?= cargo
# The environment that has the Python package in it.
PYTHON := python/.venv-wheel/bin/python
# Third-party photos, where somebody has put them: used by one more check, never needed.
PHOTOS ?= ../shared/data

# Seconds that each fuzz target runs.
FUZZ_SECONDS ?= 60

.PHONY: demo test test-slow runtime fmt lint build unit doc docs smoke environment notebooks photos page server wheel python ray golden figures picture fuzz bench-rules load mlserver bench-python

# What reading needs, and no more: neither the server nor the tables of evaluations.
demo: runtime
	$(CARGO) build --profile demo --locked --no-default-features --features cli,embedded-models
	tools/demo.sh target/demo/kibitzer

# What the build is for runs two at a time: most of it waits for something, or cannot use two cores.
test: fmt docs runtime build
	$(MAKE) --jobs=2 --output-sync=target unit smoke environment notebooks photos page server python

# ONNX Runtime from its PyPI wheel, into .onnxruntime/
runtime:
	tools/fetch-onnxruntime.sh

fmt:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

# One build for the tests, the smoke run and the Python package, by the compiler that also lints: `make lint` would compile every dependency once more.
build unit environment: export RUSTC_WORKSPACE_WRAPPER := clippy-driver
build unit environment: export CLIPPY_ARGS := -Dwarnings__CLIPPY_HACKERY__
# Most of `make test` is compiling. Caches for the next change, line numbers for backtraces and many small units would be two fifths of what our own crates need.
build unit environment: export CARGO_INCREMENTAL ?= 0
build unit environment: export CARGO_PROFILE_DEV_DEBUG ?= 0
build unit environment: export CARGO_PROFILE_DEV_CODEGEN_UNITS ?= 4
build:
	$(CARGO) test --workspace --locked --no-run
	$(CARGO) build --workspace --locked

# The tests, and the pages of the documentation with its examples.
unit: build
	RUSTDOC="$(CURDIR)/tools/rustdoc.sh" $(CARGO) test --workspace --locked --quiet

# What takes too long for `make test`, optimized: the deep perft of checkers takes a minute and a half of one core.
test-slow: runtime doc
	$(CARGO) test --release --locked -- --ignored

# Nodes per second beside other programs, and the time of a Go position's dead stones.
bench-rules:
	tools/bench-rules.sh

doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --locked --no-deps --quiet

# The book, into out/docs/book/, with every link checked; needs mdBook, which is fetched where it is missing.
docs:
	tools/docs.sh

# Trains, exports and evaluates tiny models on rendered boards.
smoke: build
	train/runs/smoke.sh target/debug

# The Python package, of what `build` compiled, in an empty environment, with what its tests and the notebooks need.
environment: build
	tools/wheel.sh debug
	python/tests/environment.sh

# Runs the notebooks from top to bottom on rendered samples and on what the smoke run trained.
notebooks: environment smoke
	tools/run-notebooks.sh $(PYTHON)

# Reads a fixed sample of real photos again and compares with what the committed evaluation says.
photos: build
	@if [ -d "$(PHOTOS)" ]; then tools/check-photos.sh target/debug/kibitzer "$(PHOTOS)"; \
	else echo "$(PHOTOS) is not there: the check on real photos is left out"; fi

# The server's page in a real browser.
page: build
	tests/page/run.sh target/debug/kibitzer

# The server from outside: its own description, Triton's client, the example front-ends.
server: build
	tests/server/run.sh target/debug/kibitzer

# The Python package: optimized, for other machines, too.
wheel:
	tools/wheel.sh

# The tests of the Python package, its types and style; Ray, which is large, is only installed with KIBITZER_ALL=1, which CI sets, and by `make ray`.
python: environment
	python/tests/run.sh

# The examples for more photos than one machine can read: Ray with a worker that is killed, Slurm, Kubernetes.
ray: environment
	$(PYTHON) -m pip install --quiet --requirement python/tests/ray.txt
	$(PYTHON) -m pytest -q python/tests/test_many_photos.py

# What reading from Python costs beside `kibitzer bench`, in turn; of the optimized wheel.
bench-python: runtime wheel
	python3 -m venv --clear python/.venv-wheel
	python/.venv-wheel/bin/pip install --quiet target/wheels/*.whl
	ORT_DYLIB_PATH="$$(ls "$(CURDIR)"/.onnxruntime/onnxruntime/capi/libonnxruntime.* | head -1)" \
		python/.venv-wheel/bin/python tools/bench_python.py target/release/kibitzer go datasets/demo/images/go-end.jpg

# Boards read by a real MLServer, which takes minutes to install.
mlserver: build
	tests/server/mlserver.sh target/debug/kibitzer

# Throughput and latency of the server under load, beside `kibitzer bench`; needs wrk.
load: runtime
	$(CARGO) build --release --locked
	tools/load.sh target/release/kibitzer

# Rewrites the golden files, docs/commands.md and docs/training-commands.md from what the program does now; look at the difference before committing it.
golden: runtime
	KIBITZER_BLESS=1 $(CARGO) test --locked --test commands golden
	KIBITZER_BLESS=1 $(CARGO) test --locked --bin kibitzer the_book_describes_the_commands
	KIBITZER_BLESS=1 $(CARGO) test --locked -p kibitzer-train the_book_describes_the_commands

# Fuzzes every parser, one after another; needs cargo-fuzz (cargo install cargo-fuzz). What it finds goes into fuzz/artifacts/.
fuzz:
	tools/fuzz.sh $(FUZZ_SECONDS)

# Rewrites the tables of figures in the README and the book from models/*/eval.json, logo.json and stress.json.
figures:
	for page in README.md docs/figures.md docs/groups.md; do $(CARGO) run --quiet --locked -- model table --write $$page || exit 1; done

# Draws the picture at the top of the README.
picture: environment
	$(PYTHON) tools/picture.py target/debug/kibitzer
