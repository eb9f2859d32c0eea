import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { freePort } from '../tests/support/free-port'
import { renderEdge, sendOnceToSome } from './render'
import { writeSettings } from './settings'

const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

/** One request as an upstream received it. */
interface Seen {
  service: string
  method: string
  url: string
  /** The URL as it was written. */
  target: string
  headers: Record<string, string>
  body: string
}

type Upstream = ReturnType<typeof startUpstream>

/** The part of a URL after the host. */
const targetOf = (url: string) => url.replace(/^https?:\/\/[^/]*/, '')

/** A fake service that answers with its name and records requests. */
export function startUpstream(name: string, publishedPage = { status: 410, html: '' }) {
  const seen: Seen[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 30,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const headers = Object.fromEntries(request.headers)
      seen.push({
        service: name === 'admin-tables' ? 'tables' : name,
        method: request.method,
        url: pathname + search,
        target: targetOf(request.url),
        headers,
        body: await request.text(),
      })
      if (headers['x-policy-only'] && headers.cookie === 'session=spent') {
        const refusal = JSON.stringify({ error: 'Too many.', code: 'too_many_requests', requestId: 'r' })
        const told = { 'x-refusal-status': '429', 'x-refusal': refusal, 'x-refusal-wait': '17' }
        return new Response(null, { status: 403, headers: told })
      }
      if (headers['x-policy-only'] && headers.cookie?.startsWith('session=may-not')) {
        const status = headers.cookie.endsWith('see') ? '404' : '403'
        const refusal = JSON.stringify({ error: 'Not yours.', code: 'refused-by-policy', requestId: 'r' })
        return new Response(null, { status: 403, headers: { 'x-refusal-status': status, 'x-refusal': refusal } })
      }
      if (pathname.startsWith('/api/site/page/')) {
        const { status, html } = publishedPage
        if (status !== 200) return Response.json({ error: 'none' }, { status })
        const encoding = headers['accept-encoding'] ?? 'identity'
        const [, legal = ''] = /\/b1(\/\w+)$/.exec(pathname) ?? []
        return new Response(`${html} ${encoding} ${legal}`.trim(), {
          headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', etag: '"k1"' },
        })
      }
      if (pathname.endsWith('/slow') || search === '?slow') await Bun.sleep(8_000)
      if (headers.cookie === 'session=none') return Response.json({ error: 'none' }, { status: 401 })
      if (pathname.endsWith('/busy')) return Response.json({ error: 'busy' }, { status: 503 })
      const own = { 'x-request-id': 'from-service', 'x-powered-by': 'x', 'x-frame-options': 'SAMEORIGIN' }
      const extra: Record<string, string> = pathname.endsWith('/private')
        ? { 'cache-control': 'private, max-age=5' }
        : {}
      return Response.json({ name }, { headers: { ...own, ...extra } })
    },
  })
  return { seen, port: server.port as number, stop: () => server.stop(true) }
}

/** A replica that refuses connections until started; then it reads each request and closes without an answer. */
export async function hangingReplica() {
  let requests = 0
  const port = await freePort()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      requests++
      socket.destroy()
    })
  })
  const start = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () => new Promise((resolve) => server.close(resolve))
  return { port, requests: () => requests, start, stop }
}

async function writeSite(root: string) {
  const script = `export const text = '${'archery '.repeat(400)}'`
  const files: Record<string, string | Uint8Array> = {
    'index.html': '<!doctype html><title>home</title>',
    'app.html': '<!doctype html><title>app</title>',
    'robots.txt': 'User-agent: *',
    '.well-known/security.txt': 'Contact: mailto:x@archery.example',
    '.git/config': 'secret',
    'assets/app-1a2b.js': script,
    'assets/app-1a2b.js.gz': gzipSync(script),
    'assets/app-1a2b.js.br': 'brotli bytes',
    'assets/app-1a2b.js.map': '{}',
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(root, name, '..'), { recursive: true })
    await writeFile(join(root, name), content)
  }
}

type Options = {
  /** Settings of the deployment. By default limits are lifted, since all clients of a test share one address. */
  settings?: Record<string, string>
  /** The limit of file schemas. */
  schemas?: number
  /** Ports that replicas of forms may listen on, in the place of the fake service. */
  forms?: readonly number[]
  /** More lines for `http`. `FOLDER` is replaced by the folder of the harness. */
  http?: string
}

