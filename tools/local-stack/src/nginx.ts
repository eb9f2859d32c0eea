import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '@app/installer/checkout'
import type { Machine } from '@app/installer/machine'
import { runProgram } from '@app/installer/run-program'
import type { Variables } from '@app/secrets/env-file'
import { replaceFile } from '@app/secrets/env-file'
import { renderEdge, sendOnceToOne, sendOnceToSome, webBuild } from '../../../nginx/render'
import { writeSettings } from '../../../nginx/settings'
import type { Layout } from './layout'

export const nginxProgram = {
  program: 'nginx',
  apt: 'nginx-light',
  extras: ['libnginx-mod-http-brotli-static'],
  service: 'nginx',
  brew: 'nginx',
}

/** The path of nginx's module for precompressed Brotli files, if installed. */
async function brotliModule(program: string, machine: Machine): Promise<string | undefined> {
  const built = await runProgram(program, ['-V'], { env: machine.bareEnv })
  const folder = /--modules-path=(\S+)/.exec(built)?.[1] ?? '/usr/lib/nginx/modules'
  const path = join(folder, 'ngx_http_brotli_static_module.so')
  return existsSync(path) ? path : undefined
}

const pidFile = (layout: Layout) => join(layout.folder('nginx'), 'nginx.pid')

/** True if this nginx has bound its port: it writes its pid file once it has. */
export function nginxHasPort(layout: Layout, pid: number): boolean {
  const file = pidFile(layout)
  return existsSync(file) && readFileSync(file, 'utf8').trim() === String(pid)
}

type Upstreams = { auth: number; forms: number; 'admin-tables': number }
type Ports = Upstreams & { nginx: number; 'nginx-tls': number; 'nginx-status': number }
type EdgeOptions = {
  webRoot: string
  variables?: Variables
  /** The ports of another version of the services, for every second request. */
  everySecond?: Upstreams | undefined
}

/** Writes nginx's configuration for this stack and returns the command that starts it. */
export async function nginxCommand(
  layout: Layout,
  machine: Machine,
  ports: Ports,
  { webRoot, variables = {}, everySecond }: EdgeOptions,
) {
  const program = machine.find('nginx') ?? 'nginx'
  const folder = layout.folder('nginx')
  const brotli = await brotliModule(program, machine)
  const settings = layout.folder('nginx', 'settings')
  const tlsAddress = `127.0.0.1:${ports['nginx-tls']}`
  writeSettings({ folder: settings, tlsAddress, env: machine.bareEnv }, variables)
  // One process each, so never marked as failed. Idle connections close before the service closes them: a request
  // sent on a connection that is being closed would be lost.
  const upstream = (name: keyof Upstreams) => {
    const each = [ports[name], ...(everySecond ? [everySecond[name]] : [])]
      .map((port) => `server 127.0.0.1:${port} max_fails=0;`)
      .join(' ')
    return `upstream ${name} { ${each} keepalive 32; keepalive_timeout 10s; }`
  }
  const config = renderEdge(readFileSync(join(root, 'nginx', 'nginx.conf.template'), 'utf8'), {
    NGINX_MAIN: [
      brotli && `load_module "${brotli}";`,
      'daemon off;',
      `pid "${pidFile(layout)}";`,
      // Workers read the web build, which may be readable by root only.
      machine.isRoot && 'user root;',
    ]
      .filter(Boolean)
      .join('\n'),
    NGINX_HTTP: [brotli && 'brotli_static on;', upstream('auth'), upstream('forms'), upstream('admin-tables')]
      .filter(Boolean)
      .join('\n  '),
    NGINX_ACCESS_LOG: `"${layout.logFile('nginx')}"`,
    // Relative to nginx's prefix: a full path may contain blanks, which the template does not quote.
    NGINX_TMP: basename(layout.folder('nginx', 'tmp')),
    NGINX_SETTINGS: basename(settings),
    NGINX_LISTEN: `127.0.0.1:${ports.nginx}`,
    NGINX_STATUS_LISTEN: `127.0.0.1:${ports['nginx-status']}`,
    ...(everySecond ? sendOnceToSome(join(folder, 'once.sock')) : sendOnceToOne),
    RESOLVER: '',
    AUTH_UPSTREAM: 'auth',
    FORMS_UPSTREAM: 'forms',
    ADMIN_TABLES_UPSTREAM: 'admin-tables',
    WEB_ROOT: webRoot,
    WEB_BUILD: webBuild(webRoot),
  })
  const file = join(folder, 'nginx.conf')
  replaceFile(file, config)
  return { program, args: ['-e', 'stderr', '-p', folder, '-c', file], cwd: folder, env: machine.bareEnv }
}
