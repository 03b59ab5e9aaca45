# Starts `$kibitzer serve` on a free port for the script that sources this; `$address` is where it is, and it ends with the script.
kept=$(mktemp -d)
: > "$kept/log"
"$kibitzer" serve --listen 127.0.0.1:0 --keep "$kept/corrections" ${serve_options:-} > "$kept/log" 2>&1 &
server=$!
trap 'kill $server 2> /dev/null; wait $server 2> /dev/null || true; rm -rf "$kept"' EXIT
tries=0
until address=$(sed -n 's|.* boards at \(http[^ #]*[^/ #]\)/.*|\1|p' "$kept/log") && [ -n "$address" ]; do
    tries=$((tries + 1))
    if [ $tries = 300 ] || ! kill -0 $server 2> /dev/null; then
        cat "$kept/log"
        echo "the server did not start"
        exit 1
    fi
    sleep 0.2
done
