import { expect, test } from 'vitest'
import { type NginxStatus, nginxState, parseStatus } from './nginx-state'

const text =
  'Active connections: 291 \nserver accepts handled requests\n 1663 1660 3107 \nReading: 6 Writing: 179 Waiting: 106 \n'

test('the status of nginx is read', () => {
  expect(parseStatus(text)).toEqual({
    connections: { active: 291, reading: 6, writing: 179, waiting: 106 },
    totals: { accepted: 1663, handled: 1660, requests: 3107 },
  })
})

test.each(['', '<html>404</html>', text.replace('291', 'many'), `${text}more`])('%j is no status', (other) => {
  expect(() => parseStatus(other)).toThrow('something other')
})

const status = (start: string, requests: number, active = 1): NginxStatus => ({
  start,
  connections: { active, reading: 0, writing: 1, waiting: active - 1 },
  totals: { accepted: requests, handled: requests, requests },
})

test('totals grow by what each replica counted, whichever come and go', async () => {
  const reads = [
    [status('a', 1000, 3), status('b', 500, 2)],
    [status('a', 1010, 4), status('b', 505, 2)],
    // One ends, another starts, and the two share an address.
    [status('c', 7)],
    [status('a', 1030)],
    [status('c', 9)],
  ]
  const read = nginxState('nginx:8081', async () => reads.shift()!)
  const seen = []
  while (reads.length) seen.push(await read())
  expect(seen.map(({ totals }) => totals.requests)).toEqual([0, 15, 15, 35, 37])
  expect(seen.map(({ connections }) => connections.active)).toEqual([5, 6, 1, 1, 1])
  expect(seen.map(({ replicas }) => replicas)).toEqual([2, 2, 1, 1, 1])
})

test('without a replica that answers there are no figures', async () => {
  await expect(nginxState('nginx:8081', async () => [])()).rejects.toThrow('no nginx answers at nginx:8081')
  await expect(nginxState('localhost:1')()).rejects.toThrow('no nginx answers at localhost:1')
})
