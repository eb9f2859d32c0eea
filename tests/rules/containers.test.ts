import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { containerSecrets } from '@app/secrets/container-secrets'
import { developmentSecrets } from '@app/secrets/development-secrets'
import { serviceSecrets } from '@app/secrets/service-secrets'
import { expect, test } from 'vitest'
import { type ComposeFile, type ComposeService, faultsOf, minPids, networksOf, secretsOf } from '../compose/rules'
import { sources } from './source'

const root = resolve(import.meta.dirname, '../..')
const { services, networks } = Bun.YAML.parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8')) as ComposeFile
/** Compose's own tags mark what a merge removes; the parser does not know them. */
const development = Bun.YAML.parse(
  readFileSync(join(root, 'compose.override.yml'), 'utf8').replaceAll(/!reset (\[\]|null)/g, 'null'),
) as ComposeFile
const tools = Object.entries(development.services).filter(([name]) => !services[name])
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const all = Object.entries(services)
const production = all.filter(([, { profiles }]) => !profiles)

test.each([...all, ...tools])('the container of %s follows every rule', (_, service) => {
  expect(faultsOf(service)).toEqual([])
})

test('a broken rule is detected', () => {
  const good = services['auth']!
  const broken: [string, Partial<ComposeService>][] = [
    ['runs without root', { user: '0:0' }],
    ['runs without root', { user: 'root' }],
    ['cannot write to its image', { read_only: false }],
    ['has a bounded folder for what is temporary', { tmpfs: ['/tmp'] }],
    ['has no capabilities', { cap_add: ['NET_ADMIN'] }],
    ['has no capabilities', { privileged: true }],
    ['cannot gain rights', { security_opt: [] }],
    ['is limited in processor, memory and processes', { deploy: { resources: { limits: { memory: '1G' } } } }],
    [
      'is limited in processor, memory and processes',
      { deploy: { resources: { limits: { cpus: '1', memory: '1G', pids: 8 } } } },
    ],
    ['has an init', { init: false }],
    ['may end what it does', { stop_grace_period: '10s' }],
    ['mounts nothing of the host', { volumes: ['/var/run/docker.sock:/var/run/docker.sock'] }],
  ]
  for (const [rule, change] of broken) expect(faultsOf({ ...good, ...change })).toEqual([rule])
  expect(faultsOf({ ...services['mongo']!, image: 'mongo:latest' })).toEqual(['has a pinned image'])
  expect(faultsOf({ ...services['mongo']!, healthcheck: {} })).toEqual(['tells whether it is healthy'])
})

test('in the overlays, too, a container has room for a command of the operator', () => {
  const limits = [...new Bun.Glob('**/compose*.yml').scanSync(join(root, 'deploy'))].flatMap((file) =>
    [...readFileSync(join(root, 'deploy', file), 'utf8').matchAll(/\bpids: (\d+)/g)].map(([, pids]) => Number(pids)),
  )
  expect(limits.length).toBeGreaterThan(5)
  expect(Math.min(...limits)).toBeGreaterThanOrEqual(minPids)
})

test('in production only the edge publishes a port, and the databases are on an internal network', () => {
  expect(production.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['edge'])
  // Never 8081, where nginx tells its figures.
  expect(services['edge']?.ports).toEqual([expect.stringMatching(/^\S+:8080$/)])
  expect(networks['data']).toEqual({ internal: true })
  for (const name of ['mongo', 'redis']) expect(networksOf(services[name]!), name).toEqual(['data'])
  expect(networksOf(services['edge']!)).toEqual(['app'])
  expect(services['nginx']).toMatchObject({ network_mode: 'service:edge' })
  expect(services['nginx']).not.toHaveProperty('networks')
})

test('each container gets only its own secrets, and only auth holds the signing key', () => {
  const own = (name: string) => [`${name}_mongodb_uri`, `${name}_redis_url`]
  expect(Object.fromEntries(production.map(([name, service]) => [name, secretsOf(service)]))).toEqual({
    edge: [],
    nginx: [],
    auth: [
      'audit_signing_key',
      ...own('auth'),
      'google_client_secret',
      'installation_id',
      'mail_seal_key',
      'otp_pepper',
      'session_public_keys',
      'session_signing_key',
    ],
    forms: ['files_s3', ...own('forms'), 'installation_id', 'session_public_keys'],
    'email-worker': [
      ...own('email_worker'),
      'files_s3',
      'inbound_imap_password',
      'installation_id',
      'mail_seal_key',
      'smtp_url',
    ],
    'admin-tables': [
      ...own('admin_tables'),
      ...['audit_public_keys', 'files_s3', 'installation_id', 'session_public_keys', 'webhook_seal_key'],
    ],
    mongo: ['mongodb_passwords'],
    redis: ['redis_users'],
  })
})

