# make test           everything a change must pass; needs Go and git only
# make bench          every benchmark group; writes docs/benchmarks.md; fails when allocations grow
# make bench-GROUP    speed beside rivals in the same run (wire, engine, ...)
# make test-clients   the built server under real Node clients; skipped without Node
# make fuzz           every fuzz target for FUZZTIME, stops at the first failure
# make fuzz-long      the same in rotation until stopped
# make soak           the large counts that make test runs a tenth of
# make generate       the files that are generated from this source: docs/protocol.md, docs/licences.txt
# make check-supply   licences, two builds in different folders byte for byte, no dynamic linking
# make sbom           dist/semaprax.cdx.json (CycloneDX)
# RACE=auto|require|off  race detector: when a C compiler exists, always, never

GO ?= go
RACE ?= auto
FUZZTIME ?= 30s
BENCHCOUNT ?= 9
CC_FOUND := $(shell command -v $$($(GO) env CC) 2>/dev/null)

.PHONY: build generate check-supply check-licences check-reproducible check-static sbom bench driver test format vet lint units fuzz fuzz-long soak bench-session bench-wire bench-engine bench-packages bench-git bench-mcp test-clients

build:
	CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=auto -o bin/semaprax ./cmd/semaprax

generate:
	$(GO) test -count=1 -run '^(TestProtocolPageIsFresh|TestLicencesAreListed)$$' . -update

check-supply: check-licences check-reproducible check-static

check-licences:
	$(GO) test -count=1 -run '^(TestLicencesAreListed|TestDependenciesAreAllowed)$$' .

# Two clones of the committed revision, in folders of different names and depth,
# must give equal bytes, and the command must know the revision.
check-reproducible:
	@set -e; work=$$(mktemp -d); trap 'rm -rf "$$work"' EXIT; \
	for place in one two/folders/down; do \
	  git clone -q --no-hardlinks . "$$work/$$place"; \
	  CGO_ENABLED=0 $(GO) build -C "$$work/$$place" -trimpath -buildvcs=true -o "$$work/$$place/semaprax" ./cmd/semaprax; \
	done; \
	cmp "$$work/one/semaprax" "$$work/two/folders/down/semaprax"; \
	"$$work/one/semaprax" version | grep -q "$$(git rev-parse HEAD)" || { echo "version does not print the revision"; exit 1; }; \
	echo "reproducible: $$(sha256sum "$$work/one/semaprax" 2>/dev/null || shasum -a 256 "$$work/one/semaprax")" | cut -d' ' -f1,2

# No build of ours uses cgo, so a Linux binary has no interpreter and no needed library.
check-static: build
	@$(GO) version -m bin/semaprax | grep -q 'CGO_ENABLED=0' || { echo "built with cgo"; exit 1; }
	@if command -v readelf >/dev/null && readelf -h bin/semaprax >/dev/null 2>&1 && readelf -ld bin/semaprax 2>/dev/null | grep -qE 'INTERP|NEEDED'; then \
	  echo "dynamically linked"; exit 1; fi

SBOM_TOOL := github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0

# The tool reads the revision from a plain clone; worktrees confuse it.
sbom:
	@set -e; mkdir -p dist; work=$$(mktemp -d); trap 'rm -rf "$$work"' EXIT; git clone -q . "$$work/source"; \
	CGO_ENABLED=0 $(GO) run -C "$$work/source" $(SBOM_TOOL) app -json -licenses -std -noserial -main cmd/semaprax \
	  -output "$(CURDIR)/dist/semaprax.cdx.json" .

test: format vet lint units driver

format:
	@unformatted=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go')); \
	if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi

vet:
	$(GO) vet ./...

lint:
	$(GO) tool staticcheck ./...

units:
ifeq ($(RACE),off)
	@echo "race detector: off, as asked"
	$(GO) test -timeout 20m ./...
else ifneq ($(CC_FOUND),)
	$(GO) test -race -timeout 20m ./...
else ifeq ($(RACE),require)
	@echo "race detector: required, but no C compiler was found"; exit 1
else
	@echo "race detector: off, because no C compiler was found"
	$(GO) test -timeout 20m ./...
endif

# A new corpus entry is shrunk only a little: the time belongs to new inputs. A package
# that does not build stops the run.
fuzz:
	@set -e; for package in $$($(GO) list ./...); do \
		targets=$$($(GO) test -list '^Fuzz' $$package); \
		for target in $$(echo "$$targets" | grep '^Fuzz' || true); do \
			echo "== $$package $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$package; \
		done; \
	done

