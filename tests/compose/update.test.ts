import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port'
import { engineAnswers } from './containers'
import { startLoad } from './load'
import { createProductionClone } from './production-clone'
import { createVisitor } from './visitor'

const parts = ['admin-tables', 'auth', 'email-worker', 'forms', 'nginx']
const forms = 'services/forms/src/index.ts'
const inbox = 'services/forms/src/inbox/routes.ts'
const stagingAdmin = 'staging@archery.example'
const beforeCounting = '  const perHour = counters'
/** Inquiries during one command: the copy of `make staging` builds every index over all of them, which takes minutes beyond this. */
const enough = 1_000

describe.skipIf(!engineAnswers)('one command per update', () => {
  let site: Awaited<ReturnType<typeof createProductionClone>>
  const quickly = { CANARY_SECONDS: '3' }

  beforeAll(async () => {
    site = await createProductionClone('update')
    await site.tag('v0.1.0')
    // Writes to a collection that its user may not use until the rights of this version are there.
    await site.makeVersion('v0.2.0', {
      'deploy/mongo/users.js': [
        '    seed_marks: write,\n    // Asks',
        '    seed_marks: write,\n    visits: write,\n    // Asks',
      ],
      [forms]: [
        'Promise.all([service.prepare(), ',
        "Promise.all([mongo.db().collection('visits').insertOne({ at: new Date() }), service.prepare(), ",
      ],
      'CHANGELOG.md': ['## Unreleased\n', '## Unreleased\n\n- One-way: visits are stored.\n'],
    })
    await site.makeVersion('v0.3.0', { [forms]: [beforeCounting, `  process.exit(3)\n${beforeCounting}`] })
    // The next ones have no part in that fault.
    await site.checkOut('v0.2.0')
    await site.makeVersion('v0.4.0', {
      [inbox]: [': inbox.page(view, Number(page), actor.id)', ": Promise.reject(new Error('unreadable'))"],
    })
    await site.checkOut('v0.2.0')
    await site.makeVersion('v0.5.0', { 'docker-compose.yml': ['pids: 1024', 'pids: 1025'] })
    await site.checkOut('v0.1.0')
    expect(await site.start()).toBe(200)
  })
  afterAll(() => site?.removeAll())

  const submit = () => site.submit()

  /** Types a command while visitors, staff and inquiries arrive. `away`: for how long the database may be, in seconds. */
  async function underLoad(command: string, env: Record<string, string> = quickly, away = 0) {
    const page = () => site.visitor.get('/')
    const last = site.accepted() + enough
    const kinds = {
      page,
      me: () => site.visitor.get('/api/users/me'),
      list: () => site.visitor.get('/api/tables/announcements'),
      submit: () => (site.accepted() < last ? submit() : page()),
    }
    // The images are built on the same processors.
    const load = startLoad(kinds, { clients: 2 })
    const { code, text } = await site.type(command, env)
    const { sent, repeated, failures, slowest } = await load.stop()
    process.stdout.write(
      `${command}: ${failures.length} of ${sent} requests failed, ${repeated} sent again, slowest ${slowest} ms\n`,
    )
    if (failures.length > 0) process.stdout.write(`${JSON.stringify(failures.slice(0, 3))}\n${text}`)
    if (away === 0) expect(failures).toEqual([])
    const times = failures.map(({ after }) => after)
    expect((Math.max(...times, 0) - Math.min(...times, Number.POSITIVE_INFINITY)) / 1_000).toBeLessThan(away || 1)
    return { code, text }
  }
  const all = (version: string) => parts.map((part) => `${part} ${version}`)

  test('`make update` brings another version with rights of its own, without a failed request', async () => {
    const { code, text } = await underLoad('make update VERSION=v0.2.0')
    expect([code, text]).toEqual([0, expect.stringContaining('v0.2.0 runs.')])
    expect(text).toContain('One-way: visits are stored.')
    expect(await site.running()).toEqual(all('v0.2.0'))
    expect(await site.succeeds('make update VERSION=v0.2.0')).toContain('runs already')
    expect(await site.shell('zcat .data/logs/replaced/*-forms-*.log.gz')).toContain('shutdown finished')
  })

  test('a version that does not start is undone; the former one serves all the time', async () => {
    const { code, text } = await underLoad('make update VERSION=v0.3.0')
    expect([code, text]).toEqual([2, expect.stringContaining('v0.2.0 runs as before.')])
    expect(await site.running()).toEqual(all('v0.2.0'))
    expect((await site.type('git describe --tags')).text.trim()).toBe('v0.2.0')
  })

  test('a version whose inbox cannot be read is refused before a visitor reaches it', async () => {
    const { code, text } = await underLoad('make update VERSION=v0.4.0')
    expect([code, text]).toEqual([2, expect.stringContaining('/api/forms/inbox: HTTP 500')])
    expect(text).not.toContain('Start one new replica')
    expect(text).toContain('v0.2.0 runs as before.')
    expect(await site.running()).toEqual(all('v0.2.0'))
  })

  test('`make roll-back` names what cannot be undone, and with FORCE=1 returns', async () => {
    // The update that was undone does not count.
    const oneWay = await site.type('make roll-back')
    expect([oneWay.code, oneWay.text]).toEqual([2, expect.stringContaining('One-way: visits are stored. FORCE=1')])
    const { code, text } = await underLoad('make roll-back FORCE=1')
    expect([code, text]).toEqual([0, expect.stringContaining('v0.1.0 runs.')])
    expect(await site.running()).toEqual(all('v0.1.0'))
  })

  test('an update that is interrupted continues, and until then both versions serve', async () => {
    const update = spawn('make', ['update', 'VERSION=v0.2.0'], {
      cwd: site.folder,
      env: { ...process.env, ...quickly },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await new Promise<void>((done) =>
      update.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('Replace the replicas of forms')) done()
      }),
    )
    await Bun.sleep(4_000)
    process.kill(-update.pid!, 'SIGHUP')
    await new Promise((done) => update.once('close', done))
    expect((await submit()).status).toBe(200)
    const other = await site.type('make update VERSION=v0.3.0')
    expect([other.code, other.text]).toEqual([2, expect.stringContaining('An update to v0.2.0 is unfinished')])
    const { text } = await underLoad('make update')
    expect(text).toContain('Continuing the update from v0.1.0 to v0.2.0.')
    expect(await site.running()).toEqual(all('v0.2.0'))
  })

  test('databases of another version are announced and away for seconds; `docker compose up -d` then changes nothing', async () => {
    const { code, text } = await underLoad('make update VERSION=v0.5.0', quickly, 15)
    expect([code, text]).toEqual([0, expect.stringContaining('Replacing MongoDB: until it is back')])
    expect(text).toMatch(/mongo is replaced, in \d/)
    const ids = () => site.shell('docker compose ps -q | sort')
    const before = await ids()
    await site.succeeds('docker compose up -d')
    expect(await ids()).toBe(before)
    // Those of the other three versions are gone.
    const images = await site.shell(`docker image ls --format '{{.Repository}} {{.Tag}}' '${site.project}/*'`)
    const forms = images.split('\n').filter((line) => line.startsWith(`${site.project}/forms `))
    expect(forms.map((line) => line.split(' ')[1]).toSorted()).toEqual(['v0.2.0', 'v0.5.0'])
  })

  test('every acknowledged inquiry is stored', async () => {
    const answer = await site.visitor.get('/api/tables/contact_submissions')
    expect(await answer.json()).toMatchObject({ total: site.accepted() })
  })

  test('`make staging` starts a copy with masked addresses, whose mails are caught; production is left alone', async () => {
    expect((await submit()).status).toBe(200)
    const before = await site.running()
    const port = await freePort([19_000, 19_900])
    const text = await site.succeeds(`make staging STAGING_PORT=${port}`)
    expect(text).toMatch(/Masked [1-9]\d* records/)
    const copy = createVisitor({ site: `http://localhost:${port}`, mail: `http://localhost:${port + 1}` })
    await copy.post('/api/send-otp', { email: stagingAdmin })
    const otp = /\b\d{6}\b/.exec((await copy.mailAbout(stagingAdmin)).text)?.[0]
    expect((await copy.post('/api/verify-otp', { email: stagingAdmin, otp })).status).toBe(200)
    const list = (await (await copy.get('/api/tables/contact_submissions')).json()) as { total: number }
    expect(list.total).toBe(site.accepted())
    expect(JSON.stringify(list)).not.toContain('@visitor.example')
    expect(JSON.stringify(list)).toContain('@masked.invalid')
    expect(await site.running()).toEqual(before)
    await site.succeeds('docker compose --env-file .data/staging/.env --profile * down --volumes --rmi local')
  })

  test('what keeps an update from starting is said at once, and nothing changes', async () => {
    const before = await site.running()
    await site.succeeds('docker compose stop email-worker')
    await site.type('cp README.md SECURITY.md')
    const { code, text } = await site.type('make update VERSION=v9.9.9')
    expect(code).toBe(2)
    for (const fault of ['No such version', 'Files of the checkout are changed', 'email-worker is exited'])
      expect(text).toContain(fault)
    await site.type('git checkout SECURITY.md')
    await site.succeeds('docker compose up -d --no-deps --wait email-worker')
    expect(await site.running()).toEqual(before)
  })
})
