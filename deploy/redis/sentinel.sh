#!/usr/bin/env bash
# Starts one of the three Sentinels of compose.sentinel.yml. Two of them must agree that the primary is gone; then one promotes a
# replica. What a Sentinel has learned stays in its volume, the settings are those of this file.
set -euo pipefail
# shellcheck source=/dev/null
. /run/secrets/redis_members
file=/data/sentinel.conf
umask 077

learned=$(grep -E '^sentinel (monitor|myid|current-epoch|config-epoch|leader-epoch|known-replica|known-sentinel) ' "$file" 2> /dev/null || true)
# With another REDIS_NETWORK the addresses that it has learned are of no use.
grep -qF "sentinel monitor archery $REDIS_NETWORK." <<< "$learned" || learned="sentinel monitor archery $REDIS_NETWORK.11 6379 2"
# A primary is gone after five seconds: with fewer a busy machine would be taken for one that is gone.
cat > "$file" << END
port 26379
bind 0.0.0.0
dir /tmp
requirepass $sentinels_password
sentinel sentinel-pass $sentinels_password
sentinel announce-ip $REDIS_NETWORK.2$NUMBER
$(sed -n "/ monitor /p" <<< "$learned")
sentinel auth-user archery sentinel
sentinel auth-pass archery $sentinel_password
sentinel down-after-milliseconds archery 5000
sentinel failover-timeout archery 10000
sentinel parallel-syncs archery 2
$(sed '/ monitor /d' <<< "$learned")
END
exec redis-server "$file" --sentinel
