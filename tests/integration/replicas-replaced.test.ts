import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Edge, startEdge } from '../../nginx/nginx-harness'
import { createBrowser } from '../support/browser'
import { freePort } from '../support/free-port'
import { inquiry } from '../support/inquiry'
import type { Product } from '../support/product'
import { type Replica, startReplica } from '../support/replica'
import { shareServers } from '../support/shared-products'
import { until } from '../support/until'

const clients = 8
/** Sent between two steps of the update. */
const someInquiries = 30
/** What a machine is too busy to answer in this time, nginx does not send to another replica. */
const lateMs = 3_900

let product: Product
let edge: Edge
let ports: number[]
beforeAll(async () => {
  product = await shareServers()
  ports = await Promise.all([freePort(), freePort(), freePort()])
  edge = await startEdge({ forms: ports })
})
afterAll(async () => {
  await edge?.stop()
  await product?.stop()
})

/** Sends inquiries one after the other. One that is answered too late is sent again with its key, as the page does. */
function startClients() {
  const answered: { key: string; status: number; body: object }[] = []
  let running = true
  const client = async () => {
    const browser = createBrowser(edge.url)
    while (running) {
      const key = randomUUID()
      const filledIn = inquiry()
      let answer: Awaited<ReturnType<typeof browser.post>>
      let isLate: boolean
      do {
        const at = performance.now()
        answer = await browser.post('/api/forms/submit', filledIn, { 'Idempotency-Key': key })
        isLate = performance.now() - at > lateMs
      } while (isLate && answer.status >= 500)
      answered.push({ key, status: answer.status, body: answer.body })
    }
  }
  const all = Array.from({ length: clients }, client)
  return {
    some: () => {
      const wanted = answered.length + someInquiries
      return until('more inquiries', async () => answered.length >= wanted)
    },
    async stop() {
      running = false
      await Promise.all(all)
      return answered
    },
  }
}

test('replicas of forms are killed, stopped and replaced under load: each inquiry is accepted, and stored once', async () => {
  const start = (port: number | undefined) => startReplica('forms', product.stack.env, { port: port! })
  const replicas: Replica[] = await Promise.all([start(ports[0]), start(ports[1])])
  const sending = startClients()
  await sending.some()
  for (const [at, signal] of (['SIGKILL', 'SIGTERM'] as const).entries()) {
    replicas.push(await start(ports[(at + 2) % ports.length]))
    await sending.some()
    await replicas[at]!.stop(signal)
    await sending.some()
  }
  const answered = await sending.stop()
  await Promise.all(replicas.slice(-2).map((replica) => replica.stop()))

  expect(answered.filter(({ status }) => status !== 200)).toEqual([])
  const stored = await product.db.collection('contact_submissions').find().toArray()
  const keys = stored.map((each) => String(each['idempotency_key']))
  expect(keys.toSorted()).toEqual(answered.map(({ key }) => key).toSorted())
})
