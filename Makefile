# Commands for developers; the README names them and CI runs them.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
export PREFECT_SERVER_ANALYTICS_ENABLED = false
export DO_NOT_TRACK = 1
# Threads of numpy's matrix library that wait for a busy core spin, as in the command itself
export OPENBLAS_NUM_THREADS ?= 1

.PHONY: setup demo test notebooks docs whole-set soak faults lint audit bench bench-store bench-large-store bench-memory bench-workers bench-app gpu real quantities questions results train train-entities train-phrases paper graph rivals recipes pm4py swagger-ui mutants clean

setup: .venv/ready

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev,postgres]'
	touch $@

demo: setup
	PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

# On all cores, up to four; each process starts servers of its own. If one is given they would empty
# it for each other, so then there is one process
TEST_PROCESSES ?= $(if $(NEO4J_URI),0,auto)
test: setup
	$(BIN)/pytest --numprocesses $(TEST_PROCESSES) --maxprocesses 4 --dist worksteal

# Run notebooks/*.md without Jupyter; they are then next to their sources as .ipynb, with outputs
notebooks: setup
	$(BIN)/jupytext --quiet --to ipynb notebooks/*.md
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pytest --nbmake --overwrite notebooks

# Start Neo4j, PostgreSQL, a Prefect server and a worker without containers, ingest examples/, stop
whole-set: setup
	$(BIN)/python tests/end_to_end/whole_set.py

# Takes hours and resumes where it was stopped. Starts a Neo4j, or empties the one at NEO4J_URI
soak: setup
	$(BIN)/python tests/end_to_end/soak.py --answers 20000

# Takes an hour and resumes where it was stopped. Starts a Neo4j and a PostgreSQL, and kills them
faults: setup
	$(BIN)/python tests/faults/run.py

# Plant samples of mutants in each room and write which survive; resumes. MUTANTS=--all takes days
MUTANTS ?= --sample 8 --seed 3 --seed 4
mutants: setup
	$(BIN)/python tests/mutants/run.py $(MUTANTS) --out docs/results/records/mutants.json

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec docker-compose.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff

# List known vulnerabilities of the installed packages; never fails
audit: setup
	$(BIN)/pip install --quiet --disable-pip-version-check pip-audit
	-$(BIN)/pip-audit --local --skip-editable --progress-spinner off

# BEFORE=CHECKOUT, a checkout of an older commit, compares read_all with it
BEFORE ?=
bench: setup
	$(BIN)/python benchmarks/throughput.py --documents 2160 --out docs/results/records/throughput.json
	$(BIN)/python benchmarks/reading_speed.py $(if $(BEFORE),--before $(BEFORE))

# Compare with the raw engines; STORE_DOCUMENTS="10000 100000" takes long and needs a quiet machine
STORE_DOCUMENTS ?= 1000
bench-store: setup
	$(BIN)/python benchmarks/store.py --documents $(STORE_DOCUMENTS)

# A million readings: an hour on one core, and 20 GB of disk for the columns and the store
LARGE_DOCUMENTS ?= 10000 100000 1000000
bench-large-store: setup
	$(BIN)/python benchmarks/large_store.py --documents $(LARGE_DOCUMENTS)

# MEMORY_DOCUMENTS="1000 5000 100000" takes long
MEMORY_DOCUMENTS ?= 1000 5000
bench-memory: setup
	$(BIN)/python benchmarks/memory.py --documents $(MEMORY_DOCUMENTS)

# 1, 2, 4 and 8 workers on one Neo4j and one PostgreSQL; the ledger alone; its share of an ingest
bench-workers: setup
	$(BIN)/python benchmarks/many_workers.py
	$(BIN)/python benchmarks/ledger.py
	$(BIN)/python benchmarks/workers.py

# Needs a GPU, and the ProPara data for comparisons: all answers against the CPU's, speed, training
gpu: setup
	$(BIN)/python benchmarks/gpu.py

# 50 clients ask an app, then have it read texts
bench-app: setup
	$(BIN)/python benchmarks/app.py

# Needs the ProPara data: STEPGRAPH_PROPARA, or ../shared/propara
PROPARA := $(or $(STEPGRAPH_PROPARA),../shared/propara)

# Train the shipped readers with three seeds, each from the one before: on ProPara and our own
# procedures, on ProPara alone, and on ProPara and everyday procedures in other words. The last
# reads instructions; half-way between it and the one before lies what reads descriptions
TRAIN := $(BIN)/stepgraph train --data $(PROPARA)
OWN := examples/annotated
EVERYDAY := $(OWN)/everyday.json $(OWN)/everyday_further.json $(OWN)/everyday_later.json
train: setup
	for seed in 1 2 3; do \
		$(TRAIN) --out runs/both-$$seed --seed $$seed --extra $(OWN)/procedures.json || exit; \
		$(TRAIN) --from runs/both-$$seed --out runs/alone-$$seed --seed $$seed \
			--epochs 2 --set batch=4 --set keep=last || exit; \
		$(TRAIN) --from runs/alone-$$seed --out runs/everyday-$$seed --seed $$seed \
			--epochs 3 --set batch=4 --set keep=last --set rank=54 \
			--set encoder_rate=6e-5 --set head_rate=5e-4 \
			$(EVERYDAY:%=--varied %) || exit; \
		$(BIN)/stepgraph train-gate --instructions runs/everyday-$$seed \
			--descriptions runs/alone-$$seed --interpolation 0.5 \
			--grids $(OWN)/procedures.json --grids $(OWN)/everyday.json \
			--out runs/gated-$$seed || exit; \
	done

# Train the shipped tagger and, on a third of the everyday procedures, its choice of entities
train-entities: setup
	$(BIN)/stepgraph train-entities --data $(PROPARA) --seed 2 --out runs/tagger \
		--extra $(OWN)/procedures.json $(EVERYDAY:%=--apart %)

# Train the shipped classifier of lines and sentences, in half a minute
train-phrases: setup
	$(BIN)/stepgraph train-phrases --texts $(OWN)/phrases.json --grids $(OWN)/procedures.json \
		$(EVERYDAY:%=--grids %) --out runs/phrases

# Needs real procedures with annotated grids: STEPGRAPH_REAL, or ../shared/real.
# REAL_CHECKPOINTS="runs/gated-1 runs/gated-2" gives the spread over seeds
REAL := $(or $(STEPGRAPH_REAL),../shared/real)
REAL_CHECKPOINTS ?=
real: setup
	$(BIN)/python benchmarks/real.py --folder $(REAL) \
		$(if $(REAL_CHECKPOINTS),--checkpoint $(REAL_CHECKPOINTS))

# Scores examples/quantities, and STEPGRAPH_REAL/quantities.json or QUANTITIES=FILE if there is one
QUANTITIES ?=
quantities: setup
	$(BIN)/python benchmarks/quantities.py $(if $(QUANTITIES),--real $(QUANTITIES))

# Ask 300 everyday questions about examples/, and those of STEPGRAPH_REAL if it is set
questions: setup
	$(BIN)/python benchmarks/answers.py

# Train the paper's model and its ablations, three seeds each; takes hours and resumes
paper: setup
	$(BIN)/python benchmarks/paper.py --data $(PROPARA) --train
	$(BIN)/python benchmarks/paper.py --data $(PROPARA)

# Train heads with and without the graph on one encoder, ten seeds each; an hour, and it resumes
graph: setup
	$(BIN)/python benchmarks/graph.py --train
	$(BIN)/python benchmarks/graph.py
	$(BIN)/python docs/results.py

# Train the systems that the paper was compared with, three seeds each; an hour, and it resumes
rivals: setup
	$(BIN)/python benchmarks/rivals.py --data $(PROPARA) --train
	$(BIN)/python benchmarks/rivals.py --data $(PROPARA)
	$(BIN)/python docs/results.py

# Train the paper's model, the default reader and those systems on our recipes, by folds; resumes
recipes: setup
	$(BIN)/python benchmarks/recipe_folds.py --train
	$(BIN)/python benchmarks/recipe_folds.py
	$(BIN)/python docs/results.py

# Replace Swagger UI, which shows the API's description. Then read its changes and list it in NOTICE
SWAGGER_UI := 5.35.0
SWAGGER_UI_FOLDER := pipeline/web/static/swagger-ui
swagger-ui:
	rm -rf build/swagger-ui && mkdir -p build/swagger-ui
	cd build/swagger-ui && npm pack --silent swagger-ui-dist@$(SWAGGER_UI) && tar xzf *.tgz
	cd $(SWAGGER_UI_FOLDER) && for file in $$(cut -c67- SHA256SUMS); do \
		cp "$(CURDIR)/build/swagger-ui/package/$$file" . || exit; done
	cd $(SWAGGER_UI_FOLDER) && sha256sum $$(cut -c67- SHA256SUMS) > SHA256SUMS

# Check that PM4Py reads the event log of examples/. It is under the AGPL, so it has an environment of
# its own and is no dependency
PM4PY := 2.7.23.11
pm4py: setup
	test -x build/pm4py/bin/python || $(PYTHON) -m venv build/pm4py
	build/pm4py/bin/pip install --quiet --disable-pip-version-check pm4py==$(PM4PY)
	$(BIN)/python benchmarks/pm4py_log.py build/pm4py/bin/python --out docs/results/records/pm4py.json

results: setup
	$(BIN)/python docs/results.py

# Build the documentation site in docs/_build/html, without a network
docs: setup
	$(BIN)/sphinx-build -q -W --keep-going -n docs docs/_build/html

clean:
	rm -rf .venv .stepgraph build dist docs/_build *.egg-info
