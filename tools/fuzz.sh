#!/bin/sh
# Runs each fuzz target for the given number of seconds (60), or those named after it: tools/fuzz.sh 300 chess_pgn go_sgf
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -eq 0 ] || shift
# cargo-fuzz needs compiler options that are unstable; a stable toolchain takes them this way.
export RUSTC_BOOTSTRAP=1
[ $# -gt 0 ] || set -- $(cargo fuzz list)
for target in "$@"; do
    echo "== $target"
    mkdir -p "fuzz/corpus/$target"
    cargo fuzz run --sanitizer none "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- \
        -max_total_time="$seconds" -max_len=4096 -timeout=10 -print_final_stats=1
done
