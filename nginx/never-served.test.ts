import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEdge } from './nginx-harness'
import { sendRaw } from './raw-http'

const secret = 'planted where no request should find it'
let edge: Awaited<ReturnType<typeof startEdge>>

/** Files a careless build could leave beside the pages; each exists. */
const hidden = `.git/config .git/HEAD .git/index .git/logs/HEAD .gitignore .gitattributes .gitmodules .env .env.local
  .env.production .env.example .htaccess .htpasswd .DS_Store .svn/entries .hg/requires .npmrc .yarnrc.yml .aws/credentials
  .ssh/id_rsa .ssh/authorized_keys .dockerignore .docker/config.json .vscode/settings.json .idea/workspace.xml .bash_history
  .profile .netrc .build-stamp .well-known/jwks.json .well-known/openid-configuration .ci/run .editorconfig .github/x.yml
  .config/gcloud/credentials.db .kube/config .terraform/terraform.tfstate .pgpass .mongorc.js .vite/manifest.json`.split(
  /\s+/,
)
const derived = `app.js.map app.css.map app.mjs.map app.js.br app.js.gz index.html.br index.html.gz app.html.br
  app.html.gz robots.txt.br robots.txt.gz vendor/app.js.map`.split(/\s+/)
const planted = [...hidden, ...derived].flatMap((name) => [name, `assets/${name}`])

/** Paths that servers commonly expose, and internal paths of the product. */
const foreign =
  `metrics readyz health ready status livez server-status server-info nginx_status stub_status basic_status
  debug debug/pprof debug/vars docs doc swagger swagger.json swagger-ui swagger/index.html openapi.json openapi.yaml redoc
  graphql graphiql playground jwks jwks.json keys certs oauth/jwks actuator actuator/env actuator/heapdump console jolokia
  phpinfo.php info.php wp-login.php wp-admin/ wp-config.php xmlrpc.php cgi-bin/ cgi-bin/test.cgi config.json config.yml
  package.json package-lock.json bun.lock bunfig.toml tsconfig.json knip.json biome.json vite.config.ts Dockerfile
  docker-compose.yml Makefile README.md nginx.conf nginx.conf.template settings.sh backup.zip backup.tar.gz dump.sql
  db.sqlite database.sql site.tar id_rsa server.key server.pem certificate.pem key.pem index.html~ index.html.bak app.js~
  src/main.tsx src/index.ts node_modules/react/package.json @vite/client @fs/etc/passwd @id/react __vite_ping
  index.html app.html api.json services/auth/src/index.ts packages/ nginx/ tests/ web/dist/index.html logs/access.log
  access.log error.log trace.axd elmah.axd web.config crossdomain.xml adminer.php phpmyadmin/ solr/ manager/html
  _profiler _debugbar telescope horizon sidekiq flower kibana grafana prometheus alertmanager mail-box minio`.split(
    /\s+/,
  )
const underApi =
  `metrics healthz readyz health ready jwks jwks.json .well-known/jwks.json openapi swagger graphql debug users
  internal private admin .env .git/config config env keys users.json tables uploads%2fx once .once .problem`.split(
    /\s+/,
  )
const climbing =
  `/../etc/passwd /%2e%2e/etc/passwd /..%2fetc/passwd /assets/../../etc/passwd /assets/..%2f..%2fetc/passwd
  /assets../etc/passwd /assets%2f..%2f..%2fetc%2fpasswd /.%2e/.%2e/etc/passwd //etc/passwd /etc/passwd /proc/self/environ
  /assets/%5c..%5c..%5cetc/passwd /..;/etc/passwd /assets/..;/..;/etc/passwd /%252e%252e/etc/passwd /.problem /.plain`.split(
    /\s+/,
  )

const paths = [
  ...planted.map((name) => `/${name}`),
  ...planted.map((name) => `/${name.replaceAll('.', '%2e')}`),
  ...hidden.map((name) => `/assets/..//${name}`),
  ...foreign.map((name) => `/${name}`),
  ...underApi.map((name) => `/api/${name}`),
  ...climbing,
]

