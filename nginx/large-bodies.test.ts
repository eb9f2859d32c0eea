import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Edge, startEdge } from './nginx-harness'
import { bodySizes } from './render'

const bytesOf = (size: string) => Number.parseInt(size, 10) * 1_024
const [largestImport, largestPicture, largestUpload] = [
  bytesOf(bodySizes.IMPORT_BODY),
  bytesOf(bodySizes.PICTURE_BODY),
  bytesOf(bodySizes.UPLOAD_BODY),
]
const [importPath, uploadPath] = ['/api/tables/lessons/imports', '/api/upload/file']

let edge: Edge
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge?.stop())

const open: Socket[] = []

/** Announces a body and keeps the connection open. The answer, or nothing when the edge waits for the body, whose first bytes it then gets. */
async function begin(method: string, path: string, { length = 1, sent = 0, cookie = 'session=may' }) {
  const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
  const socket = connect(edge.port, '127.0.0.1', () => socket.write(head))
  open.push(socket)
  let answer = ''
  socket.on('error', () => {})
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 2_000)
    socket.on('data', (chunk) => {
      answer += chunk
      resolve()
    })
  })
  if (answer === '' && sent > 0) await new Promise((done) => socket.write(Buffer.alloc(sent), done))
  return answer
}
const close = () => {
  for (const socket of open.splice(0)) socket.destroy()
}

/** What the workers hold in files, which have no names. */
async function buffered(): Promise<number> {
  const children = await readFile(`/proc/${edge.pid}/task/${edge.pid}/children`, 'utf8')
  const sizes = new Map<number, number>()
  for (const pid of children.trim().split(' '))
    for (const name of await readdir(`/proc/${pid}/fd`)) {
      const path = `/proc/${pid}/fd/${name}`
      const target = await readlink(path).catch(() => '')
      if (!target.includes('/client-body/')) continue
      const found = await stat(path).catch(() => undefined)
      if (found) sizes.set(found.ino, found.size)
    }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0)
}

test.each([
  ['POST', importPath, 20_000_000],
  ['POST', uploadPath, 5_000_000],
  ['POST', '/api/site/pictures', 15_000_000],
  ['POST', '/api/tables/lessons/batches', 500_000],
  ['PATCH', `${importPath}/1`, 100_000],
  ['PUT', '/api/tables/lessons/1', 200_000],
])('four connections of a session that may not %s %s are refused before their bodies', async (method, path, length) => {
  const before = edge.services.tables.seen.length
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, n) =>
      begin(method, path, { length, cookie: n === 0 ? 'session=may-not-see' : 'session=may-not' }),
    ),
  )
  close()
  // The others found all places taken, for as long as these were asked about.
  const refused = answers.filter((answer) => answer.includes('refused-by-policy'))
  expect(refused.length).toBeGreaterThanOrEqual(2)
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 (403|404|429) /)
  expect(refused.some((answer) => answer.startsWith('HTTP/1.1 403'))).toBe(true)
  const asked = edge.services.tables.seen.slice(before)
  expect(asked.length).toBeGreaterThan(0)
  for (const one of asked)
    expect(one).toMatchObject({ method, target: path, body: '', headers: { 'x-policy-only': '1' } })
  expect(await buffered()).toBe(0)
})

test('a table that may not be seen is 404 before the body as well', async () => {
  const answer = await begin('POST', importPath, { length: 20_000_000, cookie: 'session=may-not-see' })
  close()
  expect(answer).toMatch(/^HTTP\/1.1 404 [\s\S]*"code":"refused-by-policy"/)
})

test('a session that has used up its budget gets 429 with the wait before the body, which is stored nowhere', async () => {
  const answer = await begin('POST', importPath, { length: 20_000_000, sent: 1_000_000, cookie: 'session=spent' })
  expect(answer).toMatch(/^HTTP\/1.1 429 [\s\S]*Retry-After: 17\r\n[\s\S]*"code":"too_many_requests"/i)
  expect(await buffered()).toBe(0)
  close()
})

test('all bodies together, however many sessions send them, are as many as the storage has room for', async () => {
  const sizes = {
    [importPath]: largestImport,
    '/api/site/pictures': largestPicture,
    [uploadPath]: largestUpload,
    '/api/tables/lessons/batches': 500_000,
  }
  const answers = await Promise.all(
    Object.entries(sizes).flatMap(([path, length]) =>
      Array.from({ length: 20 }, () => begin('POST', path, { length, sent: length - 1 })),
    ),
  )
  const taken = answers.filter((answer) => answer === '').length
  expect(taken).toBe(2 + 3 + 12)
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 429'))).toHaveLength(80 - taken)
  await expect.poll(buffered, { timeout: 5_000 }).toBeGreaterThan(2 * 15_000_000 + 3 * 5_000_000)
  // The room for these is that of the container: tests/rules/sizes.test.ts.
  expect(await buffered()).toBeLessThanOrEqual(2 * largestImport + 3 * largestUpload)
  close()
  await expect.poll(buffered, { timeout: 5_000 }).toBe(0)
}, 20_000)

test('small bodies and reads are not asked about, and no client sends the question itself', async () => {
  const before = edge.services.tables.seen.length
  const headers = { 'x-policy-only': '1', 'content-type': 'application/json' }
  for (const method of ['POST', 'PUT']) {
    const answer = await fetch(`${edge.url}/api/tables/lessons/1`, { method, headers, body: '{}' })
    expect(answer.status).toBe(200)
  }
  const reads = ['/api/tables/lessons', ...Array.from({ length: 9 }, (_, n) => `${importPath}/${n}`)]
  const answers = await Promise.all(reads.map((path) => fetch(`${edge.url}${path}?a=b`, { headers })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const seen = edge.services.tables.seen.slice(before)
  expect(seen.map(({ method, body }) => [method, body])).toEqual([
    ['POST', '{}'],
    ['PUT', '{}'],
    ...reads.map(() => ['GET', '']),
  ])
  expect(
    seen
      .slice(2)
      .map(({ url }) => url)
      .sort(),
  ).toEqual(reads.map((path) => `${path}?a=b`).sort())
  for (const one of seen) expect(one.headers).not.toHaveProperty('x-policy-only')
})
