# Wireline. `make help` lists the targets; `make demo` and `make test` do all their own set-up.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

prefix = $(patsubst %/,%,$(PREFIX))
bindir = $(prefix)/bin
datarootdir = $(prefix)/share
mandir = $(datarootdir)/man
bashcompdir = $(datarootdir)/bash-completion/completions
# Only Debian's zsh has a separate directory for completions of packages.
vendor = $(and $(filter /usr,$(prefix)),$(wildcard /etc/debian_version))
zshcompdir = $(datarootdir)/zsh/$(if $(vendor),vendor-completions,site-functions)
# A fish in /usr reads /usr/local/share only if XDG_DATA_DIRS is set, but always the
# administrator's completions.
fishvendordir = $(datarootdir)/fish/vendor_completions.d
fishcompdir = $(if $(filter /usr/local,$(prefix)),/etc/fish/completions,$(fishvendordir))

INSTALL = install
INSTALL_PROGRAM = $(INSTALL) -m 755
INSTALL_DATA = $(INSTALL) -m 644

TOOLS = req imgfetch yelp-query cities-sync cities-find
PAGES = $(TOOLS:%=man/%.1) man/wireline-records.5 \
  $(patsubst %,man/%.7,wireline wireline-options wireline-cookbook req-curl)
SWIFT_FILES = Package.swift Sources Tests
VERSION = $(shell sed -n 's/.*static let number = "\(.*\)".*/\1/p' \
  Sources/WirelineCore/CommandLine/Process/ToolName.swift)

# The executables that `make test` and `make demo` run; by default those of the debug build.
WIRELINE_BIN ?=
DEBUG = .build/debug
RELEASE = .build/bin
RELEASED = $(TOOLS:%=$(RELEASE)/%)

.DEFAULT_GOAL = all
# One package, one lock: SwiftPM uses all cores by itself.
.NOTPARALLEL:
.PHONY: all build release test unit cost engines interop fuzz sanitize check lint format bench demo \
  completions docs doccheck install uninstall dist pack sign clean help setup version

## Build

all: release  ## build the release executables

build: setup  ## build the debug executables in .build/debug
	$(SWIFT) build

# The functions of the Swift runtime, of libdispatch and of the C library that Sources/CStart replaces.
WRAPPED = swift_copyAuxiliaryExecutablePath _dispatch_workq_worker_register \
  _dispatch_workq_worker_unregister malloc calloc realloc epoll_wait swift_conformsToProtocol \
  swift_conformsToProtocolWithExecutionContext

# Without cross-module optimization, generic functions of one module are not specialized for types of
# another. Exclusive access to memory is checked in the debug build, which the tests run; it costs 5 %
# of a request. With the frontend flag a generic type is created by a call instead of by its name, for
# which the runtime searches all conformances. Paths are relative to the project, so that its location
# does not change the bytes.
RELEASE_FLAGS = -c release -Xswiftc -static-executable -Xswiftc -cross-module-optimization \
  -Xswiftc -enforce-exclusivity=unchecked \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
  -Xcc '-ffile-prefix-map=$(CURDIR)=.' -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' \
  $(HARDENING) $(WRAPPED:%=-Xlinker --wrap=%)

# Static executables at a random address; what is constant after their start is read-only. RELR packs
# their 58,000 relocations into 12 KB and needs glibc 2.36. glibc accepts no library path (RUNPATH) in
# such an executable. The flags for C also apply to packages; _FORTIFY_SOURCE changes declarations, which
# Swift does not accept, so Package.swift defines it for our C code.
HARDENING = --disable-local-rpath -Xswiftc -use-ld=lld -Xswiftc -Xclang-linker -Xswiftc -static-pie \
  -Xlinker --pack-dyn-relocs=relr -Xlinker -znow -Xlinker --build-id=none \
  -Xlinker --script=.ci/sections.ld \
  -Xcc -fstack-protector-strong -Xcc $(BRANCHES) -Xcxx -D_FORTIFY_SOURCE=3
BRANCHES = $(if $(filter x86_64,$(shell uname -m)),-fcf-protection,-mbranch-protection=standard)

# One product at a time, because the test support, another target of the package, does not link
# statically. strip -R would remove the segment that makes relocated data read-only.
release: setup  ## build the five executables, static and stripped, in .build/bin
	@.ci/wrapped-symbols $(SWIFT)c $(WRAPPED)
	@mkdir -p $(RELEASE)
	@set -e; for tool in $(TOOLS); do \
	  echo "$(SWIFT) build $(RELEASE_FLAGS) --product $$tool"; \
	  $(SWIFT) build $(RELEASE_FLAGS) --product $$tool; \
	  strip -o $(RELEASE)/$$tool .build/release/$$tool; \
	done
	@ls -l $(RELEASE)

