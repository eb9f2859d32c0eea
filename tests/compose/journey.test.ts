import { join, resolve } from 'node:path'
import { docker } from '@app/containers/docker'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nightlyTest } from '../support/cases'
import { createProject, engineAnswers } from './containers'
import { typeDocumented } from './documented'
import { letsEncryptFolder, servedCertificate } from './lets-encrypt'
import { readableBy, refusedWrites } from './mongo-shell'
import { type ComposeFile, faultsOf } from './rules'
import { createVisitor } from './visitor'

const admin = 'admin@archery.example'
const parts = ['edge', 'nginx', 'auth', 'forms', 'email-worker', 'admin-tables', 'mongo', 'redis', 'mail-box']

describe.skipIf(!engineAnswers)('the product in containers', () => {
  let project: Awaited<ReturnType<typeof createProject>>
  let visitor: ReturnType<typeof createVisitor>

  beforeAll(async () => {
    project = await createProject()
    await docker.up(project.options)
    visitor = createVisitor((await docker.urls(project.options)) as { site: string; mail: string })
  }, 1_200_000)
  afterAll(() => project?.remove())

  const inquiries = async () => {
    const answer = await visitor.get('/api/tables/contact_submissions')
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
  }

  const inquiryOf = (name: string) => ({
    formId: 'contact_form',
    name,
    email: 'ada@visitor.example',
    interest: 'Lessons',
    message: `${name} would like to try archery with two children.`,
  })

  /** Repeats a request and returns the containers that answered. */
  async function answering(path: string, times = 40): Promise<string[]> {
    const ids = new Set<string>()
    for (let each = 0; each < times; each++) {
      const answer = await visitor.get(path)
      expect(answer.status).toBeLessThan(500)
      ids.add(answer.headers.get('x-request-id') ?? '')
    }
    const lines = (await project.accessLog()).filter((line) => ids.has(line.requestId))
    expect(lines).toHaveLength(times)
    return [...new Set(lines.map((line) => line.upstream))].sort()
  }

  test('the page is served, compressed as the browser accepts', async () => {
    const page = await visitor.get('/')
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('<h1')
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1]
    const answer = await visitor.get(script ?? '/assets/')
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('cache-control')).toContain('immutable')
  })

  test('an inquiry reaches the mail box', async () => {
    const answer = await visitor.post('/api/forms/submit', inquiryOf('Ada Lovelace'))
    expect(await answer.json()).toMatchObject({ success: true })
    expect((await visitor.mailAbout('Ada Lovelace')).subject).toBe('New inquiry: Archery Lessons - Ada Lovelace')
  })

  test('an admin signs in by code and finds the inquiry in the table', async () => {
    expect((await visitor.get('/api/tables/contact_submissions')).status).toBe(401)
    expect((await visitor.post('/api/send-otp', { email: admin })).status).toBe(200)
    const otp = /\b\d{6}\b/.exec((await visitor.mailAbout(admin)).text)?.[0]
    expect((await visitor.post('/api/verify-otp', { email: admin, otp })).status).toBe(200)
    expect(await inquiries()).toEqual(['Ada Lovelace'])
  })

  test('the answer of the visitor comes in through the edge', async () => {
    const { data } = (await (await visitor.get('/api/tables/contact_submissions')).json()) as { data: { id: string }[] }
    const path = `/api/forms/submissions/${data[0]?.id}`
    expect((await visitor.post(`${path}/reply`, { subject: 'Your visit', text: 'Who is coming?' })).status).toBe(200)
    await visitor.answer(await visitor.mailAbout('Who is coming?'), 'Two children, nine and eleven.')
    const conversation = async () => (await visitor.get(path)).text()
    await expect.poll(conversation, { timeout: 60_000 }).toContain('nine and eleven')
  })

  test('no container runs as root, writes to its image or gains privileges, and only the edge publishes a port', async () => {
    for (const part of parts) {
      const [id = ''] = await project.replicas(part)
      const { HostConfig, NetworkSettings } = await project.inspect(id)
      expect((await project.compose('exec', '-T', part, 'id', '-u')).trim(), part).not.toBe('0')
      expect(HostConfig, part).toMatchObject({ ReadonlyRootfs: true, Privileged: false, CapDrop: ['ALL'] })
      expect(HostConfig.SecurityOpt, part).toContain('no-new-privileges:true')
      const hosts = Object.values(NetworkSettings.Ports as Record<string, { HostIp: string }[] | null>).flat()
      const published = hosts.filter((host) => host !== null).map((host) => host.HostIp)
      expect(published, part).toEqual(part === 'edge' || part === 'mail-box' ? ['127.0.0.1'] : [])
    }
    await expect(project.compose('exec', '-T', 'auth', 'touch', '/app/x')).rejects.toThrow('Read-only file system')
  })

  test('only auth holds the key that signs sessions', async () => {
    for (const part of parts) {
      const files = await project.compose('exec', '-T', part, 'sh', '-c', 'ls /run/secrets || true')
      expect(files.includes('session_signing_key'), part).toBe(part === 'auth')
      const variables = await project.compose('exec', '-T', part, 'env')
      expect(variables, part).not.toMatch(/"d":|mongodb:\/\/|redis:\/\//)
    }
  })

  test('every container has limits, and the rendered Compose file follows every rule', async () => {
    const config = JSON.parse(await project.compose('config', '--format', 'json')) as ComposeFile
    expect(Object.keys(config.services)).toEqual(expect.arrayContaining(parts))
    for (const [name, service] of Object.entries(config.services)) expect(faultsOf(service), name).toEqual([])
    for (const part of parts) {
      const [id = ''] = await project.replicas(part)
      const { HostConfig } = await project.inspect(id)
      expect(HostConfig, part).toMatchObject({
        Init: true,
        NanoCpus: expect.any(Number),
        Memory: expect.any(Number),
        PidsLimit: expect.any(Number),
      })
      expect(Math.min(HostConfig.NanoCpus, HostConfig.Memory, HostConfig.PidsLimit), part).toBeGreaterThan(0)
    }
  })

  test('MongoDB has a user per service with its own collections only, and refuses anonymous clients', async () => {
    const rights = {
      auth: ['audit_log', 'login_codes', 'users'],
      forms: ['contact_submissions', 'audit_log', 'forms', 'table_schemas', 'users'],
      // It asks the rights of those whose mail waited.
      'email-worker': ['contact_submissions', 'forms', 'table_schemas', 'users'],
      'admin-tables': ['contact_submissions', 'audit_log', 'forms', 'table_schemas', 'users'],
      nobody: [],
    }
    expect(await readableBy(project, Object.keys(rights))).toEqual(rights)
  })

  test('what a service may not write MongoDB refuses: nothing changes or ends the audit', async () => {
    const services = ['auth', 'forms', 'admin-tables']
    const refused = [
      ...services.flatMap((user) =>
        ['update', 'remove', 'index', 'drop'].map((action) => `${user} ${action} audit_log`),
      ),
      'email-worker insert audit_log',
      'forms update users',
      ...['insert', 'update', 'remove'].flatMap((action) =>
        ['trash', 'students', 'revisions'].map((name) => `forms ${action} ${name}`),
      ),
      'forms update erasures',
      'forms remove erasures',
      'admin-tables insert sessions',
      'admin-tables insert login_codes',
      'admin-tables remove revisions',
      'admin-tables update contact_submissions_of_nobody',
      'admin-tables insert trips',
      'auth insert contact_submissions',
      'email-worker insert users',
    ]
    const allowed = [
      ...services.map((user) => `${user} insert audit_log`),
      'forms insert contact_submissions',
      'forms insert erasures',
      'admin-tables insert users',
      'admin-tables insert trash',
      'auth insert users',
      'email-worker update contact_submissions',
    ]
    expect(await refusedWrites(project, [...refused, ...allowed])).toEqual(refused)
  })

  test("no service may flush Redis or read another service's keys", async () => {
    const ask = (...command: string[]) =>
      project.compose('exec', '-T', 'redis', 'sh', '-c', `redis-cli "$@" 2>&1`, 'ask', '--no-auth-warning', ...command)
    const users = await project.compose('exec', '-T', 'redis', 'cat', '/run/secrets/redis_users')
    expect(users).toContain('user auth on #')
    const { password } = new URL(await project.secret('auth', 'redis_url'))
    const asAuth = (...command: string[]) => ask('--user', 'auth', '--pass', password, ...command)
    expect(await asAuth('PING')).toContain('PONG')
    for (const command of [['FLUSHALL'], ['CONFIG', 'GET', 'dir'], ['KEYS', '*'], ['GET', 'archery:inquiry-mail:id']])
      expect(await asAuth(...command), command.join(' ')).toContain('NOPERM')
    expect(await ask('GET', 'archery:inquiry-mail:id')).toContain('NOAUTH')
  })

  test('every replica receives requests, also one started later, and a dead one is skipped', async () => {
    const scale = (forms: number, tables: number) =>
      project.compose('up', '--wait', '-d', '--scale', `forms=${forms}`, '--scale', `admin-tables=${tables}`)
    const [edge] = await project.replicas('nginx')
    // Nginx asks for the addresses again after two seconds.
    const allAnswer = async (path: string, service: string, times?: number) => {
      const addresses = await project.addresses(service)
      await expect.poll(() => answering(path, times), { timeout: 30_000 }).toEqual(addresses)
      return addresses.length
    }
    await scale(2, 2)
    expect(await allAnswer('/api/forms/none', 'forms')).toBe(2)
    expect(await allAnswer('/api/tables/contact_submissions', 'admin-tables')).toBe(2)

    await scale(3, 2)
    expect(await allAnswer('/api/forms/none', 'forms', 60)).toBe(3)
    expect(await project.replicas('nginx')).toEqual([edge])

    await scale(1, 1)
    expect(await answering('/api/forms/none')).toEqual(expect.arrayContaining(await project.addresses('forms')))
    expect(await inquiries()).toEqual(['Ada Lovelace'])
  })

  test('an unavailable service is a 503 in JSON, and the page still loads', async () => {
    await project.compose('stop', 'forms')
    // Nginx asks for the addresses again after two seconds.
    await expect.poll(async () => (await visitor.get('/api/forms/none')).status, { timeout: 30_000 }).toBe(503)
    const answer = await visitor.post('/api/forms/submit', inquiryOf('Grace Hopper'))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'application/json'])
    expect((await visitor.get('/')).status).toBe(200)
    await project.compose('start', 'forms')
  })

  test('while the databases are down, calls are 503 in JSON and the page loads; they recover in any order', async () => {
    await project.compose('stop', 'mongo', 'redis')
    const away = await visitor.get('/api/users/me')
    expect([away.status, away.headers.get('content-type')]).toEqual([503, expect.stringMatching(/^application\/json/)])
    expect((await visitor.get('/')).status).toBe(200)
    await project.compose('restart', 'auth', 'forms')
    await project.compose('start', 'redis', 'mongo')
    await expect.poll(async () => (await visitor.get('/api/users/me')).status, { timeout: 30_000 }).toBe(200)
  })

  nightlyTest('the session key is rotated in a running product and no session ends', async () => {
    const [before] = await project.replicas('auth')
    const inside = () => project.compose('exec', '-T', 'auth', 'cat', '/run/secrets/session_signing_key')
    const old = await inside()
    let isOver = false
    const rotation = docker.rotateDevelopmentKeys(project.options).finally(() => {
      isOver = true
    })
    while (!isOver) {
      expect((await visitor.get('/api/users/me')).status).toBe(200)
      await Bun.sleep(500)
    }
    await rotation
    expect(JSON.parse(await inside()).kid).not.toBe(JSON.parse(old).kid)
    expect(await project.replicas('auth')).toEqual([before])
  })

  test('data, sessions and mails survive down and up', async () => {
    await docker.down(project.options)
    expect(await docker.urls(project.options)).toEqual({})
    const start = performance.now()
    await docker.up(project.options)
    process.stdout.write(`up again, images at hand: ${((performance.now() - start) / 1_000).toFixed(1)} s\n`)
    expect(await inquiries()).toEqual(['Ada Lovelace'])
    // Newer mails about her belong to the conversation.
    expect((await visitor.mailAbout('New inquiry')).subject).toContain('Ada Lovelace')
  })

  test('`docker compose up -d` after the start changes nothing, and scaling ends no other service', async () => {
    const ids = () => project.compose('ps', '-q', '--orphans=false')
    const before = (await ids()).split('\n').sort()
    await project.compose('up', '-d')
    expect((await ids()).split('\n').sort()).toEqual(before)
    await project.compose('up', '-d', '--wait', '--scale', 'forms=2')
    expect((await ids()).split('\n')).toEqual(expect.arrayContaining(before))
    expect((await visitor.get('/api/users/me')).status).toBe(200)
    await project.compose('up', '-d')
    expect((await ids()).split('\n').sort()).toEqual(before)
  })

  nightlyTest('every command of the runbook and of the deployment does what it says', async () => {
    const { typed, failed } = await typeDocumented(project)
    expect(failed).toEqual([])
    expect(typed).toBeGreaterThan(35)
    // The deployment names this one as a table that is new.
    expect(await refusedWrites(project, ['admin-tables insert trips'])).toEqual([])
  })

  nightlyTest('with a certificate the edge terminates TLS, redirects http pages and refuses http calls', async () => {
    const certificate = letsEncryptFolder(join(project.folder, 'letsencrypt'))
    const { site, tls } = project.ports
    const PUBLIC_ORIGIN = `https://localhost:${tls}`
    const settings = { ...certificate.variables, TLS_PORT: String(tls), PUBLIC_ORIGIN }
    const files = ['-f', 'docker-compose.yml', '-f', 'deploy/compose.tls.yml']
    await project.composeWith(settings, ...files, 'up', '-d', '--no-deps', '--wait', 'edge', 'nginx')

    const trusting = { tls: { ca: certificate.authority() } }
    const page = await fetch(`${PUBLIC_ORIGIN}/`, trusting)
    expect([page.status, page.headers.get('strict-transport-security')]).toEqual([200, 'max-age=63072000'])
    expect((await fetch(`${PUBLIC_ORIGIN}/api/users/me`, trusting)).status).toBe(401)
    const plain = (path: string) => fetch(`http://localhost:${site}${path}`, { redirect: 'manual' })
    const sentOn = await plain('/login')
    expect([sentOn.status, sentOn.headers.get('location')]).toEqual([308, `${PUBLIC_ORIGIN}/login`])
    expect((await plain('/api/users/me')).status).toBe(403)

    // A renewal is picked up automatically, and no visitor notices.
    const serial = async () => (await servedCertificate(tls)).serialNumber
    const first = await serial()
    let asked = 0
    const failures: string[] = []
    const visits = async (until: () => boolean) => {
      while (!until()) {
        asked++
        await fetch(`${PUBLIC_ORIGIN}/`, {
          headers: { connection: 'close' },
          tls: { rejectUnauthorized: false },
        }).then(
          ({ status }) => status === 200 || failures.push(String(status)),
          (error) => failures.push(String(error)),
        )
      }
    }
    let isOver = false
    const visitors = Array.from({ length: 4 }, () => visits(() => isOver))
    certificate.renew()
    await expect.poll(serial, { timeout: 60_000 }).not.toBe(first)
    const before = asked
    await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(before + 50)
    isOver = true
    await Promise.all(visitors)
    expect(await serial()).not.toBe(first)
    expect(failures).toEqual([])
  })

  test('with external databases, no database containers are started', async () => {
    const files = ['', 'deploy/compose.external-mongo.yml', 'deploy/compose.external-redis.yml']
    const args = files.flatMap((file) => ['-f', file || 'docker-compose.yml'])
    const services = (await project.compose(...args, 'config', '--services')).trim().split('\n')
    expect(services).toEqual(expect.arrayContaining(['auth', 'forms', 'email-worker', 'admin-tables', 'nginx']))
    expect(services).not.toContain('mongo')
    expect(services).not.toContain('redis')
  })
})

