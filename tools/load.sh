#!/bin/sh
# Throughput and latency of `kibitzer serve` on loopback, beside `kibitzer bench` in the same run, on the demonstration photos; needs wrk.
# usage: load.sh KIBITZER [SECONDS]
set -eu
cd "$(dirname "$0")/.."
kibitzer=$(realpath "$1")
seconds=${2:-60}
command -v wrk > /dev/null || { echo "wrk is needed: apt install wrk"; exit 1; }
photo=datasets/demo/images/go-end.jpg
cores=$(nproc)
. tools/with-server.sh
script=$kept/post.lua
cat > "$script" <<LUA
local file = io.open("$photo", "rb")
wrk.method, wrk.body = "POST", file:read("*a")
wrk.headers["content-type"] = "image/jpeg"
local counts = {}
local threads = {}
function setup(thread) table.insert(threads, thread) end
function init() ok, busy, other = 0, 0, 0 end
function response(status)
  if status == 200 then ok = ok + 1 elseif status == 503 then busy = busy + 1 else other = other + 1 end
end
function done()
  local sum = { ok = 0, busy = 0, other = 0 }
  for _, thread in ipairs(threads) do
    for name in pairs(sum) do sum[name] = sum[name] + thread:get(name) end
  end
  print(string.format("answered 200: %d, 503: %d, other: %d", sum.ok, sum.busy, sum.other))
end
LUA
# load NAME CONNECTIONS
load() {
    echo "== $1: $2 connections, $seconds s"
    wrk --threads 1 --connections "$2" --duration "${seconds}s" --timeout 30s --latency --script "$script" "$address/v1/read?game=go" | grep -E "50%|99%|answered|Requests/sec|Socket"
    grep VmHWM "/proc/$server/status"
}
echo "== kibitzer bench, one photo after the other"
"$kibitzer" bench "$photo" --game go --repeat 100 | grep -iE "second|^all"
load "one at a time" 1
load "as many as are read at a time" "$cores"
load "ten times as many as fit" $((cores * 30))
curl --silent "$address/metrics" | grep -E 'request_seconds_(bucket|count).*v1/read'
