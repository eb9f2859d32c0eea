import { expect, test } from 'vitest'
import { testApp } from '../test-app.fixture'

const setup = testApp()

test('the audit has the host of a webhook, and its owner where another admin changes it', async () => {
  const { send, collection } = await setup()
  const lastEntry = async () => {
    const [entry] = await collection('audit_log').find().sort({ _id: -1 }).limit(1).toArray()
    return entry!['about'] as object
  }
  const body = { url: 'https://booking.example/in?key=secret', types: [], tables: [] }
  const created = await send('/api/webhooks', { method: 'POST', body })
  const { id } = (await created.json()) as { id: string }
  expect(await lastEntry()).toEqual({ host: 'booking.example' })
  const path = `/api/webhooks/${id}`
  await send(`${path}/secret`, { who: 'eve', method: 'POST', body: {} })
  expect(await lastEntry()).toEqual({ host: 'booking.example', secret: 'replaced', owner: 'ada@example.com' })
  const change = () =>
    send(path, { who: 'eve', method: 'PUT', body: { ...body, url: 'https://evil.example/', active: true } })
  await change()
  expect(await lastEntry()).toEqual({ host: 'evil.example', state: 'active', owner: 'ada@example.com' })
  // Who saves it is its owner from then on.
  await change()
  expect(await lastEntry()).toEqual({ host: 'evil.example', state: 'active' })
})

test('deliveries are listed page by page, the newest first, and go with their webhook', async () => {
  const { send, collection } = await setup()
  const create = async () => {
    const body = { url: 'https://booking.example/in', types: [], tables: [] }
    const answer = await send('/api/webhooks', { method: 'POST', body })
    return ((await answer.json()) as { id: string }).id
  }
  const [gone, kept] = [await create(), await create()]
  const at = new Date('2026-05-01T10:00:00Z')
  const event = { id: 'e', type: 'record.updated', table: 'lessons', record: 'r', at: at.toISOString() }
  const deliveryOf = (webhook: string, number: number) => ({
    ...{ _id: `${webhook}-${number}`, webhook, number, record: 'lessons/r', event, state: 'delivered', tries: 1 },
    ...{ due_at: at, attempts: [], created_at: at },
  })
  const made = [...Array.from({ length: 51 }, (_, n) => deliveryOf(gone, n + 1)), deliveryOf(kept, 1)]
  await collection<(typeof made)[number]>('webhook_deliveries').insertMany(made)
  const page = async (n: number, id = gone) => {
    const answer = await send(`/api/webhooks/${id}/deliveries?page=${n}`)
    const { data, total } = (await answer.json()) as { data: { id: string }[]; total: number }
    return { ids: data.map((one) => one.id), total }
  }
  const first = await page(1)
  expect([first.ids.length, first.ids[0], first.ids.at(-1), first.total]).toEqual([50, `${gone}-51`, `${gone}-2`, 51])
  expect(await page(2)).toEqual({ ids: [`${gone}-1`], total: 51 })
  expect(await page(1, kept)).toEqual({ ids: [`${kept}-1`], total: 1 })

  const path = `/api/webhooks/${gone}`
  expect((await send(path, { method: 'DELETE' })).status).toBe(200)
  expect((await send(`${path}/deliveries?page=1`)).status).toBe(404)
  expect(await collection('webhook_deliveries').distinct('webhook')).toEqual([kept])
  expect((await send(path, { method: 'DELETE' })).status).toBe(404)
})