fuzz-long:
	while $(MAKE) fuzz FUZZTIME=10m; do :; done

# soak first prints what load and faults did to the built command, then repeats every
# test with its full counts.
soak:
	SEMAPRAX_SOAK=1 $(GO) test -count=1 -timeout 60m -v -run '^TestSoak' ./fuzz
	SEMAPRAX_SOAK=1 $(GO) test -count=1 -timeout 60m $$($(GO) list ./... | grep -v '/fuzz$$')

# Benchmarks. Every group prints ours and the rivals from one run.

BENCHTIME ?= 200ms
BENCHGROUPS ?= wire,engine,session,mcp,git
BENCHNOTE ?=

# driver tests the benchmark driver, a module of its own.
driver:
	$(GO) vet -C testdata/bench ./...
	$(GO) test -C testdata/bench ./...

bench:
	$(GO) run -C testdata/bench . -root $(CURDIR) -groups $(BENCHGROUPS) -count $(BENCHCOUNT) -time $(BENCHTIME) -note "$(BENCHNOTE)"

bench-wire:
	$(GO) test -count 1 -run '^TestTable$$' ./wire -v -table -rounds $(BENCHCOUNT)
	GOEXPERIMENT=jsonv2 $(GO) test -count 1 -run '^TestTable$$' ./wire -v -table -rounds $(BENCHCOUNT)

# bench-engine prints parse, print, check and load beside go/parser, go/printer and
# go/types with their growth, the interpreter beside go.starlark.net, and applying an
# intention of each kind beside opening its project, which fails over its bounds;
# bench-packages runs every benchmark of the engine.
bench-engine:
	$(GO) test -count 1 -timeout 60m -p 1 -run '^TestTable$$' ./engine/project ./engine/interp ./engine/candidate -v -table -rounds $(BENCHCOUNT)

bench-packages:
	$(GO) test -run '^$$' -bench . -benchmem -count $(BENCHCOUNT) -timeout 60m ./engine/...

bench-session:
	$(GO) test -run '^$$' -bench . -benchmem -count $(BENCHCOUNT) ./engine/session

bench-git:
	$(GO) test -run '^$$' -bench . -benchmem -count $(BENCHCOUNT) ./gitpub

# bench-mcp starts the built server, minimal servers of two SDKs and a program
# that only copies lines, in turn, and drives each over pipes.
MCP_ROUNDS ?= $(BENCHCOUNT)
MCP_REQUESTS ?= 20000
MCP_LARGE ?= 300
MCP_SOAK ?= 0
PEERS := bin/peers

bench-mcp: build
	@mkdir -p $(PEERS)
	$(GO) build -C testdata/peers -o $(CURDIR)/$(PEERS)/ ./drive ./floor
	CGO_ENABLED=0 $(GO) build -C testdata/peers/gosdk -trimpath -o $(CURDIR)/$(PEERS)/gosdk .
	CGO_ENABLED=0 $(GO) build -C testdata/peers/mcpgo -trimpath -o $(CURDIR)/$(PEERS)/mcpgo .
	$(PEERS)/drive -rounds $(MCP_ROUNDS) -n $(MCP_REQUESTS) -large $(MCP_LARGE) -soak $(MCP_SOAK) \
	  floor=floor:$(PEERS)/floor gosdk=echo:$(PEERS)/gosdk mcpgo=echo:$(PEERS)/mcpgo \
	  "semaprax=workspace:bin/semaprax serve-workspace-mcp testdata/projects/calculator/semaprax.toml testdata/peers/policy.json"

# test-clients drives the built server with real Node clients. They are pinned
# by testdata/clients/node/package-lock.json and installed on first use.
NODE_CLIENTS := testdata/clients/node

test-clients: build
	@if ! command -v node >/dev/null || ! command -v npm >/dev/null; then \
	  echo "test-clients: skipped, because node or npm was not found"; exit 0; fi; \
	cd $(NODE_CLIENTS) && \
	if ! cmp -s package-lock.json node_modules/.installed; then \
	  npm ci --ignore-scripts --loglevel=error && cp package-lock.json node_modules/.installed; fi && \
	SEMAPRAX=$(CURDIR)/bin/semaprax node --test
