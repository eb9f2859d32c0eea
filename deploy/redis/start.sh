#!/usr/bin/env bash
# Starts one of the three Redis servers of compose.sentinel.yml: as the primary, or as a replica of the one that the Sentinels
# name. Where none of them answers, as at the first start, redis-1 is the primary; they correct it when they know better.
set -euo pipefail
# shellcheck source=/dev/null
. /run/secrets/redis_members

primary_of() {
  REDISCLI_AUTH=$sentinels_password timeout 1 redis-cli -h "$1" -p 26379 --raw sentinel get-master-addr-by-name archery 2> /dev/null | head -n 1 || true
}
named_most() {
  for sentinel in sentinel-1 sentinel-2 sentinel-3; do primary_of "$sentinel"; done | grep -E '^redis-[123]$' | sort | uniq -c | sort -rn | awk 'NR == 1 { print $2 }'
}

primary=''
# They start at the same time.
while [ -z "$primary" ] && [ "$SECONDS" -lt 6 ]; do
  primary=$(named_most || true)
  [ -n "$primary" ] || sleep 0.5
done
primary=${primary:-redis-1}

umask 077
{
  cat << END
bind 0.0.0.0
dir /data
aclfile /run/secrets/redis_users
appendonly yes
maxmemory 192mb
maxmemory-policy noeviction
replica-announce-ip $MEMBER
masteruser replica
masterauth $replica_password
END
  if [ "$primary" != "$MEMBER" ]; then echo "replicaof $primary 6379"; fi
} > /tmp/redis.conf
exec redis-server /tmp/redis.conf
