#!/bin/sh
# Gets a certificate for the host of PUBLIC_ORIGIN and keeps it current. nginx serves what `served` links to and follows it.
set -eu

host=${PUBLIC_ORIGIN#https://}
case $host in
  */* | *:* | '') echo "PUBLIC_ORIGIN is not an https address with the default port: $PUBLIC_ORIGIN" >&2; exit 1 ;;
esac
live=/certificates/live/$host

# Points `served` to a folder in one step.
serve() {
  ln -sfn "$1" /certificates/served.new
  mv -T /certificates/served.new /certificates/served
}

# nginx does not start without a certificate, and the challenge needs nginx.
if [ ! -s /certificates/served/fullchain.pem ]; then
  mkdir -p /certificates/own
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj "/CN=$host" \
    -addext "subjectAltName=DNS:$host" -keyout /certificates/own/privkey.pem -out /certificates/own/fullchain.pem 2>/dev/null
  serve own
  echo 'serving a certificate of our own until the first one arrives' >&2
fi

# Let's Encrypt warns this address about certificates that end.
contact=--register-unsafely-without-email
[ -z "${ACME_EMAIL:-}" ] || contact="--email $ACME_EMAIL"

obtain() {
  # shellcheck disable=SC2086
  certbot certonly --quiet --non-interactive --agree-tos --keep-until-expiring --webroot --webroot-path /challenges \
    --config-dir /certificates --work-dir /tmp/work --logs-dir /tmp/logs --server "$ACME_SERVER" --cert-name "$host" -d "$host" \
    --renew-with-new-domains --key-type ecdsa $contact "$@"
}

# certbot reads the days from the lineage's own file, so the decision to renew is made here.
ends_soon() { ! openssl x509 -in "$live/fullchain.pem" -noout -checkend $((ACME_RENEW_DAYS * 86400)) >/dev/null 2>&1; }

wait=10
while true; do
  if [ ! -s "$live/fullchain.pem" ]; then
    obtain && serve "live/$host" && wait=43200 || true
  elif ends_soon; then
    obtain --force-renewal && wait=43200 || true
  else
    serve "live/$host"
    wait=43200
  fi
  # After a failure soon, then ever later: servers limit failed attempts to five an hour.
  sleep "${ACME_CHECK_SECONDS:-$wait}" &
  wait $!
  [ "$wait" -ge 3600 ] || wait=$((wait * 6))
done
