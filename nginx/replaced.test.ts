import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Edge, startEdge } from './nginx-harness'
import { headersOf, sendRaw } from './raw-http'

let edge: Edge
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge?.stop())

const asked: (readonly [path: string, method?: string, body?: string])[] = [
  ['/'],
  ['/', 'POST'],
  ['/login'],
  ['/none?a=b'],
  ['/%D7%A9%3F'],
  ['/assets/app-1a2b.js'],
  ['/api/none'],
  ['/api/users/me?a=%20b'],
  ['/api/forms/submit?a=b', 'POST', '{"n":1}'],
  ['/api/tables/announcements/1', 'PUT', '{"n":2}'],
  ['/api/tables/announcements/1', 'DELETE'],
  ['/api/tables/lessons/imports', 'POST', 'x'.repeat(20_000)],
]
const refused: typeof asked = [
  ['/api/forms/submit', 'POST', 'x'.repeat(20_000)],
  ...['/.problem', '/.last-answer', '/app.html', '/index.html', '/api/.once', '/api/.again'].map(
    (path) => [path] as const,
  ),
]

const ask = ([path, method = 'GET', body = '']: (typeof asked)[number]) =>
  sendRaw(
    edge.port,
    `${method} ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: identity\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )

/** Each answer, and what services have received of the request. */
async function answers() {
  const got: unknown[] = []
  for (const one of [...asked, ...refused]) {
    const [head = '', text = ''] = (await ask(one)).split('\r\n\r\n')
    const seen = Object.values(edge.services).flatMap((service) => service.seen.splice(0))
    got.push({
      asked: one.slice(0, 2),
      status: head.split('\r\n')[0],
      text: text.replace(/"requestId":"\w+"/, ''),
      // The public page is asked for while there is no copy of it.
      seen: seen.flatMap(({ method, target, body }) =>
        target.startsWith('/api/site/page/') ? [] : [[method, target, body.length]],
      ),
    })
  }
  return got
}

const connections = async () =>
  Array.fromAsync(asked, async (one) => headersOf(await ask(one), 'connection').join()).then((all) => [...new Set(all)])

test('an nginx that another one replaces answers as before, and each answer ends its connection', async () => {
  const before = await answers()
  expect(await connections()).toEqual(['Connection: keep-alive'])
  for (const { seen } of Object.values(edge.services)) seen.length = 0
  await writeFile(join(edge.folder, 'tmp/replaced'), '')
  expect(await answers()).toEqual(before)
  expect(await connections()).toEqual(['Connection: close'])
})
