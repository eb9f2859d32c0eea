import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEdge } from './nginx-harness'

let edge: Awaited<ReturnType<typeof startEdge>>
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge?.stop())

/** Every case uses its own path, so that requests at the service can be told apart. */
let cases = 0
const newPath = () => `/api/forms/case-${++cases}`

/** Sends raw bytes. Resolves with the answer once the edge closes or is silent for a while. */
function send(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(edge.port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    socket.setTimeout(1_500, () => socket.destroy())
    socket.on('data', (chunk) => {
      answer += chunk
    })
    // The edge may close while the client is still sending.
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

const statuses = (answer: string) => [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
const reached = (path: string) =>
  Object.values(edge.services)
    .flatMap(({ seen }) => seen)
    .filter(({ url }) => url.includes(path))

type Write = (path: string) => string
/** A second request smuggled in or after the first one's body. */
const hidden = (path: string) => `GET ${path}/smuggled HTTP/1.1\r\nHost: a\r\n\r\n`
const post = (headers: string, body: string, version = 'HTTP/1.1'): Write => {
  return (path) => `POST ${path} ${version}\r\nHost: a\r\n${headers}\r\n\r\n${body}${hidden(path)}`
}
const get = (headers: string): Write => {
  return (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${hidden(path)}`
}
const chunked = (body: string) => post('Transfer-Encoding: chunked', body)
const line = (first: (path: string) => string): Write => {
  return (path) => `${first(path)}\r\nHost: a\r\n\r\n${hidden(path)}`
}

const refused: [string, Write][] = [
  ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n')],
  ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 5', '0\r\n\r\n')],
  ['chunks twice', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', '0\r\n\r\n')],
  ['chunks and identity', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', '0\r\n\r\n')],
  ['identity and chunks in one line', post('Transfer-Encoding: identity, chunked', '0\r\n\r\n')],
  ['chunks of chunks', post('Transfer-Encoding: chunked, chunked', '0\r\n\r\n')],
  ['gzip in chunks', post('Transfer-Encoding: gzip, chunked', '0\r\n\r\n')],
  ['almost chunked', post('Transfer-Encoding: xchunked', '0\r\n\r\n')],
  ['chunked in quotes', post('Transfer-Encoding: "chunked"', '0\r\n\r\n')],
  ['chunked with a parameter', post('Transfer-Encoding: chunked;q=1', '0\r\n\r\n')],
  ['chunked behind a vertical tab', post('Transfer-Encoding: \x0bchunked', '0\r\n\r\n')],
  ['chunked before a NUL', post('Transfer-Encoding: chunked\x00', '0\r\n\r\n')],
  ['an empty encoding', post('Transfer-Encoding: ', '0\r\n\r\n')],
  ['a blank before the colon', post('Transfer-Encoding : chunked', '0\r\n\r\n')],
  ['a tab before the colon', post('Content-Length\t: 5', 'hello')],
  ['chunks in HTTP/1.0', post('Transfer-Encoding: chunked', '0\r\n\r\n', 'HTTP/1.0')],
  ['an encoding on a folded line', post('Transfer-Encoding:\r\n chunked', '0\r\n\r\n')],
  ['a header folded by a blank', get('X-One: a\r\n b')],
  ['a header folded by a tab', get('X-One: a\r\n\tTransfer-Encoding: chunked')],
  ['a first header that is folded', (path) => `GET ${path} HTTP/1.1\r\n Host: a\r\n\r\n${hidden(path)}`],
  ['two lengths', post('Content-Length: 5\r\nContent-Length: 6', 'hello!')],
  ['the same length twice', post('Content-Length: 5\r\nContent-Length: 5', 'hello')],
  ['two lengths in one line', post('Content-Length: 5, 5', 'hello')],
  ['a length with a sign', post('Content-Length: +5', 'hello')],
  ['a length below nothing', post('Content-Length: -5', 'hello')],
  ['a length in hexadecimal', post('Content-Length: 0x5', 'hello')],
  ['a length and more', post('Content-Length: 5 5', 'hello')],
  ['a length with a letter', post('Content-Length: 5a', 'hello')],
  ['an empty length', post('Content-Length:', 'hello')],
  ['a length beyond all numbers', post('Content-Length: 99999999999999999999', 'hello')],
  ['a chunk size that is none', chunked('g\r\nhello\r\n0\r\n\r\n')],
  ['a chunk size below nothing', chunked('-5\r\nhello\r\n0\r\n\r\n')],
  ['a chunk size with a sign', chunked('+5\r\nhello\r\n0\r\n\r\n')],
  ['a chunk size with a prefix', chunked('0x5\r\nhello\r\n0\r\n\r\n')],
  ['a chunk size beyond all numbers', chunked('fffffffffffffffff\r\nhello\r\n0\r\n\r\n')],
  ['an empty chunk size', chunked('\r\nhello\r\n0\r\n\r\n')],
  ['a chunk longer than it says', chunked('3\r\nhello\r\n0\r\n\r\n')],
  ['a chunk without its end', chunked('5\r\nhello0\r\n\r\n')],
  ['a chunk size before a lone CR', chunked('5\rhello\r\n0\r\n\r\n')],
  ['a lone CR in a header', get('X-One: a\rTransfer-Encoding: chunked')],
  ['a NUL in a header', get('X-One: a\x00b')],
  ['a NUL in a name', post('Content-Length\x00: 5', 'hello')],
  ['a control sign in a name', get('X-\x01One: a')],
  ['a blank in a name', get('X One: a')],
  ['a header without a name', get(': a')],
  ['two hosts', get('Host: b')],
  ['no host', (path) => `GET ${path} HTTP/1.1\r\n\r\n`],
  ['a host with a path', (path) => `GET ${path} HTTP/1.1\r\nHost: a/b\r\n\r\n${hidden(path)}`],
  ['a host with a NUL', (path) => `GET ${path} HTTP/1.1\r\nHost: a\x00b\r\n\r\n${hidden(path)}`],
  ['a host with a blank', (path) => `GET ${path} HTTP/1.1\r\nHost: a b\r\n\r\n${hidden(path)}`],
  ['a whole address', line((path) => `GET http://evil.example${path} HTTP/1.1`)],
  ['a whole address of our own', line((path) => `GET https://a${path} HTTP/1.1`)],
  ['a whole address in capitals', line((path) => `GET HTTP://evil.example${path} HTTP/1.1`)],
  ['an address of another kind', line((path) => `GET ftp://evil.example${path} HTTP/1.1`)],
  ['an asterisk', line(() => 'OPTIONS * HTTP/1.1')],
  ['a tunnel', line(() => 'CONNECT evil.example:443 HTTP/1.1')],
  ['a blank in the address', line((path) => `GET ${path} x HTTP/1.1`)],
  ['a NUL in the address', line((path) => `GET ${path}\x00 HTTP/1.1`)],
  ['a control sign in the address', line((path) => `GET ${path}\x01 HTTP/1.1`)],
  ['an encoded NUL in the address', line((path) => `GET ${path}%00 HTTP/1.1`)],
  ['an encoded end of line', line((path) => `GET ${path}%0d%0aX-Evil:%20yes HTTP/1.1`)],
  [
    'an encoded end of line in a write',
    line((path) => `DELETE ${path}%0d%0aX-Evil:%20yes?a=%0d%0aX-Evil:%20yes HTTP/1.1`),
  ],
  ['a path above the root', line((path) => `GET /../..${path} HTTP/1.1`)],
  ['a method in small letters', line((path) => `get ${path} HTTP/1.1`)],
  ['a tab for a blank', line((path) => `GET\t${path} HTTP/1.1`)],
  ['a version to come', line((path) => `GET ${path} HTTP/2.0`)],
  ['a version that is none', line((path) => `GET ${path} HTTP/1.1x`)],
  ['an old version', line((path) => `GET ${path} HTTP/0.9`)],
  ['no version', (path) => `GET ${path}\r\n\r\n`],
  ['the greeting of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
]

describe('ambiguous requests are refused in JSON and reach no service', () => {
  test.concurrent.each(refused)('%s', async (_, write) => {
    const path = newPath()
    const answer = await send(write(path))
    expect(reached(path)).toEqual([])
    const [first, ...more] = statuses(answer)
    // HTTP/0.9 has no status line.
    if (first !== undefined) expect(first).toBeGreaterThanOrEqual(400)
    expect(more).toEqual([])
    expect(answer).toContain('"code":"')
    expect(answer).not.toContain('<html')
  })
})

/** Allowed or normalized requests: the service receives exactly one. */
const harmless: [string, Write, string][] = [
  [
    'ends of lines without CR',
    (path) => `POST ${path} HTTP/1.1\nHost: a\nContent-Length: 5\nConnection: close\n\nhello`,
    'hello',
  ],
  ['blanks around a length', post('Content-Length:  5 \r\nConnection: close', 'hello'), 'hello'],
  ['capitals', post('TRANSFER-ENCODING: CHUNKED\r\nConnection: close', '5\r\nhello\r\n0\r\n\r\n'), 'hello'],
  [
    'a chunk with an extension',
    post('Transfer-Encoding: chunked\r\nConnection: close', '5;a=b\r\nhello\r\n0\r\n\r\n'),
    'hello',
  ],
  [
    'a header behind the chunks',
    post('Transfer-Encoding: chunked\r\nConnection: close', '5\r\nhello\r\n0\r\nContent-Length: 99\r\n\r\n'),
    'hello',
  ],
  [
    'a length with an underscore',
    post('Content_Length: 99\r\nContent-Length: 5\r\nConnection: close', 'hello'),
    'hello',
  ],
  [
    'a read with a body',
    (path) =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden(path).length}\r\nConnection: close\r\n\r\n${hidden(path)}`,
    '',
  ],
  [
    'a write whose body is a request',
    (path) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden(path).length}\r\nConnection: close\r\n\r\n${hidden(path)}`,
    'hidden',
  ],
  ['a header without a colon', (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\nX-One\r\nConnection: close\r\n\r\n`, ''],
  [
    'a header that Connection would strip',
    (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close, X-Request-Id, X-Real-IP\r\n\r\n`,
    '',
  ],
  [
    'a change to HTTP/2',
    (path) =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
    '',
  ],
]

describe('legal variants reach a service as one plain request', () => {
  test.concurrent.each(harmless)('%s', async (_, write, body) => {
    const path = newPath()
    expect(statuses(await send(write(path)))).toEqual([200])
    const [request, ...more] = reached(path)
    expect(more).toEqual([])
    expect(request?.body).toBe(body === 'hidden' ? hidden(path) : body)
    expect(request?.headers).toMatchObject({
      'x-real-ip': '127.0.0.1',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    for (const name of ['transfer-encoding', 'x-evil', 'upgrade']) expect(request?.headers[name]).toBeUndefined()
    expect(request?.headers.connection ?? 'keep-alive').toMatch(/^(close|keep-alive)$/)
  })
})

test('a body shorter than its length reaches no service', async () => {
  const path = newPath()
  expect(await send(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n${hidden(path)}`)).toBe('')
  expect(reached(path)).toEqual([])
})
