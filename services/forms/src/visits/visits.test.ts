import { expect, test } from 'vitest'
import { isCounted } from './module'
import { type Counted, visitCounter, visitHost } from './visit-store'

const browser = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1'
const request = (headers: Record<string, string>) =>
  new Request('http://localhost', { headers: { 'user-agent': browser, ...headers } })

test.each([
  ['www.Google.com', 'google.com'],
  ['m.facebook.com.', 'm.facebook.com'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['', ''],
  ['archery.example', ''],
  ['www.archery.example', ''],
  ['203.0.113.7', 'other'],
  ['[2001:db8::1]', 'other'],
  ['localhost', 'other'],
  ['intranet', 'other'],
  ['a b.example', 'other'],
  ['evil.example/<script>', 'other'],
  ['\u202egnp.example', 'other'],
  ['bücher.example', 'other'],
  [`${'a'.repeat(60)}.${'b'.repeat(60)}.example`, 'other'],
])('the host %j is counted as %j', (given, counted) => {
  expect(visitHost(given, 'archery.example')).toBe(counted)
})

test('who objects, programs and signed-in staff are not counted', () => {
  expect(isCounted(request({}), false)).toBe(true)
  expect(isCounted(request({ dnt: '0' }), false)).toBe(true)
  expect(isCounted(request({ dnt: '1' }), false)).toBe(false)
  expect(isCounted(request({ 'sec-gpc': '1' }), false)).toBe(false)
  expect(isCounted(request({}), true)).toBe(false)
  for (const agent of ['Googlebot/2.1', 'curl/8.5.0', 'HeadlessChrome/140.0', 'facebookexternalhit preview', ''])
    expect(isCounted(request({ 'user-agent': agent }), false), agent).toBe(false)
})

function setup() {
  const stored: [string, readonly Counted[]][] = []
  const state = { now: Date.parse('2026-11-25T20:00:00Z'), isDown: false }
  const counter = visitCounter({
    store: {
      async add(day, counted) {
        if (state.isDown) throw new Error('no database')
        stored.push([day, counted])
      },
    },
    ownHost: 'archery.example',
    now: () => state.now,
  })
  return { counter, stored, state }
}

test('views are stored together, each day by itself', async () => {
  const { counter, stored, state } = setup()
  for (let view = 0; view < 3; view++) counter.note('views', { page: '/', host: 'www.google.com' })
  counter.note('inquiries', { page: '/', host: 'google.com' })
  state.now = Date.parse('2026-11-26T20:00:00Z')
  counter.note('views', { page: '/privacy', host: '' })
  await counter.flush()
  expect(stored).toEqual([
    [
      '2026-11-25',
      [
        { kind: 'views', page: '/', host: 'google.com', count: 3 },
        { kind: 'inquiries', page: '/', host: 'google.com', count: 1 },
      ],
    ],
    ['2026-11-26', [{ kind: 'views', page: '/privacy', host: '', count: 1 }]],
  ])
  await counter.flush()
  expect(stored).toHaveLength(2)
})

test('what cannot be stored is kept, with what comes meanwhile, and is stored once', async () => {
  const { counter, stored, state } = setup()
  state.isDown = true
  counter.note('views', { page: '/', host: 'a.example' })
  await expect(counter.flush()).rejects.toThrow('no database')
  counter.note('views', { page: '/', host: 'a.example' })
  state.isDown = false
  await counter.flush()
  expect(stored).toEqual([['2026-11-25', [{ kind: 'views', page: '/', host: 'a.example', count: 2 }]]])
})

test('made-up hosts take a bounded room in memory, and none of their views is lost', async () => {
  const { counter, stored } = setup()
  for (let host = 0; host < 5_000; host++) counter.note('views', { page: '/', host: `h${host}.example` })
  await counter.flush()
  const [[, counted]] = stored as [[string, Counted[]]]
  expect(counted.length).toBeLessThanOrEqual(1_001)
  expect(counted.reduce((all, { count }) => all + count, 0)).toBe(5_000)
})