/** Starts a real nginx with the configuration of this folder and fake services behind it. */
export async function startEdge({ settings = {}, schemas, forms, http = '' }: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'edge-'))
  const root = join(folder, 'site')
  const temporary = join(folder, 'tmp')
  await mkdir(temporary, { recursive: true })
  await writeSite(root)
  /** The response of the service for the public page. */
  const publishedPage = { status: 410, html: '' }
  const services: Record<'auth' | 'forms' | 'tables', Upstream> = {
    auth: startUpstream('auth'),
    forms: startUpstream('forms'),
    tables: startUpstream('admin-tables', publishedPage),
  }
  const hangingUp = await hangingReplica()
  const [port, tlsPort, statusPort] = [await freePort(), await freePort(), await freePort()]
  const brotli = existsSync(brotliModule)
  // Upstream groups replace names with several replicas: nginx treats both alike.
  const group = (name: string, ...ports: number[]) =>
    `upstream ${name} { ${ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ')} }`
  // More replicas that are only starting than serve.
  const notListening = [1, 2, 3, 4, 5]
  const values: Record<string, string> = {
    NGINX_MAIN: `${brotli ? `load_module ${brotliModule};` : ''} daemon off; pid ${folder}/nginx.pid; ${process.getuid?.() === 0 ? 'user root;' : ''}`,
    NGINX_HTTP: `${brotli ? 'brotli_static on;' : ''} ${http.replaceAll('FOLDER', folder)}
      ${group('auth', services.auth.port)}
      ${forms ? group('forms', ...forms) : ''}
      ${group('tables', services.tables.port, hangingUp.port, ...notListening)}`,
    NGINX_TMP: temporary,
    NGINX_ACCESS_LOG: join(folder, 'access.log'),
    NGINX_SETTINGS: join(folder, 'settings'),
    NGINX_LISTEN: `127.0.0.1:${port}`,
    NGINX_STATUS_LISTEN: `127.0.0.1:${statusPort}`,
    ...sendOnceToSome(`${temporary}/once.sock`),
    RESOLVER: '',
    AUTH_UPSTREAM: 'auth',
    FORMS_UPSTREAM: forms ? 'forms' : `127.0.0.1:${services.forms.port}`,
    ADMIN_TABLES_UPSTREAM: 'tables',
    WEB_ROOT: root,
    WEB_BUILD: 'b1',
  }
  const template = await readFile(new URL('nginx.conf.template', import.meta.url), 'utf8')
  const config = renderEdge(template, values)
  await writeFile(join(folder, 'nginx.conf'), config)

  const env = { PATH: `${process.env.PATH}:/usr/sbin` }
  const chosen = { EDGE_LIMIT_FACTOR: '0', ...settings }
  const limited = (...command: string[]) =>
    schemas ? ['sh', '-c', `ulimit -n ${schemas}; exec "$@"`, 'sh', ...command] : command
  const tlsAddress = `127.0.0.1:${tlsPort}`
  writeSettings({ folder: join(folder, 'settings'), tlsAddress, env, shell: limited('sh') }, chosen)

  const command = ['nginx', '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  const [program = '', ...args] = limited(...command)
  const nginx: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  nginx.stdout?.on('data', (chunk) => (output += chunk))
  nginx.stderr?.on('data', (chunk) => (output += chunk))
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${url}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    )
  for (let tries = 0; !(await answers()); tries++) {
    if (tries === 600 || nginx.exitCode !== null) throw new Error(`nginx did not start: ${output}`)
    await Bun.sleep(50)
  }

  /** Resolves when the new configuration is active; old workers may still be shutting down. */
  async function reload() {
    const [name = '', ...rest] = [...command, '-s', 'reload']
    const child = spawn(name, rest, { stdio: 'ignore', env })
    const code = await new Promise((resolve) => child.once('exit', resolve))
    if (code !== 0) throw new Error(`nginx -s reload ended with ${code}`)
  }

  async function stop() {
    nginx.kill('SIGTERM')
    await new Promise((resolve) => nginx.once('exit', resolve))
    for (const service of Object.values(services)) await service.stop()
    await hangingUp.stop()
    await rm(folder, { recursive: true })
  }
  const log = async () => output + (await readFile(join(folder, 'access.log'), 'utf8'))
  return {
    folder,
    url,
    port,
    tlsPort,
    statusPort,
    root,
    pid: nginx.pid!,
    services,
    hangingUp,
    publishedPage,
    brotli,
    log,
    reload,
    stop,
  }
}

export type Edge = Awaited<ReturnType<typeof startEdge>>
