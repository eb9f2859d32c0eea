#!/usr/bin/env bash
# Starts MongoDB with the users of the services, created first by a server that is unreachable from outside. So the data
# folder may be new, from before there were users, or have older passwords. A member of the set that REPLICA_SET names starts
# without: replica-set.sh creates the users once the members know each other.
set -euo pipefail
export HOME=/tmp
users=/etc/mongo/users.js
passwords=/run/secrets/mongodb_passwords
options=(--dbpath /data/db --wiredTigerCacheSizeGB "${MONGO_CACHE_GB:-0.5}" --noscripting "$@")

if [ -n "${REPLICA_SET:-}" ]; then
  # It takes a key that only its user can read; the secret is readable for every user of the container.
  install -m 400 /run/secrets/mongodb_key /tmp/mongodb_key
  exec mongod "${options[@]}" --bind_ip 0.0.0.0 --auth --keyFile /tmp/mongodb_key --replSet "$REPLICA_SET"
fi

wanted=$(cat "$users" "$passwords" | sha256sum)
if [ "$(cat /data/db/.users 2>/dev/null || true)" != "$wanted" ]; then
  mongod "${options[@]}" --bind_ip 127.0.0.1 --port 27018 &
  server=$!
  until (exec 3<>/dev/tcp/127.0.0.1/27018) 2>/dev/null; do
    kill -0 "$server" || { echo 'MongoDB ended before its users were created.' >&2; exit 1; }
    sleep 0.1
  done
  mongosh --quiet --port 27018 "$users"
  kill "$server"
  wait "$server" || true
  echo "$wanted" > /data/db/.users
fi

exec mongod "${options[@]}" --bind_ip 0.0.0.0 --auth
