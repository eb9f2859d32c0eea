#!/bin/sh
# Reloads nginx when the certificate or its key has changed, which loses no request. Either may be a link, as in Let's
# Encrypt's live/. What nginx refuses is tried again: a renewal replaces the two files one after the other.
set -eu

digest() { cat "$TLS_CERTIFICATE" "$TLS_CERTIFICATE_KEY" 2>/dev/null | sha256sum; }

served=$(digest)
while sleep "${TLS_CHECK_SECONDS:-10}"; do
  found=$(digest)
  if [ "$found" != "$served" ] && nginx -t -q -e stderr; then
    nginx -s reload -e stderr
    served=$found
    echo 'nginx: reload for a new certificate' >&2
  fi
done