test('in development each container gets the same secrets from a volume of its own', () => {
  const inProduction = all.flatMap(([name, { secrets = [] }]) => {
    const files = secrets.map((one) => (typeof one === 'string' ? [one, one] : [one.target ?? one.source, one.source]))
    return files.length ? [[name, Object.fromEntries(files)]] : []
  })
  expect(serviceSecrets).toEqual(Object.fromEntries(inProduction))
  for (const name of Object.keys(developmentSecrets({}, {}))) {
    expect(development.services[name]?.volumes, name).toContain(`secrets-${name}:/run/secrets:ro`)
    expect(development.services['secrets']?.volumes, name).toContain(`secrets-${name}:/secrets/${name}`)
  }
  for (const [name] of inProduction) expect(development.services[String(name)]?.secrets, String(name)).toBeNull()
})

test('in development the mail box and the provider are published on this machine only', () => {
  const published = tools.flatMap(([, { ports = [] }]) => ports)
  expect(published).toHaveLength(2)
  for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:/)
})

test('no secret is passed in a variable, and every mounted secret file is one that is generated', () => {
  const secret = /SECRET|KEY|PEPPER|PASSWORD|_URI$|REDIS_URL|SMTP_URL|FILES_S3/
  for (const [name, { environment = {} }] of all) {
    const inTheClear = Object.keys(environment).filter(
      (variable) => secret.test(variable) && !variable.endsWith('_FILE'),
    )
    expect(inTheClear, name).toEqual([])
  }
  const written = Object.keys(containerSecrets({ DATABASE_KEY: 'a key' }))
  for (const [name, service] of all) expect(written, name).toEqual(expect.arrayContaining(secretsOf(service)))
})

test('images have pinned bases, and dependencies come from the lock file', () => {
  const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)/gm)].map(([, name]) => name)
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base)
  const foreign = bases.filter((base) => !stages.includes(base))
  expect(foreign.length).toBeGreaterThan(0)
  for (const base of foreign) expect(base).toMatch(/^[a-z/]+:\d+\.\d+(\.\d+)?-slim(@sha256:[0-9a-f]{64})?$/)
  const installs = dockerfile.match(/bun install.*/g) ?? []
  expect(installs.length).toBeGreaterThan(0)
  for (const install of installs) expect(install).toContain('--frozen-lockfile')
  for (const [name, { build }] of all) if (build) expect(stages, name).toContain(build.target)
})

test('each program that a service starts is in its image', () => {
  const started = sources.flatMap(({ path, text, isTest }) =>
    isTest
      ? []
      : Array.from(text.matchAll(/Bun\.resolveSync\('\.\/([\w-]+)', import\.meta\.dirname\)/g), ([, name]) =>
          posix.join(posix.dirname(path), `${name}.ts`),
        ),
  )
  expect(started.length).toBeGreaterThan(3)
  const built = all.flatMap(([, { build }]) => build?.args?.['START']?.split(' ') ?? [])
  expect(started.filter((file) => !built.includes(file))).toEqual([])
})

