#!/usr/bin/env bash
# Sets the number of replicas. `docker compose up --scale` keeps the ones with the lowest numbers, whatever their state; this
# removes those that do not run or are not healthy first. Run it where docker-compose.yml is.
#
#   deploy/scale.sh forms=3 admin-tables=2
set -euo pipefail

errors=''
for wanted; do
  [[ $wanted =~ ^[a-z][a-z-]*=[1-9][0-9]?$ ]] || errors+="  $wanted: must be SERVICE=COUNT, such as forms=3"$'\n'
done
[ $# -gt 0 ] || errors='  usage: deploy/scale.sh SERVICE=COUNT...'$'\n'
[ -z "$errors" ] || { printf 'Nothing was changed:\n%s' "$errors" >&2; exit 2; }

# As the commands of `make` do: a copied .env must not act on another folder's containers.
folder=$(docker compose config --environment 2> /dev/null | sed -n 's/^INSTALLATION_FOLDER=//p')
[ -z "$folder" ] || [ "$folder" -ef . ] || { echo "Nothing was done: this .env belongs to the installation in $folder." >&2; exit 2; }

for wanted; do
  service=${wanted%=*} count=${wanted#*=}
  # The last to go first: healthy ones with a low number.
  mapfile -t replicas < <(docker compose ps -aq "$service" | while read -r id; do
    docker inspect --format '{{.Id}} {{if not .State.Running}}0{{else if .State.Restarting}}1{{else if .State.Health}}{{if eq .State.Health.Status "healthy"}}3{{else}}2{{end}}{{else}}3{{end}} {{index .Config.Labels "com.docker.compose.container-number"}}' "$id"
  done | sort -k2,2nr -k3,3n | cut -d' ' -f1)
  for id in "${replicas[@]:count}"; do
    docker stop "$id" > /dev/null
    bash deploy/keep-log.sh "$id" || echo "The log of ${id:0:12} is not kept." >&2
    docker rm "$id" > /dev/null
  done
  docker compose up -d --no-deps --no-recreate --no-build --wait --scale "$service=$count" "$service"
done
