#!/bin/sh
# What each deployment chooses about the edge, as the lines of nginx that nginx.conf.template includes. It runs before
# nginx does, in the image and for local processes alike. README.md beside this file explains the variables.
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

faults=
fault() { faults="$faults
- $1"; }

# A value goes into the configuration as it is, so each may hold only what cannot end a line or a string there.
case $origin in
  *[!A-Za-z0-9.:/_-]* | */*/*/*) fault 'PUBLIC_ORIGIN is not an origin such as https://archery.example' ;;
  '' | http://?* | https://?*) ;;
  *) fault 'PUBLIC_ORIGIN must begin with http:// or https://' ;;
esac
case $domain in
  *[!a-z0-9.-]*) fault 'SERVICE_DOMAIN takes a domain such as .archery.svc.cluster.local' ;;
esac
case $proxies in
  *[!0-9A-Fa-f.:/\ ]*) fault 'TRUSTED_PROXIES takes addresses and networks, separated by commas' ;;
esac
case $factor in
  *[!0-9]* | ?????* | 0?*) fault 'EDGE_LIMIT_FACTOR must be a whole number up to 9999; 0 lifts the limits' ;;
esac
if [ -n "$certificate$key" ]; then
  for name in TLS_CERTIFICATE TLS_CERTIFICATE_KEY; do
    eval "file=\${$name:-}"
    case $file in
      '') fault "$name is missing: a certificate and its key belong together" ;;
      *[\"\\\$\;\{\}\']* | *[[:cntrl:]]*) fault "$name holds a sign that no path of a certificate should" ;;
      *) [ -r "$file" ] || fault "$name names a file that cannot be read: $file" ;;
    esac
  done
  case $origin in
    https://*) ;;
    *) fault 'PUBLIC_ORIGIN must begin with https:// where a certificate is given' ;;
  esac
fi
if [ -n "$faults" ]; then
  echo "The edge cannot start:$faults" >&2
  exit 1
fi

mkdir -p "$folder"

# A connection takes a descriptor, and a few are for files. When all are taken, nginx closes the idle ones that have
# waited longest; it can do that only while it is not short of descriptors itself.
descriptors=$(ulimit -H -n)
[ "$descriptors" != unlimited ] && [ "$descriptors" -lt 20000 ] || descriptors=20000
# Each worker sets its connections aside at its start, and `auto` would count all the processors of a host that a container
# may use one of.
processors=$(getconf _NPROCESSORS_ONLN)
cat > "$folder/main.conf" << END
worker_processes $((processors > 4 ? 4 : processors));
worker_rlimit_nofile $descriptors;
END
cat > "$folder/events.conf" << END
worker_connections $((descriptors * 4 / 5));
END

# Where the image asks for the addresses of services: the DNS of its own network.
awk '/^nameserver/ { servers = servers " " ($2 ~ /:/ ? "[" $2 "]" : $2) }
  END { if (servers) print "resolver" servers " valid=2s ipv6=off;" }' /etc/resolv.conf > "$folder/resolver.conf"

{
  # What stands behind the name of a service, where it is not found by its name alone.
  echo "map '' \$service_domain { default \"$domain\"; }"
  echo 'geo $realip_remote_addr $from_proxy { default 0;'
  for proxy in $proxies; do echo "  $proxy 1;"; done
  echo '}'
  for proxy in $proxies; do echo "set_real_ip_from $proxy;"; done
  echo 'real_ip_header X-Forwarded-For; real_ip_recursive on;'

  # Whether this request came in the clear although the site has a certificate, here or at a proxy in front.
  echo 'map "$from_proxy $client_scheme" $in_the_clear { default 0;'
  [ -n "$certificate" ] && echo '  "~ http$" 1;'
  case $origin in https://*) echo '  "1 http" 1;' ;; esac
  echo '}'
  echo "map '' \$public_origin { default \"$origin\"; }"

  if [ "$factor" -gt 0 ]; then
    echo "limit_req_zone \$api_client zone=api:10m rate=$((20 * factor))r/s;"
    echo "limit_req_zone \$sign_in_client zone=sign_in:10m rate=$((5 * factor))r/s;"
    echo "limit_req_zone \$report_client zone=reports:10m rate=$((2 * factor))r/s;"
    echo "limit_req_zone \$page_client zone=pages:10m rate=$((200 * factor))r/s;"
    echo 'limit_conn_zone $api_client zone=api_connections:10m;'
    echo 'limit_conn_zone $client_network zone=connections:10m;'
  fi
} > "$folder/http.conf"

{
  if [ "$factor" -gt 0 ]; then
    echo "limit_req zone=api burst=$((40 * factor)) nodelay;"
    echo "limit_req zone=sign_in burst=$((10 * factor)) nodelay;"
    echo "limit_req zone=reports burst=$((20 * factor)) nodelay;"
    echo "limit_req zone=pages burst=$((400 * factor)) nodelay;"
    echo "limit_conn api_connections $((40 * factor > 65535 ? 65535 : 40 * factor));"
    echo "limit_conn connections $((200 * factor > 65535 ? 65535 : 200 * factor));"
  fi
  if [ -n "$certificate" ]; then
    echo "listen $tls_address ssl http2 default_server backlog=4096;"
    echo "ssl_certificate \"$certificate\";"
    echo "ssl_certificate_key \"$key\";"
  fi
} > "$folder/server.conf"