/** The observability beside the product, whose configurations have variables. */
const overlay = Bun.YAML.parse(readFileSync(join(root, 'deploy/observability/compose.yml'), 'utf8')) as {
  services: Record<
    string,
    { read_only?: boolean; configs?: { source: string }[]; labels?: { settings: string }; secrets?: string[] }
  >
  configs: Record<string, { content: string }>
  secrets: Record<string, { file: string }>
}
const configured = Object.entries(overlay.services).filter(([, { configs }]) => configs)
const variablesIn = (text = '') => [...new Set(text.match(/(?<=\$\{)[A-Z_]+/g))].sort()

test('Compose can fill in every configuration of the observability: it refuses to where a container is read-only', () => {
  expect(configured.map(([name]) => name)).toEqual(['prometheus', 'alertmanager'])
  expect(configured.filter(([, { read_only }]) => read_only !== false)).toEqual([])
})

test('a changed setting of the observability replaces its container: Compose compares labels, not configurations', () => {
  for (const [name, { configs = [], labels, secrets = [] }] of configured) {
    const contents = configs.map(({ source }) => overlay.configs[source]!.content)
    const files = secrets.map((secret) => overlay.secrets[secret]!.file)
    expect([name, variablesIn(labels?.settings)]).toEqual([name, variablesIn([...contents, ...files].join())])
  }
})

test("Alertmanager reads the copy of its password that `make secrets` makes: the operator's file is theirs only", () => {
  const [[name, { file }] = ['', { file: '' }]] = Object.entries(overlay.secrets)
  expect(file).toBe(`\${SECRETS_DIR:-/dev/null}\${SECRETS_DIR:+/${name}}`)
  expect(Object.keys(containerSecrets({}))).toContain(name)
})

test('workflows take actions of others by their commit, and give no container the socket of the engine', () => {
  for (const name of readdirSync(join(root, '.github/workflows'))) {
    const text = readFileSync(join(root, '.github/workflows', name), 'utf8')
    const unpinned = Array.from(text.matchAll(/uses: (\S+)/g), ([, action = '']) => action).filter(
      (action) => !/@[0-9a-f]{40}$/.test(action),
    )
    expect([name, unpinned, text.includes('docker.sock')]).toEqual([name, [], false])
  }
})

test('workflows run images of others by their digest', () => {
  const named = readdirSync(join(root, '.github/workflows')).flatMap((name) => {
    const text = readFileSync(join(root, '.github/workflows', name), 'utf8')
    return Array.from(text.matchAll(/^ +SCANNER: (\S+)$/gm), ([, image = '']) => image)
  })
  expect(named.length).toBeGreaterThan(1)
  for (const image of named) expect(image).toMatch(/:\d+\.\d+\.\d+@sha256:[0-9a-f]{64}$/)
})

/** Compose's own tag marks what replaces a list; the parser does not know it. */
const replicated = (name: string) =>
  Bun.YAML.parse(
    readFileSync(join(root, `deploy/compose.${name}.yml`), 'utf8').replaceAll('!override', ''),
  ) as ComposeFile & {
    secrets: Record<string, { file: string }>
  }

/** Where a member is: by its name, or at the address that `make secrets` writes. */
const byName = () => ({})
const atAddress = (kind: string, name: string) => ({
  networks: { redis: { ipv4_address: `\${REDIS_NETWORK:-10.46.89}.${kind === 'redis' ? 1 : 2}${name.at(-1)}` } },
})

test.each([
  ['replica-set', 'mongo', ['mongo'], byName],
  ['sentinel', 'redis', ['redis', 'sentinel'], atAddress],
] as const)(
  'the overlay %s has three members with a volume, a place and secrets of their own in the place of %s',
  (file, single, kinds, place) => {
    const overlay = replicated(file)
    expect(overlay.services[single]).toEqual({ profiles: [`bundled-${single}`] })
    const written = Object.keys(containerSecrets({ DATABASE_KEY: 'a key' }))
    for (const kind of kinds)
      for (const name of [1, 2, 3].map((number) => `${kind}-${number}`)) {
        const service = overlay.services[name]!
        expect(service, name).toMatchObject({
          extends: { file: 'docker-compose.yml', service: single },
          volumes: [expect.stringMatching(new RegExp(`^${name}:/data`))],
          ...place(kind, name),
        })
        expect(written, name).toEqual(expect.arrayContaining(secretsOf(service)))
        expect(service.ports, name).toBeUndefined()
      }
    for (const [name, secret] of Object.entries(overlay.secrets)) {
      expect(written).toContain(name)
      expect(secret.file).toMatch(new RegExp(`/${name}$`))
    }
  },
)

test('the overlay that ships logs names every service that runs all the time', () => {
  const file = readFileSync(join(root, 'deploy/compose.syslog.yml'), 'utf8')
  const shipped = Bun.YAML.parse(file) as { services: Record<string, { logging: { driver: string } }> }
  expect(Object.keys(shipped.services).sort()).toEqual(production.map(([name]) => name).sort())
  for (const { logging } of Object.values(shipped.services)) expect(logging.driver).toBe('syslog')
})

test('a release publishes every image that a server asks a registry for', () => {
  const release = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')
  const files = (text: string) => [...text.matchAll(/-f (\S+\.yml)/g)].map(([, file = '']) => file)
  const imagesIn = (file: string) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\{IMAGES\S*\/([\w-]+):/g)].map(([, image]) => image)
  const published = files(/^ *FILES: .*/m.exec(release)?.[0] ?? '').flatMap(imagesIn)
  const deployed = [...new Bun.Glob('**/*.yml').scanSync(join(root, 'deploy'))].map((file) => `deploy/${file}`)
  expect(published).toEqual(expect.arrayContaining(['docker-compose.yml', ...deployed].flatMap(imagesIn)))
  expect(published).toContain(/\/(tools):\$version/.exec(readFileSync(join(root, 'deploy/tools.sh'), 'utf8'))?.[1])
})
