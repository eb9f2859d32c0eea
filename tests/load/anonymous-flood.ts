import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { minutes, seconds } from '@app/contracts/durations'
import { startProduct } from '../support/product'

/**
 * Floods a product of its own with anonymous uploads and sign-ins from one address, while a visitor at another reads.
 * Prints the visitor's times before and during the flood, the answers of the flood, and the most memory each service took.
 *
 *   bun tests/load/anonymous-flood.ts [minutes]
 */

const span = minutes(Number(process.argv[2] ?? 10))
const connections = 40
const upload = Buffer.alloc(5_000_000, 'x')
const say = (line: string) => process.stdout.write(`${line}\n`)
const product = await startProduct({ IP_LIMIT_FACTOR: '1', EDGE_LIMIT_FACTOR: '1' }, { pages: false })
const { hostname, port } = new URL(product.site)

/** The status of an answer; 0 when the connection was closed. */
function call(path: string, from: { agent: Agent; localAddress: string }, body?: Buffer): Promise<number> {
  return new Promise((done) => {
    const headers = { 'x-requested-with': 'flood', 'content-type': 'multipart/form-data; boundary=x' }
    const sent = request(
      {
        hostname,
        port,
        path,
        ...from,
        ...(body && { method: 'POST', headers: { ...headers, 'content-length': body.length } }),
      },
      (answer) => {
        answer.resume()
        answer.on('close', () => done(answer.statusCode ?? 0))
      },
    )
    sent.on('error', () => done(0))
    sent.end(body)
  })
}

const pids = Object.fromEntries(
  ['auth', 'forms', 'admin-tables', 'nginx'].map((name) => [name, product.stack.pidOf(name)]),
)
const memoryOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const visitor = { agent: new Agent({ keepAlive: true }), localAddress: '127.0.0.2' }
async function visit(forMs: number): Promise<{ p50: number; p99: number; failed: number }> {
  const times: number[] = []
  let failed = 0
  for (const end = Date.now() + forMs; Date.now() < end; ) {
    const at = performance.now()
    const status = await call('/api/site', visitor)
    times.push(performance.now() - at)
    if (status !== 200) failed += 1
    await Bun.sleep(100)
  }
  times.sort((a, b) => a - b)
  const part = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10
  return { p50: part(0.5), p99: part(0.99), failed }
}

const answers = new Map<number, number>()
async function flood(end: number, at: number) {
  const from = { agent: new Agent({ keepAlive: true, maxSockets: 1 }), localAddress: '127.0.0.1' }
  const paths = ['/api/upload/image', '/api/upload/file', '/api/tables/lessons/imports']
  for (let turn = at; Date.now() < end; turn++) {
    const status = await call(paths[turn % paths.length]!, from, upload)
    answers.set(status, (answers.get(status) ?? 0) + 1)
  }
}

try {
  const before = await visit(seconds(20))
  const end = Date.now() + span
  const flooding = Promise.all(Array.from({ length: connections }, (_, at) => flood(end, at)))
  const during = await visit(span)
  await flooding
  say(`visitor before  p50 ${before.p50} ms  p99 ${before.p99} ms  failed ${before.failed}`)
  say(`visitor during  p50 ${during.p50} ms  p99 ${during.p99} ms  failed ${during.failed}`)
  say(`flood           ${[...answers].map(([status, count]) => `${status || 'closed'}: ${count}`).join(', ')}`)
  for (const name of ['auth', 'forms', 'admin-tables', 'nginx']) {
    const isSame = product.stack.pidOf(name) === pids[name]
    say(`${name.padEnd(15)} ${memoryOf(pids[name]!).toFixed(0)} MB at most${isSame ? '' : ', restarted'}`)
  }
} finally {
  await product.stop()
}