# `sudo make install` must not rebuild as root what the user has just built.
$(RELEASED) &: Package.swift $(shell find Sources -type f)
	$(MAKE) release

setup:
	@.ci/setup build

## Try

# A first build without debug information and index is faster. Different flags rebuild everything, so
# it has its own folder; an existing debug build is used instead.
QUICK = .build/quick
QUICK_FLAGS = --scratch-path $(QUICK) --disable-index-store -debug-info-format none \
  -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2
HAS_DEBUG = $(wildcard $(DEBUG))

demo: setup  ## run the examples of README.md without key and network
	@$(if $(WIRELINE_BIN),:,.ci/build-quietly 'req yelp-query imgfetch cities-sync cities-find' \
	  $(SWIFT) build $(if $(HAS_DEBUG),,$(QUICK_FLAGS)))
	@Tests/Demo/run '$(or $(WIRELINE_BIN),$(HAS_DEBUG),$(QUICK)/debug)'

bench: release  ## compare the release executables with curl, jq and sqlite3 on loopback
	@.ci/setup bench
	@Tests/Benchmarks/run $(RELEASE)

## Check

# With WIRELINE_BIN only the tests that run executables matter.
test: setup  ## run all tests; WIRELINE_BIN=.build/bin: end-to-end tests on the release
	@.ci/setup test
	@$(if $(WIRELINE_BIN),WIRELINE_BIN='$(WIRELINE_BIN)') .ci/test --beside '^EndToEndTests.[A-L]' \
	  --beside '^EndToEndTests' $(SWIFT) test $(if $(WIRELINE_BIN),--skip '^Wireline')

# Only the modules below MODULE and its tests: `swift test` also compiles all modules above it after a
# change, and links all tests and executables.
unit: setup  ## run the unit tests of one module: MODULE=Requests FILTER=RetryPolicy
	@$(if $(MODULE),:,echo 'unit: hint: make unit MODULE=Requests' >&2; exit 2)
	@WIRELINE_UNITS='$(MODULE)' .ci/test $(SWIFT) test --scratch-path .build/units --disable-xctest \
	  $(if $(FILTER),--filter '$(FILTER)')

# JOBS names some; ITEMS=10000,1000000 are numbers of lines instead.
cost: $(if $(WIRELINE_BIN),,release)  ## compare instructions, system calls and memory with a budget
	@.ci/setup cost
	@Tests/Cost/run --bin '$(or $(WIRELINE_BIN),$(RELEASE))' $(if $(filter new,$(BUDGET)),--new) \
	  $(if $(ITEMS),--items '$(ITEMS)') $(JOBS)

# Not part of `test`: Spark alone is 500 MB.
engines: $(if $(WIRELINE_BIN),,release)  ## run the recipes for Spark, Slurm and others (8 minutes)
	@.ci/setup engines
	@$(if $(WIRELINE_BIN),WIRELINE_BIN='$(WIRELINE_BIN)') Tests/Engines/run all

interop: $(if $(WIRELINE_BIN),,release)  ## run the tools against servers and libraries of other projects
	@.ci/setup interop
	@$(if $(WIRELINE_BIN),WIRELINE_BIN='$(WIRELINE_BIN)') Tests/Interop/run

fuzz: $(if $(WIRELINE_BIN),,release)  ## feed hostile and 40,000 mutated images to imgfetch
	@Tests/Fuzz/run --bin '$(or $(WIRELINE_BIN),$(RELEASE))'

# Sanitizers need dynamic executables, builds of their own, and more address space than the workers of
# imgfetch have: CPixels runs in the process that feeds it. ThreadSanitizer replaces vfork by fork, so
# that errors of starting a program, which one test expects, are not seen.
SANITIZE = .build/sanitize
SANITIZED = .ci/test $(SWIFT) test --disable-xctest --scratch-path $(SANITIZE)
sanitize: setup  ## test memory accesses, undefined behaviour in C, and data races
	@.ci/setup test
	@Tests/Fuzz/sanitize
	WIRELINE_UNITS='Core Requests Req Images' ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1 \
	  $(SANITIZED)/address --sanitize address -Xcc -fsanitize=undefined
	clang -c -O1 Tests/Sanitize/thread.c -o $(SANITIZE)/thread.o
	WIRELINE_UNITS='Core Requests Req HTTP' $(SANITIZED)/thread --sanitize thread \
	  -Xlinker $(CURDIR)/$(SANITIZE)/thread.o --skip rejectsClosedTarget

