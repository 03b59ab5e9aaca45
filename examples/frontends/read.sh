#!/bin/sh
# Reads a board from a photo through Kibitzer's server: read.sh photo.jpg [game]
set -eu
photo=$1
game=${2:-auto}
server=${3:-http://127.0.0.1:8080}
curl --silent --show-error --fail-with-body --data-binary "@$photo" --header 'content-type: application/octet-stream' "$server/v1/read?game=$game"
