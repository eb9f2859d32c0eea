import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCase } from '../support/cases'
import { inquiry } from '../support/inquiry'
import type { Product } from '../support/product'
import { shareSite } from '../support/shared-products'
import { until } from '../support/until'

let product: Product
beforeAll(async () => {
  product = await shareSite()
})
afterAll(() => product?.stop())

type Ask = (path: string, init?: RequestInit) => Promise<number>
/** One connection per request. */
const alone: Ask = (path, init = {}) =>
  new Promise((resolve, reject) => {
    const { port } = new URL(product.site)
    const body = typeof init.body === 'string' ? init.body : ''
    const type = body && `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    const head = `${init.method ?? 'GET'} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${type}\r\n`
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(head + body))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)))
  })
/** Keep-alive connections, with one retry of a read whose connection was closed, as browsers do. */
const kept: Ask = async (path, init = {}) => (await fetch(product.site + path, init)).status

/** Sends requests until `work` is done. Resolves with their count and failures. */
async function whileVisited(work: (visits: () => number) => Promise<unknown>) {
  let asked = 0
  let ended = false
  const faults: string[] = []
  const visit = async (ask: Ask, path: string, init?: () => RequestInit) => {
    while (!ended) {
      asked++
      const outcome = await ask(path, init?.()).catch((error: Error) => error.message)
      if (outcome !== 200) faults.push(`${path}: ${outcome}`)
    }
  }
  const post = () => ({ method: 'POST', body: JSON.stringify(inquiry()) })
  const visitors = [
    visit(alone, '/'),
    visit(alone, '/api/site'),
    visit(alone, '/api/forms/submit', post),
    visit(kept, '/'),
    visit(kept, '/api/site'),
  ]
  try {
    await work(() => asked)
  } finally {
    ended = true
    await Promise.all(visitors)
  }
  return { asked, faults }
}

const workersOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

const statusOf = (pid: number, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
/** An exited process stays in the table until its parent reaps it. */
const isRunning = (pid: number) => /^State:\s+[^ZX\s]/m.test(statusOf(pid, 'status'))
const isEnding = (pid: number) => statusOf(pid, 'cmdline').includes('shutting down')

/** Set 100 to reproduce the documented figure. */
const reloads = Number(process.env.RELOADS ?? (everyCase ? 20 : 5))

test(`F32: nginx reloads its configuration ${reloads} times under load, and no request fails`, async () => {
  const pid = product.stack.pidOf('nginx')!
  const { asked, faults } = await whileVisited(async () => {
    for (let n = 0; n < reloads; n++) {
      const before = workersOf(pid)
      process.kill(pid, 'SIGHUP')
      await until('new workers', async () => workersOf(pid).some((worker) => !before.includes(worker)))
    }
  })
  expect(faults).toEqual([])
  expect(asked).toBeGreaterThan(reloads)
  expect(product.stack.pidOf('nginx')).toBe(pid)
})

test('F33: a killed nginx worker is replaced automatically', async () => {
  const pid = product.stack.pidOf('nginx')!
  // Workers of earlier configurations may still be shutting down, or be about to.
  let [before, looks] = ['', 0]
  const workers = await until('the workers of one configuration', async () => {
    const now = workersOf(pid)
    looks = String(now) === before && !now.some(isEnding) ? looks + 1 : 0
    before = String(now)
    return looks >= 5 && now
  })
  let killed = 0
  for (const worker of workers) {
    // One of an earlier configuration may have ended by itself.
    if (!workersOf(pid).includes(worker)) continue
    process.kill(worker, 'SIGKILL')
    killed++
    await until('the site', async () => (await alone('/api/site')) === 200 && !workersOf(pid).includes(worker))
  }
  expect(killed).toBeGreaterThan(0)
  expect(product.stack.pidOf('nginx')).toBe(pid)
  expect(await alone('/')).toBe(200)
})

test('F33: a killed nginx is restarted, and no old worker remains', async () => {
  const pid = product.stack.pidOf('nginx')!
  const workers = workersOf(pid)
  process.kill(pid, 'SIGKILL')
  await until('another nginx', async () => product.stack.pidOf('nginx') !== pid && (await alone('/api/site')) === 200)
  await until('its workers to be gone', async () => workers.every((worker) => !isRunning(worker)))
  const { faults } = await whileVisited((visits) => until('some visits', async () => visits() > 50))
  expect(faults).toEqual([])
})

test('F33: requests in flight are answered when nginx shuts down gracefully', async () => {
  const { port } = new URL(product.site)
  const body = JSON.stringify(inquiry())
  const head = `POST /api/forms/submit HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
  let answer = ''
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(head + body.slice(0, 10)))
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await until('nginx to have it', async () => socket.bytesWritten > 10)
  await alone('/api/site')
  const stopped = product.stack.stopProcess('nginx', 'SIGQUIT')
  socket.write(body.slice(10))
  await Promise.all([closed, stopped])
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  await product.stack.startProcess('nginx')
})
