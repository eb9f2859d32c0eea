import { noDatabase } from '@app/mongo/no-database.fixture'
import { metricsText } from '@app/telemetry'
import { expect, test } from 'vitest'
import { appOn } from '../app.fixture'

const app = appOn(noDatabase())
let time = Date.now()
/** One series; each reading is another second, because scrapes within one share an answer. */
async function value(series: string): Promise<number> {
  time += 2_000
  const text = await metricsText(() => time)
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1],
  )
}
const send = (body: unknown, type = 'application/reports+json') =>
  app.handle(
    new Request('http://localhost:8080/api/reports', {
      method: 'POST',
      headers: { 'content-type': type, 'sec-fetch-site': 'cross-site' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
const violation = (effectiveDirective: string) => ({
  type: 'csp-violation',
  age: 1,
  url: 'https://archery.example/admin?who=ada@example.com',
  user_agent: 'Mozilla',
  body: { effectiveDirective, blockedURL: 'inline', sample: 'alert(1)' },
})

test('reports are counted by directive and kind, from any page, without an answer', async () => {
  const script = 'csp_violations_total{directive="script-src"}'
  const [before, errors] = [await value(script), await value('browser_reports_total{kind="network-error"}')]
  const answer = await send([
    violation('script-src-elem'),
    violation('script-src'),
    { type: 'network-error', body: {} },
  ])
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  expect(await value(script)).toBe(before + 2)
  expect(await value('browser_reports_total{kind="network-error"}')).toBe(errors + 1)
  const older = await send({ 'csp-report': { 'violated-directive': "style-src 'self'" } }, 'application/csp-report')
  expect(older.status).toBe(204)
  expect(await value('csp_violations_total{directive="style-src"}')).toBeGreaterThan(0)
})

test('no part of a report becomes a metric label', async () => {
  await send([violation('ada@example.com'), { type: 'ada@example.com' }])
  const text = await metricsText(() => (time += 2_000))
  expect(text).not.toContain('ada@example.com')
  expect(await value('csp_violations_total{directive="other"}')).toBeGreaterThan(0)
})

test.each<[number, unknown, string?]>([
  [400, '{'],
  [400, { type: 'csp-violation' }],
  [400, [{ kind: 'x' }]],
  [400, Array.from({ length: 101 }, () => ({ type: 'x' }))],
  [413, 'x'.repeat(16 * 1024 + 1)],
  [415, [], 'text/plain'],
  [415, [], 'application/json'],
])('%i for what is no report, too much, or of another type', async (status, body, type) => {
  expect((await send(body, type)).status).toBe(status)
})
