#!/usr/bin/env bash
# Gives the running databases the users and rights that are new in this version, without a restart. Rights that are no longer
# needed stay until MongoDB starts again, so that the replicas of the version before keep theirs during an update. Does
# nothing where the databases are elsewhere: there run deploy/mongo/users.js as deploy/databases.md says.
set -euo pipefail

folder=$(docker compose config --environment 2> /dev/null | sed -n 's/^INSTALLATION_FOLDER=//p')
[ -z "$folder" ] || [ "$folder" -ef . ] || { echo "Nothing was done: this .env belongs to the installation in $folder." >&2; exit 2; }

running() { [ -n "$(docker compose ps -q --status running "$1" 2> /dev/null)" ]; }
services=$(docker compose config --services)

mongo_failed() {
  echo 'MongoDB did not take the rights of this version. Where DATABASE_KEY has changed, all passwords change with it, and that takes a restart: docker compose up -d' >&2
  exit 1
}
if grep -qx replica-set <<< "$services"; then
  # A container of its own, so it has the files of this checkout.
  if running mongo-1 || running mongo-2 || running mongo-3; then
    docker compose run --rm -T --no-deps -e ADD_RIGHTS=1 replica-set < /dev/null || mongo_failed
  fi
elif running mongo; then
  # Containers mount the files of the checkout they were started from, so this one is passed to the shell. A busy machine takes
  # longer than the two seconds of the shell.
  shell='cat > /tmp/users.js && mongosh --quiet "mongodb://127.0.0.1:27017/?directConnection=true&serverSelectionTimeoutMS=30000" /tmp/users.js'
  docker compose exec -T -e HOME=/tmp -e ADD_RIGHTS=1 mongo bash -c "$shell" < deploy/mongo/users.js || mongo_failed
fi

# In development the secrets are in volumes.
secrets=$(docker compose config --environment | sed -n 's/^SECRETS_DIR=//p')
for redis in redis redis-1 redis-2 redis-3; do
  if [ -z "$secrets" ] || ! grep -qx "$redis" <<< "$services" || ! running "$redis"; then continue; fi
  password=$(sed -E 's#^rediss?(\+sentinel)?://[^:]*:([^@]*)@.*#\2#' "$secrets/operator_redis_url")
  loaded=$(REDISCLI_AUTH=$password docker compose exec -T -e REDISCLI_AUTH "$redis" redis-cli --user operator ACL LOAD < /dev/null) || true
  [ "$loaded" = OK ] || {
    echo "$redis did not take the rights of this version: $loaded. Where DATABASE_KEY has changed, that takes a restart: docker compose up -d" >&2
    exit 1
  }
done
