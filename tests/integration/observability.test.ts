import { readdirSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { inquiry } from '../support/inquiry'
import { alerts, dashboardQueries, recordings } from '../support/observability'
import { adminEmail } from '../support/product'
import { readQuery } from '../support/promql'
import { beginGoogle } from '../support/provider'
import { counting, processes, type Series, scrape, sumOf, untilMetricIs } from '../support/scrape'
import { shareSignIns } from '../support/shared-products'
import { findStored } from '../support/stored-data'
import { until } from '../support/until'

let product: Awaited<ReturnType<typeof shareSignIns>>
beforeAll(async () => {
  product = await shareSignIns()
})
afterAll(() => product?.stop())

/** Personal data that occurs nowhere else. */
const visitor = {
  name: 'Xanthippe Quellenberg',
  email: 'xanthippe.quellenberg@visitors.example',
  message: 'My Klabauterbogen hums. May I bring it on Saturday?',
}
/** Secrets and personal data that must be in no log. */
const secrets = new Set<string>()
const codes = new Set<string>()
const keep = ({ jar }: Browser) => {
  for (const value of jar.values()) {
    secrets.add(value)
    secrets.add(decodeURIComponent(value))
  }
}
/** A unique inquiry. */
const words = () => ({ ...inquiry(visitor), message: `${visitor.message} ${crypto.randomUUID()}` })

/** An address that may sign in. */
async function person(role: 'user' | 'admin'): Promise<string> {
  const email = `${crypto.randomUUID()}@keepers.example`
  const since = { created_at: new Date(), updated_at: new Date() }
  await product.db.collection('users').insertOne({ email, name: null, picture: null, role, provider: 'code', ...since })
  return email
}

const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id') ?? 'none'

async function signInByCode(email: string) {
  const browser = createBrowser(product.site)
  const asked = await browser.post('/api/send-otp', { email })
  keep(browser)
  const otp = await until('the code', async () => {
    const mail = (await product.mails()).find(({ to }) => to[0]?.address === email)
    return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  })
  codes.add(otp)
  const wrong = await browser.post('/api/verify-otp', { email, otp: otp === '123456' ? '654321' : '123456' })
  const verified = await browser.post('/api/verify-otp', { email, otp })
  keep(browser)
  return { browser, asked, wrong, verified }
}

/** Sends exactly this path, which client libraries would normalize. */
const rawly = (path: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(product.site)
    httpRequest({ hostname, port, path, setHost: true }, (answer) => {
      let text = ''
      answer.on('data', (part) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
      .on('error', reject)
      .end()
  })

/** Log lines of a process with this request id. */
const linesOf = (part: string, requestId: string) =>
  readFileSync(product.stack.logFile(part), 'utf8')
    .split('\n')
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** An inquiry is answered before its mails are queued, so either line may come first. */
const byEvent = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  String(one.event).localeCompare(String(other.event))

describe('metrics', () => {
  test.each([
    '/metrics',
    '//metrics',
    '/metrics/',
    '/api/metrics',
    '/api/forms/metrics',
    '/api/forms/../../metrics',
    '/api/forms/%2e%2e/%2e%2e/metrics',
    '/api/forms/..%2f..%2fmetrics',
    '/metrics/../api/forms/x',
    '/metrics%3f/../api/forms/x',
    '/metrics%23/../api/users/me',
    '/api/users/..;/../metrics',
    '/api/tables/..%5c..%5cmetrics',
    '/healthz/../metrics',
    '/readyz',
  ])('visitors cannot read them at %s', async (path) => {
    const { status, text } = await rawly(path)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).not.toMatch(/process_|_total|# HELP|"checks"/)
  })

  test('requests are counted by route pattern and outcome', async () => {
    const { stack } = product
    const name = 'http_request_duration_seconds_count'
    const submits = { method: 'POST', route: '/api/forms/submit' }
    const inquiries = (outcome: string) => ({ process: 'forms', name: 'inquiries_total', labels: { outcome } }) as const
    const grown = await Promise.all([
      ...['accepted', 'duplicate', 'spam', 'refused'].map((outcome) => counting(stack, inquiries(outcome))),
      counting(stack, { process: 'forms', name, labels: { ...submits, status: '409' } }),
      counting(stack, { process: 'forms', name, labels: { ...submits, status: '422' } }),
      counting(stack, { process: 'forms', name, labels: { route: 'unmatched', status: '404' } }),
      counting(stack, {
        process: 'email-worker',
        name: 'mails_total',
        labels: { kind: 'notification', outcome: 'sent' },
      }),
      counting(stack, {
        process: 'email-worker',
        name: 'mail_send_duration_seconds_count',
        labels: { queue: 'delivery' },
      }),
    ])
    const browser = createBrowser(product.site)
    const first = words()
    await browser.post('/api/forms/submit', first)
    await browser.post('/api/forms/submit', first)
    await browser.post('/api/forms/submit', inquiry({ referral_code: 'cheap' }))
    await browser.post('/api/forms/submit', inquiry({ email: 'nobody' }))
    await browser.get('/api/forms/never/heard-of')
    for (const one of grown) await one(1)
    expect((await scrape(stack, 'forms')).text).not.toContain('heard-of')
    await untilMetricIs(stack, { process: 'email-worker', name: 'outbox_inquiries', labels: { mails: 'pending' } }, 0)
    const unsent = { process: 'email-worker', name: 'outbox_oldest_unsent_seconds', labels: { to: 'school' } } as const
    await untilMetricIs(stack, unsent, 0)
  })

  test('sign-ins are counted by method and outcome, codes by result', async () => {
    const { stack } = product
    const signIns = (method: string, outcome: string) =>
      counting(stack, { process: 'auth', name: 'sign_ins_total', labels: { method, outcome } })
    const loginCodes = (outcome: string) =>
      counting(stack, { process: 'auth', name: 'login_codes_total', labels: { outcome } })
    const grown = await Promise.all([
      signIns('code', 'succeeded'),
      signIns('code', 'refused'),
      signIns('google', 'succeeded'),
      ...['queued', 'unknown', 'throttled'].map(loginCodes),
      counting(stack, {
        process: 'email-worker',
        name: 'mails_total',
        labels: { kind: 'login_code', outcome: 'sent' },
      }),
    ])
    const { verified, wrong } = await signInByCode(await person('user'))
    expect([wrong.status, verified.status]).toEqual([400, 200])
    const stranger = createBrowser(product.site)
    const email = `${Date.now()}.${visitor.email}`
    await stranger.post('/api/send-otp', { email })
    await stranger.post('/api/send-otp', { email })
    const google = createBrowser(product.site)
    const { code, state } = await beginGoogle(google, product.site, { email })
    keep(google)
    expect((await google.post('/api/sessions', { code, state })).status).toBe(200)
    keep(google)
    for (const secret of [code, state]) secrets.add(secret)
    for (const one of grown) await one(1)
  })

  test.each(processes)('%s exposes its own state and that of its databases', async (process) => {
    const { series } = await scrape(product.stack, process)
    for (const name of ['process_resident_memory_bytes', 'process_open_fds', 'http_requests_in_flight'])
      expect(sumOf(series, name)).toBeGreaterThan(0)
    for (const dependency of ['mongo', 'redis']) {
      expect(sumOf(series, 'dependency_up', { dependency })).toBe(1)
      expect(sumOf(series, 'dependency_ping_seconds', { dependency })).toBeGreaterThan(0)
    }
    expect(sumOf(series, 'mongodb_pool_waiting')).toBe(0)
    expect(series.filter(({ value }) => !Number.isFinite(value))).toEqual([])
  })

  test('email-worker exposes figures of the database servers', async () => {
    const { series } = await scrape(product.stack, 'email-worker')
    expect(sumOf(series, 'redis_memory_bytes', { kind: 'used' })).toBeGreaterThan(0)
    for (const name of ['redis_clients', 'redis_commands', 'mongodb_documents', 'mongodb_bytes'])
      expect([name, sumOf(series, name) > 0]).toEqual([name, true])
    expect(sumOf(series, 'redis_replicas')).toBe(0)
  })

  test('email-worker exposes figures of nginx, which count what visitors do', async () => {
    const read = async () => {
      const { series } = await scrape(product.stack, 'email-worker')
      return (name: string, labels = {}) => sumOf(series, name, labels)
    }
    const before = await read()
    expect(before('nginx_replicas')).toBe(1)
    const browser = createBrowser(product.site)
    for (let sent = 0; sent < 20; sent++) await browser.get('/api/site')
    const after = await until('the requests in the figures', async () => {
      const now = await read()
      return now('nginx_requests') >= before('nginx_requests') + 20 ? now : undefined
    })
    for (const kind of ['accepted', 'handled']) expect(after('nginx_connections_seen', { kind })).toBeGreaterThan(0)
    expect(after('nginx_connections', { state: 'active' })).toBeGreaterThan(0)
    const states = ['reading', 'writing', 'waiting'].map((state) => after('nginx_connections', { state }))
    expect(states.reduce((sum, one) => sum + one)).toBe(after('nginx_connections', { state: 'active' }))
  })

  test('many concurrent scrapes are answered', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => scrape(product.stack, 'email-worker')))
    expect(new Set(answers.map(({ text }) => text)).size).toBeLessThan(30)
  })

  describe('queries of the dashboard and alerts', () => {
    /** Metrics and labels that Prometheus itself adds. */
    const own = new Set(['up', 'ALERTS', 'container_memory_bytes'])
    /** Exposed from the first arrival on, which synthetic-inquiries.store.test.ts shows. */
    const hourly = 'synthetic_inquiry_last_arrival_timestamp_seconds'
    /** Metrics of the exporters beside the product; container_memory_bytes is exposed only under a memory limit. */
    const isForeign = (metric: string) =>
      own.has(metric) ||
      metric === hourly ||
      /^(probe|node|archery_backup|archery_restore|archery_journal)_/.test(metric) ||
      recorded.has(metric)
    const recorded = new Set(recordings.map(({ record }) => record))
    const added = new Set(['job', 'instance', 'alertname'])
    let exposed: Series[]
    beforeAll(async () => {
      // Its series begins with the first request.
      await createBrowser(product.site).get('/api/tables/lessons')
      await until('the series of lists', async () => {
        exposed = (await Promise.all(processes.map((one) => scrape(product.stack, one)))).flatMap(
          ({ series }) => series,
        )
        return exposed.some(({ labels }) => labels['route'] === '/api/tables/:table')
      })
    })
    const queries = [
      ...alerts.map(({ alert, expr }): [string, string] => [alert, expr]),
      ...recordings.map(({ record, expr }): [string, string] => [record, expr]),
      ...dashboardQueries,
    ]

    test.each(queries)('%s uses only metrics, labels and values that are exposed: %s', (_, text) => {
      const { selectors, groupedBy, made } = readQuery(text)
      const labels = new Set([...added, ...made])
      for (const { metric, matchers } of selectors) {
        const series = exposed.filter(({ name }) => name === metric)
        if (!isForeign(metric)) expect([metric, series.length > 0]).toEqual([metric, true])
        for (const name of series.flatMap((one) => Object.keys(one.labels))) labels.add(name)
        for (const { label, operator, value } of isForeign(metric) ? [] : matchers) {
          if (added.has(label) || label === 'status') continue
          const fits = operator.includes('~')
            ? new RegExp(`^(?:${value})$`)
            : { test: (given: string) => given === value }
          const given = series.map((one) => one.labels[label] ?? '')
          expect([metric, label, value, given.some((one) => fits.test(one)) || operator === '!~']).toEqual([
            metric,
            label,
            value,
            true,
          ])
        }
      }
      if (selectors.some(({ metric }) => isForeign(metric))) return
      for (const label of groupedBy) expect([...labels]).toContain(label)
    })
  })
})