describe.skipIf(!engineAnswers)('production in containers', () => {
  const root = resolve(import.meta.dirname, '../..')
  const base = ['-f', 'docker-compose.yml']
  const production = [...base, '-f', 'deploy/compose.production.yml']

  async function refusal(args: string[], variables: Record<string, string> = {}) {
    const command = ['docker', 'compose', '-p', `refused-${process.pid}`, '--env-file', '/dev/null', ...args]
    const child = Bun.spawn(command, {
      cwd: root,
      env: { ...process.env, ...variables },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const text = (await new Response(child.stderr).text()) + (await new Response(child.stdout).text())
    expect(await child.exited, text).not.toBe(0)
    return text
  }

  test('without secrets nothing starts, and the error says how to create them', async () => {
    expect(await refusal([...production, 'up', '-d'])).toMatch(/SECRETS_DIR is missing.*make secrets/)
  })

  test.each(['PUBLIC_ORIGIN', 'ADMIN_EMAILS', 'CONTACT_RECIPIENT', 'MAIL_FROM'])(
    'without %s nothing starts',
    async (name) => {
      const all = {
        SECRETS_DIR: '/tmp',
        PUBLIC_ORIGIN: 'https://school.test',
        ADMIN_EMAILS: 'a@school.test',
        CONTACT_RECIPIENT: 'a@school.test',
        MAIL_FROM: 'School <a@school.test>',
      }
      expect(await refusal([...production, 'config', '-q'], { ...all, [name]: '' })).toContain(`${name} is missing`)
    },
  )

  test('the development files refuse an origin that is not this machine', async () => {
    const build = Bun.spawn(['docker', 'compose', '-p', `refused-${process.pid}`, 'build', '-q', 'secrets'], {
      cwd: root,
    })
    expect(await build.exited).toBe(0)
    const text = await refusal(['run', '--rm', 'secrets'], { PUBLIC_ORIGIN: 'https://school.test' })
    expect(text).toContain('development on this machine only')
    await Bun.spawn(['docker', 'compose', '-p', `refused-${process.pid}`, 'down', '-v', '--rmi', 'local'], {
      cwd: root,
    }).exited
  })
})
