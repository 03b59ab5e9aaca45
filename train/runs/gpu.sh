#!/bin/sh
# Trains all five networks at once on one GPU: packed data in .pack, the program in .bin/kt (built with --features vulkan).
# usage: gpu.sh MINUTES OUT [extra arguments for every run]
minutes=$1; out=$2; shift 2
kt=/tmp/kt
[ -x $kt ] || { xz -dc .bin/kt.xz > $kt && chmod +x $kt; }
for task in corners chess go checkers qwirkle; do
    case $task in corners) verb=corners; config=corners ;; *) verb=cells; config=$task-cells ;; esac
    set -- "$@"
    renders=""; for m in /tmp/renders/$task/*/labels.jsonl /tmp/renders/$task/labels.jsonl; do [ -f "$m" ] && renders="$renders --renders $m"; done
    nice -n 5 $kt $verb --config train/configs/$config.toml --photos ".pack/$task/*/labels.jsonl" $renders \
        --device vulkan --minutes "$minutes" --out /tmp/runs/$config "$@" > /tmp/$config.log 2>&1 &
done
wait
mkdir -p "$out"
for run in /tmp/runs/*; do name=$(basename "$run"); tar czf "$out/$name.tgz" -C "$run" --exclude optimizer.bpk . ; done
for log in /tmp/*.log; do echo "== $log"; tail -c 1500 "$log"; cat /tmp/runs/$(basename "$log" .log)/metrics.csv 2>/dev/null | tail -12; done
