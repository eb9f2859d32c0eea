#!/usr/bin/env bash
# Replaces the replicas of services without losing a request: one new replica, then the others, are started and healthy before
# the old ones end, one after the other. `docker compose up` alone would end all of them at once. First the databases get
# the users and rights that are new. When a new replica does not become healthy, the new ones of its service are removed and
# the old ones keep serving; the next run starts over. Run it where docker-compose.yml is, after `docker compose build` or with
# another VERSION.
#
#   deploy/rolling-update.sh auth forms email-worker admin-tables nginx
#   ONLY_CHANGED=1 leaves services alone whose replicas are as this version would create them.
set -euo pipefail

# nginx looks up again where the replicas are after two seconds.
until_known=3
# Most clients ask again within that time, or have ended their connection.
until_quiet=5
# A first start may wait a minute for its database.
until_healthy=${HEALTHY_SECONDS:-120}

[ $# -gt 0 ] || { echo 'usage: deploy/rolling-update.sh SERVICE...' >&2; exit 2; }

# As the commands of `make` do: a copied .env must not act on another folder's containers.
folder=$(docker compose config --environment 2> /dev/null | sed -n 's/^INSTALLATION_FOLDER=//p')
[ -z "$folder" ] || [ "$folder" -ef . ] || { echo "Nothing was done: this .env belongs to the installation in $folder." >&2; exit 2; }

service='' old=() before=() starting='' quieted=''
all() { docker compose ps -aq "$service"; }
up() { docker compose --progress quiet up -d --no-deps --no-recreate --no-build --wait --wait-timeout "$until_healthy" --scale "$service=$1" "$service"; }
# A log that cannot be kept, as on a full disk, delays no update.
keep_log() { bash deploy/keep-log.sh "$1" || echo "$service: the log of ${1:0:12} is not kept." >&2; }
# Lets nginx end each connection with an answer that says so: a request that is on its way when it closes an idle one is lost.
quiet() { quieted=$1; docker exec "$1" touch /tmp/replaced && sleep "$until_quiet" || true; }
remove() { docker stop "$1" > /dev/null && keep_log "$1" && docker rm "$1" > /dev/null; }

# One line for each container: id, state, and "current" where it is what this version would create: of the same settings, image
# name included, and of the image that has this name now.
replicas() {
  local hash id name image state created
  hash=$(docker compose config --hash "$service" | cut -d' ' -f2)
  all | while read -r id; do
    read -r state created image name < <(docker inspect --format '{{if not .State.Running}}stopped{{else if .State.Restarting}}restarting{{else if .State.Health}}{{.State.Health.Status}}{{else}}healthy{{end}} {{index .Config.Labels "com.docker.compose.config-hash"}} {{.Image}} {{.Config.Image}}' "$id")
    if [ "$created" = "$hash" ] && [ "$image" = "$(docker image inspect --format '{{.Id}}' "$name" 2> /dev/null)" ]; then
      echo "$id $state current"
    else
      echo "$id $state old"
    fi
  done
}

undo() {
  local status=$? id
  trap - EXIT HUP INT TERM
  # It stays, so its connections may too.
  [ -z "$quieted" ] || docker exec "$quieted" rm -f /tmp/replaced 2> /dev/null || true
  [ -n "$starting" ] || exit "$status"
  for id in $(all); do
    [[ " ${before[*]} " == *" $id "* ]] && continue
    echo "--- the last lines of the new replica ${id:0:12} of $service:" >&2
    docker logs --tail 5 "$id" >&2 || true
    keep_log "$id"
    docker rm -f "$id" > /dev/null || true
  done
  echo "$service: the new replicas were removed, the old ones serve as before. Correct the cause and run this again." >&2
  exit "$((status > 0 ? status : 1))"
}
trap undo EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# A version that is brought back may not have it.
if [ -z "${RIGHTS_ADDED:-}" ] && [ -e deploy/database-rights.sh ]; then bash deploy/database-rights.sh; fi

for service; do
  listed=$(replicas)
  pick() { awk -v state="$1" -v version="$2" '($2 ~ state) && $3 ~ version { print $1 }' <<< "$listed"; }
  mapfile -t healthy < <(pick '^healthy$' .)
  [ "${#healthy[@]}" -gt 0 ] || {
    echo "$service: no replica is healthy, so none can serve meanwhile. \`docker compose ps -a $service\` and \`docker compose logs $service\` say more; \`docker compose up -d --wait $service\` starts it from new." >&2
    exit 1
  }
  # After an interrupted run some are current. Otherwise all are replaced, also where nothing changed.
  mapfile -t old < <(pick '^healthy$' old)
  mapfile -t current < <(pick '^healthy$' current)
  mapfile -t killed < <(pick '^stopped$' old)
  mapfile -t broken < <(awk '$2 != "healthy" { print $1 }' <<< "$listed")
  for id in "${broken[@]}"; do
    echo "$service: ${id:0:12} is not healthy and is removed" >&2
    keep_log "$id"
    docker rm -f "$id" > /dev/null
  done
  if [ "${#old[@]}" -eq 0 ]; then
    if [ -n "${ONLY_CHANGED:-}" ]; then continue; fi
    old=("${current[@]}") current=()
    mapfile -t killed < <(pick '^stopped$' .)
  fi
  count=$((${#old[@]} + ${#killed[@]}))
  [ "$count" -ge "${#current[@]}" ] || count=${#current[@]}

  mapfile -t before < <(all)
  starting=yes
  total=$((${#old[@]} + count))
  if [ "$total" -gt "${#before[@]}" ]; then up $((${#before[@]} + 1)); fi
  if [ "$total" -gt $((${#before[@]} + 1)) ]; then up "$total"; fi
  starting=''
  sleep "$until_known"
  for id in "${old[@]}"; do
    if [ "$service" = nginx ]; then quiet "$id"; fi
    remove "$id"
    sleep "$until_known"
  done
done
