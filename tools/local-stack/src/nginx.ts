import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { renderEdge, sendOnceToOne } from '../../../nginx/render'
import { writeSettings } from '../../../nginx/settings'
import type { Variables } from './env-file'
import { type Layout, root } from './layout'
import type { Machine } from './machine'
import { run } from './run'
import { writeWhole } from './write-whole'

export const nginxProgram = {
  program: 'nginx',
  apt: 'nginx-light',
  extras: ['libnginx-mod-http-brotli-static'],
  service: 'nginx',
  brew: 'nginx',
}

/** The module that serves files compressed ahead with Brotli, where this nginx has it. */
async function brotliModule(program: string, machine: Machine): Promise<string | undefined> {
  const built = await run(program, ['-V'], { env: machine.bareEnv })
  const folder = /--modules-path=(\S+)/.exec(built)?.[1] ?? '/usr/lib/nginx/modules'
  const path = join(folder, 'ngx_http_brotli_static_module.so')
  return existsSync(path) ? path : undefined
}

const pidFile = (layout: Layout) => join(layout.folder('nginx'), 'nginx.pid')

/** Whether this very nginx listens: it writes its number down once it does. */
export function nginxHasPort(layout: Layout, pid: number): boolean {
  const file = pidFile(layout)
  return existsSync(file) && readFileSync(file, 'utf8').trim() === String(pid)
}

type Ports = { nginx: number; 'nginx-tls': number; auth: number; forms: number; 'admin-tables': number }

/** Writes the configuration for this stack and says how to start nginx with it. */
export async function nginxCommand(
  layout: Layout,
  machine: Machine,
  ports: Ports,
  webRoot: string,
  variables: Variables = {},
) {
  const program = machine.find('nginx') ?? 'nginx'
  const folder = layout.folder('nginx')
  const brotli = await brotliModule(program, machine)
  const settings = layout.folder('nginx', 'settings')
  const tlsAddress = `127.0.0.1:${ports['nginx-tls']}`
  writeSettings({ folder: settings, tlsAddress, env: machine.bareEnv }, variables)
  // One process each, which may be away for a moment: never marked as failed. Connections to it are kept, but for
  // less long than a service keeps them, or a request could be sent on one that just closed.
  const upstream = (name: string, port: number) =>
    `upstream ${name} { server 127.0.0.1:${port} max_fails=0; keepalive 32; keepalive_timeout 10s; }`
  const config = renderEdge(readFileSync(join(root, 'nginx', 'nginx.conf.template'), 'utf8'), {
    NGINX_MAIN: [
      brotli && `load_module "${brotli}";`,
      'daemon off;',
      `pid "${pidFile(layout)}";`,
      // Its workers read the web build in a folder that may belong to root alone.
      machine.isRoot && 'user root;',
    ]
      .filter(Boolean)
      .join('\n'),
    NGINX_HTTP: [
      brotli && 'brotli_static on;',
      upstream('auth', ports.auth),
      upstream('forms', ports.forms),
      upstream('admin-tables', ports['admin-tables']),
    ]
      .filter(Boolean)
      .join('\n  '),
    NGINX_ACCESS_LOG: `"${layout.logFile('nginx')}"`,
    // Below the prefix that nginx is started with; the full path might hold blanks, which the template does not quote.
    NGINX_TMP: basename(layout.folder('nginx', 'tmp')),
    NGINX_SETTINGS: basename(settings),
    NGINX_LISTEN: `127.0.0.1:${ports.nginx}`,
    ...sendOnceToOne,
    RESOLVER: '',
    AUTH_UPSTREAM: 'auth',
    FORMS_UPSTREAM: 'forms',
    ADMIN_TABLES_UPSTREAM: 'admin-tables',
    WEB_ROOT: webRoot,
  })
  const file = join(folder, 'nginx.conf')
  writeWhole(file, config)
  return { program, args: ['-e', 'stderr', '-p', folder, '-c', file], cwd: folder, env: machine.bareEnv }
}
