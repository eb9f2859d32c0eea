#!/usr/bin/env bash
# Keeps what a container has logged in .data/logs/replaced for 30 days: the engine removes the log together with the container.
# rolling-update.sh and scale.sh call it before they remove one.
#
#   deploy/keep-log.sh CONTAINER
set -euo pipefail
umask 077
folder=${DATA_DIR:-.data}/logs/replaced
mkdir -p "$folder"
find "$folder" -name '*.log.gz' -mtime +30 -delete
name=$(docker inspect --format '{{.Name}}' "$1")
docker logs --timestamps "$1" 2>&1 | gzip > "$folder/$(date -u +%Y-%m-%dT%H-%M-%S)-${name#/}-${1:0:12}.log.gz"
