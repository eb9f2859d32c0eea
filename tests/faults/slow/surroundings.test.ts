import { minutes, seconds } from '@app/contracts/durations'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gone, type People, startActors, violationsIn } from '../../support/actors'
import { createBrowser } from '../../support/browser'
import { inquiry } from '../../support/inquiry'
import { limitMemory, watchMemory } from '../../support/memory-limit'
import { adminEmail, everything, type Product, startProduct } from '../../support/product'
import { type Replica, startReplica } from '../../support/replica'
import { canShiftClocks, createShiftedClock } from '../../support/shifted-clock'
import { signIn } from '../../support/sign-in'
import { until } from '../../support/until'

/** One address per sign-in, since an address gets one code a minute. */
const names = Array.from({ length: 8 }, (_, at) => `coach-${at}@archery.example`)
let product: Product
let people: People
beforeAll(async () => {
  product = await startProduct(
    { ADMIN_EMAILS: [adminEmail, gone, ...names].join(), LOG_LEVEL: 'info' },
    { pages: false, only: everything },
  )
  people = await startActors(product, adminEmail)
})
afterAll(() => product?.stop())

type ReplicaName = Parameters<typeof startReplica>[0]
type Surroundings = { env?: Record<string, string>; logFile?: string }

/** Runs a process with other variables in place of the usual one while `work` runs. */
async function within(
  parts: readonly ReplicaName[],
  { env, logFile }: Surroundings,
  act: (replicas: Replica[]) => Promise<void>,
) {
  const { stack } = product
  const replicas: Replica[] = []
  try {
    for (const part of parts) {
      await stack.stopProcess(part)
      const place = { port: stack.ports[part]!, logFile: logFile ?? stack.logFile(part) }
      replicas.push(await startReplica(part, { ...stack.env, ...env }, place))
    }
    await act(replicas)
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop()))
    await Promise.all(parts.map((part) => stack.startProcess(part)))
  }
  await people.servedAgain()
  expect(await people.nothingLost()).toEqual([])
}

