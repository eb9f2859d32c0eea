#!/bin/sh
# Starts nginx in the image, and reloads it when its certificate is renewed.
set -eu
# Of an nginx before it in the same pod.
rm -f /tmp/replaced
# Two nginx share the ports while one replaces the other.
sh /etc/nginx/settings.sh /tmp/settings '8443 reuseport'
if [ -n "${TLS_CERTIFICATE:-}" ]; then sh /etc/nginx/follow-certificate.sh & fi
exec nginx -e stderr
