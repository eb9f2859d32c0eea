import { request } from 'node:http'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { nightlyTest } from '../support/cases'
import { addDescribedTable } from '../support/described-table'
import { adminEmail, type Product } from '../support/product'
import { shareTables } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
let admin: Browser
const count = 2_000
beforeAll(async () => {
  product = await shareTables()
  admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  const properties = { title: { type: 'string' }, about: { type: 'string' } }
  // 32 MB: more than the sockets on the way can hold, so that a paused export stays open.
  const about = 'x'.repeat(16_000)
  const rows = Array.from({ length: count }, (_, at) => ({ title: `${at % 2 ? '=' : ''}Row ${at}`, about }))
  await addDescribedTable(product.db, 'many', { properties }, rows)
})
afterAll(() => product?.stop())

const cookie = () => [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; ')
const path = '/api/tables/many/export?sort=id:asc'

test('an export through Nginx is complete, in order and formula-escaped', async () => {
  const answer = await fetch(`${product.site}${path}`, { headers: { cookie: cookie() } })
  expect([answer.status, answer.headers.get('x-total-count')]).toEqual([200, `${count}`])
  const lines = (await answer.text()).split('\r\n')
  expect(lines).toHaveLength(count + 2)
  expect(lines[2]).toMatch(/^[0-9a-f]{24},'=Row 1,x/)
})

/** Open cursors on the server; `undefined` where it does not report them. */
async function openCursors(): Promise<number | undefined> {
  const status = await product.db.admin().serverStatus()
  return status.metrics?.cursor?.open?.total
}

test('a client that leaves an export frees its slot', async () => {
  const before = await openCursors()
  const address = new URL(`${product.site}${path}`)
  const leave = await new Promise<() => void>((begun, failed) => {
    const call = request(address, { headers: { cookie: cookie() } }, (answer) => {
      answer.once('data', () => {
        // Stops reading, so the rest stays buffered.
        answer.pause()
        begun(() => call.destroy())
      })
    })
    call.on('error', failed).end()
  })
  expect(await admin.send('GET', path)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  leave()
  await until('the place to be free', async () => {
    const answer = await fetch(`${product.site}${path}`, { headers: { cookie: cookie() } })
    await answer.body?.cancel()
    return answer.status === 200
  })
  if (before !== undefined) await until('the cursor to be closed', async () => ((await openCursors()) ?? 0) <= before)
})

test('F04: a service killed during an export aborts the transfer visibly', async () => {
  const answer = await fetch(`${product.site}${path}`, { headers: { cookie: cookie() } })
  const reader = answer.body!.getReader()
  await reader.read()
  await product.stack.stopProcess('admin-tables', 'SIGKILL')
  const rest = async () => {
    for (;;) if ((await reader.read()).done) return 'a short file that looks whole'
  }
  await expect(rest()).rejects.toThrow()
  await product.stack.startProcess('admin-tables')
  await until('the service to be back', async () => (await admin.get('/api/admin/schemas')).status === 200)
})

// By day writes-replay.test.ts kills a write at each of its steps.
nightlyTest('F04: a record being saved while the service is killed is old or new, never mixed', async () => {
  const announcement = (text: string) => ({ text, kind: 'info', published: false })
  const made = await until('the record to be made', async () => {
    const answer = await admin.post('/api/tables/announcements', announcement('Before it all'))
    return answer.status === 201 && answer
  })
  const saves = Array.from({ length: 30 }, (_, at) =>
    admin
      .send('PUT', `/api/tables/announcements/${made.body.id}`, { ...announcement(`Save ${at}`), kind: 'closed' })
      .catch(() => undefined),
  )
  await Promise.race(saves)
  await product.stack.stopProcess('admin-tables', 'SIGKILL')
  await Promise.all(saves)
  await product.stack.startProcess('admin-tables')
  const after = await product.db.collection('announcements').findOne({ _id: new ObjectId(String(made.body.id)) })
  expect(after?.kind).toBe(after?.text === 'Before it all' ? 'info' : 'closed')
})
