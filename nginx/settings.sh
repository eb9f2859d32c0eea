#!/bin/sh
# Writes the files that nginx.conf.template includes from the variables of the deployment. Runs before nginx, in the image
# and for local processes alike. README.md next to this file explains the variables.
#
#   settings.sh FOLDER TLS_ADDRESS
set -eu
folder=$1
tls_address=$2

certificate=${TLS_CERTIFICATE:-}
key=${TLS_CERTIFICATE_KEY:-}
origin=${PUBLIC_ORIGIN:-}
proxies=$(printf %s "${TRUSTED_PROXIES:-}" | tr ',' ' ')
factor=${EDGE_LIMIT_FACTOR:-1}
domain=${SERVICE_DOMAIN:-}
challenges=${ACME_WEBROOT:-}
subdomains=${HSTS_SUBDOMAINS:-false}
smtp=${INBOUND_SMTP_TO:-}

errors=
reject() { errors="$errors
- $1"; }

# Values are copied into the configuration verbatim, so none may contain a character that ends a line or a string.
case $origin in
  *[!A-Za-z0-9.:/_-]* | */*/*/*) reject 'PUBLIC_ORIGIN is not an origin such as https://archery.example' ;;
  '' | http://?* | https://?*) ;;
  *) reject 'PUBLIC_ORIGIN must begin with http:// or https://' ;;
esac
case $domain in
  *[!a-z0-9.-]*) reject 'SERVICE_DOMAIN takes a domain such as .archery.svc.cluster.local' ;;
esac
case $proxies in
  *[!0-9A-Fa-f.:/\ ]*) reject 'TRUSTED_PROXIES takes addresses and networks, separated by commas' ;;
esac
case $factor in
  *[!0-9]* | ?????* | 0?*) reject 'EDGE_LIMIT_FACTOR must be a whole number up to 9999; 0 lifts the limits' ;;
esac
case $subdomains in
  true | false) ;;
  *) reject 'HSTS_SUBDOMAINS must be true or false' ;;
esac
case $smtp in
  *[!a-z0-9.:-]*) reject 'INBOUND_SMTP_TO takes a host and a port such as email-worker:2526' ;;
  '' | ?*:[1-9]*) ;;
  *) reject 'INBOUND_SMTP_TO takes a host and a port such as email-worker:2526' ;;
