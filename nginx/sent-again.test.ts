import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Edge, hangingReplica, startEdge, startUpstream } from './nginx-harness'

let edge: Edge
let serving: ReturnType<typeof startUpstream>
let hangingUp: Awaited<ReturnType<typeof hangingReplica>>
beforeAll(async () => {
  serving = startUpstream('forms')
  hangingUp = await hangingReplica()
  await hangingUp.start()
  edge = await startEdge({ forms: [hangingUp.port, serving.port] })
})
afterAll(async () => {
  await edge?.stop()
  await serving?.stop()
  await hangingUp?.stop()
})

const key = { 'Idempotency-Key': '0f8fad5b-d9cb-469f-a165-70867728950e' }

/** Ten requests, one after the other: their statuses, and how often each was sent. */
async function sendTen(path: string, headers: Record<string, string>, method = 'POST') {
  const before = hangingUp.requests() + serving.seen.length
  const statuses = new Set<number>()
  for (let each = 0; each < 10; each++)
    statuses.add((await fetch(edge.url + path, { method, headers, body: `{"n":${each}}` })).status)
  return { statuses: [...statuses].toSorted(), sent: hangingUp.requests() + serving.seen.length - before }
}

test('an inquiry with a key, whose replica hangs up, is sent to the next one as it was', async () => {
  const { statuses, sent } = await sendTen('/api/forms/submit?a=b', key)
  expect(statuses).toEqual([200])
  expect(sent).toBeGreaterThan(10)
  const { method, url, body, headers } = serving.seen.at(-1)!
  expect([method, url, body]).toEqual(['POST', '/api/forms/submit?a=b', '{"n":9}'])
  expect(headers).toMatchObject({ 'idempotency-key': key['Idempotency-Key'], 'x-real-ip': '127.0.0.1' })
})

test.each([
  ['POST', '/api/forms/submit', {}],
  ['POST', '/api/forms/submissions/1/replies', key],
  ['PUT', '/api/forms/submit', key],
])('%s %s, which nothing makes safe to repeat, is sent once', async (method, path, headers) => {
  expect(await sendTen(path, headers, method)).toEqual({ statuses: [200, 503], sent: 10 })
})
