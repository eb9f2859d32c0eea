#!/usr/bin/env bash
# Starts one of the three Redis servers of compose.sentinel.yml: as the primary, or as a replica of the one that the Sentinels
# name. Where none of them answers, as at the first start, the first server is the primary; they correct it when they know better.
set -euo pipefail
# shellcheck source=/dev/null
. /run/secrets/redis_members
own=$REDIS_NETWORK.1$NUMBER

primary_of() {
  REDISCLI_AUTH=$sentinels_password timeout 1 redis-cli -h "$1" -p 26379 --raw sentinel get-master-addr-by-name archery 2> /dev/null | head -n 1 || true
}
named_most() {
  for number in 1 2 3; do primary_of "$REDIS_NETWORK.2$number"; done | grep -F "$REDIS_NETWORK." | sort | uniq -c | sort -rn | awk 'NR == 1 { print $2 }'
}

primary=''
# They start at the same time.
while [ -z "$primary" ] && [ "$SECONDS" -lt 6 ]; do
  primary=$(named_most || true)
  [ -n "$primary" ] || sleep 0.5
done
primary=${primary:-$REDIS_NETWORK.11}

umask 077
{
  cat << END
bind 0.0.0.0
dir /data
aclfile /run/secrets/redis_users
appendonly yes
maxmemory 192mb
maxmemory-policy noeviction
hz 2
replica-announce-ip $own
masteruser replica
masterauth $replica_password
END
  if [ "$primary" != "$own" ]; then echo "replicaof $primary 6379"; fi
} > /tmp/redis.conf
exec redis-server /tmp/redis.conf
