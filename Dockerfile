# Every image of the product; docker-compose.yml names the target of each. Dependencies come from the lock file alone.
FROM oven/bun:1.4.5-slim AS bun
WORKDIR /app

# Manifests only, so that dependencies are installed again only when one of them changes.
FROM bun AS manifests
COPY . .
RUN mkdir /manifests && find . \( -name package.json -o -name bun.lock -o -name bunfig.toml \) -exec cp --parents {} /manifests \;

FROM bun AS code
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.bun/install/cache bun install --frozen-lockfile --production
COPY packages packages
COPY tools tools
COPY services services

FROM code AS bundle
ARG START
# Each process keeps the text of its program in memory: without blanks it is 4 MB less. Names stay: some are shown, and libraries read those of their classes.
RUN bun build --target=bun --splitting --external=sharp --minify-whitespace --minify-syntax --keep-names --sourcemap=linked --outdir=/out $START

# One service: bundled into a few files, with source maps for readable stack traces.
FROM bun AS service
ENV NODE_ENV=production LISTEN_HOST=0.0.0.0 LISTEN_PORT=3000
# The allocator looks less often for memory to return, which wakes a process at rest.
ENV MIMALLOC_PURGE_DELAY=1000 MIMALLOC_PURGE_HOLES_MIN_INTERVAL=10000
COPY --from=bundle /out ./
USER 1000:1000
EXPOSE 3000
ARG HEALTH=/readyz
ENV HEALTH=$HEALTH
# Healthy means ready, with its dependencies connected; a database may need minutes for its first start on a busy machine. Checked by the shell,
# which costs less than starting bun; every two seconds until it is healthy and every twelve while it is, since each check costs
# the engine 40 ms of processor time.
HEALTHCHECK --interval=2s --timeout=15s --start-period=180s --retries=5 \
  CMD ["bash", "-c", "ready=/tmp/.ready; [ ! -e $ready ] || sleep 10; exec 3<>/dev/tcp/127.0.0.1/$LISTEN_PORT && printf 'GET %s HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' $HEALTH >&3 && read -rt 3 _ status _ <&3 && [ \"$status\" = 200 ] && : >$ready || { rm -f $ready; exit 1; }"]
CMD ["bun", "index.js"]
# Last, because it changes with every release.
ARG RELEASE=
ENV RELEASE=$RELEASE
LABEL org.opencontainers.image.version=$RELEASE

# Development only: writes each container's secrets into its volume. A new volume takes the owner of its folder here.
FROM service AS secrets
USER 0
RUN mkdir /secrets && cd /secrets \
  && install -d -o 1000 -g 1000 generated auth forms email-worker admin-tables backup mongo redis identity-provider
USER 1000:1000

FROM service AS mail-box
USER 0
RUN install -d -o 1000 -g 1000 /data
USER 1000:1000
ENV SMTP_PORT=2525 MAIL_DIR=/data/mails
EXPOSE 2525

FROM code AS commands
COPY nginx nginx
RUN bun build --target=bun --splitting --minify-whitespace --minify-syntax --keep-names --external=sharp --outdir=/out tools/commands/src/cli.ts tools/backup/src/cli.ts

# The commands of an operator, for a server without npm: deploy/tools.sh runs them on the folder of an installation. The client of the
# engine is that of the server: another version of Compose takes containers for changed that are not.
FROM debian:12.11-slim AS tools
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git make \
  && apt-get clean \
  && rm -rf /var/lib/apt/lists/*
COPY --from=bun /usr/local/bin/bun /usr/local/bin/bun
COPY --from=commands /out /app
ENV RUN=docker HOME=/tmp NODE_ENV=production BUILDX_CONFIG=/tmp/buildx
ENTRYPOINT ["bun", "/app/commands/src/cli.js"]
ARG RELEASE=
LABEL org.opencontainers.image.version=$RELEASE

FROM bun AS web
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.bun/install/cache bun install --frozen-lockfile --filter=@app/web
COPY packages packages
COPY web web
COPY tsconfig.json ./
RUN bun run --filter=@app/web build
COPY nginx nginx
# The renderer goes with the service that publishes the page.
RUN bun nginx/render-for-image.ts > /nginx.conf && mv web/dist/.renderer /renderer

# A library that cannot be bundled: it decodes and encodes pictures in machine code.
FROM bun AS pictures
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.bun/install/cache \
  bun install --frozen-lockfile --production --linker=hoisted --filter=@app/pictures \
  && mkdir /libraries && cd node_modules && cp -r --parents sharp @img detect-libc semver /libraries

# What renders the public page with published content comes from the build of the site.
FROM service AS admin-tables
COPY --from=pictures /libraries ./node_modules
COPY --from=web /renderer ./renderer

FROM debian:12.11-slim AS nginx
RUN apt-get update \
  && apt-get install -y --no-install-recommends nginx-light libnginx-mod-http-brotli-static libnginx-mod-stream \
  && rm -rf /var/lib/apt/lists/*
COPY nginx/settings.sh nginx/start.sh nginx/follow-certificate.sh /etc/nginx/
COPY --from=web /nginx.conf /etc/nginx/nginx.conf
COPY --from=web /app/web/dist /srv/web
USER 33:33
EXPOSE 8080 8443
# Finishes requests in flight.
STOPSIGNAL SIGQUIT
# Through its own socket: another nginx may listen on the same ports. Slower once it is healthy, as above.
HEALTHCHECK --interval=2s --timeout=15s --start-period=30s --retries=5 \
  CMD ["bash", "-c", "ready=/tmp/.ready; [ ! -e $ready ] || sleep 10; perl -MIO::Socket::UNIX -e 'my $own = IO::Socket::UNIX->new(q(/tmp/once.sock)) or exit 1; print $own qq(GET /healthz HTTP/1.0\\r\\n\\r\\n); exit(<$own> !~ / 200 /)' && : >$ready || { rm -f $ready; exit 1; }"]
CMD ["sh", "/etc/nginx/start.sh"]
ARG RELEASE=
LABEL org.opencontainers.image.version=$RELEASE