describe('tracing one request', () => {
  test('an inquiry is traced by its request id through the logs of Nginx, service and worker, and in one trace through MongoDB, queue and mail server', async () => {
    const answer = await createBrowser(product.site).post('/api/forms/submit', words())
    const id = idOf(answer)
    await until('the worker to log it', async () => linesOf('email-worker', id).length > 0)
    await until('the service to log it', async () => linesOf('forms', id).length > 1)
    expect(linesOf('nginx', id)).toMatchObject([{ path: '/api/forms/submit', status: '200' }])
    expect(linesOf('forms', id).toSorted(byEvent)).toMatchObject([
      { event: 'inquiry received', outcome: 'accepted', queued: true, submissionId: answer.body.id },
      { event: 'request', route: '/api/forms/submit', status: 200 },
    ])
    expect(linesOf('email-worker', id)).toMatchObject([
      { event: 'mail sent', kind: 'notification', documentId: answer.body.id },
    ])

    const spans = await until('the whole trace', async () => {
      const found = product.traces.trace(id)
      const names = found.map(({ name }) => name)
      return names.includes('process inquiry-mail') && names.includes('POST /api/forms/submit') && found
    })
    const of = (service: string, name: string) => spans.find((one) => one.service === service && one.name === name)
    const request = of('forms', 'POST /api/forms/submit')
    const queued = of('forms', 'enqueue inquiry-mail')
    const job = of('email-worker', 'process inquiry-mail')
    expect(request).toMatchObject({
      parentSpanId: '',
      attributes: { 'request.id': id, 'http.route': '/api/forms/submit' },
    })
    expect(of('forms', 'insert contact_submissions')?.parentSpanId).toBe(request?.spanId)
    expect(queued?.parentSpanId).toBe(request?.spanId)
    expect(job).toMatchObject({ parentSpanId: queued?.spanId, attributes: { 'request.id': id } })
    expect(of('email-worker', 'smtp send')?.parentSpanId).toBe(job?.spanId)
    expect(of('email-worker', 'update contact_submissions')?.parentSpanId).toBe(job?.spanId)
  })

  test('a login is traced by its request id through the logs of Nginx, service and worker, and in one trace', async () => {
    const { browser, asked, verified } = await signInByCode(await person('user'))
    const { id: userId } = (await browser.get('/api/users/me')).body
    const [sent, checked] = [idOf(asked), idOf(verified)]
    expect(linesOf('nginx', sent)).toMatchObject([{ path: '/api/send-otp' }])
    expect(
      linesOf('auth', sent)
        .map(({ event }) => event)
        .sort(),
    ).toEqual(['login code queued', 'request'])
    await until('the worker to log it', async () => linesOf('email-worker', sent).length > 0)
    expect(linesOf('email-worker', sent)).toMatchObject([{ event: 'mail sent', kind: 'login_code' }])
    await until('the service to log it', async () => linesOf('auth', checked).length > 1)
    expect(linesOf('nginx', checked)).toMatchObject([{ path: '/api/verify-otp' }])
    expect(linesOf('auth', checked)).toMatchObject([
      { event: 'signed in', method: 'code', userId },
      { event: 'request' },
    ])

    const names = await until('the whole trace', async () => {
      const found = product.traces.trace(sent).map(({ service, name }) => `${service}: ${name}`)
      return (
        found.includes('email-worker: process sign-in-mail') && found.some((one) => one.startsWith('auth')) && found
      )
    })
    expect(names).toEqual(
      expect.arrayContaining(['auth: POST /api/send-otp', 'auth: enqueue sign-in-mail', 'email-worker: smtp send']),
    )
  })

  test('an incoming trace is continued', async () => {
    const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    const headers = { traceparent: `00-${trace}-${parent}-01` }
    const answer = await createBrowser(product.site).post('/api/forms/submit', words(), headers)
    const spans = await until('the whole trace', async () => {
      const found = product.traces.trace(trace)
      return found.some(({ name }) => name === 'smtp send') && found.some(({ service }) => service === 'forms') && found
    })
    const request = spans.find(({ name }) => name === 'POST /api/forms/submit')
    expect(request).toMatchObject({ parentSpanId: parent, attributes: { 'request.id': idOf(answer) } })
    const ids = new Set([parent, ...spans.map(({ spanId }) => spanId)])
    expect(spans.filter(({ parentSpanId }) => !ids.has(parentSpanId))).toEqual([])
  })

  test('F13: an inquiry queued by the sweeper keeps its request id and trace', async () => {
    await product.stack.stopProcess('redis', 'SIGKILL')
    const answer = await createBrowser(product.site).post('/api/forms/submit', words())
    expect(answer.status).toBe(200)
    const id = idOf(answer)
    await until('the service to log it', async () => linesOf('forms', id).length > 1)
    expect(linesOf('forms', id).toSorted(byEvent)).toMatchObject([
      { event: 'inquiry received', queued: false },
      { event: 'request' },
    ])
    await untilMetricIs(product.stack, { process: 'forms', name: 'dependency_up', labels: { dependency: 'redis' } }, 0)
    await product.stack.startProcess('redis')
    // The sweeper ignores mails younger than ten seconds, so this one is aged.
    await product.db
      .collection('contact_submissions')
      .updateOne({ request_id: id }, { $set: { 'mails.0.due_at': new Date(0) } })
    await until('the worker to log it', async () => linesOf('email-worker', id).length > 0)
    const request = await until('the request', async () =>
      product.traces.trace(id).find(({ service }) => service === 'forms'),
    )
    expect(request.traceId).toBe(id)
    await until('the mail', async () => product.traces.trace(id).find(({ name }) => name === 'smtp send'))
  })
})

