#!/usr/bin/env bash
# Makes the members mongo-1, mongo-2 and mongo-3 a replica set where they are none yet, and gives the services their users and
# rights. It may run again at any time. ADD_RIGHTS and NEW_TABLES: as in users.js. It signs in with the key of the members, since
# a new set has no users.
set -euo pipefail
export HOME=/tmp
members=mongo-1:27017,mongo-2:27017,mongo-3:27017

# No argument of a program holds the key: those can be read by others.
cat > /tmp/sign-in.js << 'END'
const pwd = require('node:fs').readFileSync('/run/secrets/mongodb_key', 'utf8').trim()
db.getSiblingDB('local').auth({ user: '__system', pwd, mechanism: 'SCRAM-SHA-256' })
END

cat > /tmp/initiate.js << 'END'
const hosts = process.env.MEMBERS.split(',')
rs.initiate({ _id: process.env.REPLICA_SET, members: hosts.map((host, _id) => ({ _id, host })) })
print(`MongoDB is the replica set ${process.env.REPLICA_SET} of ${hosts.join(', ')}`)
END

# Once the set exists, two of three are enough, so a member that is lost keeps no service from starting.
is_set() { mongosh --quiet "mongodb://$1/?directConnection=true&serverSelectionTimeoutMS=5000" --eval 'print(db.hello().setName ?? "")' 2> /dev/null | grep -qx "$REPLICA_SET"; }
initiated=''
for member in ${members//,/ }; do
  if is_set "$member"; then initiated=yes; break; fi
done
if [ -z "$initiated" ]; then
  for member in ${members//,/ }; do
    for _ in $(seq 120); do
      if (exec 3<> "/dev/tcp/${member%:*}/${member#*:}") 2> /dev/null; then continue 2; fi
      sleep 0.5
    done
    echo "$member does not answer: a new set needs all of its members." >&2
    exit 1
  done
  MEMBERS=$members mongosh --quiet "mongodb://mongo-1:27017/?directConnection=true&serverSelectionTimeoutMS=30000" /tmp/sign-in.js /tmp/initiate.js
fi

mongosh --quiet "mongodb://$members/?replicaSet=$REPLICA_SET&serverSelectionTimeoutMS=60000" /tmp/sign-in.js /etc/mongo/users.js
