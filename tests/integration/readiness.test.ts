import { afterAll, beforeAll, expect, test } from 'vitest'
import { casesOf } from '../support/cases'
import type { Product } from '../support/product'
import { startRefusingDatabase } from '../support/refusing-database'
import { startReplica } from '../support/replica'
import { shareServers } from '../support/shared-products'
import { until } from '../support/until'

let product: Product
let database: Awaited<ReturnType<typeof startRefusingDatabase>>
let uri: URL

beforeAll(async () => {
  product = await shareServers()
  uri = new URL(product.stack.mongoUri)
  database = await startRefusingDatabase(Number(uri.port))
  uri.port = String(database.port)
})
afterAll(async () => {
  await database?.stop()
  await product?.stop()
})

const services = ['auth', 'forms', 'email-worker', 'admin-tables'] as const

// That each of them asks its database, restore-interrupted.test.ts sees by day.
test.each(casesOf(services, (name) => name === 'forms'))(
  '%s is not ready on a database that refuses everything, and ready again without a restart',
  async (name) => {
    const replica = await startReplica(name, { ...product.stack.env, MONGODB_URI: uri.href })
    const statusOf = async (path: string) => (await fetch(`${replica.url}${path}`)).status
    try {
      expect(await statusOf('/readyz')).toBe(200)
      database.refuse(true)
      await until('it not to be ready', async () => (await statusOf('/readyz')) === 503, 20_000)
      expect(await statusOf('/healthz')).toBe(200)
      database.refuse(false)
      await until('it to be ready again', async () => (await statusOf('/readyz')) === 200, 20_000)
    } finally {
      database.refuse(false)
      await replica.stop()
    }
  },
)