test('F34: with a full log disk, services keep running and count lost lines', async () => {
  await within(['auth', 'forms', 'admin-tables'], { logFile: '/dev/full' }, async (replicas) => {
    const seen = await people.during(() => Bun.sleep(seconds(8)))
    expect(violationsIn(seen)).toEqual([])
    expect(seen.filter(({ status }) => status >= 500)).toEqual([])
    for (const { url, pid } of replicas) {
      const metrics = await (await fetch(`${url}/metrics`)).text()
      expect(Number(/^log_writes_failed_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0)
      expect(process.kill(pid, 0)).toBe(true)
    }
  })
})

test.runIf(canShiftClocks)(
  'F37: the clock of auth jumps: who signed out stays out, old codes are dead, and the others do not notice',
  async () => {
    const clock = createShiftedClock()
    const visitor = createBrowser(product.site)
    try {
      await within(['auth'], { env: clock.env }, async () => {
        const states = async () => [
          (await people.run('session')).status,
          (await people.run('signed out')).status,
          (await people.run('table')).status,
        ]
        // Other services accept a token of a clock that is ahead or behind.
        for (const [at, offset] of ['+5m', '-5m'].entries()) {
          clock.move(offset)
          expect([offset, ...(await states())]).toEqual([offset, 200, 401, 200])
          const browser = createBrowser(product.site)
          await signIn(browser, { mails: product.mails }, names[3 + at]!)
          expect((await browser.get('/api/users/me')).status).toBe(200)
          expect((await browser.get('/api/tables/service_cards?limit=1')).status).toBe(200)
        }
        clock.move('+0')
        const code = await codeFor(visitor, names[5]!)
        clock.move('+1h')
        expect([await states(), (await verify(visitor, code)).status]).toEqual([[401, 401, 200], 400])
        clock.move('-1h')
        expect(await states()).toEqual([200, 401, 200])
        clock.move('+0')
        expect(await states()).toEqual([200, 401, 200])
      })
    } finally {
      clock.remove()
    }
  },
)

async function codeFor(browser: ReturnType<typeof createBrowser>, email: string) {
  expect((await browser.post('/api/send-otp', { email })).status).toBe(200)
  return until('the code', async () => {
    const mail = (await product.mails()).find(({ to }) => to[0]?.address === email)
    return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  })
}
const verify = (browser: ReturnType<typeof createBrowser>, otp: string) =>
  browser.post('/api/verify-otp', { email: names[5]!, otp })

test("F38: while the mail server's name does not resolve, inquiries are accepted and mailed later", async () => {
  let id = ''
  const read = () => product.db.collection('contact_submissions').findOne({ _id: new ObjectId(id) })
  await within(['email-worker'], { env: { SMTP_URL: 'smtp://mail.nowhere.invalid:25' } }, async () => {
    const answer = await people.admin.post('/api/forms/submit', inquiry())
    expect(answer.status).toBe(200)
    id = String(answer.body.id)
    const tried = await until(
      'a try',
      async () => ((await read())?.mails[0].last_error ? read() : undefined),
      seconds(60),
    )
    expect(tried?.mails[0]).toMatchObject({
      state: 'pending',
      last_error: expect.stringContaining('cannot be reached'),
    })
  })
  await until('the mail', async () => (await read())?.mails[0].state === 'sent', minutes(2))
})

test("F38: while the provider's name does not resolve, Google sign-in fails in time and codes work", async () => {
  await within(['auth'], { env: { GOOGLE_ISSUER: 'https://accounts.nowhere.invalid' } }, async () => {
    const browser = createBrowser(product.site)
    const startedAt = performance.now()
    const begun = await browser.get(`/api/oauth/google/redirect_url?originUrl=${encodeURIComponent(product.site)}`)
    expect(begun).toMatchObject({ status: 503, body: { code: 'unavailable', error: expect.any(String) } })
    expect(performance.now() - startedAt).toBeLessThan(seconds(7))
    await signIn(browser, product, names[6]!)
    expect((await browser.get('/api/users/me')).status).toBe(200)
  })
})

test('F39: services started before their databases wait without exiting, then become ready', async () => {
  const { stack } = product
  const services = ['auth', 'forms', 'admin-tables', 'email-worker'] as const
  for (const part of ['nginx', ...services, 'mail-box', 'redis', 'mongo']) await stack.stopProcess(part)
  const early = ['nginx', ...services].map((part) => stack.startProcess(part))
  const pids = () => services.map((part) => stack.pidOf(part))
  await until('their processes', async () => pids().every(Boolean))
  const first = pids()
  const at = (part: string, path: string) => fetch(`http://127.0.0.1:${stack.ports[part]}${path}`)
  let late: Promise<void>[] = []
  try {
    for (const part of services) {
      await until(`${part} to listen`, async () => (await at(part, '/healthz')).ok, seconds(30))
      expect([part, (await at(part, '/readyz')).status]).toEqual([part, 503])
    }
    const seen = await people.during(() => Bun.sleep(seconds(10)))
    expect(violationsIn(seen)).toEqual([])
    expect(pids()).toEqual(first)
  } finally {
    late = ['redis', 'mongo', 'mail-box'].map((part) => stack.startProcess(part))
    await Promise.all([...early, ...late])
  }
  expect(pids()).toEqual(first)
  for (const part of services) expect((await at(part, '/readyz')).status).toBe(200)
  await people.servedAgain()
  expect(await people.nothingLost()).toEqual([])
  const before = (await product.mails()).length
  expect((await people.admin.post('/api/forms/submit', inquiry())).status).toBe(200)
  await until('its mail', async () => (await product.mails()).length > before, seconds(45))
})

/** The memory limit of a service in Compose. */
const cap = 256 * 1024 * 1024

test("F36: many large bodies and exports at once stay within a service's memory limit", async () => {
  const rows = Array.from({ length: 6_000 }, (_, at) => ({
    text: `Row ${at} ${'x'.repeat(300)}`,
    kind: 'info',
    published: false,
  }))
  await product.db.collection('announcements').insertMany(rows)
  const admins = await Promise.all(
    names.slice(0, 3).map(async (email) => {
      const browser = createBrowser(product.site)
      await signIn(browser, product, email)
      return [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    }),
  )
  await within(['admin-tables'], {}, async ([service]) => {
    const { pid } = service!
    const { lift } = limitMemory(pid, cap)
    const memory = watchMemory(pid)
    try {
      const ask = async (path: string, cookie: string, init: RequestInit = {}) => {
        const headers = { cookie, 'sec-fetch-site': 'same-origin', 'x-requested-with': 'x', ...init.headers }
        const answer = await fetch(`${product.site}${path}`, { ...init, headers })
        // A slow database may abort an export, which is not the subject here.
        await answer.arrayBuffer().catch(() => {})
        return answer.status
      }
      const file = () => {
        const form = new FormData()
        form.append('file', new File([new Uint8Array(5_000_000).fill(65)], 'large.png', { type: 'image/png' }))
        return form
      }
      const json = (size: number) => ({
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'x'.repeat(size), kind: 'info', published: false }),
      })
      const statuses: number[] = []
      for (let round = 0; round < 3; round++) {
        const calls = admins.flatMap((cookie) => [
          ask('/api/tables/announcements/export', cookie),
          ...Array.from({ length: 4 }, () => ask('/api/upload/image', cookie, { method: 'POST', body: file() })),
          ...Array.from({ length: 6 }, () => ask('/api/tables/announcements', cookie, json(200_000))),
          ask('/api/tables/announcements', cookie, json(400_000)),
        ])
        // An anonymous upload is refused.
        const crowd = Array.from({ length: 40 }, () => ask('/api/upload/image', '', { method: 'POST', body: file() }))
        statuses.push(...(await Promise.all([...calls, ...crowd])))
      }
      // A busy machine answers 504: also a refusal in time.
      const expected = [200, 401, 413, 422, 429, 503, 504]
      expect(statuses.filter((status) => !expected.includes(status))).toEqual([])
      for (const status of [200, 413]) expect(statuses).toContain(status)
      const most = memory.stop()
      expect(most).toBeLessThan(cap)
      expect((await fetch(`${service!.url}/healthz`)).status).toBe(200)
    } finally {
      memory.stop()
      lift()
    }
  })
})
