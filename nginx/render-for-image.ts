import { renderEdge, sendOnceToSome, webBuild } from './render'

/** The configuration of the image: services are resolved by name through the network's DNS. */
const config = renderEdge(await Bun.file(new URL('nginx.conf.template', import.meta.url)).text(), {
  NGINX_MAIN: 'load_module modules/ngx_http_brotli_static_module.so; daemon off; pid /tmp/nginx.pid;',
  NGINX_HTTP: 'brotli_static on;',
  NGINX_ACCESS_LOG: '/dev/stdout',
  NGINX_TMP: '/tmp',
  NGINX_SETTINGS: '/tmp/settings',
  // Two nginx share the ports while one replaces the other.
  NGINX_LISTEN: '8080 reuseport',
  NGINX_STATUS_LISTEN: '8081 reuseport',
  ...sendOnceToSome('/tmp/once.sock'),
  RESOLVER: 'include /tmp/settings/resolver.conf;',
  AUTH_UPSTREAM: 'auth$service_domain:3000',
  FORMS_UPSTREAM: 'forms$service_domain:3000',
  ADMIN_TABLES_UPSTREAM: 'admin-tables$service_domain:3000',
  WEB_ROOT: '/srv/web',
  WEB_BUILD: webBuild(new URL('../web/dist', import.meta.url).pathname),
})
await Bun.write(Bun.stdout, config)
