#!/bin/sh
# Runners are told of this in place of a browser, because Chromium's sandbox starts neither for root nor in many containers.
exec "$CHROMIUM" --no-sandbox --disable-quic "$@"
