#!/bin/sh
# Stands in for rustdoc where `cargo test` runs the examples of the documentation: writes the pages first, and fails on a warning. `cargo doc` would
# compile every dependency once more for that.
set -eu
test=""
skip=""
for argument; do
    [ "$argument" = --test ] && test=yes
done
if [ -n "$test" ]; then
    (
        for argument; do
            shift
            if [ -n "$skip" ]; then
                skip=""
                continue
            fi
            case $argument in
                --test | --no-run | --nocapture) ;;
                --test-run-directory | --test-args) skip=yes ;;
                *) set -- "$@" "$argument" ;;
            esac
        done
        rustdoc "$@" --deny warnings --out-dir target/doc
    )
fi
exec rustdoc "$@"