beforeAll(async () => {
  edge = await startEdge()
  for (const name of planted) {
    const file = join(edge.root, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, secret)
  }
})
afterAll(() => edge?.stop())

/** Sends the path without normalizing it. */
const ask = (path: string) =>
  new Promise<string>((resolve, reject) => {
    let answer = ''
    const request = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept-Encoding: identity\r\n\r\n`
    const socket = connect(edge.port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })

test(`${paths.length} paths that must never be served are 404`, async () => {
  expect(paths.length).toBeGreaterThan(300)
  const found: string[] = []
  for (const path of paths) {
    const answer = await ask(path)
    if (!/^HTTP\/1\.1 40[04] /.test(answer) || /planted|root:/.test(answer))
      found.push(`${path}: ${answer.split('\r\n')[0]}`)
  }
  expect(found).toEqual([])
  // An unknown path shows the public page.
  for (const { seen } of Object.values(edge.services))
    expect(seen.filter(({ url }) => url !== '/api/site/page/b1')).toEqual([])
})

test.each(['/api/none', '/api/', '/assets/none.css', '/assets/users/me.js', '/api/users/me/x.css/'])(
  '%s shows no page and is kept nowhere',
  async (path) => {
    const answer = await ask(path)
    if (path.startsWith('/assets')) expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).toMatch(/\r\nCache-Control: no-store\r\n/)
    expect(answer).not.toContain('<title>')
  },
)

test.each(['/assets/', '/assets/vendor/', '/.well-known/'])(
  'a folder shows nothing of what is in it: %s',
  async (path) => {
    const answer = await ask(path)
    expect(answer).toMatch(/^HTTP\/1\.1 40[34] /)
    expect(answer).not.toMatch(/Index of|app\.js/)
  },
)

test('a page path below a call, or a call below a page path, is 404', async () => {
  expect(await ask('/login/api/users/me')).toMatch(/^HTTP\/1\.1 404 /)
  expect(await ask('/index.html/api/users/me')).toMatch(/^HTTP\/1\.1 404 /)
  expect(edge.services.auth.seen.filter(({ url }) => !url.startsWith('/api/users/me/x.css'))).toEqual([])
})

test('the health check of the edge is constant and reaches no service', async () => {
  const asked = () => Object.values(edge.services).map(({ seen }) => seen.length)
  const before = asked()
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask('/healthz')))
  expect(new Set(answers.map((answer) => answer.split('\r\n\r\n')[1]))).toEqual(new Set(['ok\n']))
  expect(asked()).toEqual(before)
})

describe('the figures of nginx', () => {
  const status = (path = '/', init: RequestInit = {}) => fetch(`http://127.0.0.1:${edge.statusPort}${path}`, init)

  test('are at a port of their own, with an id of this start that a reload keeps', async () => {
    const first = await status()
    expect(first.headers.get('connection')).toBe('close')
    expect(await first.text()).toMatch(
      /^Active connections: \d+ \nserver accepts handled requests\n( \d+){3} \nReading: /,
    )
    const start = first.headers.get('x-nginx-start')
    expect(start).toMatch(/^[0-9a-f]{16}$/)
    await edge.reload()
    expect((await status()).headers.get('x-nginx-start')).toBe(start)
  })

  test('are the only thing there', async () => {
    for (const path of ['/index.html', '/healthz', '/api/users/me', '/stub_status', '/assets/app-1a2b.js'])
      expect([path, (await status(path)).status]).toEqual([path, 404])
    expect((await status('/', { method: 'POST', body: 'x' })).status).toBe(405)
  })

  test('are under no name at the port of the site', async () => {
    for (const host of ['nginx:8081', `127.0.0.1:${edge.statusPort}`, 'localhost', 'nginx-status']) {
      const answer = await sendRaw(edge.port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      expect(answer, host).not.toMatch(/Active connections|X-Nginx-Start/)
      expect(answer, host).toMatch(/^HTTP\/1\.1 200 /)
    }
  })
})
