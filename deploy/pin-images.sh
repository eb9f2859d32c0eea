#!/usr/bin/env bash
# Writes the digest that each image of others has today behind its version, wherever one is named.
set -euo pipefail
cd "$(dirname "$0")/.."

files=(Dockerfile deploy/acme/Dockerfile docker-compose.yml deploy/observability/compose.yml)
mapfile -t images < <(grep -hoE '^(FROM| +image:) [a-z0-9./-]+:v?[0-9][A-Za-z0-9.-]*(@sha256:[0-9a-f]+)?' "${files[@]}" | awk '{print $2}' | sed 's/@.*//' | sort -u)
for image in "${images[@]}"; do
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  [[ $digest =~ ^sha256:[0-9a-f]{64}$ ]] || { echo "no digest for $image" >&2; exit 1; }
  sed -i -E "s#(^(FROM| +image:) )${image//./\\.}(@sha256:[0-9a-f]+)?#\\1$image@$digest#" "${files[@]}"
  echo "$image@$digest"
done
