import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../support/browser'
import { type Product, startProduct } from '../support/product'

const { OTHER_VERSION } = process.env
let product: Product
beforeAll(async () => {
  if (OTHER_VERSION) product = await startProduct({}, { pages: false })
})
afterAll(() => product?.stop())

const calls = {
  auth: '/api/users/me',
  forms: '/api/forms/submissions/counters',
  'admin-tables': '/api/tables/service_cards',
}

/** The calls of the API that a process has answered. */
async function answeredBy(process: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${product.stack.ports[process]}/metrics`)).text()
  const counts = text.matchAll(/^http_request_duration_seconds_count\{[^}]*route="\/api\/[^}]*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

test.runIf(OTHER_VERSION)('each version serves every second request', async () => {
  for (const [service, path] of Object.entries(calls)) {
    for (let request = 0; request < 20; request++) await createBrowser(product.site).get(path)
    const shares = await Promise.all([service, `${service}-other`].map(answeredBy))
    expect([service, ...shares]).toEqual([service, 10, 10])
  }
})

test.runIf(OTHER_VERSION)('a stopped process is stopped in both versions, and started again in both', async () => {
  const status = async () => (await createBrowser(product.site).get(calls.auth)).status
  await product.stack.stopProcess('auth')
  expect([await status(), await status()]).toEqual([503, 503])
  await product.stack.startProcess('auth')
  expect([await status(), await status()]).toEqual([401, 401])
})
