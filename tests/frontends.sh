#!/bin/sh
# Runs the example front-ends against a server; those whose runtime is not here are left out, and that is said.
# usage: frontends.sh KIBITZER [PYTHON]
set -eu
kibitzer=$(realpath "$1")
cd "$(dirname "$0")/.."
python=${2:-python3}
. tools/with-server.sh
photo=datasets/demo/images/chess-before.jpg
fen='4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4'

# Another server, over whose boards there is always a hand.
"$python" -c '
import http.server
class Busy(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        body = b"{\"status\": \"busy\", \"message\": \"A hand is over it.\"}"
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Busy)
print(server.server_port, flush=True)
server.serve_forever()' > "$kept/busy" &
busy=$!
trap 'kill $server $busy 2> /dev/null; wait $server 2> /dev/null || true; rm -rf "$kept"' EXIT
until [ -s "$kept/busy" ]; do sleep 0.1; done
other=http://127.0.0.1:$(cat "$kept/busy")

# run NAME COMMAND...
run() {
    name=$1
    shift
    if ! out=$("$@" "$photo" chess "$address"); then
        echo "$name failed"
        exit 1
    fi
    case $out in
        *"$fen"*) echo "$name read the board" ;;
        *) echo "$name said: $out"; exit 1 ;;
    esac
    # A board that cannot be read now: what the server says, and an exit code that is not 0. (read.sh prints any answer.)
    if [ "$name" != read.sh ] && { out=$("$@" "$photo" chess "$other" 2>&1) || [ "$out" != 'A hand is over it.' ]; }; then
        echo "$name did not say that the board is busy but: $out"
        exit 1
    fi
    # A file that is no photo: a sentence, and an exit code that is not 0.
    if "$@" Cargo.toml chess "$address" > /dev/null 2>&1; then
        echo "$name took Cargo.toml for a photo"
        exit 1
    fi
}
run read.sh examples/frontends/read.sh
if "$python" -c 'import requests' 2> /dev/null; then run read.py "$python" examples/frontends/read.py; else echo "read.py was left out: no requests"; fi
if command -v node > /dev/null; then run read.mjs node examples/frontends/read.mjs; else echo "read.mjs was left out: no node"; fi
if command -v php > /dev/null; then run read.php php examples/frontends/read.php; else echo "read.php was left out: no php"; fi
