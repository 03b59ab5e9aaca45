#!/bin/sh
# Prints where Chromium is; where there is none and this is a container of Debian's, installs it first. Prints nothing where it cannot be had.
set -eu
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
if [ -z "$chromium" ] && [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    (apt-get update -qq && apt-get install -y -qq chromium) > /dev/null 2>&1 || true
    chromium=$(command -v chromium || true)
fi
echo "$chromium"