describe('no log, trace or metric', () => {
  const reply = { subject: 'Your Klabauterbogen', text: 'Bring a Zauberpfeil, too.' }

  /** Sends the personal data in every way that puts it into URLs, bodies and errors. */
  async function beBusy() {
    const { env } = product.stack
    const { browser: admin } = await signInByCode(await person('admin'))
    const found = await admin.get(`/api/tables/contact_submissions?q=Klabauterbogen&email=${visitor.email}`)
    expect(found.status).toBe(200)
    const { id } = (found.body.data as { id: string }[])[0]!
    const posted = await admin.post(`/api/forms/submissions/${id}/reply`, reply)
    expect(posted.status).toBe(200)
    await admin.get('/api/tables/contact_submissions?Klabauterbogen=1')
    await admin.get(`/auth/callback?code=secretcode-8261&state=${visitor.email}`).catch(() => undefined)
    secrets.add('secretcode-8261')
    await admin.send('PUT', `/api/tables/contact_submissions/${id}`, { name: `${visitor.name}\r\n{"level":"forged"}` })
    await admin.post('/api/forms/submit', `{"name":"${visitor.name}",`)
    await admin.post('/api/forms/submit', inquiry({ ...visitor, name: `${visitor.name}\r\n{"level":"forged"}` }))
    await admin.post('/api/send-otp', { email: `${visitor.email}\n{"level":"forged"}` })
    await rawly(`/api/forms/%0a%7b%22level%22:%22forged%22%7d`)
    await until('the answer to be sent', async () =>
      (await product.mails()).some(({ text }) => text.includes('Zauberpfeil')),
    )
    // Now provoke errors that contain such words.
    await product.stack.stopProcess('mongo', 'SIGKILL')
    const [failed, ...others] = await Promise.all([
      createBrowser(product.site).post('/api/forms/submit', words()),
      admin.get(`/api/tables/contact_submissions?q=${visitor.email}`),
      admin.post('/api/send-otp', { email: visitor.email }),
    ])
    expect(failed.status).toBe(503)
    // A read whose connection broke as it was sent may wait for another one until nginx answers.
    for (const { status } of others) expect([503, 504]).toContain(status)
    await untilMetricIs(product.stack, { process: 'forms', name: 'dependency_up', labels: { dependency: 'mongo' } }, 0)
    const { series } = await scrape(product.stack, 'email-worker')
    expect(series.some(({ name }) => name === 'outbox_oldest_due_seconds')).toBe(false)
    for (const name of ['OTP_PEPPER', 'MAIL_SEAL_KEY', 'GOOGLE_CLIENT_SECRET']) secrets.add(env[name]!)
    secrets.add((JSON.parse(env.SESSION_SIGNING_KEY!) as { d: string }).d)
    secrets.add((JSON.parse(env.AUDIT_SIGNING_KEY!) as { d: string }).d)
    return idOf(failed)
  }

  test('holds a code, a cookie, a key, a name, an address or a word of a message', async () => {
    const requestId = await beBusy()
    const folder = join(product.dataDir, 'logs')
    const kept: Record<string, string> = Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    )
    kept.traces = product.traces.raw()
    for (const one of processes) kept[`metrics of ${one}`] = (await scrape(product.stack, one)).text
    expect(Object.keys(kept)).toEqual(
      expect.arrayContaining([
        'nginx.log',
        'auth.log',
        'forms.log',
        'email-worker.log',
        'admin-tables.log',
        'mongo.log',
      ]),
    )

    expect([codes.size > 2, secrets.size > 12]).toEqual([true, true])
    // Control: the search finds what is there.
    expect(findStored(kept, [requestId])).toEqual(
      expect.arrayContaining([`${requestId} in forms.log`, `${requestId} in nginx.log`]),
    )
    expect(findStored(kept, [...codes])).toEqual([])
    const personal = ['anthippe', 'uellenberg', 'labauterbogen', 'Zauberpfeil', 'Saturday', '@visitors', '%40visitors']
    const people = [adminEmail, '@keepers', '%40keepers', 'zoe+club@example.com', 'Quinn', 'hello@archery.example']
    const places = [...secrets, ...personal, ...people].flatMap((word) =>
      Object.entries(kept).flatMap(([place, text]) => (text.includes(word) ? [`${word} in ${place}`] : [])),
    )
    expect(places).toEqual([])
    // Every JWT begins with this.
    for (const [place, text] of Object.entries(kept))
      expect([place, /eyJ[\w-]{10,}/.test(text)]).toEqual([place, false])
  })

  test('contains a foreign line: each is one JSON object', () => {
    for (const part of ['nginx', ...processes]) {
      const lines = readFileSync(product.stack.logFile(part), 'utf8').trim().split('\n')
      for (const line of lines) {
        const entry = JSON.parse(line) as Record<string, unknown>
        expect(entry.level).not.toBe('forged')
        expect(String(entry.time)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
      }
    }
  })
})
