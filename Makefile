# make test      install the compilers the tests need (or say which are missing) and run the fast tier: every
#                test and program, a share of the configurations; says what it left out
# make test-all  the whole matrix; can be interrupted, and goes on where it was
# make check   formatting, go vet, staticcheck
# make bench   the benchmarks, in the form benchstat reads; results/ gets them, a table and a plot of the gradients;
#                ENZYME=LLVMEnzyme-19.so, or ClangEnzyme-19.so, adds those of Enzyme
# make fuzz    every fuzz target for FUZZTIME each, and the random C programs of SEEDS
# make install    the binary, headers, packages for CMake and cargo, manual page, completions, documents below PREFIX (/usr/local); also uninstall
# make dist       archives for every platform and Debian packages, in dist
# make dist-test  both, tried: the binaries of other machines under qemu and wine

GO        ?= go
TESTFLAGS ?=
FUZZTIME  ?= 30s
SEEDS     ?= 1000:1500
BENCH     ?= .

# The distribution's packages behind the tests: three LLVM releases, each with
# its sanitizer runtimes, and the newer ones' linkers for optimisation at link time.
PACKAGES = clang-14 clang-19 clang-22 flang-22 libflang-22-dev llvm-14 llvm-19 llvm-22 \
           libclang-rt-14-dev libclang-rt-19-dev libclang-rt-22-dev lld-19 lld-22 libc6-dev g++ libblas-dev libeigen3-dev libomp5-19 rustc cargo \
           python3-numpy python3-scipy cmake ninja-build meson

# What the benchmarks are measured against.
BENCHPACKAGES = libadolc-dev

# What dist and its tests need besides, and the compilers of other languages.
ALLPACKAGES = qemu-user-static wine wine64 clang-19 lld-19 zip man-db groff-base zsh fish \
              mlir-19-tools python3-numba ldc libgc-dev

# What `make dist` calls the release, the topmost one of CHANGELOG.md, and what it is made for.
VERSION   ?= 0.1.0
PLATFORMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

PREFIX  ?= /usr/local
DESTDIR ?=

# Pipes fail with what fails in them.
SHELL       = /bin/bash
.SHELLFLAGS = -o pipefail -c

.PHONY: all build test test-all check bench fuzz deps rustc-web clean
.PHONY: install install-files uninstall dist dist-test

all: build

build:
	$(GO) build -o bin/llad ./cmd/llad

test: deps
	@$(GO) build -o bin/testrun ./internal/testrun
	@bin/testrun $(TESTFLAGS)

test-all:
	@$(MAKE) --no-print-directory deps PACKAGES='$(sort $(PACKAGES) $(ALLPACKAGES))'
	@$(GO) build -o bin/testrun ./internal/testrun
	@bin/testrun -all $(TESTFLAGS)
	@$(MAKE) --no-print-directory dist-test

check:
	@out=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$out" ]; then echo "gofmt finds these files not formatted:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

bench:
	@$(MAKE) --no-print-directory deps PACKAGES='$(PACKAGES) $(BENCHPACKAGES)'
	@mkdir -p results
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -timeout 60m $(TESTFLAGS) ./... | tee results/benchmarks.txt
	if grep -q '^BenchmarkGradient' results/benchmarks.txt; then $(GO) run ./bench/report -o results results/benchmarks.txt; fi
	if grep -q '^BenchmarkCache/' results/benchmarks.txt; then $(GO) run ./bench/cacheplot -o results results/benchmarks.txt; fi

fuzz:
	@for pkg in $$($(GO) list ./...); do \
	  for t in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "$$pkg $$t"; \
	    $(GO) test -run '^$$' -fuzz "^$$t\$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
	  done; \
	done
	LLAD_FUZZ=$(SEEDS) $(GO) test -count=1 -timeout 60m ./e2e/fuzz

# Installs what is missing where that is allowed; says what is missing where not.
deps:
	@missing=""; \
	for p in $(PACKAGES); do \
	  dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q '^install ok installed' || missing="$$missing $$p"; \
	done; \
	if [ -z "$$missing" ]; then $(MAKE) -s rustc-web; exit 0; fi; \
	have=yes; \
	for v in 14 19 22; do \
	  command -v clang-$$v >/dev/null && command -v opt-$$v >/dev/null || have=no; \
	done; \
	if [ $$have = yes ] && ! command -v dpkg-query >/dev/null; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "installing$$missing"; \
	  { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$missing; } </dev/null >deps.out 2>&1 || \
	    { tail -5 deps.out; echo "make test: could not install:$$missing"; exit 1; }; \
	  $(MAKE) -s rustc-web; \
	else \
	  echo "make test: these packages are missing, and only root may install them:$$missing"; \
	  echo "  sudo apt-get install$$missing"; \
	  exit 1; \
	fi

