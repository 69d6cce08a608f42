# make test           everything a change must pass; needs Go and git only
# make bench-GROUP    speed beside rivals in the same run (wire, engine, ...)
# RACE=auto|require|off  race detector: when a C compiler exists, always, never

GO ?= go
RACE ?= auto
FUZZTIME ?= 30s
BENCHCOUNT ?= 9
CC_FOUND := $(shell command -v $$($(GO) env CC) 2>/dev/null)

.PHONY: build test format vet lint units bench-wire bench-engine bench-git

build:
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/semaprax ./cmd/semaprax

test: format vet lint units

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

# Benchmarks. Every group prints ours and the rivals from one run.

bench-wire:
	$(GO) test -count 1 -run '^TestTable$$' ./wire -v -table -rounds $(BENCHCOUNT)
	GOEXPERIMENT=jsonv2 $(GO) test -count 1 -run '^TestTable$$' ./wire -v -table -rounds $(BENCHCOUNT)

bench-engine:
	$(GO) test -run '^$$' -bench . -benchmem -count $(BENCHCOUNT) ./engine/...

bench-git:
	$(GO) test -run '^$$' -bench . -benchmem -count $(BENCHCOUNT) ./gitpub
