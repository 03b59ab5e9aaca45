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
local threads = {}
-- Clients that come back after a while, so that ten times the load is that, and not all that a machine can refuse.
function delay() return tonumber(os.getenv("DELAY") or 0) end
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
# Requests to /v1/read that were answered with 200, as `le count` a line.
answered() {
    curl --silent "$address/metrics" | sed -n 's|^kibitzer_request_seconds_bucket{le="\([^"]*\)",path="/v1/read",status="200"} \(.*\)|\1 \2|p'
}

# load NAME CONNECTIONS DELAY: latencies are of the requests that were answered with 200, as the server counts them.
load() {
    echo "== $1: $2 connections, $3 ms between requests, $seconds s"
    answered > "$kept/before"
    DELAY=$3 wrk --threads 1 --connections "$2" --duration "${seconds}s" --timeout 30s --script "$script" "$address/v1/read?game=go" | grep -E "answered|Socket"
    answered > "$kept/after"
    awk -v seconds="$seconds" 'FILENAME ~ /before$/ { before[$1] = $2; next }
        { le[++n] = $1; count[n] = $2 - before[$1] }
        END {
            total = count[n]
            printf "200 a second: %.1f\n", total / seconds
            for (share = 50; share <= 99; share += 49)
                for (i = 1; i <= n; i++)
                    if (count[i] >= total * share / 100) { printf "p%d: up to %s s\n", share, le[i]; break }
        }' "$kept/before" "$kept/after"
    grep VmHWM "/proc/$server/status"
}
echo "== kibitzer bench, one photo after the other"
"$kibitzer" bench "$photo" --game go --repeat 100 | grep -E "^all"
load "one at a time" 1 0
load "as many as are read at a time" "$cores" 0
# Ten times what the cores can read: about 250 requests a second on two cores.
load "ten times the load" $((cores * 25)) 200