# A current rustc beside the distribution's, whose packages exclude each other:
# unpacked below bin, where the tests look for it. What rustc the PATH has is
# tested beside both.
rustc-web:
	@if [ -e bin/rustc-web ] || ! command -v apt-get >/dev/null; then exit 0; fi; \
	mkdir -p bin/rustc-web.new && cd bin/rustc-web.new && \
	{ apt-get download rustc-web libstd-rust-web-dev \
	    $$(apt-cache depends libstd-rust-web-dev | sed -n 's/^ *Depends: \(libstd-rust-web-[0-9.]*\)$$/\1/p') && \
	  for d in *.deb; do dpkg -x $$d . || exit 1; done && rm -f *.deb; } </dev/null >../../deps.out 2>&1 && \
	mv ../rustc-web.new ../rustc-web || \
	{ echo "make test: rustc-web could not be unpacked; Rust is tested with the compilers there are"; rm -rf ../rustc-web.new; }

# Root, who installs, may have no Go: then what `make build` has left is installed.
install:
	@if command -v $(GO) >/dev/null; then echo "building llad, which takes a minute or two the first time"; $(MAKE) -s build; \
	elif [ ! -x bin/llad ]; then echo "make install: Go 1.24 or newer is needed (or run make build first)"; exit 1; fi
	@$(MAKE) -s install-files BINARY=bin/llad GENERATOR=bin/llad
	@case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) echo "note: $(PREFIX)/bin is not on your PATH: export PATH=\"$(PREFIX)/bin:\$$PATH\"";; esac
	@echo "installed below $(DESTDIR)$(PREFIX); llad demo is a tour"

# Installs the program BINARY as BINARYNAME. GENERATOR is one that runs here and writes the
# manual page and the completions.
BINARYNAME ?= llad
HEADERS = $(notdir $(wildcard include/*.h include/*.hpp))
DOCS    = README.md LICENSE CHANGELOG.md LIMITATIONS.md CONTRIBUTING.md HACKING.md
ROOT    = $(DESTDIR)$(PREFIX)
DOCDIR  = $(ROOT)/share/doc/llad
CMAKEDIR = $(ROOT)/lib/cmake/llad
CRATEDIR = $(ROOT)/share/llad/llad-build
BASHDIR = $(ROOT)/share/bash-completion/completions
ZSHDIR  = $(ROOT)/share/zsh/site-functions
FISHDIR = $(ROOT)/share/fish/vendor_completions.d
MANDIR  = $(ROOT)/share/man/man1

install-files:
	@install -d "$(ROOT)/bin" "$(ROOT)/include" "$(MANDIR)" "$(BASHDIR)" "$(ZSHDIR)" "$(FISHDIR)" "$(DOCDIR)/docs" "$(CMAKEDIR)" "$(CRATEDIR)/src"
	@install -m 755 "$(BINARY)" "$(ROOT)/bin/$(BINARYNAME)"
	@install -m 644 $(addprefix include/,$(HEADERS)) "$(ROOT)/include"
	@install -m 644 cmake/lladConfig.cmake "$(CMAKEDIR)"
	@sed 's/@VERSION@/$(VERSION)/' cmake/lladConfigVersion.cmake.in | install -m 644 /dev/stdin "$(CMAKEDIR)/lladConfigVersion.cmake"
	@install -m 644 llad-build/Cargo.toml "$(CRATEDIR)"
	@install -m 644 llad-build/src/lib.rs "$(CRATEDIR)/src"
	@install -m 644 $(DOCS) "$(DOCDIR)"
	@install -m 644 docs/*.md "$(DOCDIR)/docs"
	@"$(GENERATOR)" man | install -m 644 /dev/stdin "$(MANDIR)/llad.1"
	@"$(GENERATOR)" completion bash | install -m 644 /dev/stdin "$(BASHDIR)/llad"
	@"$(GENERATOR)" completion zsh | install -m 644 /dev/stdin "$(ZSHDIR)/_llad"
	@"$(GENERATOR)" completion fish | install -m 644 /dev/stdin "$(FISHDIR)/llad.fish"

uninstall:
	rm -f "$(ROOT)/bin/llad" "$(MANDIR)/llad.1" "$(BASHDIR)/llad" "$(ZSHDIR)/_llad" "$(FISHDIR)/llad.fish"
	for h in $(HEADERS); do rm -f "$(ROOT)/include/$$h"; done
	rm -rf "$(DOCDIR)" "$(CMAKEDIR)" "$(ROOT)/share/llad"

dist:
	@GO='$(GO)' VERSION='$(VERSION)' PLATFORMS='$(PLATFORMS)' packaging/dist.sh dist

dist-test:
	@$(MAKE) --no-print-directory deps PACKAGES='$(ALLPACKAGES)'
	@$(MAKE) --no-print-directory dist
	LLAD_DIST='$(CURDIR)/dist' LLAD_VERSION='$(VERSION)' LLAD_PLATFORMS='$(PLATFORMS)' $(GO) test -count=1 -timeout 30m $(TESTFLAGS) ./packaging

clean:
	rm -rf bin dist results deps.out