check: lint build  ## check format, imports, completions, manual, and C code for aarch64
	.ci/completions --check $(DEBUG) completions
	.ci/curl-table --check
	.ci/shared-options --check $(DEBUG)
	@.ci/setup check
	.ci/manual $(PAGES)
	.ci/aarch64

lint:  ## check format, imports and wording
	@.ci/setup lint
	.ci/lint
	$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_FILES)

format:  ## format the sources
	$(SWIFT) format --in-place --recursive --parallel $(SWIFT_FILES)

completions: build  ## generate the shell completions and the manual's lists of shared options
	.ci/completions $(DEBUG) completions
	.ci/shared-options $(DEBUG)

docs:  ## write the site to .build/docs: manual, records, documents, benchmarks
	@.ci/setup docs
	@.ci/docs .build/docs $(PAGES)

doccheck: docs build  ## check the site: links, JSON Schema, accessibility in Chromium
	@.ci/setup doccheck
	@.ci/docs-check .build/docs $(DEBUG)

## Ship

install: $(RELEASED)  ## install executables, manual, completions (PREFIX=/usr/local DESTDIR=)
	umask 022 && mkdir -p '$(DESTDIR)$(bindir)' '$(DESTDIR)$(mandir)/man1' \
	  '$(DESTDIR)$(mandir)/man5' '$(DESTDIR)$(mandir)/man7' '$(DESTDIR)$(bashcompdir)' \
	  '$(DESTDIR)$(zshcompdir)' '$(DESTDIR)$(fishcompdir)'
	$(INSTALL_PROGRAM) $(RELEASED) '$(DESTDIR)$(bindir)'
	$(INSTALL_DATA) $(filter %.1,$(PAGES)) '$(DESTDIR)$(mandir)/man1'
	$(INSTALL_DATA) $(filter %.5,$(PAGES)) '$(DESTDIR)$(mandir)/man5'
	$(INSTALL_DATA) $(filter %.7,$(PAGES)) '$(DESTDIR)$(mandir)/man7'
	@set -e; for tool in $(TOOLS); do \
	  $(INSTALL_DATA) completions/$$tool.bash '$(DESTDIR)$(bashcompdir)'/$$tool; \
	  $(INSTALL_DATA) completions/_$$tool '$(DESTDIR)$(zshcompdir)'/_$$tool; \
	  $(INSTALL_DATA) completions/$$tool.fish '$(DESTDIR)$(fishcompdir)'/$$tool.fish; \
	done

uninstall:  ## remove the installed files
	rm -f $(TOOLS:%='$(DESTDIR)$(bindir)'/%) \
	  $(patsubst man/%,'$(DESTDIR)$(mandir)'/man1/%,$(filter %.1,$(PAGES))) \
	  $(patsubst man/%,'$(DESTDIR)$(mandir)'/man5/%,$(filter %.5,$(PAGES))) \
	  $(patsubst man/%,'$(DESTDIR)$(mandir)'/man7/%,$(filter %.7,$(PAGES))) \
	  $(TOOLS:%='$(DESTDIR)$(bashcompdir)'/%) $(TOOLS:%='$(DESTDIR)$(zshcompdir)'/_%) \
	  $(TOOLS:%='$(DESTDIR)$(fishcompdir)'/%.fish)

dist: pack sign  ## create the packages in dist/, signed if SIGNING_KEY_BASE64 is set
	@ls -l dist

pack: release
	@.ci/setup dist
	@.ci/dist $(VERSION) $(RELEASE) .build/release dist

# Only the signing step has the secrets in its environment.
unexport SIGNING_KEY_BASE64 SIGNING_KEY_PASSWORD
sign: export SIGNING_KEY_BASE64 := $(value SIGNING_KEY_BASE64)
sign: export SIGNING_KEY_PASSWORD := $(value SIGNING_KEY_PASSWORD)
sign:
	@.ci/sign dist

clean:  ## remove build products, but not the fetched packages
	$(SWIFT) package clean
	rm -rf $(RELEASE) $(QUICK) $(SANITIZE) .build/units .build/aarch64 .build/demo .build/docs .build/docs.shots \
	  .build/engines/runs .build/interop/runs dist

version:  ## print the version
	@echo $(VERSION)

help:  ## print this list
	@sed -n -e 's/^## \(.*\)/\n\1/p' -e 's/^\([a-z]*\):.*  ## \(.*\)/  \1\t\2/p' Makefile \
	  | expand -t 16