esac
case $challenges in
  *[\"\\\$\;\{\}\']* | *[[:cntrl:]]*) reject 'ACME_WEBROOT contains a character that is not allowed in a path' ;;
  '' | /*) ;;
  *) reject 'ACME_WEBROOT must be an absolute path' ;;
esac
if [ -n "$certificate$key" ]; then
  for name in TLS_CERTIFICATE TLS_CERTIFICATE_KEY; do
    eval "file=\${$name:-}"
    case $file in
      '') reject "$name is missing: a certificate needs its key and the other way round" ;;
      *[\"\\\$\;\{\}\']* | *[[:cntrl:]]*) reject "$name contains a character that is not allowed in the path of a certificate" ;;
      *) [ -r "$file" ] || reject "$name names a file that cannot be read: $file" ;;
    esac
  done
  case $origin in
    https://*) ;;
    *) reject 'PUBLIC_ORIGIN must begin with https:// where a certificate is given' ;;
  esac
fi
if [ -n "$errors" ]; then
  echo "The edge cannot start:$errors" >&2
  exit 1
fi

mkdir -p "$folder"

# A connection takes a descriptor; the rest is for files. When all connections are taken, nginx closes the longest idle
# ones, which it can do only while it has descriptors left.
descriptors=$(ulimit -H -n)
[ "$descriptors" != unlimited ] && [ "$descriptors" -lt 20000 ] || descriptors=20000
# Each worker allocates its connections at start, and `auto` would count all processors of the host, of which a container
# may have one.
processors=$(getconf _NPROCESSORS_ONLN)
cat > "$folder/main.conf" << END
worker_processes $((processors > 4 ? 4 : processors));
worker_rlimit_nofile $descriptors;
END
cat > "$folder/events.conf" << END
worker_connections $((descriptors * 4 / 5));
END

# Passes incoming mail on to the worker, which learns the address of the sending server from the first line (PROXY protocol).
if [ -n "$smtp" ]; then
  cat >> "$folder/main.conf" << END
load_module modules/ngx_stream_module.so;
stream {
  include $folder/resolver.conf;
  map '' \$email_worker { default $smtp; }
  server {
    listen 2525 reuseport;
    proxy_pass \$email_worker;
    proxy_protocol on;
    proxy_connect_timeout 1s;
    # Longer than the worker waits for the next line.
    proxy_timeout 60s;
  }
}
END
fi

# The image resolves service names through the DNS of its own network.
awk '/^nameserver/ { servers = servers " " ($2 ~ /:/ ? "[" $2 "]" : $2) }
  END { if (servers) print "resolver" servers " valid=2s ipv6=off;" }' /etc/resolv.conf > "$folder/resolver.conf"

{
  # Tells this nginx from the one before it. A reload keeps it, as it keeps the counters.
  echo "map '' \$nginx_start { default \"$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n')\"; }"
  # The domain appended to service names where a bare name does not resolve (Kubernetes).
  echo "map '' \$service_domain { default \"$domain\"; }"
  echo 'geo $realip_remote_addr $from_proxy { default 0;'
  for proxy in $proxies; do echo "  $proxy 1;"; done
  echo '}'
  for proxy in $proxies; do echo "set_real_ip_from $proxy;"; done
  echo 'real_ip_header X-Forwarded-For; real_ip_recursive on;'

  # 1 for a request over http although the site has a certificate, here or at a proxy in front.
  echo 'map "$from_proxy $client_scheme" $in_the_clear { default 0;'
  [ -n "$certificate" ] && echo '  "~ http$" 1;'
  case $origin in https://*) echo '  "1 http" 1;' ;; esac
  echo '}'
  echo "map '' \$public_origin { default \"$origin\"; }"
  # Browsers remember it for two years, also for subdomains that this product does not serve.
  [ "$subdomains" = true ] && subdomains='; includeSubDomains' || subdomains=
  echo "map '' \$hsts_subdomains { default \"$subdomains\"; }"

  if [ "$factor" -gt 0 ]; then
    echo "limit_req_zone \$api_client zone=api:10m rate=$((20 * factor))r/s;"
    echo "limit_req_zone \$sign_in_client zone=sign_in:10m rate=$((5 * factor))r/s;"
    echo "limit_req_zone \$upload_client zone=uploads:10m rate=$((2 * factor))r/s;"
    echo "limit_req_zone \$report_client zone=reports:10m rate=$((2 * factor))r/s;"
    echo "limit_req_zone \$page_client zone=pages:10m rate=$((200 * factor))r/s;"
    echo 'limit_conn_zone $upload_client zone=upload_connections:10m;'
    echo 'limit_conn_zone $api_client zone=api_connections:10m;'
    echo 'limit_conn_zone $client_network zone=connections:10m;'
  fi
} > "$folder/http.conf"

{
  if [ "$factor" -gt 0 ]; then
    echo "limit_req zone=api burst=$((40 * factor)) nodelay;"
    echo "limit_req zone=sign_in burst=$((10 * factor)) nodelay;"
    echo "limit_req zone=uploads burst=$((10 * factor)) nodelay;"
    echo "limit_req zone=reports burst=$((20 * factor)) nodelay;"
    echo "limit_req zone=pages burst=$((400 * factor)) nodelay;"
    echo "limit_conn upload_connections $((4 * factor > 65535 ? 65535 : 4 * factor));"
    echo "limit_conn api_connections $((40 * factor > 65535 ? 65535 : 40 * factor));"
    echo "limit_conn connections $((200 * factor > 65535 ? 65535 : 200 * factor));"
  fi
  if [ -n "$challenges" ]; then
    # Answers to an ACME server that checks this domain, also over http.
    echo 'location ^~ /.well-known/acme-challenge/ {'
    echo "  root \"$challenges\"; default_type text/plain; try_files \$uri =404;"
    echo '}'
  fi
  if [ -n "$certificate" ]; then
    echo "listen $tls_address ssl http2 default_server backlog=4096;"
    echo "ssl_certificate \"$certificate\";"
    echo "ssl_certificate_key \"$key\";"
  fi
} > "$folder/server.conf"
