#!/usr/bin/env bash
# A command of an operator from the image of the tools, so that a server needs Docker, git and make, but no npm and no development
# packages. `TOOLS=image` in .env makes every `make` command use it.
#
#   deploy/tools.sh status
#   FILE=backup.tar.gz.age FORCE=1 deploy/tools.sh restore
#
# Each version is pulled from the registry in IMAGES, or built on the server once. Like whoever may use Docker here, it has the rights of
# root on this machine: it gets the engine's socket.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
checkout=$(pwd -P)
socket=${DOCKER_HOST:-unix:///var/run/docker.sock}
socket=${socket#unix://}

version=$(git describe --tags --always --dirty)
# As Compose names the others: `make update` removes earlier ones with them.
setting() { local value=${!1:-}; echo "${value:-$(sed -nE "s/^$1=([^ #]*).*/\1/p" .env 2> /dev/null | tail -n 1)}"; }
registry=$(setting IMAGES) project=$(setting COMPOSE_PROJECT_NAME)
image=${registry:-${project:-archery-school}}/tools:$version
is_here() { [[ $version != *-dirty ]] && docker image inspect "$image" > /dev/null 2>&1; }
is_pulled() { [[ $version != *-dirty && $registry == */* ]] && docker pull --quiet "$image" > /dev/null; }
# A changed checkout is built each time, which takes a second where nothing of it has changed.
if ! is_here && ! is_pulled; then
  echo "Building the image of the tools, $image" >&2
  DOCKER_BUILDKIT=1 docker build --quiet --target tools --tag "$image" --build-arg "RELEASE=$version" . > /dev/null
fi

arguments=(--rm --interactive --network host --pid host --read-only --tmpfs /tmp:size=64m,mode=1777)
arguments+=(--user "$(id -u):$(id -g)" --group-add "$(stat -c %g "$socket")" --volume "$socket:$socket" --env "DOCKER_HOST=unix://$socket")
arguments+=(--volume "$checkout:$checkout" --workdir "$checkout")
# The client of the engine, with Compose and the builder.
client=$(command -v docker)
arguments+=(--volume "$(readlink -f "$client"):$client:ro")
for plugins in {/usr/local/lib,/usr/local/libexec,/usr/lib,/usr/libexec}/docker/cli-plugins; do
  if [ -d "$plugins" ]; then arguments+=(--volume "$plugins:$plugins:ro"); fi
done
# The user's name, and the sign-in to a registry.
arguments+=(--volume /etc/passwd:/etc/passwd:ro --volume /etc/group:/etc/group:ro)
config=${DOCKER_CONFIG:-${HOME:-}/.docker}
if [ -d "$config" ]; then arguments+=(--volume "$config:$config:ro" --env "DOCKER_CONFIG=$config"); fi
while read -r name; do
  case $name in PATH | HOME | PWD | OLDPWD | SHELL | SHLVL | TMPDIR | DOCKER_* | _) ;; *) arguments+=(--env "$name") ;; esac
done < <(compgen -e)

# Folders with archives, keys and certificates that settings name: those elsewhere have the same path inside.
named() { { env; cat .env 2> /dev/null || true; } | sed -nE 's/^(FILE|HEADS|[A-Z_]+_(DIR|FOLDER|FILE|IDENTITY|SIGNERS|KEY))=(\/[^ #]+).*/\3/p'; }
folder_of() { if [ -d "$1" ]; then echo "$1"; else folder_of "$(dirname "$1")"; fi; }
while read -r folder; do
  case $folder/ in // | "$checkout"/* | "$config"/*) ;; *) arguments+=(--volume "$folder:$folder") ;; esac
done < <(named | while read -r path; do folder_of "$path"; done | sort -u)

exec docker run "${arguments[@]}" "$image" "$@"
