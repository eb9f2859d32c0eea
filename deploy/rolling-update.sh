#!/usr/bin/env bash
# Replaces the replicas of services without losing a request: as many new ones are started and healthy before the old ones
# end, one after the other. `docker compose up` alone would end all of them at once. Run it where docker-compose.yml is,
# after `docker compose build` or with another VERSION.
#
#   deploy/rolling-update.sh auth forms email-worker admin-tables
set -euo pipefail

# nginx looks up again where the replicas are after two seconds.
until_known=3

up() { docker compose up -d --no-deps --no-recreate --no-build "$@"; }

for service; do
  mapfile -t old < <(docker compose ps -q "$service")
  count=${#old[@]}
  [ "$count" -gt 0 ] || { echo "$service does not run" >&2; exit 1; }
  up --wait --scale "$service=$((2 * count))" "$service"
  sleep "$until_known"
  for container in "${old[@]}"; do
    docker stop "$container" > /dev/null
    docker rm "$container" > /dev/null
    sleep "$until_known"
  done
  up --wait --scale "$service=$count" "$service"
done
